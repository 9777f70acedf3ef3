"""What the history keeps of people who come, go and are removed in the same moment in which something ends."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from msgspec.structs import replace

from accounts import privacy
from accounts.models import User
from lobby.history import ratings
from lobby.history.models import Judgement, Rating, RatingChange
from lobby.history.rated_results import judged
from lobby.models import Match, MatchPlayer, Room, RoundPlayer, Table
from lobby.tables.core import deadlines, state
from lobby.tables.core.state import GRACE, SECOND
from lobby.tables.services import seats
from lobby.tables.services.change import change, settle
from lobby.tables.store import table_store
from tests.support.scenes.matches import House
from tests.support.scenes.tables import won

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.live]

Build = Callable[..., House]


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Build:
    def build(*names: str, **how: Any) -> House:
        return House(monkeypatch, *names, **how)

    return build


def laid(house: House, **facts: Any) -> None:
    """The running game as if it had come to this."""
    table = replace(house.table, game=replace(house.table.game, **facts))
    Table.objects.filter(pk=house.id).update(state=state.encode(table), check_at=deadlines.check_at(table))


def scored(house: House, scores: dict[int, int]) -> None:
    players = list(house.table.game.players)
    for seat, score in scores.items():
        players[seat] = replace(players[seat], score=score)
    laid(house, players=tuple(players))


def ends(house: House, winner: int) -> None:
    change(house.id, lambda table, now: won(table, winner, now))


def next_deal(house: House) -> None:
    house.time.at = house.table.clock.due
    settle(house.id)


def rows(house: House, number: int = 1) -> list[tuple[int, int | None, int | None, bool]]:
    """(seat, score, place, left) of everybody who played the match, in the order in which they came."""
    players = MatchPlayer.objects.filter(match__room_id=house.id, match__number=number).order_by("seat", "pk")
    return [(player.seat, player.score, player.place, player.left) for player in players]


def verdict(house: House, *, of_round: bool = False) -> str:
    found = judged(house.match, house.round() if of_round else None)
    return found if isinstance(found, str) else "rated"


def test_a_match_that_ends_while_the_host_begins_the_next_is_ended(house: Build) -> None:
    """R2-10: the clock had asked the empty stock before the host pressed."""
    room = house("ana", "bia", ruleset="rami", turn_seconds=10, target=20)
    room.start()
    laid(room, stock=(), phase="draw")
    room.time.at = room.table.clock.due
    room.start()
    first, second = Match.objects.filter(room_id=room.id).order_by("number")
    assert (first.reason, second.ended_at) == ("target", None)
    assert first.rounds.get().result is not None
    assert sorted(place for _, _, place, _ in rows(room)) == [1, 2]
    assert second.rounds.get().ended_at is None


@pytest.mark.parametrize(("ruleset", "of_round"), [("pife", False), ("pife-corte", True)])
def test_whoever_is_removed_after_the_end_has_still_won(house: Build, ruleset: str, of_round: bool) -> None:
    room = house("ana", "bia", "caio", ruleset=ruleset, seats=3)
    room.start()
    ends(room, 1)
    seats.remove(room_id=room.id, actor=room.people[0], seat=1)
    assert verdict(room, of_round=of_round) == "rated"


def test_removing_somebody_during_the_round_counts(house: Build) -> None:
    room = house("ana", "bia", "caio", ruleset="pife-corte", seats=3)
    room.start()
    seats.remove(room_id=room.id, actor=room.people[0], seat=2)
    ends(room, 1)
    assert verdict(room, of_round=True) == "removed"


def test_a_promised_seat_taken_back_is_nobody_removed(house: Build) -> None:
    room = house("ana", "bia", "caio", ruleset="pife-corte", seats=3)
    room.start()
    seats.leave(room_id=room.id, actor=room.people[2])
    seats.sit(room_id=room.id, actor=room.person("stranger"), seat=2)
    seats.remove(room_id=room.id, actor=room.people[0], seat=2)
    ends(room, 1)
    assert verdict(room, of_round=True) == "rated"


def test_who_goes_with_the_end_of_a_round_has_the_score_of_that_end(house: Build) -> None:
    """C4-14, C4-15: a bot that falls, and a guest whom the host had removed."""
    room = house("ana", "bia", ruleset="cacheta-vidas", bots=2)
    room.start()
    seats.remove(room_id=room.id, actor=room.people[0], seat=1)
    scored(room, {2: 1})
    ends(room, 0)
    assert [(seat, score, left) for seat, score, _, left in rows(room)][1:3] == [(1, 9, True), (2, 0, True)]


def test_leaving_leaves_no_points_where_resigning_does(house: Build) -> None:
    """M3-20, [A-40]."""
    room = house("ana", "bia", "caio", ruleset="cacheta-pontos", seats=3)
    room.start()
    seats.leave(room_id=room.id, actor=room.people[2])
    assert rows(room)[2] == (2, 0, None, True)


def test_who_leaves_in_the_moment_of_the_deal_was_dealt_in(house: Build) -> None:
    room = house("ana", "bia", ruleset="cacheta-vidas", seats=3)
    room.start()
    ends(room, 0)
    newcomer = room.person("caio")
    seats.sit(room_id=room.id, actor=newcomer, seat=2)
    room.time.at = room.table.clock.due
    seats.leave(room_id=room.id, actor=newcomer)
    assert room.table.game.round == 2
    assert sorted(RoundPlayer.objects.filter(round=room.round(2)).values_list("seat", flat=True)) == [0, 1, 2]
    assert [(seat, left) for seat, _, _, left in rows(room)] == [(0, False), (1, False), (2, True)]


def test_a_bots_wins_stay_when_its_seat_is_taken_or_its_level_changes(house: Build) -> None:
    room = house("ana", ruleset="pife-corte", bots=2)
    room.start()
    ends(room, 1)
    seats.set_level(room_id=room.id, actor=room.people[0], seat=2, level="hard")
    seats.sit(room_id=room.id, actor=room.person("bia"), seat=1)
    room.start()
    assert [(seat, score, left) for seat, score, _, left in rows(room)][1:3] == [(1, 1, True), (1, None, False)]
    assert MatchPlayer.objects.get(match=room.match, seat=2).bot == "hard"


def test_a_place_belongs_to_who_earned_it_not_to_who_came_back_to_the_chair(house: Build) -> None:
    """[A-15]: without lives one sits, but has played nothing there."""
    room = house("ana", "bia", "caio", "davi", ruleset="cacheta-vidas", seats=4)
    room.start()
    scored(room, {2: 1})
    ends(room, 0)
    next_deal(room)
    seats.leave(room_id=room.id, actor=room.people[3])
    seats.leave(room_id=room.id, actor=room.people[2])
    seats.sit(room_id=room.id, actor=room.people[2], seat=3)
    ends(room, 0)
    next_deal(room)
    scored(room, {1: 1})
    ends(room, 0)
    assert room.table.game.match_over
    places = {player.user_id: player.place for player in MatchPlayer.objects.filter(match=room.match)}
    ids = [user.pk for user in room.people]
    assert (places[ids[0]], places[ids[1]]) == (1, 2)
    assert places[ids[3]] is None  # left and was replaced: behind everybody


def test_people_who_share_any_place_behind_a_bot_are_equal(house: Build) -> None:
    room = house("ana", "bia", ruleset="cacheta-pontos", bots=2)
    match = Match.objects.create(
        room_id=room.id, number=1, ruleset="cacheta-pontos", rules_version=1, options={}, reason="last",
        ended_at=timezone.now(),
    )  # fmt: skip
    for seat, (user, place) in enumerate([(room.people[0], 3), (room.people[1], 3), (None, 1), (None, 2)]):
        MatchPlayer.objects.create(match=match, seat=seat, user=user, bot="" if user else "easy", place=place)
    assert verdict(room) == "bot won"


def test_who_has_deleted_the_account_gets_no_rating(house: Build) -> None:
    room = house("ana", "bia", ruleset="pife")
    room.start()
    privacy.anonymise(room.people[1])
    assert room.table.game.match_over
    ratings.rate_finished()
    assert Judgement.objects.get().verdict == "rated"
    for kept in (Rating, RatingChange):
        assert list(kept.objects.values_list("user", flat=True)) == [room.people[0].pk]


# --- rooms ------------------------------------------------------------------------------------------------------------


def test_deleting_an_account_closes_a_room_whose_time_was_over(house: Build) -> None:
    room = house("ana", ruleset="pife", seats=2)
    seats.leave(room_id=room.id, actor=room.people[0])
    room.time.at += GRACE
    privacy.anonymise(room.people[0])
    assert User.objects.get(pk=room.people[0].pk).deleted_at is not None
    assert room.table.closed == "expired"


def test_a_deleted_creators_name_of_a_room_does_not_come_back(house: Build) -> None:
    room = house("ana", ruleset="pife", seats=2)
    seats.leave(room_id=room.id, actor=room.people[0])
    privacy.anonymise(room.people[0])
    seats.sit(room_id=room.id, actor=room.person("bia"), seat=0)
    assert Room.objects.get(pk=room.id).name == room.table.name == ""


def test_a_room_left_by_the_last_one_present_waits_two_minutes(house: Build) -> None:
    """P0-38: whoever is still absent was seen longer ago."""
    room = house("ana", "bia", ruleset="pife")
    table = table_store.read(room.id).table
    away = replace(table, seats=(table.seats[0], replace(table.seats[1], absent_since=room.time.at - 110 * SECOND)))
    Table.objects.filter(pk=room.id).update(state=state.encode(away), check_at=deadlines.check_at(away))
    seats.leave(room_id=room.id, actor=room.people[0])
    assert room.table.asleep_since == room.time.at
