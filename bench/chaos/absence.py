"""T7: two minutes of absence, for every way in which people vanish."""

import asyncio
import os
import sys
import time
from typing import Any

import msgspec
from django.db.models import Max

from lobby.models import Connection, TableLog
from lobby.tables.core.state import SECOND
from lobby.tables.store import clock
from tests.support.processes import ROOT, Process

from .actor import Actor, Seated
from .cable import Cable
from .history import History
from .verdict import Verdict
from .world import World, actors_of

decode = msgspec.json.decode
PING = 10  # seconds between two frames of an idle client


async def t7(world: World, verdict: Verdict) -> None:
    """Two minutes of absence, not more, not less."""
    history, count = History(), world.size(5, 1)
    ways = ("tab closed", "client killed", "cable cut", "server killed", "back at 119 s")
    tables = await world.tables("cacheta-vidas", count * len(ways), seats=3)
    cable = await Cable(world.urls[0]).open()
    groups = {way: tables[n * count : (n + 1) * count] for n, way in enumerate(ways)}
    stay = {t.table: [Actor(t, seat, world.urls, history).start() for seat in (0, 1)] for t in tables}
    leavers = {t.table: vanishing(world, way, t, cable, history) for way, some in groups.items() for t in some}
    await world.came([*actors_of(stay), *(each for each in leavers.values() if isinstance(each, Actor))])
    await asyncio.sleep(3)
    gone = await part_ways(world, groups, leavers, cable)
    if world.short:
        await came_back(world, verdict, groups, leavers, wait=6)
        verdict.say("short form: the two minutes are not waited for")
    else:
        await came_back(world, verdict, groups, leavers, wait=119 - (time.monotonic() - gone["began"]))
        await removed_in_time(world, verdict, groups, gone)
    await cable.close()
    await asyncio.to_thread(world.stack.ready)
    verdict.none(await world.judged(history, tables), "tables in disorder")
    await world.part(actors_of(stay))
    await world.part(each for each in leavers.values() if isinstance(each, Actor))


def vanishing(world: World, way: str, table: Seated, cable: Cable, history: History) -> Actor | Process:
    """The third person's client, placed so that it can vanish: behind a cable, at one server, in its own process."""
    if way == "client killed":
        command = [sys.executable, "-m", "tests.support.clients.player", world.urls[0], "--room", table.slug]
        command += ["--session", table.people[2].session]
        return Process(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, log=world.stack.folder / "client.log")
    urls = {"cable cut": cable.url, "server killed": world.urls[1]}
    return Actor(table, 2, [urls.get(way, world.urls[0])], history).start()


async def part_ways(
    world: World, groups: dict[str, list[Seated]], leavers: dict[int, Any], cable: Cable
) -> dict[Any, float]:
    """Let all leavers vanish; table -> service time of the last frame that can have come from its leaver."""
    await world.db(clock.ensure)
    for table in groups["back at 119 s"]:  # counted from this frame
        leavers[table.table].send({"type": "pong", "v": 0})
    gone: dict[Any, float] = {"began": time.monotonic()}
    await asyncio.sleep(0.2)
    for way, some in groups.items():
        for table in some:
            leaver = leavers[table.table]
            if isinstance(leaver, Process):
                leaver.kill()
            elif way in ("tab closed", "back at 119 s"):
                leaver.leave()
            gone[table.table] = clock.now()
    cable.cut()
    for table in (*groups["cable cut"], *groups["server killed"]):
        leavers[table.table].stay = False
        gone[table.table] = clock.now()
    world.stack.servers[1].kill()
    await asyncio.sleep(1)
    world.stack.start_server(1)
    return gone


async def came_back(
    world: World, verdict: Verdict, groups: dict[str, list[Seated]], leavers: dict[int, Any], *, wait: float
) -> None:
    """Those of the last group come back and must have their seat and cards."""
    hands = {}
    for table in groups["back at 119 s"]:
        game = (await world.read(table.table)).table.game
        hands[table.table] = game.players[2].hand if game else None
    await asyncio.sleep(wait)

    async def back(table: Seated) -> bool:
        actor = Actor(table, 2, world.urls[:1], leavers[table.table].history).start()
        leavers[table.table] = actor
        await actor.came.wait()
        return sorted(actor.you.get("hand", ())) == sorted(hands[table.table] or ())

    kept = sum(await asyncio.gather(*(back(table) for table in groups["back at 119 s"])))
    total = len(groups["back at 119 s"])
    verdict.must(kept == total, f"back after {wait:.0f} s: {kept} of {total} kept seat and cards")


async def removed_in_time(
    world: World, verdict: Verdict, groups: dict[str, list[Seated]], gone: dict[Any, float]
) -> None:
    """They must lose the seat two minutes after the last frame, which came at most one ping before they vanished."""
    await asyncio.sleep(max(0, 128 - (time.monotonic() - gone["began"])))
    for way, some in groups.items():
        if way == "back at 119 s":
            continue
        found = [await world.db(_removal, table.table, table.people[2].user) for table in some]
        spans = [(at - last) / SECOND for at, last in found if at]
        silent = [(gone[table.table] - last) / SECOND for table, (_, last) in zip(some, found, strict=True)]
        good = len(spans) == len(some) and all(120 <= span <= 125 for span in spans) and max(silent) < PING + 2
        least, most = min(spans, default=0), max(spans, default=0)
        verdict.must(
            good, f"{way}: removed {least:.1f} to {most:.1f} s after the last frame ({len(spans)}/{len(some)})"
        )


def _removal(table: int, user: int) -> tuple[int, int]:
    """When this person's seat became free, and their last frame, in service time."""
    rows = TableLog.objects.filter(table_id=table).values_list("at", "entry")
    at = [at for at, entry in rows for note in decode(bytes(entry)) if note["do"] == "leave"]
    last = Connection.objects.filter(table_id=table, user_id=user).aggregate(last=Max("last_frame"))["last"]
    return (at[0] if at else 0), last
