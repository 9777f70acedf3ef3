"""The story of one table that lives through everything: four people play there from the first test to the last.

At the end its log is printed line by line, together with what was done to the servers meanwhile."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from lobby.models import TableLog
from lobby.tables.core.state import SECOND
from lobby.tables.store import table_store

from .actor import Actor, Seated
from .history import History
from .verdict import Verdict
from .world import World, actors_of

NAMES = ("Ana", "Bia", "Caio", "Davi")
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
PACE = 2.5  # seconds per move


class Witness:
    def __init__(self, world: World, table: Seated, history: History, actors: list[Actor]) -> None:
        self.world, self.table, self.history, self.actors = world, table, history, actors
        self.marks: list[tuple[int, str]] = []  # (version, what was done to the servers then)

    @classmethod
    async def begin(cls, world: World) -> "Witness":
        history = History()
        table = (await world.tables("cacheta-vidas", 1))[0]
        seated = await world.seat([table], history, plays=True, pace=PACE)
        return cls(world, table, history, actors_of(seated))

    async def mark(self, what: str) -> None:
        self.marks.append(((await self.world.read(self.table.table)).version, what))

    async def end(self, verdict: Verdict, path: Path) -> None:
        await self.world.quiet(self.actors)
        verdict.none(await self.world.judged(self.history, [self.table]), "lost, doubled or missing at it")
        late = await self.world.in_step(self.actors, 15)
        verdict.none(late, "of its sockets out of step")
        table = (await self.world.read(self.table.table)).table
        verdict.must(len(table.people()) == len(NAMES), "everybody still has their seat")
        lines = await self.world.db(story, self.table.table, self.marks)
        await asyncio.to_thread(path.write_text, "\n".join(lines) + "\n")
        comings = sum(actor.connects for actor in self.actors) - len(NAMES)
        verdict.say(f"{self.history.acked} moves, sockets cut {comings} times, told in {path}")
        await self.world.part(self.actors)


def story(table: int, marks: list[tuple[int, str]]) -> list[str]:
    rows = list(TableLog.objects.filter(table_id=table).order_by("version").values_list("version", "at", "entry"))
    began, waiting, lines = rows[0][1], list(marks), []
    for version, at, entry in rows:
        while waiting and waiting[0][0] < version:
            lines.append(f"{'':16}— {waiting.pop(0)[1]} —")
        seconds = (at - began) / SECOND
        told = [sentence for note in msgspec.json.decode(bytes(entry)) for sentence in sentences(note)]
        clock = f"{int(seconds // 3600):02}:{int(seconds // 60 % 60):02}:{seconds % 60:04.1f}"
        lines.append(f"{clock} {version:5}  {' '.join(told) or 'Somebody comes or goes.'}")
    lines += [f"{'':16}— {what} —" for _, what in waiting]
    current = table_store.read(table).table
    return [f"{current.name}: {current.ruleset}, {', '.join(NAMES)}. Clock, version, what happened.", "", *lines]


def sentences(note: dict[str, Any]) -> list[str]:
    beside = {
        "sit": "sits down", "reserve": "reserves a seat", "cancel": "gives it back", "host": "is host now",
        "kick": "is removed by the host", "match": "A match begins.", "pause": "The host pauses.",
        "resume": "Play goes on.",
    }  # fmt: skip
    found = [_said(event) for event in note.get("events", ())]
    if note["do"] in beside and not found:
        text = beside[note["do"]]
        found = [text if text[0].isupper() else f"{_name(note)} {text}."]
    elif note["do"] == "leave" and not found:
        found = [f"{_name(note)} leaves."]
    return [sentence for sentence in found if sentence]


def _name(of: dict[str, Any]) -> str:
    return NAMES[of["seat"]] if of.get("seat") is not None else "Somebody"


def _card(card: str) -> str:
    return card[0].replace("T", "10") + SUITS[card[1]]


def _said(event: dict[str, Any]) -> str:
    who, by_clock = (_name(event), " (the clock)" if event.get("auto") else "")
    match event["e"]:
        case "dealt":
            return f"{NAMES[event['dealer']]} deals." if event.get("dealer") is not None else "Cards are dealt."
        case "drew":
            return f"{who} draws{by_clock}."
        case "took":
            return f"{who} takes {_card(event['card'])}{by_clock}."
        case "discarded":
            return f"{who} throws {_card(event['card'])}{by_clock}."
        case "knocked":
            return f"{who} knocks!"
        case "left":
            return f"{who} is gone."
        case "reshuffled":
            return "The pile is shuffled into a new stock."
        case "round_over":
            winner = event.get("winner")
            return f"The round is {'nobody’s' if winner is None else NAMES[winner] + '’s'}."
        case "match_over":
            winner = event.get("winner")
            return f"The match is {'nobody’s' if winner is None else NAMES[winner] + '’s'}."
    return ""
