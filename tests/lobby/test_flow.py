"""How a table goes on, by a clock in the test's hands: no database, no sockets."""

import dataclasses
import json
from typing import Any

import pytest
from msgspec.structs import replace

import games
from games import rulesets
from lobby.tables.core import deadlines, seats, state, transitions
from lobby.tables.core.deadlines import settled
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import GRACE, SECOND, TableState
from lobby.tables.core.transitions import LogNote, played
from lobby.tables.realtime import table_view
from lobby.tables.services import privacy
from tests.support.scenes.tables import T0, playing, seed, waiting


def settle(table: TableState, at: int) -> TableState:
    return settled(table, at, seed).table


def act(table: TableState, at: int, seat: int, action: dict[str, Any]) -> TableState:
    step = games.apply(table.game, seat, games.parse_action(action))
    return played(table, step, at, LogNote("act", at, seat)).table


def discarded(table: TableState, at: int) -> TableState:
    """The active player draws and throws the drawn card."""
    seat = table.game.active
    table = act(table, at, seat, {"do": "draw", "from": "stock"})
    return act(table, at, seat, {"do": "discard", "card": table.game.drawn})


# --- encoding -------------------------------------------------------------------------------------------------------


def test_live_goes_to_bytes_and_back() -> None:
    table = transitions.absent(playing(1, 2, bots=1), 2, T0, T0 + SECOND)
    assert state.decode(state.encode(table)) == table


def test_live_is_silent_about_cards() -> None:
    table = playing(1, 2)
    assert not any(card in repr(table) for card in table.game.players[0].hand)


# --- deadlines and the window ---------------------------------------------------------------------------------------


def test_a_phase_has_the_tables_seconds() -> None:
    table = playing(1, 2, turn_seconds=20)
    assert table.clock.kind == "draw"
    assert table.clock.due == T0 + 20 * SECOND
    assert deadlines.check_at(table) == table.clock.due


def test_time_out_draws_then_discards_with_a_full_deadline_from_when_it_was_settled() -> None:
    """P0-32, [A-38]: lateness of the sweep only gives time."""
    table = playing(1, 2, turn_seconds=20)
    late = settle(table, T0 + 23 * SECOND)
    assert (late.game.phase, late.clock.kind) == ("discard", "discard")
    assert late.clock.due == T0 + 43 * SECOND
    assert settle(table, T0 + 20 * SECOND - 1) is table


def test_window_is_four_seconds_half_open() -> None:
    """P0-14, [A-6]: 3.999999 s is in, 4.000 s is out."""
    table = discarded(playing(1, 2), T0)
    assert table.clock.kind == "window"
    assert settle(table, T0 + 4 * SECOND - 1) is table
    after = settle(table, T0 + 4 * SECOND)
    assert after.game.phase == "draw"
    assert after.clock.due == T0 + 34 * SECOND  # P0-22: the next deadline starts then, not at the discard


def test_window_is_as_long_as_the_game_says(monkeypatch: pytest.MonkeyPatch) -> None:
    longer = dataclasses.replace(games.get_ruleset("pife-corte"), window_seconds=7)
    monkeypatch.setitem(rulesets._REGISTERED, longer.key, longer)
    table = discarded(playing(1, 2, turn_seconds=20), T0)
    assert (table.clock.kind, table.clock.due) == ("window", T0 + 7 * SECOND)


def test_pause_freezes_the_window_exactly_and_absence_goes_on() -> None:
    """P0-23, T5."""
    table = discarded(playing(1, 2), T0)
    table = transitions.absent(table, 2, T0, T0)
    paused = transitions.paused(table, T0 + 1_234_567).table
    assert paused.clock.left == 4 * SECOND - 1_234_567
    assert settle(paused, T0 + 100 * SECOND) is paused
    resumed = transitions.resumed(paused, T0 + 110 * SECOND).table
    assert resumed.clock.due == T0 + 110 * SECOND + 4 * SECOND - 1_234_567
    assert settle(paused, T0 + GRACE).seats[1] is None


def test_bots_move_after_a_public_pause_that_freezes_too() -> None:
    table = playing(1, bots=1)
    while table.game.active != 1 or table.game.phase != "draw":
        table = settle(table, table.clock.due)
    low, high = transitions.BOT_PAUSE
    assert low <= table.bot.due - table.at < high
    assert deadlines.check_at(table) == table.bot.due
    frozen = transitions.paused(table, table.at + 100_000).table
    assert frozen.bot.due is None
    assert frozen.bot.left == table.bot.due - table.at - 100_000


