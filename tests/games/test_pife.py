"""What Pife and Cacheta with points share (M3), and Pife itself (P3), rule by rule."""

import pytest

import games
from games.state import player_at, replace, with_player
from tests.support.games.laws import conserved
from tests.support.games.scenes import act, between, legal, names, refused, scene, seed

BOTH = pytest.mark.parametrize("key", ["pife", "cacheta-pontos"])
CLOSED = "4H 5H 6H 9C 9D 9S KH KD KC"
FULL = "4H 5H 6H 7H 9C 9D 9S KH KD KC"
JUNK = "2C 4D 6S 8C TH QS AD 3H 7C"
OTHER = "2D 4S 6C 8D TS QC AH 3C 7D"
MORE = "2H 4C 6D 8S TD QH AS 3D 7S"


def dealt(key="pife", players=2, number=0, state=None, **options):
    state = state or games.new_match(key, options, dict.fromkeys(range(players), False))
    return games.deal(state, seed(number)).state


def solver(key="pife", **options):
    return games.solver_of(scene(key, {0: CLOSED, 1: JUNK}, options=options))


def held(text):
    return scene("cacheta-pontos", {0: text, 1: JUNK}).players[0].hand


# --- common to both -------------------------------------------------------------------------------------------------


@BOTH
def test_m3_1_two_to_four_players_and_no_printed_jokers(key):
    assert games.get_ruleset(key).seats == range(2, 5)
    assert all(conserved(dealt(key, players)) for players in (2, 3, 4))
    with pytest.raises(games.IllegalAction, match="cannot_deal"):
        dealt(key, 1)


@BOTH
def test_m3_2_the_first_starter_is_drawn_and_then_the_next_in_order_starts(key):
    assert {dealt(key, 4, number).active for number in range(40)} == {0, 1, 2, 3}
    state = dealt(key, 4)
    again = dealt(state=between(state), number=1)
    assert (again.starter, again.active) == ((state.starter + 1) % 4,) * 2


@BOTH
def test_m3_3_one_by_one_from_the_starter_with_an_empty_pile(key):
    state = dealt(key, 3)
    order = games.shuffle.shuffled(seed(), "deal", games.cards.deck(2))
    circle = [(state.starter + step) % 3 for step in range(3)]
    assert [state.players[seat].hand[0] for seat in circle] == list(order[:3])
    assert [state.players[seat].hand[8] for seat in circle] == list(order[24:27])
    assert state.pile == ()
    assert legal(state, state.active)[0] == {"do": "draw", "from": "stock"}
    assert refused(state, state.active, do="draw", source="pile") == "pile_empty"


@pytest.mark.parametrize(
    ("meld", "verdict"),
    [("7H 7D 7C", True), ("7H 7D 7C 7S", True), ("7H 7H 7D 7C", False), ("7H 7H 7D", False), ("7H 7D 7C 7S 7H", False)],
)
def test_m3_4_sets_of_three_or_four_different_suits(meld, verdict):
    assert solver().is_meld(held(meld)) is verdict


@pytest.mark.parametrize(
    ("meld", "verdict"),
    [("3H 4H 5H", True), ("3H 4H 5H 6H 7H", True), ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", True), ("4H 5H", False),
     ("4H 5H 5H 6H", False)],
)  # fmt: skip
def test_m3_5_runs_of_any_length_with_no_value_twice(meld, verdict):
    assert solver().is_meld(held(meld)) is verdict


@pytest.mark.parametrize(
    ("meld", "both", "low"),
    [("AH 2H 3H", True, True), ("QH KH AH", True, False), ("KH AH 2H", False, False), ("AH AD AC", True, True)],
)
def test_m3_6_the_ace_at_both_ends_or_only_low(meld, both, low):
    assert solver().is_meld(held(meld)) is both
    assert solver(ace="low").is_meld(held(meld)) is low


