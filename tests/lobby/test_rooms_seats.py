"""What may happen to a seat: from, event, to. Pure: no database, no clock of its own."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

import games
from lobby.tables.core import seats, transitions
from lobby.tables.core.deadlines import settled
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import GRACE, SECOND, Occupant, TableState
from lobby.tables.core.transitions import Change
from lobby.tables.realtime import table_view
from tests.support.scenes.tables import T0, playing, seed, waiting, won

LATER = T0 + 5 * SECOND


def refused(code: str, ask: Callable[[], Change]) -> None:
    with pytest.raises(Refusal) as refusal:
        ask()
    assert refusal.value.code == code


def to_the_end(table: TableState, winner: int = 0) -> TableState:
    """The running round is won by this seat."""
    return won(table, winner, LATER).table


def next_deal(table: TableState) -> TableState:
    """The next round, by the host or by the clock."""
    if table.rules.deals == "host":
        return transitions.started(table, LATER, seed).table
    return settled(table, table.clock.due, seed).table


def scores(table: TableState) -> list[int | None]:
    return [player and player.score for player in table.game.players]


def test_there_is_a_name_for_every_bot() -> None:
    table, names = waiting(1), list[str]()
    for _ in range(3 * len(seats.BOT_NAMES)):
        names.append(seats.bot_name(table))
        table = replace(table, seats=(*table.seats, Occupant(name=names[-1], level="easy", since=T0)))
    assert len(set(names)) == len(names)


# --- free -> taken --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", games.RULESETS)
def test_free_seat_sit_while_no_match_is_running_taken(ruleset: str) -> None:
    table = seats.sat(waiting(1, ruleset=ruleset), 2, "two", 1, LATER).table
    assert (table.seats[1].user, table.seats[1].since, table.reservations) == (2, LATER, ())


def test_free_seat_sit_between_rounds_of_p0_taken_with_no_wins() -> None:
    """P0-27, [A-30]."""
    table = to_the_end(playing(1, 2))
    table = seats.sat(table, 3, "three", 2, LATER).table
    assert table.seats[2].user == 3
    table = next_deal(table)
    assert table.in_round(2)
    assert scores(table)[:3] == [1, 0, 0]


def test_sitting_where_one_sits_changes_nothing() -> None:
    table = waiting(1, 2)
    assert seats.sat(table, 2, "two", 1, LATER).table is table


def test_sitting_is_refused() -> None:
    table = waiting(1, 2, seats=3)
    refused("seat_taken", lambda: seats.sat(table, 3, "three", 0, LATER))
    refused("already_seated", lambda: seats.sat(table, 2, "two", 2, LATER))
    refused("no_such_seat", lambda: seats.sat(table, 3, "three", 3, LATER))
    refused("no_such_seat", lambda: seats.sat(table, 3, "three", -1, LATER))
    full = seats.sat(table, 3, "three", 2, LATER).table
    refused("room_full", lambda: seats.sat(full, 4, "four", 0, LATER))


def test_sitting_wakes_a_sleeping_room_and_gives_it_a_host() -> None:
    """Nobody until one appears."""
    table = transitions.settled_people(transitions.left(waiting(1), 1, T0).table, T0)
    assert (table.host, table.asleep_since) == (None, T0)
    table = seats.sat(table, 2, "two", 0, LATER).table
    assert (table.host, table.asleep_since) == (2, None)


# --- free or bot -> reserved -> taken -------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["pife-corte", "cacheta-vidas"])
def test_free_seat_reserve_while_running_taken_at_next_deal(ruleset: str) -> None:
    """P0-27, C4-17, [A-39]."""
    table = seats.sat(playing(1, 2, ruleset=ruleset), 3, "three", 2, LATER).table
    assert (table.seats[2], table.reserved(2).user) == (None, 3)
    table = next_deal(to_the_end(table))
    assert table.seats[2].user == 3
    assert table.in_round(2)
    assert table.reservations == ()
    assert table.game.players[2].score == (10 if ruleset == "cacheta-vidas" else 0)


@pytest.mark.parametrize("ruleset", ["pife", "cacheta-pontos", "rami"])
def test_free_seat_reserve_while_running_taken_at_next_match(ruleset: str) -> None:
    """[A-39]."""
    table = seats.sat(playing(1, 2, ruleset=ruleset), 3, "three", 2, LATER).table
    assert table.reserved(2).user == 3
    table = transitions.left(table, 2, LATER).table  # one is left: the match is over
    assert table.game.match_over
    assert table.reserved(2).user == 3
    table = transitions.started(table, LATER, seed).table
    assert (table.seats[2].user, table.in_round(2), table.match) == (3, True, 2)


def test_bots_seat_reserved_in_c4_inherits_its_lives() -> None:
    """C4-17."""
    table = to_the_end(playing(1, ruleset="cacheta-vidas", bots=2))
    assert scores(table)[:3] == [10, 9, 9]
    table = seats.sat(table, 4, "four", 2, LATER).table
    assert table.seats[2].bot
    table = next_deal(table)
    assert (table.seats[2].user, table.game.players[2].score, table.in_round(2)) == (4, 9, True)


def test_bots_seat_reserved_in_p0_begins_with_no_wins() -> None:
    """[A-39]."""
    table = seats.sat(playing(1, bots=1), 3, "three", 1, LATER).table
    table = to_the_end(table, winner=1)
    assert table.seats[1].bot
    table = next_deal(table)
    assert (table.seats[1].user, table.game.players[1].score) == (3, 0)


def test_bots_seat_is_taken_at_once_while_nothing_is_running() -> None:
    table = seats.sat(waiting(1, bots=1), 3, "three", 1, LATER).table
    assert table.seats[1].user == 3
    table = to_the_end(playing(1, bots=2), winner=1)
    table = seats.sat(table, 3, "three", 1, LATER).table
    assert table.seats[1].user == 3
    assert next_deal(table).game.players[1].score == 0


def test_eliminated_who_comes_back_has_no_lives() -> None:
    """[A-15]: re-entering never raises lives."""
    table = playing(1, 2, 3, ruleset="cacheta-vidas")
    lost = replace(table.game.players[1], score=1)
    table = replace(table, game=replace(table.game, players=(table.game.players[0], lost, *table.game.players[2:])))
    table = to_the_end(table)
    assert table.game.players[1].out
    table = transitions.left(table, 2, LATER).table
    table = seats.sat(table, 2, "two", 1, LATER).table
    table = next_deal(table)
    assert (table.seats[1].user, table.game.players[1].score, table.in_round(1)) == (2, 0, False)


def test_who_leaves_c4_comes_back_with_the_lives_left_with() -> None:
    """[A-15]."""
    table = to_the_end(playing(1, 2, 3, ruleset="cacheta-vidas"))
    table = transitions.left(table, 2, LATER).table
    table = next_deal(seats.sat(table, 2, "two", 1, LATER).table)
    assert table.game.players[1].score == 9


def test_new_person_in_an_eliminated_leavers_seat_has_all_lives() -> None:
    """[A-15], last sentence."""
    table = to_the_end(playing(1, 2, 3, ruleset="cacheta-vidas"))
    table = transitions.left(table, 2, LATER).table
    table = next_deal(seats.sat(table, 9, "nine", 1, LATER).table)
    assert table.game.players[1].score == 10


def test_only_one_reservation_a_seat_and_a_person() -> None:
    table = seats.sat(playing(1, 2), 3, "three", 2, LATER).table
    refused("seat_taken", lambda: seats.sat(table, 4, "four", 2, LATER))
    assert seats.sat(table, 3, "three", 2, LATER).table is table
    moved = seats.sat(table, 3, "three", 4, LATER).table
    assert [each.seat for each in moved.reservations] == [4]


# --- reservation -> gone --------------------------------------------------------------------------------------------


def test_reservation_cancelled_gone() -> None:
    table = seats.sat(playing(1, 2), 3, "three", 2, LATER).table
    assert seats.cancelled(table, 3, LATER).table.reservations == ()
    refused("no_reservation", lambda: seats.cancelled(table, 2, LATER))


def test_reservation_absent_for_two_minutes_gone() -> None:
    table = seats.sat(playing(1, 2), 3, "three", 2, T0).table
    table = transitions.absent(table, 3, T0, T0 + 25 * SECOND)
    assert settled(table, T0 + GRACE - 1, seed).table.reservations
    assert settled(table, T0 + GRACE, seed).table.reservations == ()


# --- person -> gone -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", games.RULESETS)
@pytest.mark.parametrize("frozen", [False, True])
def test_person_leaves_in_a_round_free_at_once(ruleset: str, frozen: bool) -> None:
    """[A-40]: in every phase and while frozen."""
    table = playing(1, 2, 3, ruleset=ruleset)
    if frozen:
        table = transitions.paused(table, T0).table
    hand = table.game.players[1].hand
    table = seats.left(table, 2, LATER).table
    assert table.seats[1] is None
    assert set(hand) <= set(table.game.gone)
    assert table.round_running


def test_leaving_without_a_seat_is_refused() -> None:
    refused("not_seated", lambda: seats.left(waiting(1), 2, LATER))


def test_person_removed_by_host_not_in_round_free_at_once() -> None:
    table = seats.removed(waiting(1, 2), 1, LATER).table
    assert (table.seats[1], table.removed) == (None, (2,))
    refused("removed_from_room", lambda: seats.sat(table, 2, "two", 1, LATER))


def test_person_removed_by_host_in_round_free_at_its_end() -> None:
    table = seats.removed(playing(1, 2, 3), 1, LATER).table
    assert (table.seats[1].leaving, table.in_round(1)) == (True, True)
    table = to_the_end(table)
    assert table.seats[1] is None
    refused("removed_from_room", lambda: seats.sat(table, 2, "two", 1, LATER))


def test_absent_person_removed_by_host_in_round_free_at_once() -> None:
    table = transitions.absent(playing(1, 2, 3), 2, T0, T0 + 25 * SECOND)
    table = seats.removed(table, 1, T0 + 30 * SECOND).table
    assert table.seats[1] is None
    assert table.round_running


def test_reservation_removed_by_host_gone_for_good() -> None:
    table = seats.sat(playing(1, 2), 3, "three", 2, LATER).table
    table = seats.removed(table, 2, LATER).table
    assert (table.reservations, table.removed) == ((), (3,))
    refused("not_a_person", lambda: seats.removed(table, 2, LATER))


# --- bot -> gone ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["pife-corte", "cacheta-vidas"])
def test_bot_removed_in_round_goes_at_its_end(ruleset: str) -> None:
    """P0-35."""
    table = seats.bot_removed(playing(1, 2, ruleset=ruleset, bots=1), 2, LATER).table
    assert table.seats[2].leaving
    assert to_the_end(table).seats[2] is None


@pytest.mark.parametrize("ruleset", ["pife-corte", "cacheta-vidas"])
def test_bot_removed_not_in_round_goes_at_once(ruleset: str) -> None:
    table = seats.bot_added(playing(1, 2, ruleset=ruleset), 2, "easy", LATER).table
    assert seats.bot_removed(table, 2, LATER).table.seats[2] is None
    between = to_the_end(playing(1, 2, ruleset=ruleset, bots=1))
    assert seats.bot_removed(between, 2, LATER).table.seats[2] is None


@pytest.mark.parametrize("ruleset", ["cacheta-pontos", "rami"])
def test_bot_removed_in_match_goes_between_matches(ruleset: str) -> None:
    table = seats.bot_removed(playing(1, 2, ruleset=ruleset, bots=1), 2, LATER).table
    assert table.seats[2].leaving
    assert seats.bot_removed(table, 2, LATER).table is table
    table = transitions.left(table, 2, LATER).table
    assert table.seats[2].leaving
    over = transitions.left(table, 1, LATER).table
    assert over.game.match_over
    assert over.seats[2] is None


def test_bot_without_lives_leaves_at_round_end() -> None:
    """C4-15."""
    table = playing(1, 2, ruleset="cacheta-vidas", bots=1)
    spent = replace(table.game.players[2], score=1)
    table = replace(table, game=replace(table.game, players=(*table.game.players[:2], spent, *table.game.players[3:])))
    assert to_the_end(table).seats[2] is None


@pytest.mark.parametrize("ruleset", ["pife-corte", "cacheta-vidas"])
def test_bot_added_in_a_round_gets_cards_at_the_next_deal(ruleset: str) -> None:
    """P0-35."""
    table = seats.bot_added(playing(1, 2, ruleset=ruleset), 3, "hard", LATER).table
    assert (table.seats[3].level, table.in_round(3)) == ("hard", False)
    table = next_deal(to_the_end(table))
    assert table.in_round(3)


def test_bot_in_the_seat_of_an_eliminated_leaver_stays() -> None:
    """The lives of whoever sat there before are not the bot's."""
    table = playing(1, 2, 3, ruleset="cacheta-vidas")
    table = transitions.left(table, 2, LATER).table
    table = seats.bot_added(table, 1, "easy", LATER).table
    table = next_deal(to_the_end(table))
    assert (table.seats[1].bot, table.game.players[1].score) == (True, 10)


