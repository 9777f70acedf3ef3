"""Sockets at a table: two seats, secrecy, resending, presence, hostile frames."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from asgiref.sync import sync_to_async
from django.db import DataError, IntegrityError, InterfaceError, OperationalError, ProgrammingError

from accounts.models import User
from config.asgi import TRY_AGAIN, RetryWithoutDatabase
from lobby.models import Connection, Room, TableLog
from lobby.tables.announce import broadcast
from lobby.tables.announce.notifications import Bells
from lobby.tables.core.errors import Busy, Refusal
from lobby.tables.realtime import heartbeat, protocol
from lobby.tables.realtime.connections import Connections
from lobby.tables.realtime.database_threads import db
from lobby.tables.realtime.hub import hub
from lobby.tables.services import hosting, play
from lobby.tables.services.change import change
from lobby.tables.store import table_store
from tests.support.clients.page import Page, rest
from tests.support.scenes.tables import begun, cards_in, of, person, stored, waiting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.live]


class Scene:
    """Three people and a table; the first two have a seat and are playing."""

    def __init__(self, **options: Any) -> None:
        self.people: list[User] = [person(f"p{n}") for n in range(3)]
        self.id = stored(waiting(self.people[0].pk, self.people[1].pk, turn_seconds=None, **options))
        self.slug = Room.objects.get(pk=self.id).slug
        change(self.id, begun)
        self.pages: list[Page] = []

    async def open(self, who: int) -> Page:
        page = await Page(self.people[who], self.slug).open()
        self.pages.append(page)
        return page

    async def at(self, who: int) -> tuple[Page, dict[str, Any]]:
        page = await self.open(who)
        return page, await page.table()


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    scene = await db(Scene)
    yield scene
    for page in scene.pages:
        await page.close()
    await rest()


def draw(view: dict[str, Any]) -> dict[str, Any]:
    return {"do": "draw", "from": "stock"}


async def test_two_seats_see_one_move_and_each_only_their_cards(scene: Scene) -> None:
    (a, x), (b, y) = await scene.at(0), await scene.at(1)
    assert x["you"]["seat"] == 0
    assert not set(x["you"]["hand"]) & set(y["you"]["hand"])
    active, view = ((a, x), (b, y))[x["table"]["game"]["active"]]
    reply = await active.act(view, draw(view))
    assert reply["type"] == "ack"
    seen = [await page.table(reply["v"]) for page in (a, b)]
    assert seen[0]["v"] == seen[1]["v"]
    assert seen[0]["table"] == seen[1]["table"]
    mine, theirs = (seen[0], seen[1]) if active is a else (seen[1], seen[0])
    assert len(mine["you"]["hand"]) == 10
    assert mine["you"]["drawn"] not in theirs["you"]["hand"]
    assert all(mine["you"]["drawn"] not in frame for frame in (b if active is a else a).raw)


async def test_frames_of_a_watcher_hold_no_hidden_card(scene: Scene) -> None:
    (a, x), (b, y), (watcher, _) = await scene.at(0), await scene.at(1), await scene.at(2)
    active, view = ((a, x), (b, y))[x["table"]["game"]["active"]]
    reply = await active.act(view, draw(view))
    picture = await watcher.table(reply["v"])
    assert picture["you"]["seat"] is None
    assert "hand" not in picture["you"]
    state = (await db(of, scene.id)).game
    hidden = {card for player in state.players if player for card in player.hand} | set(state.stock)
    said = "".join(watcher.raw)
    assert not cards_in(said, hidden)
    assert state.seed.hex() not in said


async def test_who_may_not_watch_sees_the_seats_only(scene: Scene) -> None:
    await db(change, scene.id, lambda table, now: _closed_to_watchers(table))
    _, view = await scene.at(2)
    assert view["table"]["game"] is None
    assert view["table"]["seats"][0]["name"] == "p0" or view["table"]["seats"][0]["kind"] == "person"
    _, own = await scene.at(0)
    assert own["table"]["game"]["round"] == 1


def _closed_to_watchers(table: Any) -> Any:
    from lobby.tables.core.transitions import Change

    return Change(msgspec.structs.replace(table, spectators=False))


async def test_resent_action_has_one_effect_over_any_socket(scene: Scene) -> None:
    """T2"""
    (a, x), (b, y) = await scene.at(0), await scene.at(1)
    seat = x["table"]["game"]["active"]
    page, view = ((a, x), (b, y))[seat]
    other_tab, _ = await scene.at(seat)
    first = await page.act(view, draw(view), "once")
    assert await other_tab.act(view, draw(view), "once") == first
    assert (await page.act(view, {"do": "cut"}, "once"))["code"] == "conflict"
    assert await sync_to_async(TableLog.objects.filter(action_id="once").count)() == 1


async def test_refusals_have_codes_and_change_nothing(scene: Scene) -> None:
    (a, x), (watcher, z) = await scene.at(0), await scene.at(2)
    before = await db(table_store.read, scene.id)
    assert (await watcher.act(z, draw(z)))["code"] == "not_seated"
    stale = msgspec.json.decode(msgspec.json.encode(x))
    stale["table"]["game"]["turn"] += 1
    assert (await a.act(stale, draw(x)))["code"] == "stale_turn"
    assert (await a.act(x, {"do": "discard", "card": x["you"]["hand"][0]}))["type"] == "refused"
    assert (await a.act(x, {"do": "fly"}))["code"] == "malformed"
    assert (await db(table_store.read, scene.id)).version == before.version


async def test_room_requests_go_to_the_services(scene: Scene) -> None:
    """P0-39: no move in a pause."""
    a, x = await scene.at(0)
    assert "pause" in x["you"]["may"]
    reply = await a.room("pause")
    assert (await a.table(reply["v"]))["table"]["room"]["paused"]
    assert (await a.act(x, draw(x)))["code"] == "frozen"
    assert (await a.room("add_bot", seat=2))["code"] == "malformed"  # no level
    assert (await a.room("add_bot", seat=2, level="easy"))["type"] == "ack"
    reply = await a.room("close")
    assert (await a.table(reply["v"]))["table"]["room"]["closed"] == "host"
    assert (await a.room("resume"))["code"] == "room_closed"


async def test_lost_bell_is_found_by_the_patrol(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lobby.tables.realtime.hub.PATROL", 0.2)
    a, x = await scene.at(0)
    with monkeypatch.context() as silent:
        silent.setattr(broadcast, "table_changed", lambda table: None)
        await db(hosting.pause, room_id=scene.id, actor=scene.people[0])
    assert (await a.table(x["v"] + 1))["table"]["room"]["paused"]


async def test_bell_of_another_process(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lobby.tables.realtime.hub.PATROL", 60)
    a, x = await scene.at(0)
    with monkeypatch.context() as silent:
        silent.setattr(broadcast, "table_changed", lambda table: None)
        await db(hosting.pause, room_id=scene.id, actor=scene.people[0])
    await asyncio.sleep(0.2)
    version = (await db(table_store.read, scene.id)).version
    for _ in range(2):  # doubled: nothing more
        Bells("another process").add({scene.id: version})
    assert (await a.table(x["v"] + 1))["v"] == version
    with pytest.raises(TimeoutError):
        await a.table(0, 0.3)


async def test_pong_finds_a_deaf_socket_and_sync_sends_all(scene: Scene) -> None:
    a, x = await scene.at(0)
    await a.send({"type": "ping"})
    assert (await a.next("ping"))["v"] == x["v"]
    await a.send({"type": "pong", "v": x["v"] - 1})
    assert (await a.table())["v"] == x["v"]
    await a.send({"type": "sync"})
    assert (await a.table())["v"] == x["v"]
    assert (await a.next("arranged"))["groups"] == [x["you"]["hand"]]


async def test_arrangement_reaches_all_tabs_of_the_person_only(scene: Scene) -> None:
    """P0-39: paused, too; unknown cards left out, missing ones at the right end; no new version."""
    (a, x), (tab, _), (b, _) = await scene.at(0), await scene.at(0), await scene.at(1)
    await a.room("pause")
    hand, version = x["you"]["hand"], (await db(table_store.read, scene.id)).version
    unknown = next(f"{rank}S1" for rank in "A23456789TJQK" if f"{rank}S1" not in hand)
    await a.send({"type": "arrange", "n": 7, "groups": [[hand[8], unknown, hand[0]], [hand[8]]]})
    for page in (a, tab):
        while (said := await page.next("arranged"))["n"] != 7:
            pass
        assert said["groups"] == [[hand[8], hand[0]], hand[1:8]]
        assert len(said["ok"]) == 2
    assert (await db(table_store.read, scene.id)).version == version
    await b.send({"type": "sync"})
    await b.next("arranged")
    assert all(frame["n"] != 7 for frame in b.heard if frame["type"] == "arranged")


async def test_why_is_answered_to_the_asker(scene: Scene) -> None:
    a, x = await scene.at(0)
    await a.send({"type": "why", "id": "w"})
    said = await a.next("why")
    assert sorted(card for meld in [*said["melds"], said["rest"]] for card in meld) == sorted(x["you"]["hand"])
    assert said["missing"] > 0


# --- presence -------------------------------------------------------------------------------------------------------


async def test_several_tabs_are_one_person_and_the_last_close_is_absence(scene: Scene) -> None:
    (a, _), (tab, _), (b, y) = await scene.at(0), await scene.at(0), await scene.at(1)
    await tab.close()
    assert (await db(of, scene.id)).seats[0].absent_since is None
    await a.close()
    picture = await b.table(y["v"] + 1)
    assert not picture["table"]["seats"][0]["present"]
    assert 110_000 < picture["absent"]["0"] <= 120_000
    again, _ = await scene.at(0)
    assert (await b.table(picture["v"] + 1))["table"]["seats"][0]["present"]
    assert again.socket
    scene.pages.remove(a)
    scene.pages.remove(tab)


async def test_room_sleeps_when_the_last_page_closes_and_wakes_with_the_first(scene: Scene) -> None:
    a, _ = await scene.at(0)
    await db(_forget, scene.id, scene.people[1].pk)
    await a.close()
    scene.pages.remove(a)
    await hub().heartbeat.write_goodbyes()  # once a second, for all that were closed meanwhile
    assert (await db(of, scene.id)).asleep_since is not None
    assert (await db(Room.objects.get, pk=scene.id)).asleep
    _, view = await scene.at(1)
    assert not view["table"]["room"]["asleep"]


def _forget(table_id: int, user: int) -> None:
    from lobby.tables.core.transitions import Change, absent

    change(table_id, lambda table, now: Change(absent(table, user, now, now)))


async def test_frames_are_written_in_one_statement(scene: Scene) -> None:
    a, _ = await scene.at(0)
    await db(Connection.objects.update, last_frame=1)
    await a.send({"type": "pong", "v": 0})
    for _ in range(80):
        await asyncio.sleep(0.05)
        if (await db(Connection.objects.get)).last_frame != 1:
            return
    pytest.fail("not written")


# --- who may be here ------------------------------------------------------------------------------------------------


async def test_doors() -> None:
    user = await db(person, "someone")
    for account, slug, code in ((None, "x", 4001), (user, "no-such-room", 4004)):
        page = await Page(account, slug).open()
        assert (await page.next("bye"))["code"]
        assert (await page.next("closed"))["code"] == code
    await rest()


async def test_ban_closes_the_socket_at_once_and_keeps_it_out(scene: Scene) -> None:
    """T14"""
    a, _ = await scene.at(0)

    def ban() -> None:
        User.objects.filter(pk=scene.people[0].pk).update(is_active=False)
        broadcast.account_changed(scene.people[0].pk)

    await db(ban)
    assert (await a.next("closed", within=1))["code"] == 4003
    scene.people[0].is_active = False
    again = await scene.open(0)
    assert (await again.next("closed"))["code"] == 4003
    with pytest.raises(Refusal, match="account_inactive"):
        await db(hosting.pause, room_id=scene.id, actor=scene.people[0])


async def test_ended_session_closes_the_socket(scene: Scene) -> None:
    a, _ = await scene.at(0)
    socket = next(iter(hub().connections.sockets))
    socket.session = "a session that has ended"
    hub().heartbeat.judge([scene.people[0].pk])
    assert (await a.next("bye", within=1))["code"] == "not_logged_in"
    assert (await a.next("closed", within=1))["code"] == 4001


# --- hostile frames -------------------------------------------------------------------------------------------------

GOOD = {"type": "act", "id": "x", "round": 1, "turn": 1, "action": {"do": "draw", "from": "stock"}}
MALFORMED = [
    "", "{", "null", "[]", "1", '"act"', "NaN", "Infinity", "-0", "1e999", "[" * 8000, "1" * 5000, "{}",
    '{"type":"ban"}', '{"type":"websocket.close"}', '{"type":"__proto__"}', '{"type":"pong"}',
    '{"type":"pong","v":NaN}', '{"type":"pong","v":1e999}', '{"type":"why","id":"\\ud800"}',
    '{"type":"why","id":"\\u0000"}', '{"type":"why","id":""}', '{"type":"why","id":"x\\n"}',
    '{"type":"why","id":"\\u202ex"}', '{"type":"why","id":"😀"}', '{"type":"sync","x":1}',
    '{"type":"why","id":"' + "x" * 41 + '"}', '{"type":"why","id":"' + "x" * 10_000 + '"}', "x" * 9000,
    '{"type":"arrange","n":1,"groups":[["7H3"]]}', '{"type":"arrange","n":1,"groups":"7H1"}',
    '{"type":"arrange","n":1,"groups":' + "[" * 3000 + "]" * 3000 + "}",
    '{"type":"arrange","n":-1,"groups":[]}', '{"type":"room","id":"x","do":"ban"}',
    '{"type":"room","id":"x","do":"sit","seat":8}', '{"type":"room","id":"x","do":"sit","seat":"0"}',
    '{"type":"room","id":"x","do":"level","level":"god"}', '{"type":"room","id":"x","do":"kick","user":1}',
    *(msgspec.json.encode({**GOOD, field: value}).decode()
      for field in ("id", "round", "turn", "action")
      for value in (None, -1, 1.5, "1", [], 2**63, {"do": "draw", "from": "stock"}, "x" * 50)
      if not (field == "action" and isinstance(value, dict)) and not (field == "id" and value == "1")),
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED, ids=range(len(MALFORMED)))
def test_malformed_text_is_refused_before_any_work(text: str) -> None:
    """T12: the schema is closed."""
    with pytest.raises(protocol.Malformed):
        protocol.parse(text)


ODD_ACTIONS: list[Any] = [
    {}, {"do": "discard"}, {"do": "discard", "card": "7H9"}, {"do": "discard", "card": 1},
    {"do": "draw", "from": "hand"}, {"do": "draw", "from": "stock", "seat": 1}, {"do": "lay", "cards": []},
    {"do": "knock", "melds": [[[]]]}, {"do": "cut", "at": 0}, {"__proto__": {}}, {"do": {"do": "draw"}},
    {"do": "lay_off", "meld": 2**70, "cards": ["7H1"]}, {"do": "knock", "with": "all", "discard": "7H1"},
    {"do": "discard", "card": "7H1\n"},
]  # fmt: skip


async def test_hostile_frames_get_an_answer_and_do_nothing(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    """T12: no unhandled error, no leak, no effect."""
    (a, x), _ = await scene.at(0), await scene.at(1)
    before = await db(table_store.read, scene.id)
    theirs = before.table.game.players[1].hand
    for action in [*ODD_ACTIONS, {"do": "discard", "card": theirs[0]}]:
        reply = await a.act(x, action)
        assert reply["type"] == "refused", action
        await asyncio.sleep(0.05)
    for text in MALFORMED[1:15]:
        await a.send_text(text)
        assert (await a.answer())["code"] == "malformed"
        await asyncio.sleep(0.05)
    await a.socket.send_to(bytes_data=b"\xff\xfe")
    assert (await a.answer())["code"] == "malformed"
    assert await db(table_store.read, scene.id) == before
    assert not [record for record in caplog.records if record.levelname in {"ERROR", "CRITICAL"}]
    assert not cards_in("".join(a.raw), theirs)


async def test_flooder_is_closed_and_what_is_queued_is_not_looked_at(scene: Scene, monkeypatch: Any) -> None:
    """T13"""
    a, x = await scene.at(0)
    looked: list[str] = []
    real = protocol.parse
    monkeypatch.setattr(protocol, "parse", lambda text: looked.append(text) or real(text))
    for _ in range(1000):
        await a.send({"type": "pong", "v": x["v"]})
    assert (await a.next("closed", within=1))["code"] == 4008
    assert len(looked) <= 60
    scene.pages.remove(a)


async def test_a_server_error_has_a_reference_and_the_socket_lives(scene: Scene, monkeypatch: Any) -> None:
    a, x = await scene.at(0)

    def broken(**_: Any) -> bytes:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(play, "act", broken)
        reply = await a.act(x, draw(x))
    assert reply["type"] == "error"
    assert len(reply["reference"]) == 8
    await a.send({"type": "why", "id": "w"})
    await a.next("why")


@pytest.mark.parametrize(
    ("failure", "answer"),
    [
        *((failure, "retry") for failure in (OperationalError, InterfaceError, Busy)),
        *((failure, "error") for failure in (ProgrammingError, DataError, IntegrityError)),
    ],
)
async def test_only_what_may_pass_by_itself_is_to_be_sent_again(
    scene: Scene, monkeypatch: Any, caplog: pytest.LogCaptureFixture, failure: type[Exception], answer: str
) -> None:
    """The page sends a frame again until it has another answer: never one that fails every time."""
    a, x = await scene.at(0)

    def failing(**_: Any) -> bytes:
        raise failure

    with monkeypatch.context() as patched:
        patched.setattr(play, "act", failing)
        reply = await a.act(x, draw(x))
    assert reply["type"] == answer
    logged = [record for record in caplog.records if record.exc_info and record.exc_info[0] is failure]
    assert [reply["reference"] in record.getMessage() for record in logged] == [True] * (answer == "error")


@pytest.mark.parametrize(
    ("failure", "said"), [(OperationalError, [{"type": "websocket.close", "code": TRY_AGAIN}]), (ProgrammingError, [])]
)
async def test_a_new_socket_is_sent_away_only_while_the_database_is(failure: type[Exception], said: list[Any]) -> None:
    sent: list[Any] = []

    async def failing(*_: Any) -> None:
        raise failure

    async def send(message: Any) -> None:
        sent.append(message)

    with contextlib.nullcontext() if said else pytest.raises(failure):
        await RetryWithoutDatabase(failing)({}, None, send)
    assert sent == said


async def test_two_pages_may_mute_the_same_person_in_the_same_moment(scene: Scene) -> None:
    (a, _), (tab, _), _ = await scene.at(0), await scene.at(0), await scene.at(1)
    mute = {"type": "mute", "id": "m", "seat": 1, "on": True}
    await asyncio.gather(a.send(mute), tab.send(mute))
    assert [(await page.answer())["type"] for page in (a, tab)] == ["ack", "ack"]


async def test_lobby_socket_is_told_when_the_list_changes(scene: Scene) -> None:
    page = await Page(None, None).open()
    first = await page.next("lobby")
    await db(hosting.close, room_id=scene.id, actor=scene.people[0])
    assert (await page.next("lobby"))["v"] > first["v"]
    await page.close()


async def test_lobby_socket_hears_the_same_version_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or its page could not tell a quiet evening from a dead line."""
    monkeypatch.setattr("lobby.tables.realtime.heartbeat.PERIOD", 0.01)
    monkeypatch.setattr("lobby.tables.realtime.heartbeat.LOBBY_PING_EVERY", 3)
    monkeypatch.setattr("lobby.tables.realtime.heartbeat.LOBBY_EVERY", 10_000)
    page = await Page(None, None).open()
    first = await page.next("lobby")
    assert [await page.next("lobby") for _ in range(3)] == [first] * 3
    await page.close()
    await rest()


async def test_words_to_the_lobby_are_spread() -> None:
    told: list[int] = []

    class Listener:
        def __init__(self, joined: int) -> None:
            self.joined = joined

        async def send_version(self, version: int) -> None:
            told.append(self.joined)

    lobby = {Listener(joined) for joined in range(heartbeat.LOBBY_PING_EVERY)}
    connections = Connections()
    connections.lobby.update(lobby)
    heart = heartbeat.Heartbeat(connections, lambda: None)  # not the running one, which would speak in between
    for heart.second in range(100, 100 + heartbeat.LOBBY_PING_EVERY):
        told.clear()
        await heart.ping_lobby()
        assert len(told) == 1


def test_every_close_code_is_one_that_a_server_may_send() -> None:
    """Autobahn raises for all others, and the socket would stay open."""
    assert {code for code in protocol.CLOSE.values() if code != 1000 and not 3000 <= code <= 4999} == set()
