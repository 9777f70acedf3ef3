"""Golden playthroughs: matches written down step by step, to be read by people and compared exactly by a test.

python -m tests.games.playthrough           (shows the differences between the files and the games)
python -m tests.games.playthrough --write   (writes the files anew; the moves are the bots' choice)

Each line is a step: number, seat, move, how many moves that seat had, what everybody sees afterwards, what happened,
and the numbers of the rules it shows. The moves of a file are enough to play it again.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import unified_diff
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import games
from games import bots
from tests.games.rule_labels import labels
from tests.support.games.scenes import seed

FOLDER = Path(__file__).parent / "playthroughs"
RUNNING = ("draw", "discard", "window")


@dataclass(frozen=True)
class Table:
    """One match to write down; `script` says at which steps something else happens than what the bot would do."""

    name: str
    ruleset: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    rounds: int = 2
    level: str = "normal"
    script: dict[int, str] = field(default_factory=dict)

    def start(self) -> games.State:
        """People and bots in turn: only at the end of a window does it make a difference (P0-21)."""
        seats = {seat: seat % 2 == 1 for seat in range(self.players)}
        return games.new_match(self.ruleset, self.options, seats)


TABLES = (
    Table("pife-corte", "pife-corte", 4, seed=10, rounds=3, script={14: "timeout", 15: "timeout"}),
    Table("pife-corte-eight", "pife-corte", 8, seed=119, rounds=1, level="easy", script={50: "leave"}),
    Table("cacheta-vidas", "cacheta-vidas", 3, {"lives": 7}, seed=33, rounds=6, script={9: "timeout"}),
    Table("cacheta-vidas-eight", "cacheta-vidas", 8, seed=77, rounds=1, level="easy"),
    Table("pife-nine", "pife", 2, seed=6, rounds=3, level="easy"),
    Table(
        "pife-ten-ace-low-restricted",
        "pife",
        4,
        {"hand_size": 10, "ace": "low", "restricted_take": True},
        seed=112,
        script={21: "resign"},
    ),
    Table("pife-points", "pife", 3, {"points": 2}, seed=67, rounds=4, level="easy"),
    Table("cacheta-pontos", "cacheta-pontos", 3, {"points": 3}, seed=79, rounds=5),
    Table(
        "cacheta-pontos-ten-all-none",
        "cacheta-pontos",
        4,
        {"hand_size": 10, "wild_scope": "all", "max_wild": None, "points": 4, "reshuffles": 1},
        seed=39,
        rounds=3,
    ),
    Table(
        "cacheta-pontos-tied",
        "cacheta-pontos",
        4,
        {"hand_size": 10, "wild_scope": "color", "max_wild": 0, "reshuffles": 0, "max_rounds": 2},
        seed=16,
        level="easy",
        script=dict.fromkeys(range(30, 127), "timeout"),
    ),
    Table("rami-two", "rami", 2, {"target": 40}, seed=36, rounds=5),
    Table(
        "rami-three-discard-ace", "rami", 3, {"discard_to_win": True, "ace_high": True}, seed=82, script={7: "timeout"}
    ),
)


class Played(NamedTuple):
    """One step of a playthrough."""

    seat: int | None
    move: str
    choices: int
    before: games.State
    step: games.Step


# --- moves as words ---------------------------------------------------------------------------------------------------


def in_words(action: games.Action) -> str:
    """ "discard 7H1", "knock common 7H1", "lay_off 2 7H1": one line, and nothing lost that a bot may say."""
    form = games.action_json(action)
    words = [form.pop("do"), *(str(form[key]) for key in ("from", "with", "meld", "discard", "card") if key in form)]
    return " ".join([*words, *form.get("cards", ())])


def from_words(text: str) -> games.Action:
    """The action again."""
    do, *rest = text.split()
    form: dict[str, Any] = {"do": do}
    if do == "draw":
        form["from"] = rest[0]
    elif do == "discard":
        form["card"] = rest[0]
    elif do == "knock":
        form |= dict(zip(("with", "discard"), rest, strict=False))
    elif do == "lay":
        form["cards"] = rest
    elif do == "lay_off":
        form |= {"meld": int(rest[0]), "cards": rest[1:]}
    return games.parse_action(form)


# --- playing ----------------------------------------------------------------------------------------------------------


def _move(table: Table, state: games.State, number: int, rng: random.Random) -> tuple[int | None, str]:
    """Who does what: what the script says, a cut-in by whoever can, or the bot's choice."""
    if number in table.script:
        return state.active, table.script[number]
    if state.active is None:
        able = [seat for seat in range(len(state.players)) if games.legal_actions(state, seat)]
        return (able[0], "cut") if able else (None, "timeout")
    return state.active, in_words(bots.choose(games.observe(state, state.active), table.level, rng))


