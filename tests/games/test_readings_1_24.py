"""Our readings where the documents are silent, as far as they concern the engine: A-1 to A-24."""

import pytest

import games
from tests.support.games.laws import conserved
from tests.support.games.scenes import act, between, dealt, gone_from, legal, refused, scene

CLOSED = "4H 5H 6H 9C 9D 9S KH KD KC"
FULL = "4H 5H 6H 7H 9C 9D 9S KH KD KC"
NEARLY = "4H 5H 2S 9C 9D 9S KH KD KC"
JUNK = "2C 4D 6S 8C TH QS AD 3H 7C"
OTHER = "2D 4S 6C 8D TS QC AH 3C 7D"
MORE = "2H 4C 6D 8S TD QH AS 3D 7S"
CORTE, VIDAS, PIFE, PONTOS, RAMI = games.RULESETS
ALL = pytest.mark.parametrize("key", list(games.RULESETS))


@ALL
def test_a_1_the_next_leader_is_counted_from_the_seat_of_one_who_is_gone(key):
    state = dealt(key)
    lead = state.dealer if games.get_ruleset(key).rotates == "dealer" else state.starter
    after = dealt(key, state=gone_from(between(state), lead, (lead + 1) % 4))
    assert (after.dealer if games.get_ruleset(key).rotates == "dealer" else after.starter) == (lead + 2) % 4


@pytest.mark.parametrize(
    ("key", "code"), [(CORTE, None), (VIDAS, None), (RAMI, None), (PIFE, "barred_card"), (PONTOS, "barred_card")]
)
def test_a_3_the_card_from_the_pile_may_go_back_except_in_m3(key, code):
    state = scene(key, {0: JUNK, 1: "2D 4S 6C 8D TS QC AH 3C 7D"}, phase="draw", pile="KS")
    taken = act(state, 0, do="draw", source="pile").state
    assert refused(taken, 0, do="discard", card="KS") == code


@pytest.mark.parametrize(("key", "kind"), [(CORTE, "nine"), (VIDAS, "nine"), (PIFE, None), (PONTOS, None)])
def test_a_4_three_melds_after_a_discard_win_by_themselves_in_p0_and_c4(key, kind):
    state = scene(key, {0: f"{CLOSED} 2S", 1: JUNK})
    for step in (act(state, 0, do="discard", card="2S"), games.timeout(state)):
        assert (step.state.result and step.state.result.kind) == kind


def test_a_4_ten_closed_cards_never_win_by_themselves():
    state = scene(VIDAS, {0: "4H 5H 6H 9C 9D 9S KH KD KC", 1: JUNK}, phase="draw", stock="7H 2S")
    assert act(state, 0, do="draw", source="stock").state.phase == "discard"


def test_a_5_a_complete_hand_claims_only_a_discard_that_replaces_a_card():
    def window(card):
        return scene(CORTE, {0: JUNK, 1: CLOSED}, phase="window", active=0, pile=card)

    assert refused(window("2S"), 1, do="cut") == "does_not_close"
    swap = act(window("4H2"), 1, do="cut").state
    assert (swap.result.leftover, swap.pile) == ("4H1", ("4H1",))


@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_a_6_nobody_who_leaves_in_the_window_cancels_it(leaver):
    hands = {0: JUNK, 1: OTHER, 2: MORE, 3: NEARLY}
    state = gone_from(scene(CORTE, hands, phase="window", pile="6H2"), leaver)
    assert (state.phase, state.window.discarder) == ("window", 0)
    assert act(state, 3, do="cut").state.result.winner == 3
    after = games.timeout(state).state
    assert after.active == (2 if leaver == 1 else 1)


@ALL
def test_a_7_the_winner_s_cards_are_shown_and_the_losers_never_but_in_r2(key):
    if key == RAMI:
        state = act(scene(key, {0: "2C", 1: "KH 4D"}), 0, do="discard", card="2C").state
    elif key in {PIFE, PONTOS}:
        state = act(scene(key, {0: f"{CLOSED} 2S", 1: JUNK}), 0, do="knock").state
    else:
        state = act(scene(key, {0: f"{CLOSED} 2S", 1: JUNK}), 0, do="discard", card="2S").state
    result = games.public_view(state)["result"]
    assert ("hands" in result) == (key == RAMI)
    assert [card for meld in result["melds"] for card in meld] or key == RAMI
    assert games.private_view(state, 0)["hand"] == list(state.players[0].hand)


@pytest.mark.parametrize("key", [CORTE, VIDAS, PIFE, PONTOS])
def test_a_8_a_last_card_buyer_who_leaves_has_the_stock_made_when_the_turn_passes(key):
    state = scene(key, {0: f"{JUNK} 5S", 1: OTHER, 2: MORE}, stock="", pile="KS JS QD")
    after = gone_from(state, 0)
    assert (len(after.stock), after.pile, after.reshuffles, after.active) == (2, ("QD1",), 1, 1)
    assert not set(after.stock) & set(state.players[0].hand)


