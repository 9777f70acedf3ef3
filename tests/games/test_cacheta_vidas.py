"""Cacheta with lives, rule by rule. The turn-up is 5H unless said otherwise, so 6H is wild."""

import pytest

import games
from tests.support.games.laws import conserved
from tests.support.games.scenes import act, between, legal, names, refused, scene, seed

KEY = "cacheta-vidas"
CLOSED = "7C 8C 9C TD JD QD KS KD KC"
TEN = "7C 8C 9C TC TD JD QD KS KD KC"
JUNK = "2C 4D 9S 8H TH QS AD 3H 7S"
OTHER = "2D 4S JC 8D TS QC AH 3C 7D"
MORE = "2H 4C JS 8S 9D QH AS 3D 5C"


def table(hands, **fields):
    return scene(KEY, hands, **{"turn_up": "5H1", **fields})


def solver(turn_up="5H1"):
    return games.solver_of(table({0: CLOSED, 1: JUNK}, turn_up=turn_up))


def is_meld(text, turn_up="5H1"):
    return solver(turn_up).is_meld(table({0: text, 1: JUNK}).players[0].hand)


def closes(text):
    return solver().closes(table({0: text, 1: JUNK}).players[0].hand)


def dealt(state=None, number=0, players=4):
    state = state or games.new_match(KEY, {}, dict.fromkeys(range(players), False))
    return games.deal(state, seed(number)).state


def knocked(lives, *, ten=False, hands=None):
    """Seat 0 wins a round played by the seats of `lives`."""
    others = {1: JUNK, 2: OTHER, 3: MORE}
    mine = TEN if ten else f"{CLOSED} 2S"
    state = table({0: mine} | {seat: others[seat] for seat in lives if seat}, scores=lives)
    action = {"do": "knock", "kind": "all"} if ten else {"do": "discard", "card": "2S"}
    return act(state, 0, **action).state


def scores(state):
    return {seat: player.score for seat, player in enumerate(state.players) if player}


def test_c4_1_two_decks_nine_cards_and_a_turn_up_set_aside():
    state = dealt(players=3)
    assert conserved(state)
    assert [len(player.hand) for player in state.players if player] == [9, 9, 9]
    assert len(state.stock) == 104 - 27 - 1
    assert state.turn_up not in state.stock


def test_c4_2_the_seats_keep_their_order_and_the_pile_starts_empty():
    state = dealt()
    assert (state.pile, state.active) == ((), (state.dealer + 1) % 4)
    again = dealt(between(state), 1)
    assert again.dealer == (state.dealer + 1) % 4


def test_c4_3_only_the_top_of_the_pile_is_public():
    view = games.public_view(table({0: JUNK, 1: OTHER}, phase="draw", pile="2S 3S KS"))
    assert (view["top"], view["pile"], view["turn_up"], view["wilds"]) == ("KS1", 3, "5H1", ["6H"])
    assert not {"pile_cards", "known", "history", "melds"} & set(view)
    assert [player["count"] for player in view["players"]] == [9, 9]
    assert [player["score"] for player in view["players"]] == [10, 10]


@pytest.mark.parametrize(
    ("meld", "verdict"),
    [("7C 7D 7S", True), ("7C 7C 7D", False), ("7C 7C 7D 7S", True), ("7C 7D 7H 7S", True), ("7C 7C 7D 7D", False)],
)
def test_c4_4_three_suits_and_with_ten_a_fourth_of_any_suit(meld, verdict):
    assert is_meld(meld) is verdict


@pytest.mark.parametrize(
    ("meld", "verdict"),
    [("4C 5C 6C", True), ("4C 5C 6C 7C", True), ("4C 5C 6C 7C 8C", False), ("AC 2C 3C 4C", True), ("JC QC KC AC", True),
     ("QC KC AC 2C", False), ("KC AC 2C", False)],
)  # fmt: skip
def test_c4_5_run_of_three_or_four(meld, verdict):
    assert is_meld(meld) is verdict


@pytest.mark.parametrize(
    ("hand", "verdict"),
    [(CLOSED, True), (TEN, True), ("3C 4C 5C 6C 7C 9D TD JD QD", False), ("2C 3C 4C 5C 6C 7D 8D 9D TD JD", False),
     ("2C 3C 4C 5C 6C 7C 8C 9C TC JC", True)],
)  # fmt: skip
def test_c4_6_always_three_melds(hand, verdict):
    assert closes(hand) is verdict


@pytest.mark.parametrize(("turn_up", "wild"), [("5H1", "6H"), ("KC1", "AC"), ("AS2", "2S"), ("QD1", "KD")])
def test_c4_7_the_wild_is_the_next_value_of_the_same_suit(turn_up, wild):
    assert games.get_ruleset(KEY).wild_faces({}, turn_up) == (wild,)
    number = next(n for n in range(200) if dealt(number=n).turn_up[:2] == turn_up[:2])
    assert dealt(number=number).wilds == (wild,)


@pytest.mark.parametrize(
    ("meld", "verdict"), [("7C 8C 6H", True), ("7C 9C 6H", True), ("7C 7D 6H", True), ("7C 6H 6H", False)]
)
def test_c4_8_one_wild_and_two_natural_cards(meld, verdict):
    assert is_meld(meld) is verdict