def by_bots(table: Table) -> Iterator[Played]:
    """The match as the bots play it."""
    rng = random.Random(table.seed)
    state, number = table.start(), count(1)
    while games.ready(state) and state.round < table.rounds:
        played = _do(state, None, f"deal {100 * table.seed + state.round}")
        yield played
        state = played.step.state
        while state.phase in RUNNING:
            played = _do(state, *_move(table, state, next(number), rng))
            yield played
            state = played.step.state


def by_words(table: Table, text: str) -> Iterator[Played]:
    """The match as a file says it was played."""
    state = table.start()
    for line in text.splitlines():
        head = line[5:].split(" |")[0]
        if line[:4].strip().isdigit():
            who, move = head.split(maxsplit=1)
            played = _do(state, None if who == "-" else int(who), move.strip())
            yield played
            state = played.step.state


def _do(state: games.State, seat: int | None, move: str) -> Played:
    choices = 0 if seat is None else len(games.legal_actions(state, seat))
    return Played(seat, move, choices, state, _step(state, seat, move))


def _step(state: games.State, seat: int | None, move: str) -> games.Step:
    if move.startswith("deal "):
        return games.deal(state, seed(int(move[5:])))
    if move == "timeout" or seat is None:
        return games.timeout(state)
    if move == "leave":
        return games.leave(state, seat)
    return games.apply(state, seat, from_words(move))


# --- writing ----------------------------------------------------------------------------------------------------------


def written(table: Table, steps: Iterator[Played]) -> str:
    """The whole file."""
    facts = {"ruleset": table.ruleset, "players": table.players, "options": table.options}
    lines = [f"# {json.dumps(facts)}", "# seat move | moves it had | table afterwards | what happened | rules"]
    for number, played in enumerate(steps, start=1):
        if played.move.startswith("deal "):
            lines.append("")
        lines.append(f"{number:4} {_line(played)}".rstrip())
        lines += _more(played)
    return "\n".join(lines) + "\n"


def _line(played: Played) -> str:
    who = "-" if played.seat is None else str(played.seat)
    columns = [f"{who} {played.move:<19}", f"{played.choices:2}", _digest(games.public_view(played.step.state))]
    columns.append("; ".join(_event(event.public) for event in played.step.events))
    columns.append(" ".join(labels(played.before, played.move, played.step)))
    return " | ".join(columns)


def _digest(view: dict[str, Any]) -> str:
    """What everybody sees, on a few characters."""
    active = "-" if view["active"] is None else view["active"]
    scores = " ".join("-" if player["score"] is None else str(player["score"]) for player in view["players"])
    counts = " ".join(str(player["count"]) for player in view["players"])
    top = view["top"] or "---"
    return f"{view['phase']:<7} {active} top {top} stock {view['stock']:2} pile {view['pile']:2} ({counts}) [{scores}]"


def _event(public: dict[str, Any]) -> str:
    """An event without what the line says anyway."""
    shown = {key: value for key, value in public.items() if key not in {"e", "seat", "commitment"}}
    words = [str(public["e"]), *(f"{key}={_plain(value)}" for key, value in shown.items())]
    return " ".join(words)


def _plain(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else str(value).lower() if isinstance(value, bool) else str(value)


def _more(played: Played) -> list[str]:
    """Hands after a deal; the result after a round."""
    state = played.step.state
    if played.move.startswith("deal "):
        hands = [(seat, player.hand) for seat, player in enumerate(state.players) if player and player.hand]
        wild = [f"     turn-up {state.turn_up}, wild {' '.join(state.wilds)}"] if state.turn_up else []
        return [*wild, *(f"     hand {seat}: {' '.join(hand)}" for seat, hand in hands)]
    if state.result is None or played.before.result is not None:
        return []
    view = games.public_view(state)
    result = view["result"]
    lines = [
        (
            f"     result {result['kind']}, winner {result['winner']}, left over {result['leftover']}, "
            f"changes {json.dumps(result['changes'])}, out {result['eliminated']}"
        ),
        *(f"     meld {' '.join(meld)}" for meld in result["melds"]),
        *(f"     left {seat}: {' '.join(hand)}" for seat, hand in result.get("hands", {}).items() if hand),
    ]
    if view["match"]["over"]:
        match = view["match"]
        lines.append(f"     match {match['reason']}, winner {match['winner']}, places {json.dumps(match['placement'])}")
    return lines


def path_of(table: Table) -> Path:
    return FOLDER / f"{table.name}.txt"


def main() -> int:
    """Exit status 1 when something differs and was not written."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.playthrough")
    parser.add_argument("--write", action="store_true", help="write the files anew")
    write = parser.parse_args().write
    differ = False
    for table in TABLES:
        path, now = path_of(table), written(table, by_bots(table))
        before = path.read_text() if path.exists() else ""
        sys.stdout.writelines(unified_diff(before.splitlines(True), now.splitlines(True), path.name, "now", n=1))
        differ |= before != now
        if write:
            path.write_text(now)
    return 1 if differ and not write else 0


if __name__ == "__main__":
    sys.exit(main())
