"""Cacheta with points, rule by rule. The turn-up is 5H, so 6H is wild."""

import pytest

import games
from tests.support.games.laws import conserved
from tests.support.games.scenes import act, dealt, scene, seed

KEY = "cacheta-pontos"
CLOSED = "4C 5C 6C 9C 9D 9S KH KD KC"
FULL = "3C 4C 5C 6C 9C 9D 9S KH KD KC"
JUNK = "2C 4D 6S 8C TH QS AD 3H 7C"
OTHER = "2D 4S 6D 8D TS QC AH 3D 7D"
MORE = "2H 4H JD 8S TD QH AS JC 7S"


def table(hands, **fields):
    return scene(KEY, hands, **{"turn_up": "5H1", **fields})


def is_meld(text, **options):
    state = table({0: text, 1: JUNK}, options=options)
    return games.solver_of(state).is_meld(state.players[0].hand)


def knocked(scores, *, kind="common", turns=2, **options):
    """Seat 0 knocks against the seats of `scores`."""
    others = {1: JUNK, 2: OTHER, 3: MORE}
    hands = {0: FULL if kind == "all" else f"{CLOSED} 2S"} | {seat: others[seat] for seat in scores if seat}
    return act(table(hands, scores=scores, turns=turns, options=options), 0, do="knock", kind=kind).state


def scores(state):
    return [player.score for player in state.players if player]


@pytest.mark.parametrize(("players", "size"), [(2, 9), (4, 9), (2, 10), (4, 10)])
def test_c3_1_two_decks_and_a_turn_up_after_the_deal(players, size):
    state = games.new_match(KEY, {"hand_size": size}, dict.fromkeys(range(players), False))
    state = games.deal(state, seed()).state
    assert len(state.stock) == 104 - players * size - 1
    assert conserved(state)
    order = games.shuffle.shuffled(seed(), "deal", games.cards.deck(2))
    assert state.turn_up == order[players * size]


@pytest.mark.parametrize(
    ("scope", "faces"), [("suit", ("6H",)), ("color", ("6D", "6H")), ("all", ("6C", "6D", "6H", "6S"))]
)
def test_c3_2_the_next_value_in_its_suit_its_colour_or_all(scope, faces):
    rules = games.get_ruleset(KEY)
    assert rules.wild_faces({"wild_scope": scope}, "5H1") == faces
    assert rules.wild_faces({"wild_scope": "suit"}, "KC1") == ("AC",)


@pytest.mark.parametrize(
    ("meld", "limit", "verdict"),
    [("7C 7D 6H", 1, True), ("7C 6H 6H", 1, False), ("7C 6H 6H", 2, True), ("5H 6H 7H", 0, True), ("6H 6H 6C", 1, True),
     ("5H 6H 7H 6H", 1, True), ("6H 6H 9C TC", 1, False), ("6H 6H 9C TC", None, True)],
)  # fmt: skip
def test_c3_3_one_substitute_a_meld_and_the_natural_place_is_free(meld, limit, verdict):
    assert is_meld(meld, max_wild=limit) is verdict


def test_c3_4_every_meld_keeps_one_card_that_substitutes_nothing():
    assert is_meld("6H 6H 6D 6D", wild_scope="color", max_wild=2)
    assert is_meld("6H 6D 6C 6S 6H", wild_scope="all", max_wild=None)
    assert not is_meld("6C 6S 9D", wild_scope="all", max_wild=1)


def test_c3_5_a_wild_is_thrown_and_taken_like_any_card():
    state = table({0: f"{JUNK} 6H", 1: OTHER})
    thrown = act(state, 0, do="discard", card="6H").state
    assert act(thrown, 1, do="draw", source="pile").state.players[1].known == ("6H1",)


@pytest.mark.parametrize(
    ("kind", "turns", "after"),
    [("common", 2, [10, 9, 9]), ("all", 2, [10, 8, 8]), ("common", 1, [10, 8, 8]), ("all", 1, [10, 6, 6])],
)
def test_c3_6_common_costs_one_all_costs_two_and_the_first_turn_doubles(kind, turns, after):
    assert scores(knocked({0: 10, 1: 10, 2: 10}, kind=kind, turns=turns)) == after


def test_c3_6_points_never_fall_below_zero_and_the_knocker_loses_none():
    over = knocked({0: 1, 1: 3, 2: 10}, kind="all", turns=1)
    assert scores(over) == [1, 0, 6]
    assert over.result.changes == {1: -3, 2: -4}


def test_c3_7_zero_is_out_the_last_one_wins_and_places_follow_the_order_of_falling():
    over = knocked({0: 2, 1: 1, 2: 5, 3: 1})
    assert over.result.eliminated == (1, 3)
    assert over.match is None
    state = games.deal(over, seed()).state
    assert [len(player.hand) for player in state.players if player] == [9, 0, 9, 0]
    last = games.leave(state, 2).state
    assert (last.match.winner, last.match.placement) == (0, {0: 1, 1: 3, 2: 2, 3: 3})


def test_c3_7_nobody_enters_a_running_match():
    with pytest.raises(games.IllegalAction, match="match_running"):
        games.seat_in(knocked({0: 5, 1: 5}), 2, bot=False)


def test_c3_8_after_the_last_round_most_points_win_and_equals_tie():
    def last_round(points):
        state = table({0: f"{CLOSED} 2S", 1: JUNK, 2: OTHER}, scores=points, round=100)
        return act(state, 0, do="knock").state.match

    assert (last_round({0: 3, 1: 5, 2: 2}).winner, last_round({0: 3, 1: 5, 2: 2}).reason) == (1, "rounds")
    tied = last_round({0: 4, 1: 5, 2: 2})
    assert (tied.winner, tied.placement) == (None, {0: 1, 1: 1, 2: 3})


def test_c3_8_the_last_round_is_played_out_when_somebody_leaves_who_has_resigned():
    state = dealt(KEY, players=3, max_rounds=1)
    state = games.leave(act(state, 1, do="resign").state, 1).state
    assert state.phase == "draw"
    assert state.match is None


def test_c3_9_every_figure_is_an_option_of_the_table():
    options = {"points": 20, "knock_cost": 3, "full_knock_cost": 7, "first_turn_multiplier": 4, "reshuffles": 1}
    full = {0: 20, 1: 40, 2: 40}
    assert scores(knocked(full, kind="common", **options)) == [20, 37, 37]
    assert scores(knocked(full, kind="all", turns=1, **options)) == [20, 12, 12]
    assert scores(games.new_match(KEY, options, {0: False, 1: False})) == [20, 20]
    state = table({0: f"{JUNK} 5S", 1: OTHER}, options=options, stock="", pile="KS JS", reshuffles=1)
    assert act(state, 0, do="discard", card="5S").state.result.kind == "tied"
    short = table({0: f"{CLOSED} 2S", 1: JUNK}, options={"max_rounds": 1})
    assert act(short, 0, do="knock").state.match.reason == "rounds"