@pytest.mark.parametrize("ruleset", ["pife", "cacheta-pontos", "rami"])
def test_no_bot_is_added_to_a_running_match_nobody_may_join(ruleset: str) -> None:
    refused("match_running", lambda: seats.bot_added(playing(1, 2, ruleset=ruleset), 2, "easy", LATER))


def test_bots_are_refused() -> None:
    table = seats.sat(playing(1, 2), 3, "three", 2, LATER).table
    refused("seat_taken", lambda: seats.bot_added(table, 1, "easy", LATER))
    refused("seat_taken", lambda: seats.bot_added(table, 2, "easy", LATER))
    refused("no_such_seat", lambda: seats.bot_added(table, 8, "easy", LATER))
    refused("unknown_level", lambda: seats.bot_added(table, 3, "perfect", LATER))
    refused("not_a_bot", lambda: seats.bot_removed(table, 1, LATER))
    refused("not_a_bot", lambda: seats.bot_level(table, 3, "easy", LATER))


def test_bots_have_names_of_their_own() -> None:
    """P0-4: up to seven bots."""
    table: Any = waiting(1)
    for index in range(1, 8):
        table = seats.bot_added(table, index, "easy", LATER).table
    assert len({seat.name for seat in table.seats}) == 8


def test_a_bots_level_changes_at_once() -> None:
    table = seats.bot_level(playing(1, bots=1), 1, "easy", LATER).table
    assert table.seats[1].level == "easy"
    assert seats.bot_level(table, 1, "easy", LATER).table is table