@BOTH
def test_m3_7_draw_from_stock_or_pile_then_discard_or_knock(key):
    state = scene(key, {0: CLOSED, 1: OTHER}, phase="draw", pile="2S")
    assert legal(state, 0)[:2] == [{"do": "draw", "from": "stock"}, {"do": "draw", "from": "pile"}]
    after = act(state, 0, do="draw", source="stock").state
    kinds = {each["do"] for each in legal(after, 0)}
    assert kinds == {"discard", "knock", "resign"}
    thrown = act(after, 0, do="discard", card=after.drawn).state
    assert (thrown.phase, thrown.active) == ("draw", 1)


@BOTH
def test_m3_8_the_card_from_the_pile_may_not_go_back_this_turn(key):
    state = scene(key, {0: CLOSED, 1: OTHER}, phase="draw", pile="3S")
    taken = act(state, 0, do="draw", source="pile").state
    assert taken.barred == "3S1"
    assert {"do": "discard", "card": "3S1"} not in legal(taken, 0)
    assert refused(taken, 0, do="discard", card="3S1") == "barred_card"
    assert refused(taken, 0, do="knock") == "does_not_close"
    assert refused(taken, 0, do="knock", discard="3S1") == "barred_card"
    drawn = scene(key, {0: f"{CLOSED} 3S", 1: OTHER})
    assert act(drawn, 0, do="knock").state.result.leftover == "3S1"


@BOTH
def test_m3_9_a_taken_card_stays_known_until_it_is_thrown(key):
    state = scene(key, {0: JUNK, 1: OTHER}, phase="draw", pile="KS")
    step = act(state, 0, do="draw", source="pile")
    assert step.events[0].public == {"e": "took", "seat": 0, "card": "KS1"}
    assert games.public_view(step.state)["known"] == {"0": ["KS1"]}
    passed = act(step.state, 0, do="discard", card="2C").state
    later = games.timeout(games.timeout(passed).state).state
    later = act(later, 0, do="draw", source="stock").state
    assert games.public_view(later)["known"] == {"0": ["KS1"]}
    assert games.public_view(act(later, 0, do="discard", card="KS").state)["known"] == {}


@BOTH
def test_m3_10_the_restricted_table_gives_the_pile_only_for_a_meld_at_once(key):
    hands = {0: "4H 5H 2C 9C JD KH KD 3C QS", 1: OTHER}
    for top, may in (("6H", True), ("KC", True), ("7H", False)):
        state = scene(key, hands, options={"restricted_take": True}, phase="draw", pile=top)
        assert ({"do": "draw", "from": "pile"} in legal(state, 0)) is may
        assert refused(state, 0, do="draw", source="pile") == (None if may else "take_needs_meld")
        free = scene(key, hands, phase="draw", pile=top)
        assert refused(free, 0, do="draw", source="pile") is None


@BOTH
def test_m3_11_the_whole_pile_is_public_in_order(key):
    view = games.public_view(scene(key, {0: JUNK, 1: OTHER}, phase="draw", pile="3S KS 5S"))
    assert view["pile_cards"] == ["3S1", "KS1", "5S1"]


@BOTH
def test_m3_12_common_leaves_one_card_and_all_leaves_none(key):
    state = scene(key, {0: FULL, 1: OTHER})
    whole = act(state, 0, do="knock", kind="all").state
    assert (whole.result.kind, whole.result.leftover, len(whole.players[0].hand)) == ("all", None, 10)
    common = act(state, 0, do="knock", kind="common").state
    assert (common.result.kind, common.result.leftover, len(common.players[0].hand)) == ("common", "4H1", 9)
    assert common.pile[-1] == "4H1"
    before = scene(key, {0: CLOSED, 1: OTHER}, phase="draw")
    assert refused(before, 0, do="knock") == "wrong_phase"
    assert refused(scene(key, {0: OTHER, 1: CLOSED}, phase="draw"), 1, do="knock") == "not_your_turn"


