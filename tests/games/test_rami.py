"""Rummy, rule by rule."""

import pytest

import games
from tests.support.games.laws import conserved
from tests.support.games.scenes import act, legal, names, refused, scene, seed

KEY = "rami"
JUNK = "2C 5D 8S TH QD AS 4C"
OTHER = "3D 6C 9H JC KD 7H 2S"


def dealt(players=2, number=0, state=None, **options):
    state = state or games.new_match(KEY, options, dict.fromkeys(range(players), False))
    return games.deal(state, seed(number)).state


def is_meld(text):
    state = scene(KEY, {0: text, 1: JUNK}, phase="draw")
    return games.solver_of(state).is_meld(state.players[0].hand)


@pytest.mark.parametrize(("players", "size"), [(2, 7), (3, 10), (4, 10)])
def test_r2_1_one_deck_seven_or_ten_cards_and_an_upcard(players, size):
    state = dealt(players)
    assert [len(player.hand) for player in state.players if player] == [size] * players
    assert len(state.pile) == 1
    assert len(state.stock) == 52 - players * size - 1
    assert conserved(state)
    assert games.public_view(state)["history"] == [{"e": "upcard", "card": state.pile[0]}]


def test_r2_1_the_first_starter_is_drawn_and_then_the_next_seat_starts():
    assert {dealt(4, number).active for number in range(40)} == {0, 1, 2, 3}
    state = dealt(3)
    over = games.state.replace(state, phase="over")
    assert dealt(state=over).active == (state.active + 1) % 3


@pytest.mark.parametrize(
    ("meld", "verdict"),
    [("4H 5H 6H", True), ("4H 5H 6H 7H", True), ("7H 7D 7C", True), ("7H 7D 7C 7S", True), ("4H 5H", False),
     ("4H 5H 6D", False), ("7H 7D 8C", False)],
)  # fmt: skip
def test_r2_2_runs_from_three_and_sets_of_three_or_four(meld, verdict):
    assert is_meld(meld) is verdict


@pytest.mark.parametrize(
    ("meld", "verdict"), [("QH KH AH", True), ("AH 2H 3H", False), ("KH AH 2H", False), ("AH AD AC", True)]
)
@pytest.mark.parametrize("ace_high", [False, True])
def test_r2_3_the_ace_only_after_the_king(meld, verdict, ace_high):
    state = scene(KEY, {0: meld, 1: JUNK}, phase="draw", options={"ace_high": ace_high})
    assert games.solver_of(state).is_meld(state.players[0].hand) is verdict


def test_r2_4_draw_stock_or_upcard_then_lay_and_lay_off_freely_then_discard():
    state = dealt()
    assert legal(state, state.active) == [{"do": "draw", "from": "stock"}, {"do": "draw", "from": "pile"}]
    state = scene(
        KEY, {0: "7H 7D 7C 9S 9D 9C KC 8H", 1: OTHER.replace("7H", "8C").replace("9H", "8D")}, melds=[(1, "4H 5H 6H")]
    )
    assert refused(state, 0, do="lay_off", meld=0, cards=["8H"]) == "does_not_fit"
    laid = act(state, 0, do="lay", cards=["9S", "9D", "9C"])
    assert laid.events[0].public == {"e": "laid", "seat": 0, "meld": 1, "cards": ["9C1", "9D1", "9S1"]}
    assert [meld["owner"] for meld in games.public_view(laid.state)["melds"]] == [1, 0]
    again = act(laid.state, 0, do="lay_off", meld=0, cards=["7H", "8H"]).state
    assert again.melds[0].cards == ("4H1", "5H1", "6H1", "7H1", "8H1")
    assert again.melds[0].owner == 1
    after = act(again, 0, do="discard", card="KC").state
    assert (after.phase, after.active, conserved(after)) == ("draw", 1, True)


def test_r2_4_nothing_is_laid_before_the_draw_or_out_of_turn():
    state = scene(KEY, {0: "7H 7D 7C 9S", 1: "9D 9H 9C 2S"}, phase="draw")
    assert refused(state, 0, do="lay", cards=["7H", "7D", "7C"]) == "wrong_phase"
    assert refused(state, 1, do="lay", cards=["9D", "9H", "9C"]) == "not_your_turn"


@pytest.mark.parametrize(
    ("meld", "cards", "code"),
    [("2H 3H 4H", "5H 6H", None), ("2H 3H 4H", "6H", "does_not_fit"), ("QH KH AH", "JH", None),
     ("QH KH AH", "2H", "does_not_fit"), ("7H 7D 7C", "7S", None), ("7H 7D 7C", "8C 9C", "does_not_fit"),
     ("5H 6H 7H", "4H 8H", None)],
)  # fmt: skip
def test_r2_5_the_whole_meld_stays_legal_and_only_hand_cards_move(meld, cards, code):
    state = scene(KEY, {0: f"{cards} 2C 3C", 1: "4D"}, melds=[(1, meld)])
    assert refused(state, 0, do="lay_off", meld=0, cards=cards.split()) == code
    assert refused(state, 0, do="lay_off", meld=1, cards=["2C"]) == "no_such_meld"
    assert refused(state, 0, do="lay_off", meld=0, cards=["4D"]) == "not_your_card"
    assert refused(state, 0, do="lay", cards=meld.split()) == "not_your_card"