# --- rooms without deadlines ----------------------------------------------------------------------------------------


def test_absent_player_gets_thirty_seconds_in_an_unlimited_room() -> None:
    """P0-33, [A-10]: from the later of the last frame and the start of the phase; coming back takes it away."""
    table = playing(1, 2, turn_seconds=None)
    active = table.seats[table.game.active].user
    assert table.clock.due is None
    away = transitions.absent(table, active, T0 + 5 * SECOND, T0 + 30 * SECOND)
    assert away.clock.due == T0 + 35 * SECOND
    assert transitions.back(away, active, T0 + 31 * SECOND).clock.due is None
    assert settle(away, T0 + 35 * SECOND).game.phase == "discard"


@pytest.mark.parametrize(
    ("paused", "resumed", "last_frame", "noticed", "left"),
    [
        (1, None, 2, 27, 30),
        (5, None, 1, 26, 26),
        (5, None, 6, 40, 30),
        (3, 20, 2, 27, 23),  # the pause was before anybody noticed: what was used of it is given back
    ],
)
def test_thirty_seconds_do_not_run_while_the_table_stands_still(
    paused: int, resumed: int | None, last_frame: int, noticed: int, left: int
) -> None:
    """P0-33, P0-23, [A-10]: however late it is noticed."""
    table = playing(1, 2, turn_seconds=None)
    active = table.seats[table.game.active].user
    table = transitions.paused(table, T0 + paused * SECOND).table
    if resumed is not None:
        table = transitions.resumed(table, T0 + resumed * SECOND).table
    table = transitions.absent(table, active, T0 + last_frame * SECOND, T0 + noticed * SECOND)
    clock = table.clock
    assert (clock.left if resumed is None else clock.due - T0 - noticed * SECOND) == left * SECOND


def test_absent_before_the_phase_counts_from_the_phase() -> None:
    table = playing(1, 2, turn_seconds=None)
    other = table.seats[1 - table.game.active].user
    table = transitions.absent(table, other, T0, T0 + 25 * SECOND)
    assert table.clock.due is None
    table = discarded(table, T0 + 50 * SECOND)
    table = settle(table, T0 + 54 * SECOND)
    assert table.clock.due == T0 + 84 * SECOND


def test_other_games_wait_for_the_absent() -> None:
    table = playing(1, 2, ruleset="cacheta-vidas", turn_seconds=None)
    active = table.seats[table.game.active].user
    assert transitions.absent(table, active, T0, T0 + 25 * SECOND).clock.due is None


# --- absence, sleep, expiry -----------------------------------------------------------------------------------------


TOGETHER = pytest.mark.parametrize("ruleset", ["pife-corte", "cacheta-vidas"])


@TOGETHER
def test_two_minutes_of_absence_not_less_not_more(ruleset: str) -> None:
    """P0-37, C4-19, T7."""
    table = transitions.absent(playing(1, 2, 3, ruleset=ruleset), 2, T0, T0 + 25 * SECOND)
    assert settle(table, T0 + GRACE - 1).seats[1] is not None
    kept = transitions.back(settle(table, T0 + 119 * SECOND), 2, T0 + 119 * SECOND)
    assert kept.seats[1].absent_since is None
    assert kept.game.players[1].hand == table.game.players[1].hand
    gone = settle(table, T0 + GRACE)
    assert gone.seats[1] is None
    assert gone.game.players[1].left


@TOGETHER
def test_nobody_present_sleeps_freezes_and_expires(ruleset: str) -> None:
    """P0-38, C4-19: asleep since the last frame, deadlines keep what was left, closed after two minutes."""
    table = playing(1, 2, ruleset=ruleset)
    table = transitions.absent(table, 1, T0 + SECOND, T0 + 10 * SECOND)
    table = transitions.absent(table, 2, T0 + 3 * SECOND, T0 + 12 * SECOND)
    assert table.asleep_since == T0 + 3 * SECOND
    assert table.clock.left == 18 * SECOND
    awake = transitions.back(table, 2, T0 + 100 * SECOND)
    assert awake.asleep_since is None
    assert awake.clock.due == T0 + 118 * SECOND
    assert settle(table, T0 + 123 * SECOND).closed == "expired"