@pytest.mark.parametrize(
    "hand",
    [CLOSED, "3H 4H 5H 6H 7H 9C TC JC QC", "9H TH JH 3C 4C 5C 6C 7C 8C", "2H 3H 4H 5H 6H 7H 8H 9H TH", FULL,
     "2C 3C 4C 5C 6C 7D 8D 9D TD JD", "4H 5H 6H 7H 2C 3C 4C 5C 6C 7C", "4H 5H 6H 2C 3C 4C 5C 6C 7C 8C",
     "2C 3C 4C 5C 6C 7C 8C 9C TC JC"],
)  # fmt: skip
def test_m3_13_any_partition_into_groups_of_three_and_more(hand):
    assert solver().closes(held(hand))


@BOTH
def test_m3_14_with_the_player_s_own_division_or_with_none(key):
    state = scene(key, {0: FULL, 1: OTHER})
    mine = [["5H", "6H", "7H"], ["9C", "9D", "9S"], ["KH", "KD", "KC"]]
    step = act(state, 0, do="knock", melds=mine)
    assert (step.state.result.kind, step.state.result.leftover) == ("common", "4H1")
    assert step.state.result.melds == tuple(tuple(card + "1" for card in meld) for meld in mine)
    assert act(state, 0, do="knock").state.result.kind == "all"


@pytest.mark.parametrize("discard", [None, "7C", "7C1"])
def test_m3_14_bare_faces_keep_the_card_that_must_stay(discard):
    """A-36: of two known copies the barred one is melded, the other thrown."""
    state = scene("pife", {0: "4C 9C2 5C 7C1 TC JC 8C2 3C2 6C2 7C2", 1: OTHER, 2: "2D"}, source="pile")
    state = replace(state, players=with_player(state, 0, replace(player_at(state, 0), known=("7C1", "7C2"))))
    mine = [["3C", "4C", "5C"], ["6C", "7C", "8C"], ["9C", "TC", "JC"]]
    result = act(state, 0, do="knock", melds=mine, **({"discard": discard} if discard else {})).state.result
    assert result.leftover == "7C1"
    assert [[card[:2] for card in meld] for meld in result.melds] == mine


@BOTH
def test_m3_15_a_refused_knock_changes_nothing_and_a_discard_never_wins_by_itself(key):
    junk = scene(key, {0: f"{JUNK} 5S", 1: OTHER})
    for options in ({}, {"kind": "all"}, {"kind": "common"}, {"discard": "5S"}):
        assert refused(junk, 0, do="knock", **options) == "does_not_close"
    state = scene(key, {0: f"{CLOSED} 3S", 1: OTHER})
    assert act(state, 0, do="discard", card="3S").state.result is None


@BOTH
def test_m3_16_nothing_is_laid_during_the_round(key):
    state = scene(key, {0: f"{CLOSED} 3S", 1: OTHER})
    assert refused(state, 0, do="lay", cards=["9C", "9D", "9S"]) == "unknown_action"
    assert refused(state, 0, do="lay_off", meld=0, cards=["9C"]) == "unknown_action"


@BOTH
def test_m3_17_three_reshuffles_right_after_the_discard(key):
    state = scene(key, {0: f"{JUNK} 5S", 1: OTHER}, stock="", pile="2H 3D 4C 5C")
    step = act(state, 0, do="discard", card="5S")
    assert names(step) == ["discarded", "reshuffled"]
    assert (len(step.state.stock), step.state.pile, step.state.reshuffles) == (4, ("5S1",), 1)
    assert refused(step.state, 1, do="draw", source="stock") is None
    third = scene(key, {0: f"{JUNK} 5S", 1: OTHER}, stock="", pile="2H 3D 4C 5C", reshuffles=2)
    assert act(third, 0, do="discard", card="5S").state.reshuffles == 3


@BOTH
def test_m3_18_the_fourth_exhaustion_ties_the_round(key):
    state = scene(
        key,
        {0: f"{JUNK} 5S", 1: OTHER},
        stock="",
        pile="2H 3D 4C 5C",
        reshuffles=3,
        options={"points": 5},
        scores={0: 4, 1: 5},
    )
    over = act(state, 0, do="discard", card="5S").state
    assert (over.result.kind, over.result.winner, over.ties) == ("tied", None, 1)
    assert [player.score for player in over.players if player] == [4, 5]
    assert games.ready(over)