@pytest.mark.parametrize(
    ("meld", "verdict"), [("5H 6H 7H", True), ("6H 6H 6C", False), ("5H 6H 7H 6H", False), ("6C 6D 6H", True)]
)
def test_c4_9_the_wild_counts_as_wild_in_its_own_place_too(meld, verdict):
    assert is_meld(meld) is verdict


def test_c4_10_draw_from_stock_or_pile_on_the_own_turn_only_and_no_window():
    state = table({0: JUNK, 1: OTHER}, phase="draw", pile="KS")
    assert legal(state, 0) == [{"do": "draw", "from": "stock"}, {"do": "draw", "from": "pile"}]
    assert refused(state, 1, do="draw", source="pile") == "not_your_turn"
    drawn = act(state, 0, do="draw", source="stock").state
    assert refused(drawn, 1, do="cut") == "unknown_action"
    after = act(drawn, 0, do="discard", card=drawn.drawn).state
    assert (after.phase, after.active, after.window) == ("draw", 1, None)


def test_c4_11_nine_left_in_three_melds_win():
    state = knocked({0: 10, 1: 10})
    assert (state.result.kind, state.result.leftover) == ("nine", "2S1")
    view = games.public_view(state)
    assert len(view["result"]["melds"]) == 3


def test_c4_12_the_knock_with_ten_is_asked_for_and_an_invalid_try_costs_nothing():
    junk = table({0: f"{CLOSED} 2S", 1: JUNK})
    assert refused(junk, 0, do="knock", kind="all") == "does_not_close"
    assert refused(junk, 0, do="knock", kind="common") == "unknown_action"
    state = table({0: TEN, 1: JUNK})
    assert {"do": "knock", "with": "all"} in legal(state, 0)
    step = act(state, 0, do="knock")
    assert names(step)[0] == "knocked"
    assert (step.state.result.kind, step.state.result.leftover, len(step.state.players[0].hand)) == ("ten", None, 10)
    assert refused(table({0: CLOSED, 1: JUNK}, phase="draw"), 0, do="knock", kind="all") == "wrong_phase"


def test_c4_13_the_turn_up_stays_out_of_the_reshuffle():
    state = table({0: f"{JUNK} KS", 1: OTHER}, stock="", pile="2H2 3H2 4C2", reshuffles=7)
    after = act(state, 0, do="discard", card="KS").state
    assert (len(after.stock), after.pile, after.reshuffles, after.turn_up) == (3, ("KS1",), 8, "5H1")
    assert conserved(after)


@pytest.mark.parametrize(
    ("ten", "lives", "expected"),
    [
        (False, {0: 7, 1: 7, 2: 1}, {0: 7, 1: 6, 2: 0}),
        (True, {0: 7, 1: 7, 2: 1}, {0: 7, 1: 5, 2: 0}),
        (True, {0: 1, 1: 2, 2: 1, 3: 9}, {0: 1, 1: 0, 2: 0, 3: 7}),
    ],
)
def test_c4_14_nine_cost_a_life_ten_cost_two(ten, lives, expected):
    assert scores(knocked(lives, ten=ten)) == expected


def test_c4_14_a_match_starts_with_seven_or_ten_lives():
    assert scores(games.new_match(KEY, {"lives": 7}, {0: False, 1: True})) == {0: 7, 1: 7}
    with pytest.raises(games.InvalidOption):
        games.new_match(KEY, {"lives": 8}, {})


def test_c4_15_without_lives_no_more_cards():
    over = knocked({0: 5, 1: 5, 2: 1})
    assert over.result.eliminated == (2,)
    state = dealt(over)
    assert [len(player.hand) for player in state.players if player] == [9, 9, 0]
    assert games.legal_actions(state, 2) == ()


def test_c4_16_the_match_ends_with_one_seat_with_lives():
    over = knocked({0: 1, 1: 1, 2: 1})
    assert (over.match.winner, over.match.placement) == (0, {0: 1, 1: 2, 2: 2})
    assert not games.ready(over)
    assert games.ready(knocked({0: 5, 1: 1, 2: 2}))


def test_c4_17_newcomers_have_all_lives_and_over_a_bot_those_of_the_bot():
    over = knocked({0: 5, 1: 4, 2: 4})
    assert games.seat_in(over, 5, bot=False).players[5].score == 10
    bot = games.seat_in(over, 5, bot=True, score=3)
    assert games.seat_in(bot, 5, bot=False, inherit=True).players[5].score == 3
    with pytest.raises(games.IllegalAction, match="seat_taken"):
        games.seat_in(over, 1, bot=False)
    assert len(dealt(games.seat_in(over, 5, bot=False)).players[5].hand) == 9


def test_c4_18_a_time_out_draws_and_throws_a_legal_card():
    state = table({0: JUNK, 1: OTHER}, phase="draw", pile="KS")
    drawn = games.timeout(state).state
    assert (drawn.drawn, drawn.phase) == (state.stock[0], "discard")
    assert games.timeout(drawn).state.pile == ("KS1", state.stock[0])
