"""What a seat shows is for whoever was dealt its cards; who has been removed sees and says nothing any more."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from games import IllegalAction
from lobby.tables.core import seats, transitions
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import SECOND, TableState
from lobby.tables.core.transitions import Change
from lobby.tables.realtime import table_view
from lobby.tables.realtime.database_threads import db
from lobby.tables.services import chat, play
from lobby.tables.services.change import change
from lobby.tables.store import table_store
from tests.support.clients.page import Page
from tests.support.scenes.tables import T0, of, person, playing, stored, waiting, won

from .test_sockets import Scene, scene  # noqa: F401  the fixture

LATER = T0 + 60 * SECOND


def shown(table: TableState, user: int) -> dict[str, Any]:
    return json.loads(table_view.private(table, user, "-"))


@pytest.mark.parametrize("ruleset", ["pife", "cacheta-pontos", "cacheta-vidas", "pife-corte"])
def test_a_newcomer_is_sent_nothing_of_the_last_hand(ruleset: str) -> None:
    table = won(playing(1, 2, ruleset=ruleset), 1, T0 + SECOND).table
    assert table.seat_of(1) == 0
    before = shown(table, 1)
    table = transitions.left(table, 1, LATER).table
    table = seats.sat(table, 9, "nova", 0, LATER).table
    if table.seat_of(9) is None:  # reserved until the next deal
        return
    after = shown(table, 9)
    assert after["seat"] == 0
    assert not {"hand", "legal", "drawn"} & set(after)
    assert shown(table, 2).keys() >= before.keys() - {"hand", "legal", "drawn"}
    assert table.dealt_to(9) is None
    assert table.dealt_to(2) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", ["pife", "cacheta-pontos"])
def test_nor_may_they_ask_about_it(ruleset: str) -> None:
    ana, bia, nova = person("ana"), person("bia"), person("nova")
    over = won(playing(ana.pk, bia.pk, ruleset=ruleset), 1, T0 + SECOND).table
    gone = transitions.left(over, ana.pk, LATER).table
    table = seats.sat(gone, nova.pk, "nova", 0, LATER).table
    table_id = stored(table)
    if table.seat_of(nova.pk) is None:
        return
    with pytest.raises(IllegalAction, match="not_in_round"):
        play.why(table_id=table_id, user=nova.pk)
    assert play.arrangement(table_id=table_id, user=nova.pk) == (0, [], [])


def test_who_comes_back_to_their_own_seat_sees_their_hand_again() -> None:
    table = won(playing(1, 2, ruleset="pife"), 1, T0 + SECOND).table
    table = transitions.left(table, 1, LATER).table
    table = seats.sat(table, 1, "p1", 0, LATER).table
    assert table.dealt_to(1) == 0


# --- nobody may watch -----------------------------------------------------------------------------------------------


def test_a_reservation_shows_no_more_than_watching_does() -> None:
    table = replace(playing(1, 2, ruleset="pife", seats=4), spectators=False)
    reserved = seats.sat(table, 9, "nova", 2, LATER).table
    assert reserved.reservation_of(9) is not None
    assert not reserved.open_to(9)
    assert not reserved.open_to(7)
    assert reserved.open_to(1)
    timing = json.loads(b"{" + table_view.timing(reserved, with_game=False) + b"}")
    assert timing["left"] is None
    assert replace(reserved, spectators=True).open_to(9)


# --- removed by the host --------------------------------------------------------------------------------------------


def left(table: TableState, who: int, now: int) -> TableState:
    return transitions.left(table, who, now).table


def removed(table: TableState, now: int, who: int) -> Change:
    seat = table.seat_of(who)
    assert seat is not None
    return seats.removed(table, seat, now)


@pytest.mark.django_db(transaction=True)
@pytest.mark.live
@pytest.mark.parametrize("public", [True, False])
async def test_the_socket_of_whom_the_host_removes_is_closed_at_once(scene: Scene, public: bool) -> None:  # noqa: F811
    who = scene.people[1]
    await db(change, scene.id, lambda table, now: Change(replace(left(table, who.pk, now), public=public)))
    await db(change, scene.id, lambda table, now: seats.sat(table, who.pk, "p1", 2, now))
    page, _ = await scene.at(1)
    other_tab, _ = await scene.at(1)
    await db(change, scene.id, lambda table, now: removed(table, now, who.pk))
    for each in (page, other_tab):
        assert (await each.next("bye"))["code"] == "removed_from_room"
        assert (await each.next("closed"))["code"] == 4004
    again = await Page(who, scene.slug).open()
    assert (await again.next("bye"))["code"] == "removed_from_room"


@pytest.mark.django_db(transaction=True)
@pytest.mark.live
async def test_who_is_in_the_round_plays_it_to_its_end_first(scene: Scene) -> None:  # noqa: F811
    who = scene.people[1]
    page, _ = await scene.at(1)
    await db(change, scene.id, lambda table, now: removed(table, now, who.pk))
    view = await page.table(await db(version, scene.id))
    assert view["you"]["hand"]
    await db(change, scene.id, lambda table, now: won(table, 0, now))
    assert (await page.next("bye"))["code"] == "removed_from_room"


def version(table_id: int) -> int:
    return table_store.read(table_id).version


@pytest.mark.django_db
def test_who_is_removed_says_nothing_there_any_more() -> None:
    ana, bia = person("ana"), person("bia")
    table = waiting(ana.pk, bia.pk)
    table_id = stored(seats.removed(table, 1, T0).table)
    assert of(table_id).removed_from(bia.pk)
    with pytest.raises(Refusal, match="removed_from_room"):
        chat.say(table_id=table_id, actor=bia.pk, action_id="a", kind="phrase", text="hello")