@BOTH
@pytest.mark.parametrize(("source", "card"), [("stock", "5S1"), ("pile", "7C1")])
def test_m3_19_a_time_out_throws_the_card_just_drawn_unless_it_is_barred(key, source, card):
    state = scene(key, {0: f"{JUNK} 5S", 1: OTHER}, source=source)
    assert games.timeout(state).events[0].public["card"] == card


@BOTH
def test_m3_19_a_time_out_draws_from_the_stock_and_never_knocks(key):
    state = scene(key, {0: CLOSED, 1: OTHER}, phase="draw", pile="3S")
    drawn = games.timeout(state).state
    assert drawn.pile == ("3S1",)
    after = games.timeout(drawn).state
    assert (after.phase, after.active, after.result) == ("draw", 1, None)


@BOTH
def test_m3_20_resigning_against_one_makes_the_other_win(key):
    over = act(scene(key, {0: JUNK, 1: OTHER}, phase="draw", active=1), 0, do="resign").state
    assert (over.result.kind, over.result.winner, over.match.winner) == ("last", 1, 1)
    assert over.match.placement == {0: 2, 1: 1}


@BOTH
def test_m3_20_among_more_the_resigner_is_out_with_no_points_and_play_goes_on(key):
    state = scene(key, {0: f"{JUNK} 5S", 1: OTHER, 2: MORE}, options={"points": 7})
    step = act(state, 0, do="resign")
    player = step.state.players[0]
    assert names(step) == ["resigned"]
    assert (player.out, player.left, player.score, player.hand) == (True, False, 0, ())
    assert (step.state.phase, step.state.active, step.state.pile) == ("draw", 1, ())
    assert conserved(step.state)
    assert refused(step.state, 0, do="resign") == "not_in_round"


# --- Pife -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "decks", "size"), [(2, 1, 9), (3, 2, 9), (4, 2, 9), (2, 1, 10), (4, 2, 10)])
def test_p3_1_one_deck_for_two_players_and_two_for_more(players, decks, size):
    state = dealt("pife", players, hand_size=size)
    assert len(state.stock) == 52 * decks - size * players
    assert state.wilds == ()
    assert conserved(state)


def test_p3_2_one_knock_decides_and_all_others_share_the_next_place():
    over = act(scene("pife", {0: f"{CLOSED} 3S", 1: OTHER, 2: MORE}), 0, do="knock").state
    assert (over.match.winner, over.match.placement, over.match.reason) == (0, {0: 1, 1: 2, 2: 2}, "knock")
    view = games.public_view(over)
    assert (view["score_kind"], {player["score"] for player in view["players"]}) == (None, {None})


def test_p3_3_twenty_ties_in_a_row_end_the_match_without_winner():
    state = scene("pife", {0: f"{JUNK} 5S", 1: OTHER}, stock="", pile="2H 3D", reshuffles=3, ties=18)
    nineteenth = act(state, 0, do="discard", card="5S").state
    assert (nineteenth.ties, nineteenth.match) == (19, None)
    assert games.ready(nineteenth)
    state = games.state.replace(state, ties=19)
    twentieth = act(state, 0, do="discard", card="5S").state
    assert (twentieth.match.reason, twentieth.match.winner, twentieth.match.placement) == ("ties", None, {})


def test_p3_4_a_match_for_points_costs_one_a_round_not_knocked():
    scores = {0: 3, 1: 3, 2: 1}
    state = scene("pife", {0: f"{CLOSED} 3S", 1: OTHER, 2: MORE}, options={"points": 3}, scores=scores)
    over = act(state, 0, do="knock").state
    assert [player.score for player in over.players if player] == [3, 2, 0]
    assert (over.result.eliminated, over.match) == ((2,), None)
    again = dealt(state=over)
    assert [len(player.hand) for player in again.players if player] == [9, 9, 0]
    assert len(again.stock) == 52 - 18