# --- any -> out -----------------------------------------------------------------------------------------------------


def test_person_without_lives_keeps_the_seat_watches_and_plays_the_next_match() -> None:
    """C4-15, C3-7; an eliminated host stays host."""
    table = playing(2, 1, 3, ruleset="cacheta-vidas")
    spent = replace(table.game.players[0], score=1)
    table = replace(table, game=replace(table.game, players=(spent, *table.game.players[1:])))
    table = to_the_end(table, winner=1)
    assert (table.seats[0].user, table.game.players[0].out, table.host) == (2, True, 2)
    table = next_deal(table)
    assert not table.in_round(0)
    table = transitions.left(table, 3, LATER).table
    assert table.game.match_over
    assert transitions.started(table, LATER, seed).table.in_round(0)


def fallen_and_gone() -> TableState:
    """Cacheta with lives: 1 has won, 2 has lost the last life in that round and left; two bots play on."""
    table = playing(1, 2, bots=2, ruleset="cacheta-vidas", seats=5)
    players = list(table.game.players)
    players[1] = replace(players[1], score=1)
    table = to_the_end(replace(table, game=replace(table.game, players=tuple(players))))
    return seats.left(table, 2, LATER).table


def test_a_bot_sent_away_still_hands_its_lives_to_whoever_has_its_seat_promised() -> None:
    """C4-17: sending it away meanwhile makes no lives fresh."""
    table = playing(1, bots=2, ruleset="cacheta-vidas", seats=3)
    players = list(table.game.players)
    players[2] = replace(players[2], score=3)
    table = replace(table, game=replace(table.game, players=tuple(players)))
    table = seats.sat(table, 9, "nine", 2, LATER).table
    table = to_the_end(seats.bot_removed(table, 2, LATER).table)
    assert table.seats[2].bot
    assert scores(next_deal(seats.cancelled(table, 9, LATER).table))[:2] == [10, 9]
    table = next_deal(table)
    assert (table.seats[2].user, scores(table)[2]) == (9, 2)


