"""docs/protocol.md tells the truth: its examples are messages of the protocol, byte for byte the server's own."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import games
from games.prospects import Prospect
from lobby.pages import refusals
from lobby.tables.core import state, transitions
from lobby.tables.realtime import protocol
from lobby.tables.realtime.connections import ConnectedTable
from lobby.tables.realtime.consumers import TableConsumer
from lobby.tables.realtime.request_table import REQUESTS
from lobby.tables.store import clock
from lobby.tables.store.table_store import StoredTable
from tests.support.scenes.tables import T0, playing

TEXT = Path(__file__).parents[2].joinpath("docs/protocol.md").read_text()


def examples(side: str) -> list[str]:
    blocks = re.findall(rf"```json {side}\n(.*?)```", TEXT, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize("line", examples("client"))
def test_example_of_a_request_is_one(line: str) -> None:
    message = protocol.parse(line)
    if isinstance(message, protocol.Act):
        games.parse_action(message.action)
    if isinstance(message, protocol.RoomRequest):
        assert message.do in REQUESTS


def test_every_request_and_every_wish_has_an_example() -> None:
    shown = [msgspec.json.decode(line) for line in examples("client")]
    assert {message["type"] for message in shown} == {
        "act",
        "room",
        "arrange",
        "ping",
        "pong",
        "sync",
        "why",
        "say",
        "mute",
    }
    assert {message["do"] for message in shown if "do" in message} == set(REQUESTS)


def line_of(shown: dict[str, Any]) -> protocol.ChatLine:
    kind = "phrase" if "phrase" in shown else "text"
    user = 1 if shown["own"] else 2
    return protocol.ChatLine(shown["n"], user, shown["who"], shown["at"], kind, shown[kind], shown["watching"])


WRITERS: dict[str, Any] = {
    "ack": lambda m: protocol.ack(m["id"], m["v"]),
    "refused": lambda m: protocol.refused(m["id"], m["code"]),
    "retry": lambda m: protocol.retry(m["id"]),
    "error": lambda m: protocol.error(m["id"], m["reference"]),
    "ping": lambda m: protocol.ping(m["v"]),
    "arranged": lambda m: protocol.arranged(m["n"], m["groups"], m["ok"]),
    "why": lambda m: protocol.why(m["id"], Prospect(m["melds"], m["rest"], m["missing"], m["wins"])),
    "said": lambda m: protocol.said(map(line_of, m["lines"]), 1, m.get("muted")),
    "lobby": lambda m: protocol.lobby(m["v"]),
    "bye": lambda m: protocol.bye(m["code"]),
}


@pytest.mark.parametrize("line", examples("server"))
def test_example_of_an_answer_is_what_is_sent(line: str) -> None:
    shown = msgspec.json.decode(line)
    assert msgspec.json.decode(WRITERS[shown["type"]](shown)) == shown


def test_every_answer_has_an_example() -> None:
    assert {msgspec.json.decode(line)["type"] for line in examples("server")} == set(WRITERS)


def test_the_picture_has_the_documented_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: T0)
    table = transitions.absent(playing(1, 2, bots=1), 2, T0, T0)
    connected = ConnectedTable(1)
    connected.take(StoredTable(1, 3, table))
    data, told = connected.picture(1, "one", None)
    picture = msgspec.json.decode(data)
    documented = TEXT.split("### The picture")[1]
    for name in (*picture, *picture["table"], *picture["table"]["room"], *picture["table"]["seats"][0]):
        assert re.search(rf"\b{name}\b", documented), name
    for name in (*picture["table"]["game"], *picture["table"]["clock"], *picture["you"]):
        assert re.search(rf"\b{name}\b", documented), name
    assert picture["absent"] == {"1": state.GRACE // 1000}
    again = msgspec.json.decode(connected.picture(1, "one", told)[0])
    assert set(again["table"]) == {"game", "clock"}  # what it was told is left out


def test_what_has_changed_of_the_room_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: T0)
    connected, table = ConnectedTable(1), playing(1, 2)
    connected.take(StoredTable(1, 3, table))
    _, told = connected.picture(1, "one", None)
    moved = replace(table, at=T0 + 1)
    connected.take(StoredTable(1, 4, moved))
    data, same = connected.picture(1, "one", told)
    assert same is told
    assert set(msgspec.json.decode(data)["table"]) == {"game", "clock"}
    absent = transitions.absent(moved, 2, T0, T0)
    connected.take(StoredTable(1, 5, absent))
    data, told = connected.picture(1, "one", told)
    assert set(msgspec.json.decode(data)["table"]) == {"seats", "game", "clock"}
    paused = transitions.paused(absent, T0).table
    connected.take(StoredTable(1, 6, paused))
    assert set(msgspec.json.decode(connected.picture(1, "one", told)[0])["table"]) == {"room", "game", "clock"}


async def test_what_could_not_be_sent_is_sent_with_the_next_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: T0)
    connected, table, sent = ConnectedTable(1), playing(1, 2), []

    async def broken(_: dict[str, str]) -> None:
        raise OSError

    async def whole(message: dict[str, str]) -> None:
        sent.append(msgspec.json.decode(message["text"]))

    socket = TableConsumer()
    socket.user, socket.name, socket.greeted, socket.base_send = 1, "one", True, broken
    connected.take(StoredTable(1, 3, table))
    with pytest.raises(OSError):
        await socket.show(connected)
    socket.base_send = whole
    connected.take(StoredTable(1, 4, table))
    await socket.show(connected)
    assert set(sent[0]["table"]) == {"room", "seats", "game", "clock"}


def test_every_code_of_a_close_has_words() -> None:
    assert set(protocol.CLOSE) - set(refusals.REFUSALS) <= {"too_many_sockets", "flood", "lagging"}