@pytest.mark.parametrize("key", [CORTE, VIDAS, PIFE, PONTOS])
def test_a_8_with_only_the_top_left_m3_ties_and_the_others_may_take_it(key):
    state = scene(key, {0: f"{JUNK} 5S", 1: OTHER}, stock="", pile="")
    after = act(state, 0, do="discard", card="5S").state
    if key in {PIFE, PONTOS}:
        assert after.result.kind == "tied"
        return
    after = games.timeout(after).state if after.phase == "window" else after
    assert legal(after, 1) == [{"do": "draw", "from": "pile"}]
    assert refused(after, 1, do="draw", source="stock") == "stock_empty"
    assert games.timeout(after).events[0].public["e"] == "took"


def test_a_8_a_common_knock_on_the_last_stock_card_comes_before_the_tie():
    state = scene(PIFE, {0: f"{CLOSED} 2S", 1: JUNK}, stock="", pile="KS JS", reshuffles=3)
    assert act(state, 0, do="knock").state.result.kind == "common"


@pytest.mark.parametrize("key", [CORTE, VIDAS])
@pytest.mark.parametrize("source", ["stock", "pile"])
def test_a_9_a_time_out_throws_the_card_just_drawn(key, source):
    state = act(scene(key, {0: JUNK, 1: OTHER}, phase="draw", pile="KS"), 0, do="draw", source=source).state
    assert games.timeout(state).events[0].public["card"] == state.drawn


@ALL
def test_a_11_whoever_left_between_draw_and_discard_takes_all_his_cards_with_him(key):
    state = scene(
        key, {0: f"{JUNK} 5S", 1: OTHER, 2: MORE} if key != RAMI else {0: "2C 5S", 1: "4D", 2: "6H"}, pile="KS"
    )
    view = games.private_view(state, 0)
    assert (len(view["hand"]), view["drawn"]) == (len(state.players[0].hand), "5S1")
    after = gone_from(state, 0)
    assert set(state.players[0].hand) <= set(after.gone)
    assert (after.phase, after.active, after.pile, after.turn) == ("draw", 1, ("KS1",), state.turn + 1)
    assert conserved(after)


def test_a_12_the_pile_of_c4_starts_empty():
    assert dealt(VIDAS).pile == ()


@pytest.mark.parametrize(
    ("key", "meld", "verdict"),
    [(VIDAS, "6H 6H 6C", False), (PONTOS, "6H 6H 6C", True), (VIDAS, "5H 6H 7H", True), (PONTOS, "5H 6H 7H 6H", True)],
)
def test_a_13_a_wild_in_its_natural_place_counts_in_c4_only(key, meld, verdict):
    state = scene(key, {0: meld, 1: JUNK}, turn_up="5H1")
    assert games.solver_of(state).is_meld(state.players[0].hand) is verdict


def test_a_14_all_who_reach_zero_go_together_and_the_knocker_stays():
    for key, action in ((VIDAS, {"do": "discard", "card": "2S"}), (PONTOS, {"do": "knock"})):
        state = scene(key, {0: f"{CLOSED} 2S", 1: JUNK, 2: OTHER}, scores={0: 1, 1: 1, 2: 1})
        over = act(state, 0, **action).state
        assert (over.result.eliminated, over.match.winner) == ((1, 2), 0)
        assert over.match.placement == {0: 1, 1: 2, 2: 2}


def test_a_15_who_comes_back_keeps_the_lives_he_left_with():
    over = between(scene(VIDAS, {0: JUNK, 1: OTHER, 2: MORE}, scores={0: 5, 1: 4, 2: 3}))
    over = gone_from(over, 2)
    assert over.players[2].score == 3
    assert games.seat_in(over, 2, bot=False, score=3).players[2].score == 3
    ghost = games.seat_in(over, 2, bot=False, score=0)
    assert ghost.players[2].out
    assert len(dealt(VIDAS, state=ghost).players[2].hand) == 0
    assert games.seat_in(over, 2, bot=False).players[2].score == 10


@pytest.mark.parametrize("key", [PIFE, PONTOS])
def test_a_16_after_a_tie_the_next_player_starts_and_the_eliminated_are_skipped(key):
    hands = {0: f"{JUNK} 5S", 1: OTHER, 3: MORE}
    state = scene(key, hands, stock="", pile="KS JS", reshuffles=3, starter=1, options={"points": 5}, scores={2: 0})
    over = act(state, 0, do="discard", card="5S").state
    assert over.result.kind == "tied"
    assert dealt(key, state=over).active == 3


@pytest.mark.parametrize("key", [PIFE, PONTOS])
def test_a_17_the_twin_of_the_barred_card_may_go(key):
    hands = {0: "2C 4D 6S 8C TH QS AD 3H KS1", 1: OTHER, 2: MORE}
    taken = act(scene(key, hands, phase="draw", pile="KS2"), 0, do="draw", source="pile").state
    assert refused(taken, 0, do="discard", card="KS2") == "barred_card"
    assert refused(taken, 0, do="discard", card="KS1") is None