def test_expiry_comes_before_leaving_at_the_same_moment() -> None:
    table = transitions.absent(playing(1, bots=1), 1, T0, T0)
    closed = settle(table, T0 + GRACE)
    assert closed.closed == "expired"
    assert closed.seats[0] is not None
    assert deadlines.check_at(closed) is None


def test_waking_keeps_a_hosts_pause() -> None:
    table = transitions.paused(playing(1, 2), T0 + SECOND).table
    table = transitions.absent(transitions.absent(table, 1, T0, T0 + SECOND), 2, T0, T0 + SECOND)
    awake = transitions.back(table, 1, T0 + 50 * SECOND)
    assert awake.paused_at == T0 + SECOND
    assert awake.clock.left == 29 * SECOND


# --- hosts ----------------------------------------------------------------------------------------------------------


def test_host_goes_to_the_present_person_with_the_oldest_seat() -> None:
    """[A-28]"""
    table = transitions.absent(playing(1, 2, 3), 2, T0, T0)
    assert transitions.left(table, 1, T0).table.host == 3


def test_absent_host_stays_host_until_removed_and_then_nobody_until_one_appears() -> None:
    table = transitions.absent(playing(1, 2), 1, T0, T0)
    assert table.host == 1
    table = transitions.absent(table, 2, T0 + SECOND, T0 + SECOND)
    table = transitions.left(table, 1, T0 + 2 * SECOND).table
    assert table.host is None
    assert transitions.back(table, 2, T0 + 3 * SECOND).host == 2


# --- matches --------------------------------------------------------------------------------------------------------


def test_start_needs_two_seats_and_an_unfrozen_table() -> None:
    with pytest.raises(Refusal, match="not_enough_players"):
        transitions.started(waiting(1), T0, seed)
    with pytest.raises(Refusal, match="frozen"):
        transitions.started(transitions.paused(waiting(1, 2), T0).table, T0, seed)
    with pytest.raises(Refusal, match="round_running"):
        transitions.started(playing(1, 2), T0, seed)


def test_leaving_with_fewer_than_two_ends_the_round_and_the_host_deals_again() -> None:
    """P0-26, P0-28."""
    table = transitions.left(playing(1, 2, bots=1), 2, T0).table
    table = transitions.left(playing(1, 2), 2, T0).table
    assert not table.round_running
    assert table.game.result.winner is None
    assert table.clock.kind is None
    with pytest.raises(Refusal, match="not_enough_players"):
        transitions.started(table, T0, seed)


def test_the_clock_deals_where_the_host_does_not() -> None:
    table = playing(1, 2, 3, ruleset="cacheta-vidas")
    table = transitions.left(transitions.left(table, 1, T0).table, 2, T0).table
    assert table.game.match_over  # one seat with lives
    table = playing(1, 2, ruleset="pife", points=5)
    tied = replace(table.game, phase="over")
    table = replace(table, game=tied)
    assert transitions._restarted(table, replace(tied, phase="draw"), T0).clock.due == T0 + 8 * SECOND


def test_reservations_sit_at_the_next_deal_and_inherit_a_bots_seat() -> None:
    """P0-27, [A-39]: nobody is dealt into a running round."""
    table = playing(1, 2, bots=1)
    booking = state.Reservation(seat=2, user=9, name="p9", since=T0)
    table = replace(table, reservations=(booking,))
    table = transitions.left(transitions.left(table, 1, T0).table, 2, T0).table  # bot alone: the round is over
    table = replace(table, seats=(state.Occupant(name="p5", user=5, since=T0), *table.seats[1:]))
    again = transitions.started(table, T0 + SECOND, seed).table
    assert again.seats[2].user == 9
    assert again.game.players[2].bot is False
    assert again.game.players[2].in_round
    assert again.game.players[0].in_round
    assert again.reservations == ()