def test_r2_6_the_last_card_goes_out_on_the_table_unless_a_discard_is_demanded():
    hands = {0: "8H 9H", 1: "4D"}
    assert (
        act(scene(KEY, hands, melds=["5H 6H 7H"]), 0, do="lay_off", meld=0, cards=["8H", "9H"]).state.result.kind
        == "out"
    )
    strict = scene(KEY, hands, melds=["5H 6H 7H"], options={"discard_to_win": True})
    assert refused(strict, 0, do="lay_off", meld=0, cards=["8H", "9H"]) == "must_keep_discard"
    one = act(strict, 0, do="lay_off", meld=0, cards=["8H"]).state
    assert legal(one, 0) == [{"do": "discard", "card": "9H1"}]
    assert act(one, 0, do="discard", card="9H").state.result.kind == "out"
    three = scene(KEY, {0: "2C 3C 4C", 1: "4D"}, options={"discard_to_win": True})
    assert refused(three, 0, do="lay", cards=["2C", "3C", "4C"]) == "must_keep_discard"


def test_r2_7_points_of_the_hand():
    rules = games.get_ruleset(KEY)
    hand = ("AH1", "KH1", "TD1", "2C1")
    assert rules.hand_value(games.clean_options(rules, {}), hand) == 23
    assert rules.hand_value(games.clean_options(rules, {"ace_high": True}), hand) == 33


def test_r2_8_the_winner_adds_what_the_others_hold_up_to_the_target():
    hands = {0: "2C", 1: "KH 4D", 2: "QS JS"}
    over = act(scene(KEY, hands, scores={0: 60, 1: 80, 2: 0}), 0, do="discard", card="2C").state
    assert (over.result.changes, over.players[0].score, over.match) == ({0: 34}, 94, None)
    assert games.public_view(over)["result"]["points"] == {"0": 0, "1": 14, "2": 20}
    assert games.public_view(over)["result"]["hands"]["1"] == ["KH1", "4D1"]
    ended = act(scene(KEY, hands, scores={0: 66, 1: 80, 2: 0}), 0, do="discard", card="2C").state
    assert (ended.players[0].score, ended.match.winner, ended.match.reason) == (100, 0, "target")
    assert ended.match.placement == {0: 1, 1: 2, 2: 3}


@pytest.mark.parametrize("action", [{"do": "discard", "card": "8H"}, {"do": "lay_off", "meld": 0, "cards": ["8H"]}])
def test_r2_9_the_round_ends_the_moment_a_hand_is_empty(action):
    step = act(scene(KEY, {0: "8H", 1: OTHER}, melds=["5H 6H 7H"]), 0, **action)
    assert names(step)[-1] == "round_over"
    assert (step.state.result.kind, step.state.result.winner, step.state.phase) == ("out", 0, "over")


@pytest.mark.parametrize(
    ("hands", "winner", "gain"),
    [
        ({0: "AH 2C", 1: "4D"}, 0, 4),
        ({0: "9D", 1: "5H", 2: "5C"}, 1, 14),
        ({0: "KD", 1: "QH", 2: "JC", 3: "TS"}, 0, 30),
    ],
)
def test_r2_10_asking_the_empty_stock_ends_the_round_for_the_lowest_hand(hands, winner, gain):
    state = scene(KEY, hands, phase="draw", stock="", pile="2S", active=1)
    assert {"do": "draw", "from": "stock"} in legal(state, 1)
    for over in (act(state, 1, do="draw", source="stock").state, games.timeout(state).state):
        assert (over.result.kind, over.result.winner, over.result.changes) == ("blocked", winner, {winner: gain})


def test_r2_10_the_pile_is_never_made_into_a_stock():
    state = scene(KEY, {0: f"{JUNK} 3S", 1: OTHER}, stock="", pile="KS JS")
    after = act(state, 0, do="discard", card="3S").state
    assert (after.stock, len(after.pile), after.reshuffles, after.phase) == ((), 3, 0, "draw")


def test_r2_11_the_history_of_takes_and_throws_is_public():
    state = dealt()
    first = state.active
    taken = act(state, first, do="draw", source="pile").state
    thrown = act(taken, first, do="discard", card=taken.players[first].hand[0]).state
    assert games.public_view(thrown)["history"] == [
        {"e": "upcard", "card": state.pile[0]},
        {"e": "took", "seat": first, "card": state.pile[0]},
        {"e": "discarded", "seat": first, "card": thrown.pile[-1]},
    ]
    assert "pile_cards" not in games.public_view(thrown)