def test_without_lives_nobody_takes_a_bots_place() -> None:
    """[A-15], C4-16: a free seat to watch from, or the bot's in the next match."""
    table = fallen_and_gone()
    refused("no_lives_left", lambda: seats.sat(table, 2, "two", 2, LATER))
    assert seats.sat(table, 9, "nine", 2, LATER).table.reserved(2).user == 9
    table = next_deal(seats.sat(table, 2, "two", 1, LATER).table)
    assert table.round_running
    assert (table.seats[1].user, table.in_round(1), scores(table)[1]) == (2, False, 0)


def test_who_comes_back_without_lives_fell_when_they_fell() -> None:
    """C4-16: coming back is no better place."""
    table = fallen_and_gone()
    fell = table.game.players[1].fell
    table = next_deal(seats.sat(table, 2, "two", 4, LATER).table)
    assert table.game.players[4].fell == fell


def test_a_host_who_has_only_a_promised_seat_may_ask_for_what_hosts_may() -> None:
    """[A-28]: a reservation may host, so the room must not wait for somebody who is offered nothing."""
    table = seats.sat(playing(1, 2, bots=1, ruleset="pife", seats=4), 9, "nine", 3, LATER).table
    table = seats.left(seats.left(table, 1, LATER).table, 2, LATER).table
    assert table.host == 9
    assert {"cancel", "start", "add_bot", "close"} <= set(table_view.may(table, 9))
    assert "resume" in table_view.may(transitions.paused(table, LATER).table, 9)
    assert table_view.may(replace(table, host=None), 9) == ["cancel"]


def test_nobody_who_is_being_removed_becomes_host() -> None:
    table = seats.removed(playing(1, 2, 3), 1, LATER).table
    assert seats.left(table, 1, LATER).table.host == 3


def test_who_resigned_keeps_the_seat_and_plays_the_next_match() -> None:
    """M3-20."""
    table = playing(1, 2, 3, ruleset="pife")
    step = games.apply(table.game, 1, games.parse_action({"do": "resign"}))
    table = transitions.played(table, step, LATER, transitions.LogNote("act", LATER, 1)).table
    assert (table.seats[1].user, table.in_round(1), table.round_running) == (2, False, True)
    over = transitions.left(table, 3, LATER).table
    assert transitions.started(over, LATER, seed).table.in_round(1)
