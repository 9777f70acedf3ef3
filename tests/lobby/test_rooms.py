"""Rooms through their services: opening, limits, hosts, pauses, codes, "play now", and the rows beside the table."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils.translation import override

import games
from accounts.models import User
from lobby.models import CODE_ALPHABET, Match, Room, Seat
from lobby.tables.announce import broadcast
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import GRACE, PAUSE_RIGHT, SECOND, TableState
from lobby.tables.services import hosting, presence, rooms, seats, sweep
from tests.support.scenes.tables import StoppedClock, now_at, of, person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.live]


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "table_changed", lambda table: None)
    monkeypatch.setattr(broadcast, "lobby_changed", lambda: None)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    return now_at(monkeypatch)


@pytest.fixture
def people(clock: StoppedClock) -> list[User]:
    return [person(f"person{n}") for n in range(4)]


def opened(user: User, ruleset: str = "pife-corte", **how: Any) -> Room:
    facts: dict[str, Any] = {"options": {}, "name": "", "public": True, "spectators": True, **how}
    return rooms.create_room(actor=user, ruleset=ruleset, **facts)


def refused(code: str, ask: Callable[..., Any], /, **how: Any) -> None:
    with pytest.raises((Refusal, games.GameError)) as refusal:
        ask(**how)
    assert refusal.value.code == code


def rows(room: Room) -> list[tuple[int, int | None, str, bool]]:
    return list(Seat.objects.filter(room=room).order_by("index").values_list("index", "user_id", "bot", "reserved"))


def leaves(room: Room, user: User) -> TableState:
    seats.leave(room_id=room.pk, actor=user)
    return of(room.pk)


# --- room: open -----------------------------------------------------------------------------------------------------


def test_created_open_the_creator_sits_and_is_host(people: list[User]) -> None:
    room = opened(people[0], "cacheta-vidas", options={"lives": 7, "seats": 4}, name="  Quintal\n da Lúcia ", bots=2)
    table = of(room.pk)
    assert (table.seats[0].user, table.host) == (people[0].pk, people[0].pk)
    assert (table.options["lives"], table.options["turn_seconds"], len(table.seats)) == (7, 30, 4)
    assert (room.name, table.name) == ("Quintal da Lúcia", "Quintal da Lúcia")
    assert rows(room) == [(0, people[0].pk, "", False), (1, None, "normal", False), (2, None, "normal", False)]


def test_a_room_without_a_name_is_called_by_its_host(people: list[User]) -> None:
    room = opened(people[0], name=" \x00 ")
    assert (room.name, of(room.pk).name) == ("", "")
    names = {}
    for language in ("en", "pt-br", "bg"):
        with override(language):
            names[language] = str(room)
    assert names == {"en": "person0's room", "pt-br": "Mesa de person0", "bg": "Масата на person0"}


def test_a_room_left_by_all_keeps_the_name_of_its_last_host(people: list[User], clock: StoppedClock) -> None:
    room = opened(people[0])
    seats.sit(room_id=room.pk, actor=people[1], seat=1)
    leaves(room, people[0])
    leaves(room, people[1])
    assert of(room.pk).host is None
    assert str(Room.objects.get(pk=room.pk)) == "person1's room"
    clock.forward(GRACE / SECOND)
    sweep.sweep_tables()
    room = Room.objects.get(pk=room.pk)
    assert (room.closed_reason, str(room)) == ("expired", "person1's room")


def test_a_room_is_refused(people: list[User]) -> None:
    refused("unknown_ruleset", opened, user=people[0], ruleset="poker")
    refused("invalid_option", opened, user=people[0], options={"turn_seconds": 9})
    refused("invalid_option", opened, user=people[0], options={"lives": 7})
    refused("room_full", opened, user=people[0], options={"seats": 3}, bots=3)
    people[0].is_active = False
    refused("account_inactive", opened, user=people[0])
    assert not Room.objects.exists()


def test_one_seat_or_reservation_a_person_in_open_rooms(people: list[User]) -> None:
    room, other = opened(people[0]), opened(people[1])
    refused("already_seated", opened, user=people[0])
    refused("already_seated", seats.sit, room_id=other.pk, actor=people[0], seat=1)
    seats.leave(room_id=room.pk, actor=people[0])
    seats.sit(room_id=other.pk, actor=people[0], seat=1)
    assert Room.objects.count() == 2


def test_three_open_rooms_a_person(people: list[User], clock: StoppedClock) -> None:
    for n in range(3):
        room = opened(people[0])
        seats.sit(room_id=room.pk, actor=people[n + 1], seat=1)
        seats.leave(room_id=room.pk, actor=people[0])
    refused("too_many_rooms", opened, user=people[0])
    hosting.close(room_id=room.pk, actor=people[3])
    opened(people[0])


def test_five_new_rooms_in_ten_minutes(people: list[User], clock: StoppedClock) -> None:
    for _ in range(5):
        hosting.close(room_id=opened(people[0]).pk, actor=people[0])
    refused("rate_limited", opened, user=people[0])
    clock.forward(600)
    opened(people[0])


# --- room: paused, asleep, closed -----------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["pife-corte", "cacheta-vidas"])
def test_paused_by_the_host_and_resumed(people: list[User], ruleset: str) -> None:
    """P0-36, C4-19."""
    room = opened(people[0], ruleset)
    seats.sit(room_id=room.pk, actor=people[1], seat=1)
    refused("not_host", hosting.pause, room_id=room.pk, actor=people[1])
    refused("not_paused", hosting.resume, room_id=room.pk, actor=people[0])
    hosting.pause(room_id=room.pk, actor=people[0])
    room.refresh_from_db()
    assert room.paused
    refused("already_paused", hosting.pause, room_id=room.pk, actor=people[0])
    refused("frozen", hosting.start, room_id=room.pk, actor=people[0])
    hosting.resume(room_id=room.pk, actor=people[0])
    assert of(room.pk).paused_at is None


def test_after_five_minutes_any_seated_person_may_resume(people: list[User], clock: StoppedClock) -> None:
    """[A-32]."""
    room = opened(people[0])
    seats.sit(room_id=room.pk, actor=people[1], seat=1)
    hosting.pause(room_id=room.pk, actor=people[0])
    clock.forward(PAUSE_RIGHT / SECOND - 1)
    refused("wait_to_resume", hosting.resume, room_id=room.pk, actor=people[1])
    clock.forward(1)
    refused("not_host", hosting.resume, room_id=room.pk, actor=people[2])
    hosting.resume(room_id=room.pk, actor=people[1])
    assert of(room.pk).paused_at is None


def test_asleep_when_nobody_is_present_awake_when_one_is_and_expired_after_two_minutes(
    people: list[User], clock: StoppedClock
) -> None:
    """P0-38: a sleeping room is not listed."""
    room = opened(people[0])
    clock.forward(25)
    sweep.sweep_presence()
    room.refresh_from_db()
    assert room.asleep
    _table, socket = presence.arrived(slug=room.slug, user=people[0].pk, process="here")
    room.refresh_from_db()
    assert not room.asleep
    presence.gone([presence.Goodbye(socket, room.pk, people[0].pk)])
    clock.forward(GRACE / SECOND)
    sweep.sweep_tables()
    room.refresh_from_db()
    assert room.closed_reason == "expired"
    assert rows(room) == []


def test_closed_by_the_host_seats_are_free_at_once(people: list[User]) -> None:
    """P0-36."""
    room = opened(people[0], bots=1)
    hosting.start(room_id=room.pk, actor=people[0])
    refused("not_host", hosting.close, room_id=room.pk, actor=people[1])
    hosting.close(room_id=room.pk, actor=people[0])
    room.refresh_from_db()
    assert (room.closed_reason, of(room.pk).closed, rows(room)) == ("host", "host", [])
    assert Match.objects.get(room=room).reason == "host"
    refused("room_closed", seats.sit, room_id=room.pk, actor=people[1], seat=2)
    opened(people[0])


def test_closed_by_a_moderator(people: list[User]) -> None:
    room = opened(people[0])
    hosting.close_by_moderator(room_id=room.pk, actor=people[1])
    room.refresh_from_db()
    assert room.closed_reason == "moderator"


# --- match and round ------------------------------------------------------------------------------------------------


def test_match_running_when_the_host_starts_with_two_seats_taken(people: list[User]) -> None:
    room = opened(people[0])
    refused("not_enough_players", hosting.start, room_id=room.pk, actor=people[0])
    seats.add_bot(room_id=room.pk, actor=people[0], seat=3, level="easy")
    refused("not_host", hosting.start, room_id=room.pk, actor=people[1])
    hosting.start(room_id=room.pk, actor=people[0])
    refused("round_running", hosting.start, room_id=room.pk, actor=people[0])
    room.refresh_from_db()
    assert room.playing
    assert sorted(Match.objects.get(room=room).rounds.get().players.values_list("seat", "bot")) == [
        (0, ""),
        (3, "easy"),
    ]


def test_match_over_seats_stay_and_the_host_starts_another_with_the_same_bots(people: list[User]) -> None:
    room = opened(people[0], "rami", bots=1)
    seats.sit(room_id=room.pk, actor=people[1], seat=2)
    hosting.start(room_id=room.pk, actor=people[0])
    seats.sit(room_id=room.pk, actor=people[2], seat=3)
    assert leaves(room, people[1]).round_running
    hosting.pass_host(room_id=room.pk, actor=people[0], seat=0)
    table = leaves(room, people[0])
    assert table.game.match_over
    assert (table.seats[1].bot, table.seats[3], table.host) == (True, None, people[2].pk)
    hosting.start(room_id=room.pk, actor=people[2])
    table = of(room.pk)
    assert (table.match, table.in_round(1), table.in_round(3)) == (2, True, True)
    assert list(Match.objects.filter(room=room).order_by("number").values_list("reason", flat=True)) == ["last", ""]


def test_time_for_each_action_between_two_rounds(people: list[User]) -> None:
    """P0-31, C4-18."""
    room = opened(people[0], bots=1)
    hosting.set_turn_seconds(room_id=room.pk, actor=people[0], seconds=None)
    room.refresh_from_db()
    assert (room.options["turn_seconds"], of(room.pk).options["turn_seconds"]) == (None, None)
    refused("invalid_option", hosting.set_turn_seconds, room_id=room.pk, actor=people[0], seconds=5)
    hosting.start(room_id=room.pk, actor=people[0])
    refused("round_running", hosting.set_turn_seconds, room_id=room.pk, actor=people[0], seconds=20)
    seats.sit(room_id=room.pk, actor=people[1], seat=4)
    hosting.pass_host(room_id=room.pk, actor=people[0], seat=0)
    seats.leave(room_id=room.pk, actor=people[0])  # one bot is left: the round is void, the room goes on
    assert not of(room.pk).round_running
    hosting.set_turn_seconds(room_id=room.pk, actor=people[1], seconds=20)
    assert of(room.pk).game.options["turn_seconds"] == 20


# --- seats in rows --------------------------------------------------------------------------------------------------


def test_seats_and_reservations_are_mirrored(people: list[User]) -> None:
    room = opened(people[0], bots=1)
    hosting.start(room_id=room.pk, actor=people[0])
    seats.sit(room_id=room.pk, actor=people[1], seat=1)
    assert rows(room)[1:] == [(1, None, "normal", False), (1, people[1].pk, "", True)]
    seats.cancel_reservation(room_id=room.pk, actor=people[1])
    seats.set_level(room_id=room.pk, actor=people[0], seat=1, level="hard")
    assert rows(room)[1:] == [(1, None, "hard", False)]


def test_a_banned_person_is_gone_from_everywhere(people: list[User]) -> None:
    """[A-40]."""
    room = opened(people[0], bots=2)
    seats.sit(room_id=room.pk, actor=people[1], seat=3)
    hosting.start(room_id=room.pk, actor=people[0])
    User.objects.filter(pk=people[1].pk).update(is_active=False)
    seats.leave_everywhere(user_id=people[1].pk)
    assert of(room.pk).seats[3] is None
    assert of(room.pk).round_running
    refused("account_inactive", seats.sit, room_id=room.pk, actor=people[1], seat=3)


def test_only_the_host_removes_people_and_bots(people: list[User]) -> None:
    room = opened(people[0], bots=1)
    seats.sit(room_id=room.pk, actor=people[1], seat=2)
    for ask, how in [
        (seats.remove, {"seat": 0}),
        (seats.add_bot, {"seat": 4, "level": "easy"}),
        (seats.remove_bot, {"seat": 1}),
        (seats.set_level, {"seat": 1, "level": "easy"}),
        (hosting.pass_host, {"seat": 2}),
    ]:
        refused("not_host", ask, room_id=room.pk, actor=people[1], **how)
    refused("cannot_now", seats.remove, room_id=room.pk, actor=people[0], seat=0)
    refused("not_a_person", seats.remove, room_id=room.pk, actor=people[0], seat=1)
    for ask in (seats.remove, hosting.pass_host):  # asked about somebody who has left the seat to another since
        refused("stale_turn", ask, room_id=room.pk, actor=people[0], seat=2, who=f"not {people[1]}")
    seats.remove(room_id=room.pk, actor=people[0], seat=2, who=of(room.pk).seats[2].name)
    refused("removed_from_room", seats.sit, room_id=room.pk, actor=people[1], seat=2)
    refused("removed_from_room", presence.arrived, slug=room.slug, user=people[1].pk, process="here")


# --- host -----------------------------------------------------------------------------------------------------------


def test_host_leaves_the_oldest_present_seat_follows(people: list[User], clock: StoppedClock) -> None:
    """[A-28]: seats by age, absent people passed over, then reservations, else nobody."""
    room = opened(people[0])
    for seat, user in ((5, people[1]), (1, people[2])):
        clock.forward(1)
        seats.sit(room_id=room.pk, actor=user, seat=seat)
        _table, socket = presence.arrived(slug=room.slug, user=user.pk, process="here")
    clock.forward(24)
    presence.heard(connections=[socket], process="here")
    clock.forward(20)
    sweep.sweep_presence()  # the host and people[1] are silent, people[2] is not
    assert of(room.pk).host == people[0].pk
    assert leaves(room, people[0]).host == people[2].pk
    assert leaves(room, people[2]).host is None
    presence.arrived(slug=room.slug, user=people[1].pk, process="here")
    assert of(room.pk).host == people[1].pk


def test_the_oldest_reservation_hosts_when_nobody_sits(people: list[User]) -> None:
    room = opened(people[0], bots=2)
    hosting.start(room_id=room.pk, actor=people[0])
    seats.sit(room_id=room.pk, actor=people[1], seat=4)
    assert leaves(room, people[0]).host == people[1].pk


def test_pass_host(people: list[User]) -> None:
    room = opened(people[0], bots=1)
    seats.sit(room_id=room.pk, actor=people[1], seat=2)
    refused("not_a_person", hosting.pass_host, room_id=room.pk, actor=people[0], seat=1)
    hosting.pass_host(room_id=room.pk, actor=people[0], seat=2)
    room.refresh_from_db()
    assert (of(room.pk).host, room.host) == (people[1].pk, people[1])


# --- codes and "play now" -------------------------------------------------------------------------------------------


def test_code_is_found_however_it_is_typed(people: list[User]) -> None:
    room = opened(people[0], public=False)
    assert set(room.code) <= set(CODE_ALPHABET)
    typed = f" {room.code[:4].lower()}-{room.code[4:].lower()} "
    assert rooms.find_by_code(code=typed, actor=people[1]) == room


def test_wrong_codes_are_limited(people: list[User], clock: StoppedClock) -> None:
    room = opened(people[0], public=False)
    for _ in range(rooms.GUESSES.most):
        refused("no_such_room", rooms.find_by_code, code="2222222222", actor=people[1])
    refused("rate_limited", rooms.find_by_code, code=room.code, actor=people[1])
    assert rooms.find_by_code(code=room.code, actor=people[2]) == room
    clock.forward(600)
    assert rooms.find_by_code(code=room.code, actor=people[1]) == room


def test_code_of_a_closed_room_leads_nowhere(people: list[User]) -> None:
    room = opened(people[0])
    hosting.close(room_id=room.pk, actor=people[0])
    refused("no_such_room", rooms.find_by_code, code=room.code, actor=people[1])


def test_play_now_joins_the_fullest_waiting_room(people: list[User]) -> None:
    opened(people[0])
    fuller = opened(people[1])
    seats.sit(room_id=fuller.pk, actor=people[2], seat=1)
    assert rooms.play_now(actor=people[3]) == fuller
    assert of(fuller.pk).seat_of(people[3].pk) == 2
    assert rooms.play_now(actor=people[3], ruleset="rami") == fuller  # the own table comes first


def test_play_now_takes_a_bots_seat_when_no_other_is_free(people: list[User]) -> None:
    room = opened(people[0], options={"seats": 2}, bots=1)
    assert rooms.play_now(actor=people[1]) == room
    assert of(room.pk).seats[1].user == people[1].pk


def test_play_now_opens_a_room_with_bots_when_none_fits(people: list[User]) -> None:
    opened(people[0], public=False)
    paused, removed = opened(people[1]), opened(people[2])
    hosting.pause(room_id=paused.pk, actor=people[1])
    seats.sit(room_id=removed.pk, actor=people[3], seat=1)
    seats.remove(room_id=removed.pk, actor=people[2], seat=1)
    room = rooms.play_now(actor=people[3], ruleset="cacheta-pontos")
    assert (room.ruleset, room.public, len(rows(room))) == ("cacheta-pontos", True, 4)
    seats.leave(room_id=room.pk, actor=people[3])
    assert rooms.play_now(actor=people[3]).host == people[3]
    refused("unknown_ruleset", rooms.play_now, actor=people[0].__class__.objects.create_user("x1y"), ruleset="poker")


def test_the_room_is_not_passed_to_somebody_removed_nor_does_a_host_remove_themselves(people: list[User]) -> None:
    room = opened(people[0], ruleset="pife", bots=1)
    seats.sit(room_id=room.pk, actor=people[1], seat=2)
    hosting.start(room_id=room.pk, actor=people[0])
    seats.remove(room_id=room.pk, actor=people[0], seat=2)
    refused("not_a_person", hosting.pass_host, room_id=room.pk, actor=people[0], seat=2)
    seats.sit(room_id=room.pk, actor=people[2], seat=3)
    leaves(room, people[0])
    table = leaves(room, people[1])
    assert table.host == people[2].pk
    refused("cannot_now", seats.remove, room_id=room.pk, actor=people[2], seat=3)
