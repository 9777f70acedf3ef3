"""docs/protocol.md tells the truth about what is inside a picture, about codes, and about the way to a table."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.test import Client
from msgspec.structs import replace

import games
from accounts.models import User
from games import MatchEnd, Player, Result, State, observation
from lobby.history import results
from lobby.models import Table
from lobby.pages import refusals
from lobby.tables.realtime import protocol
from lobby.tables.store import clock
from tests.support.scenes.tables import playing

from . import pictured

ROOT = Path(__file__).parents[2]
TEXT = ROOT.joinpath("docs/protocol.md").read_text()
decode = msgspec.json.decode


def block(kind: str) -> str:
    (found,) = re.finditer(rf"```{kind}\n(.*?)```", TEXT, re.DOTALL)
    return found[1]


def lines(kind: str) -> list[dict[str, Any]]:
    return [decode(line) for line in block(f"json {kind}").splitlines()]


def section(heading: str) -> str:
    return re.split(r"^#+ ", TEXT.split(f"# {heading}\n")[1], maxsplit=1, flags=re.MULTILINE)[0]


def rows(heading: str) -> list[list[str]]:
    found = [line.strip("|").split("|") for line in section(heading).splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in row] for row in found]


def dealt(*people: int, **how: Any) -> State:
    game = playing(*people, **how).game
    assert game is not None
    return game


def code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


# --- the picture ----------------------------------------------------------------------------------------------------


def test_the_whole_picture_is_what_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: pictured.NOW)
    assert decode(block("json picture")) == pictured.shown_to_ana()


@pytest.mark.parametrize("shown", lines("player"), ids=lambda shown: str(shown["seat"]))
def test_a_player_has_this_shape(shown: dict[str, Any]) -> None:
    told = {key: shown[key] for key in ("bot", "in_round", "out", "left")}
    player = Player(score=shown["score"] or 0, hand=("7H1",) * shown["count"], **told)
    assert observation._player(shown["seat"], player, scored=shown["score"] is not None) == shown


@pytest.mark.parametrize("shown", lines("legal"), ids=str)
def test_a_legal_move_has_this_shape(shown: dict[str, Any]) -> None:
    assert games.action_json(games.parse_action(shown)) == shown


def test_every_kind_of_move_is_shown() -> None:
    assert {shown["do"] for shown in lines("legal")} == set(re.findall(r'tag="(\w+)"', _source("games/actions.py")))


@pytest.mark.parametrize("shown", lines("result"), ids=lambda shown: shown["kind"])
def test_a_result_has_this_shape(shown: dict[str, Any]) -> None:
    assert observation._result(msgspec.convert(shown, Result, strict=False)) == shown


@pytest.mark.parametrize("shown", lines("match"), ids=lambda shown: str(shown["over"]))
def test_a_match_has_this_shape(shown: dict[str, Any]) -> None:
    told = {key: shown[key] for key in ("reason", "winner", "placement")}
    end = msgspec.convert(told, MatchEnd, strict=False) if shown["over"] else None
    assert observation._match(replace(dealt(1, 2), match=end)) == shown


def test_windows_melds_and_known_cards_have_these_shapes() -> None:
    window, melds, known = lines("game")
    corte, rami, pife = (dealt(1, 2, 3, ruleset=key) for key in ("pife-corte", "rami", "pife"))
    shown = games.public_view(replace(corte, window=msgspec.convert(window["window"], games.Window)))
    assert shown["window"] == window["window"]
    laid = tuple(msgspec.convert(meld, games.TableMeld) for meld in melds["melds"])
    assert games.public_view(replace(rami, melds=laid))["melds"] == melds["melds"]
    ((seat, cards),) = known["known"].items()
    player = pife.players[int(seat)]
    assert player is not None
    taker = replace(player, known=tuple(cards))
    shown = games.public_view(replace(pife, players=(taker, *pife.players[1:])))
    assert shown["known"] == known["known"]


# --- events and results ---------------------------------------------------------------------------------------------


def _source(path: str) -> str:
    return ROOT.joinpath(path).read_text()


def written() -> Iterator[tuple[str, set[str]]]:
    """Name and fields of every event that the engine writes."""
    for path in (ROOT / "games/engine").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "event":
                name = node.args[0]
                assert isinstance(name, ast.Constant)
                assert isinstance(name.value, str)
                yield name.value, {"seat"} if len(node.args) > 1 else set()
                yield name.value, {keyword.arg for keyword in node.keywords if keyword.arg}


def documented() -> dict[str, set[str]]:
    return {name: set(code(row[1])) for row in rows("`last` and `history`") for name in code(row[0])}


def test_the_table_of_events_is_that_of_the_engine() -> None:
    of_engine: dict[str, set[str]] = {}
    for name, fields in written():
        of_engine.setdefault(name, set()).update(fields)
    told = documented()
    of_engine["dealt"] |= {"round", "dealer", "starter", "commitment", "turn_up", "upcard"}
    assert told.pop("upcard") == {"card"}
    assert told == of_engine


def test_an_event_has_the_fields_of_its_row() -> None:
    shown = lines("event")
    assert {event["e"] for event in shown} == documented().keys()
    for event in shown:
        may_be_missing = {"auto", "turn_up", "upcard"}
        assert documented()[event["e"]] - may_be_missing <= event.keys() - {"e"} <= documented()[event["e"]], event


@pytest.mark.parametrize("key", games.RULESETS)
def test_a_deal_tells_what_its_row_says(key: str) -> None:
    (event,) = dealt(1, 2, ruleset=key).last
    assert event.keys() - {"e"} <= documented()["dealt"]


def test_kinds_and_reasons_are_those_of_the_history() -> None:
    kinds = {kind for row in rows("`result`") for kind in code(row[0])}
    assert kinds == set(results.KINDS)
    for reason in results.REASONS.keys() - results.CUT_SHORT:
        assert f"`{reason}`" in section("`match`")


# --- codes ----------------------------------------------------------------------------------------------------------


def test_every_code_of_a_refusal_is_listed_once() -> None:
    told = section("Codes of refusals")
    listed = [name for row in rows("Codes of refusals") for name in code(row[0])]
    on_pages = code(told.split("Pages use further codes")[1])
    on_pages.remove("refused")
    assert sorted(listed + on_pages) == sorted(refusals.REFUSALS)


def test_every_code_of_a_close_is_listed() -> None:
    found = re.findall(r"^\| (\d{4}) \| `(\w+)`", TEXT, re.MULTILINE)
    assert {name: int(number) for number, name in found} == protocol.CLOSE


# --- the way to a table ---------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_client_finds_a_table_as_it_is_told() -> None:
    User.objects.create_user("ana", password="caneca-azul-9")
    client = Client(enforce_csrf_checks=True)
    answer = None
    for line in block("http").splitlines():
        method, path, *fields = line.replace("<csrftoken>", _csrftoken(client)).split()
        form = dict(field.split("=", 1) for field in fields)
        answer = client.generic("GET", path) if method == "GET" else client.post(path, form)
        assert answer.status_code == (200 if method == "GET" else 302), line
    assert client.cookies["sessionid"].value
    assert answer is not None
    slug = re.fullmatch(r"/room/([\w-]{22})/", answer["Location"])
    assert slug
    assert Table.objects.get(room__slug=slug[1]).version == 0


def _csrftoken(client: Client) -> str:
    return client.cookies["csrftoken"].value if "csrftoken" in client.cookies else ""