def test_a_18_wilds_count_for_the_restricted_draw():
    def may(hand, top):
        options = {"restricted_take": True}
        state = scene(PONTOS, {0: hand, 1: OTHER}, phase="draw", pile=top, turn_up="5H1", options=options)
        return {"do": "draw", "from": "pile"} in legal(state, 0)

    assert may("4C 6H 2S 9C JD KH KD 3S QS", "5C")
    assert may("4C 5C 2S 9D JD KH TS 3S QH", "6H")
    assert not may("4C 8H 2S 9D JC KH TS 5D AD", "6H")


@pytest.mark.parametrize(
    "hand", ["2C 3C 4C 5C 6C 7D 8D 9D TD JD", "4H 5H 6H 7H 2C 3C 4C 5C 6C 7C", "2C 3C 4C 5C 6C 7C 8C 9C TC JC"]
)
def test_a_19_ten_close_in_any_partition(hand):
    assert act(scene(PIFE, {0: hand, 1: "2D"}), 0, do="knock", kind="all").state.result.kind == "all"


def test_a_20_the_bare_knock_prefers_all_cards_and_a_named_discard_is_kept():
    state = scene(PIFE, {0: FULL, 1: JUNK})
    assert act(state, 0, do="knock").state.result.kind == "all"
    assert act(state, 0, do="knock", discard="7H").state.result.leftover == "7H1"
    assert refused(state, 0, do="knock", discard="9C") == "does_not_close"
    assert refused(state, 0, do="knock", discard="2S") == "not_your_card"


@pytest.mark.parametrize(
    "melds",
    [
        [["4H", "5H", "9C"], ["9D", "9S", "6H"], ["KH", "KD", "KC"]],
        [["4H", "5H", "6H"]],
        [["2S", "3S", "4S"]],
        [["4H", "4H", "4H"]],
    ],
)
def test_a_20_a_wrong_division_of_a_hand_that_closes_is_replaced(melds):
    state = act(scene(PIFE, {0: f"{CLOSED} 2S", 1: JUNK}), 0, do="knock", melds=melds).state
    assert (state.result.kind, state.result.leftover) == ("common", "2S1")
    assert sorted(map(len, state.result.melds)) == [3, 3, 3]


def test_a_21_resigners_share_the_place_of_who_falls_in_the_same_round():
    hands = {0: f"{CLOSED} 2S", 1: JUNK, 2: OTHER}
    state = scene(PONTOS, hands, scores={0: 5, 1: 1, 2: 5})
    over = act(act(state, 2, do="resign").state, 0, do="knock").state
    assert over.match.placement == {0: 1, 1: 2, 2: 2}
    one = scene(PIFE, {0: f"{CLOSED} 2S", 1: JUNK, 2: OTHER})
    assert act(act(one, 2, do="resign").state, 0, do="knock").state.match.placement == {0: 1, 1: 2, 2: 2}


def test_a_21_resigning_out_of_turn_leaves_the_turn_where_it_is():
    state = scene(PIFE, {0: f"{JUNK} 5S", 1: OTHER, 2: MORE})
    after = act(state, 1, do="resign").state
    assert (after.phase, after.active, after.turn) == ("discard", 0, state.turn)
    assert act(after, 0, do="discard", card="5S").state.active == 2


def test_a_22_decks_follow_the_players_of_this_deal():
    state = dealt(PIFE, 3, points=5)
    assert len(state.stock) == 104 - 27
    assert len(dealt(PIFE, state=gone_from(between(state), 1)).stock) == 52 - 18


def test_a_23_pife_with_points_costs_one_whatever_the_knock_and_stops_after_a_hundred_rounds():
    scores = {0: 7, 1: 9}
    for kind, turns in (("all", 1), ("common", 1), ("all", 2)):
        state = scene(PIFE, {0: FULL, 1: JUNK}, options={"points": 9}, scores=scores, turns=turns)
        assert act(state, 0, do="knock", kind=kind).state.players[1].score == 8
    last = scene(PIFE, {0: FULL, 1: JUNK}, options={"points": 9}, scores=scores, round=100)
    assert act(last, 0, do="knock").state.match.winner == 1


def test_a_24_the_first_turn_is_the_player_s_own_and_passes_with_a_time_out():
    state = scene(PONTOS, {0: JUNK, 1: CLOSED}, phase="draw", turns=1, turn=1, stock="2S 3S 5S JS")
    state = games.state.replace(
        state, players=(state.players[0], games.state.replace(state.players[1], turns=0), *state.players[2:])
    )
    state = games.timeout(games.timeout(state).state).state
    first = act(games.timeout(state).state, 1, do="knock").state
    assert first.result.changes == {0: -2}
    later = state
    for _ in range(5):
        later = games.timeout(later).state
    assert later.active == 1
    assert act(later, 1, do="knock").state.result.changes == {0: -1}