def test_who_goes_at_the_end_of_a_round_may_end_the_match_for_others() -> None:
    """C4-15, C4-16, [A-40]: with the guest whom the host removed nobody but the host has lives; the bot goes too."""
    table = playing(1, 2, bots=1, ruleset="cacheta-vidas", seats=3)
    table = seats.removed(table, 1, T0).table
    hand = "3C1 3D1 3H1 5C1 5D1 5H1 8C1 8D1 8H1 KS1".split()
    players = list(table.game.players)
    players[0] = replace(players[0], hand=tuple(hand))
    players[2] = replace(players[2], score=1)
    game = replace(table.game, players=tuple(players), wilds=("JS",), phase="discard", active=0, drawn="KS1")
    over = act(replace(table, game=game), T0 + SECOND, 0, {"do": "discard", "card": "KS1"})
    assert over.game.match.winner == 0
    assert [seat and seat.user for seat in over.seats] == [1, None, None]


def test_who_was_dealt_the_cards_is_told_when_somebody_else_sits_there() -> None:
    """A result is theirs who played it: they may have left, and others may have sat down."""
    table = playing(1, 2, 3, bots=1, ruleset="cacheta-vidas", seats=4)
    assert [table.gone(seat) for seat in range(4)] == [None] * 4
    table = transitions.left(table, 1, T0).table
    assert table.gone(0) == state.Dealt("p1", 1)
    seats = (state.Occupant(name="p9", user=9, since=T0), *table.seats[1:])
    seen = json.loads(table_view.room_view(replace(table, seats=seats)).seats)
    assert [seat["was"] for seat in seen] == [{"kind": "person", "name": "p1"}, None, None, None]
    back = (state.Occupant(name="p1 renamed", user=1, since=T0), *table.seats[1:])
    assert replace(table, seats=back).gone(0) is None
    other = (*table.seats[:3], state.Occupant(name="bot 7", level="easy", since=T0))
    assert replace(table, seats=other).gone(3) == state.Dealt("bot 0", level="normal")
    assert privacy._renamed(table, 1, "deleted").gone(0).name == "deleted"


@pytest.mark.parametrize("ruleset", ["cacheta-vidas", "rami", "pife", "cacheta-pontos", "pife-corte"])
@pytest.mark.parametrize("apart", [0, 4, 119])
def test_while_nobody_is_there_nobody_wins_by_the_absence_of_another(ruleset: str, apart: int) -> None:
    """P0-37, P0-38: both have lost their connection; the room expires without a result."""
    table = playing(1, 2, ruleset=ruleset, turn_seconds=None)
    table = transitions.absent(table, 1, T0, T0 + 25 * SECOND)
    table = transitions.absent(table, 2, T0 + apart * SECOND, T0 + (apart + 25) * SECOND)
    expiry = T0 + GRACE + apart * SECOND
    for at in (min(T0 + GRACE, expiry - 1), expiry - 1):
        assert settle(table, at).match_running
        assert [seat and seat.user for seat in settle(table, at).seats[:2]] == [1, 2]
    over = settle(table, expiry)
    assert over.closed == "expired"
    assert not over.game.match_over


def test_who_comes_back_first_finds_the_other_gone_after_two_minutes() -> None:
    """P0-37: absence is never frozen; it is judged as soon as somebody is there again."""
    table = playing(1, 2, ruleset="cacheta-vidas", turn_seconds=None)
    table = transitions.absent(table, 1, T0, T0 + 25 * SECOND)
    table = transitions.absent(table, 2, T0 + 4 * SECOND, T0 + 30 * SECOND)
    awake = transitions.back(settle(table, T0 + 121 * SECOND), 2, T0 + 121 * SECOND)
    after = settle(awake, T0 + 121 * SECOND)
    assert after.seats[0] is None
    assert after.game.match.winner == 1


def test_who_left_is_named_until_the_next_match() -> None:
    table = playing(1, 2, 3, ruleset="cacheta-vidas", seats=3)
    table = transitions.left(table, 1, T0).table
    over = replace(table, game=replace(table.game, phase="over"))
    again = transitions.dealt(over, T0 + SECOND, seed).table
    assert again.round_running
    assert again.gone(0) == state.Dealt("p1", 1)
    ended = transitions.left(again, 2, T0 + SECOND).table
    assert ended.game.match_over
    assert ended.gone(0)
    assert ended.gone(1)
    seats = (state.Occupant(name="p9", user=9, since=T0), *ended.seats[1:])
    fresh = transitions.started(replace(ended, seats=seats, host=9), T0 + 2 * SECOND, seed).table
    assert [fresh.gone(seat) for seat in range(3)] == [None] * 3
    assert fresh.dealt[0] == state.Dealt("p9", 9)
