"""The check of the shuffle: by the command, by the browser's code, and both alike."""

import contextlib
import copy
import io
import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

import games
from games.verification import CHECKS, check_round
from lobby.history.record import record_of
from lobby.history.replay import Position
from tests.support.browsing import Browsing

ROOT = Path(__file__).resolve().parents[2]
VERIFY = ROOT / "static" / "js" / "verify.js"
SEEDS = 1000
PLAYERS = {"pife-corte": 5, "cacheta-vidas": 8, "pife": 4, "cacheta-pontos": 3, "rami": 2}
FITS = [{"name": name, "ok": True, "at": None} for name in CHECKS]


def played(key: str, rng: random.Random, steps: int) -> dict[str, Any]:
    """The record of a round, half of the time not a match's first; nobody knocks, so that reshuffles are reached."""
    seats = PLAYERS[key]
    state = games.new_match(key, {}, dict.fromkeys(range(seats), False))
    if rng.random() < 0.5:
        state = replace(state, round=3, dealer=rng.randrange(seats), starter=rng.randrange(seats))
    before = state.dealer if games.get_ruleset(key).rotates == "dealer" else state.starter
    done = games.deal(state, rng.randbytes(32))
    found = [Position(done.state, done.state.last, done.state.last)]
    while len(found) <= steps and found[-1].state.phase in ("draw", "discard", "window"):
        done = step(found[-1].state, rng)
        full = tuple({**e.public, **next(iter(e.private.values()), {})} for e in done.events)
        found.append(Position(done.state, tuple(e.public for e in done.events), full))
    return record_of(found, before)


def step(state: games.State, rng: random.Random) -> games.Step:
    """Mostly what the clock would do, sometimes what somebody might."""
    if state.phase == "window" or rng.random() < 0.8:
        return games.timeout(state)
    if len(state.players) > 2 and rng.random() < 0.01:
        return games.leave(state, state.active)
    kinds = (games.Draw, games.Discard, games.Lay, games.LayOff)
    legal = games.legal_actions(state, state.active)
    return games.apply(state, state.active, rng.choice([action for action in legal if isinstance(action, kinds)]))


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    """A thousand rounds; some of each game long enough for reshuffles."""
    rng = random.Random(1000)
    keys = list(PLAYERS)
    return [played(keys[number % 5], rng, 350 if number % 40 < 5 else 12) for number in range(SEEDS)]


