"""The answer to "why can't I knock?" says what the table would do, at every moment of a turn."""

import random

import pytest

import games
from games import prospects
from games.cards import deck
from tests.support.games import play
from tests.support.games.scenes import scene

NINE = "2C 3C 4C 7D 7H 7S JH QH KH"
JUNK = "AC 4D 6S 8C TH QS AD 3H 7C"


def answer(key, hand, **more):
    return prospects.prospect(scene(key, {0: hand, 1: JUNK}, turn_up="5D1", **more), 0)


def ways(key, hand, **more):
    found = answer(key, hand, **more)
    return found.missing, found.wins


def test_ten_cards_with_one_loose_before_the_draw_do_not_close():
    """C3-1, P3-1: with ten cards in hand ten must close, also before the eleventh comes."""
    assert ways("cacheta-pontos", f"{NINE} 9S", options={"hand_size": 10}, phase="draw") == (1, None)
    assert ways("pife", f"{NINE} 9S", options={"hand_size": 10}, phase="draw") == (1, None)
    assert ways("pife", f"{NINE} AH 9S", options={"hand_size": 10}) == (0, "knock")


def test_a_closed_hand_is_told_to_draw_first():
    for key in ("pife-corte", "cacheta-vidas", "pife", "cacheta-pontos"):
        assert ways(key, NINE, phase="draw") == (0, "draw")
    assert ways("pife", NINE, phase="draw", active=1) == (0, "draw")


def test_where_a_discard_wins_it_says_so_and_not_that_one_may_knock():
    assert ways("pife-corte", f"{NINE} 9S") == (0, "discard")
    assert ways("cacheta-vidas", f"{NINE} 9S") == (0, "discard")
    assert ways("cacheta-vidas", f"{NINE} AH") == (0, "knock")
    assert ways("pife", f"{NINE} 9S") == (0, "knock")


def test_a_hand_that_closes_only_without_the_card_just_taken_says_so():
    """M3-8."""
    assert ways("pife", f"{NINE} 9S", source="pile") == (0, "barred")
    assert ways("pife-corte", f"{NINE} 9S", source="pile") == (0, "discard")


def test_in_the_window_it_speaks_of_the_discard():
    """P0-16, P0-17, A-5."""
    eight = "2C 3C 4C 7D 7H 7S JH QH 9S"
    assert ways("pife-corte", eight, phase="window", window=1, active=1, pile="KH") == (1, "knock")
    assert ways("pife-corte", eight, phase="window", window=1, active=1, pile="2D") == (1, None)
    assert ways("pife-corte", NINE, phase="window", window=1, active=1, pile="2D") == (0, "draw")


def test_what_lies_open_is_not_counted_on():
    """M3-11: both kings that are missing lie in the open pile; the top of it can be taken."""
    waits = "2C 3C 4C 7D 7H 7S KS KC 9S"
    pile = "KD KD2 KH2 KH1 KS2 KC2"
    assert answer("pife", waits, phase="draw").missing == 1
    assert answer("pife", waits, phase="draw", pile=pile).missing == 2
    assert answer("pife", waits, phase="draw", pile="KD KD2 KH2 KC2 KS2 KH1").missing == 1
    assert answer("pife", f"{waits} 2D", pile="KD KD2 KH2 KC2 KS2 KH1").missing == 2
    hidden = scene("pife-corte", {0: waits, 1: JUNK}, phase="draw", pile=pile)
    assert prospects.prospect(hidden, 0).missing == 1  # nobody may look through the pile


def test_who_has_no_cards_gets_no_answer():
    state = scene("pife", {0: NINE, 1: JUNK}, phase="draw")
    for seat in (2, 3):
        with pytest.raises(games.IllegalAction, match="not_in_round"):
            prospects.prospect(state, seat)


@pytest.mark.parametrize("table", [table for table in play.TABLES if table[0] != "rami"], ids=str)
def test_it_promises_exactly_the_moves_that_are_legal(table):
    rng = random.Random(str(table))
    log = play.match(*table, play.sensible, 3, rounds=2, cap=150)
    for state in rng.sample(log.states, min(25, len(log.states))):
        if state.phase not in ("draw", "discard", "window"):
            continue
        for seat in games.in_round(state):
            found = prospects.prospect(state, seat)
            legal = games.legal_actions(state, seat)
            assert (found.wins == "knock") == any(isinstance(act, (games.Knock, games.Cut)) for act in legal)
            shown = sorted((*found.rest, *(card for meld in found.melds for card in meld)))
            assert shown == sorted(state.players[seat].hand)
            if found.missing == 0:
                assert found.wins is not None


def test_it_depends_on_nothing_that_the_seat_does_not_see():
    state = scene("cacheta-pontos", {0: f"{NINE[:-3]} 9S", 1: JUNK}, phase="draw", pile="KD 9H", turn_up="5D1")
    other = scene("cacheta-pontos", {0: f"{NINE[:-3]} 9S", 1: "KH KH2 KS KC TS TC TD 5S 5H"}, phase="draw",
                  pile="KD 9H", turn_up="5D1")  # fmt: skip
    assert prospects.prospect(state, 0) == prospects.prospect(other, 0)
    assert len(deck(2)) == 104