def tampered(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same with one lie in it."""
    lie = copy.deepcopy(record)
    what = rng.choice(["seed", "commitment", "dealer", "hand", "draw", "stock"])
    seats = lie["seats"]
    if what == "seed":
        lie["seed"] = rng.randbytes(32).hex()
    elif what == "commitment":
        lie["commitment"] = "0" * 64
    elif what == "dealer":
        lie["dealer"] = seats[(seats.index(lie["dealer"]) + 1) % len(seats)]
    elif what == "hand":
        one, other = (lie["hands"][str(seat)] for seat in rng.sample(seats, 2))
        one[0], other[0] = other[0], one[0]
    else:
        do = "reshuffle" if what == "stock" else "draw"
        moves = [move for move in lie["moves"] if move["do"] == do] or [lie["moves"][0]]
        move = rng.choice(moves)
        if move["do"] == "reshuffle":
            move["stock"].reverse()
        else:
            move["card"] = "7H1" if move["card"] != "7H1" else "8H1"
    return lie


Answers = list[list[dict[str, Any]]]


@pytest.fixture
def by_browsers_code(request: pytest.FixtureRequest) -> Callable[[list[dict[str, Any]]], Answers]:
    """What static/js/verify.js answers: in node, or in Chromium where there is no node."""
    if shutil.which("node"):
        return by_node
    browsing = request.getfixturevalue("browsing")
    return lambda records: by_chromium(browsing, records)


def by_node(records: list[dict[str, Any]]) -> Answers:
    command = ["node", Path(__file__).with_name("check_records.mjs"), VERIFY]
    done = subprocess.run(command, input=json.dumps(records), capture_output=True, text=True, check=True, timeout=100)
    return json.loads(done.stdout)


def by_chromium(browsing: Browsing, records: list[dict[str, Any]]) -> Answers:
    page = browsing.open()
    page.goto("/rules/")
    return page.evaluate(
        """async (records) => {
          const { checkRound } = await import('/static/js/verify.js');
          const answers = [];
          for (const record of records) answers.push(await checkRound(record));
          return answers;
        }""",
        records,
    )


def by_python(records: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    return [[check._asdict() for check in check_round(record)] for record in records]


def test_a_thousand_rounds_fit(records: list[dict[str, Any]]) -> None:
    answers = by_python(records)
    assert all(answer == FITS for answer in answers)
    reshuffled = sum(any(move["do"] == "reshuffle" for move in record["moves"]) for record in records)
    assert reshuffled > 50


def test_the_browsers_code_says_the_same_of_a_thousand_seeds(records: list[dict[str, Any]], by_browsers_code) -> None:
    assert by_browsers_code(records) == [FITS] * SEEDS


def test_both_find_the_same_lies(records: list[dict[str, Any]], by_browsers_code) -> None:
    rng = random.Random(7)
    lies = [tampered(record, rng) for record in records[:300]]
    answers = by_python(lies)
    assert all(answer != FITS for answer in answers)
    assert by_browsers_code(lies) == answers


@pytest.mark.browser
def test_chromium_agrees(records: list[dict[str, Any]], browsing: Browsing) -> None:
    lies = [tampered(record, random.Random(9)) for record in records[50:80]]
    assert by_chromium(browsing, records[:100]) == [FITS] * 100
    assert by_chromium(browsing, lies) == by_python(lies)


def test_a_lie_is_found_where_it_is(records: list[dict[str, Any]]) -> None:
    record = next(record for record in records if any(move["do"] == "reshuffle" for move in record["moves"]))
    for what, name in (("draw", "moves"), ("reshuffle", "reshuffles")):
        lie = copy.deepcopy(record)
        at, move = next((at, move) for at, move in enumerate(lie["moves"], 1) if move["do"] == what)
        if what == "draw":
            move["card"] = "KS2" if move["card"] != "KS2" else "KS1"
        else:
            move["stock"].reverse()
        wrong = [check for check in check_round(lie) if not check.ok]
        assert [(check.name, check.at) for check in wrong] == [(name, at)]


# --- manage.py verify_round -----------------------------------------------------------------------------------------


def verify(content: Any, tmp_path: Path) -> str:
    path, out = tmp_path / "match.json", io.StringIO()
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    call_command("verify_round", str(path), stdout=out, no_color=True)
    return out.getvalue()


def test_the_command_checks_a_match_and_a_single_record(records, tmp_path) -> None:
    said = verify({"rounds": [{"check": records[0]}, {"check": None}, {"check": records[1]}]}, tmp_path)
    assert "2 of 2 rounds fit." in said
    assert said.count("  fits  ") == 10
    assert "does not prove" in said
    assert "1 of 1 rounds fit." in verify(records[2], tmp_path)


def test_the_command_says_what_does_not_fit(records, tmp_path, capsys) -> None:
    with pytest.raises(CommandError, match="1 of 2 rounds do not fit"):
        verify({"rounds": [{"check": records[0]}, {"check": {**records[1], "commitment": "0" * 64}}]}, tmp_path)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{", "no exported match"),
        ("[]", "no exported match"),
        ({"rounds": [{"check": None}]}, "No round in this file is open"),
        ({"seed": "00"}, "no record of a round"),
        ({"seed": "zz"}, "no record of a round"),
        ('"seed"', "no record of a round"),
        ("[" * 100_000, "no exported match"),
        ({"rounds": [{"check": 7}]}, "no record of a round"),
    ],
)
def test_the_command_refuses_other_files(content, says, tmp_path) -> None:
    with pytest.raises(CommandError, match=says):
        verify(content, tmp_path)


ODD: tuple[Any, ...] = (
    None, True, -1, 0, 7, 10**30, 0.5, float("nan"), "", "x", "\ud800\x1b[2J", "\0", [], [0], [[]], {}, {"0": 1},
    {"x": []}, ["7H1"] * 200,
)  # fmt: skip
DROPPED = object()


def misshapen(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The record with one field, of it or of one of its moves, away or something else."""
    first = {move["do"]: place for place, move in reversed([*enumerate(record["moves"])])}
    for path in ((), *(("moves", place) for place in first.values())):
        for field in record["moves"][path[1]] if path else record:
            for odd in (DROPPED, *ODD):
                broken = copy.deepcopy(record)
                part = broken["moves"][path[1]] if path else broken
                if odd is DROPPED:
                    del part[field]
                else:
                    part[field] = odd
                yield broken


def test_whatever_is_no_record_is_a_value_error_and_one_message(records, tmp_path) -> None:
    long = next(each for each in records if any(move["do"] == "reshuffle" for move in each["moves"]))
    opening = next(each for each in records if each["before"] is None)
    refused = 0
    for broken in (*misshapen(long), *misshapen(opening)):
        try:
            check_round(broken)
        except ValueError:
            refused += 1
            with pytest.raises(CommandError, match="no record of a round") as said:
                verify({"rounds": [{"check": broken}]}, tmp_path)
            assert said.value.returncode == 2
        else:
            with contextlib.suppress(CommandError):
                verify(broken, tmp_path)
    assert refused > 100


def test_nobody_dealt_in_is_no_record(records) -> None:
    with pytest.raises(ValueError, match="no"):
        check_round({**records[0], "seats": [], "before": None})
