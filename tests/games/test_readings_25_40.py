"""Our readings where the documents are silent, as far as they concern the engine: A-25 to A-40."""

import pytest

import games
from tests.support.games.laws import conserved
from tests.support.games.scenes import act, between, dealt, gone_from, names, scene, seed

CLOSED = "4H 5H 6H 9C 9D 9S KH KD KC"
JUNK = "2C 4D 6S 8C TH QS AD 3H 7C"
OTHER = "2D 4S 6C 8D TS QC AH 3C 7D"
MORE = "2H 4C 6D 8S TD QH AS 3D 7S"
CORTE, VIDAS, PIFE, PONTOS, RAMI = games.RULESETS
ALL = pytest.mark.parametrize("key", list(games.RULESETS))


def test_a_25_tied_rounds_count_towards_the_limit():
    state = scene(
        PONTOS, {0: f"{JUNK} 5S", 1: OTHER}, stock="", pile="KS JS", reshuffles=3, round=100, scores={0: 5, 1: 4}
    )
    over = act(state, 0, do="discard", card="5S").state
    assert (over.result.kind, over.match.winner) == ("tied", 0)


def test_a_26_with_discard_to_win_the_last_card_is_thrown():
    state = scene(RAMI, {0: "8H 2C", 1: "4D"}, melds=["5H 6H 7H"], options={"discard_to_win": True})
    one = act(state, 0, do="lay_off", meld=0, cards=["8H"]).state
    assert act(one, 0, do="discard", card="2C").state.result.winner == 0


def test_a_27_taking_the_pile_does_not_block_and_a_time_out_asks():
    state = scene(RAMI, {0: "9D", 1: "5H", 2: "5C"}, phase="draw", stock="", pile="KS JS")
    assert act(state, 0, do="draw", source="pile").state.phase == "discard"
    over = games.timeout(state).state
    assert (over.result.kind, over.result.winner, over.result.changes) == ("blocked", 1, {1: 14})


@pytest.mark.parametrize(("key", "place"), [(PIFE, "resigned"), (PONTOS, "resigned"), (RAMI, "left")])
def test_a_29_removal_is_resigning_in_m3_and_leaving_in_r2(key, place):
    state = gone_from(dealt(key), 2)
    player = state.players[2]
    assert (player.out, player.left, player.score, player.hand) == (True, True, 0, ())
    assert state.phase == "draw"


def test_a_31_cacheta_with_lives_seats_two_to_eight():
    assert games.get_ruleset(VIDAS).seats == range(2, 9)
    assert conserved(dealt(VIDAS, 8))


@ALL
def test_a_33_the_first_leader_is_drawn_from_the_seed_under_its_own_label(key):
    for number in range(20):
        state = dealt(key, number=number)
        lead = state.dealer if games.get_ruleset(key).rotates == "dealer" else state.starter
        assert lead == games.shuffle.draw(seed(number), "dealer", 4)


def test_a_34_only_those_dealt_in_and_not_gone_lose_lives():
    state = scene(VIDAS, {0: f"{CLOSED} 2S", 1: JUNK, 2: OTHER, 3: MORE}, scores={0: 5, 1: 5, 2: 5, 3: 5, 4: 0})
    over = act(gone_from(state, 2), 0, do="discard", card="2S").state
    assert over.result.changes == {1: -1, 3: -1}
    assert over.players[2].score == 5


def test_a_35_the_leftover_is_the_lowest_in_the_fixed_order_whatever_the_arrangement():
    for hand in ("4H 5H 6H 7H 9C 9D KH KD KC", "7H KC 9D 6H 4H KH 5H 9C KD"):
        state = scene(CORTE, {0: JUNK, 1: hand}, phase="window", pile="9S2")
        assert act(state, 1, do="cut").state.result.leftover == "4H1"


def test_a_35_the_newest_card_is_the_last_acquired():
    state = scene(RAMI, {0: "2C 9S 9D 9C", 1: "4D 5D"})
    laid = act(state, 0, do="lay", cards=["9S", "9D", "9C"])
    assert laid.state.result is None
    assert games.timeout(laid.state).events[0].public["card"] == "2C1"


def test_a_36_a_bare_face_means_the_legal_copy_and_the_unmarked_before_the_known():
    hands = {0: "2C 4D 6S 8C TH QS AD 3H KS1", 1: OTHER, 2: MORE}
    taken = act(scene(PIFE, hands, phase="draw", pile="KS2"), 0, do="draw", source="pile").state
    assert act(taken, 0, do="discard", card="KS").state.pile[-1] == "KS1"
    hands = {0: "2C 4D 6S 8C TH QS AD 3H KS2", 1: OTHER, 2: MORE}
    taken = act(scene(PIFE, hands, phase="draw", pile="KS1"), 0, do="draw", source="pile").state
    later = act(act(taken, 0, do="discard", card="2C").state, 1, do="resign").state
    later = games.timeout(games.timeout(later).state).state
    drawn = act(later, 0, do="draw", source="stock").state
    assert act(drawn, 0, do="discard", card="KS").state.pile[-1] == "KS2"


def test_a_36_bare_faces_in_a_division_keep_the_barred_copy_in_the_hand():
    hands = {0: "4H 5H 6H1 9C 9D 9S KH KD KC", 1: JUNK, 2: OTHER}
    taken = act(scene(PIFE, hands, phase="draw", pile="6H2"), 0, do="draw", source="pile").state
    melds = [["4H", "5H", "6H"], ["9C", "9D", "9S"], ["KH", "KD", "KC"]]
    over = act(taken, 0, do="knock", melds=melds).state
    assert (over.result.leftover, over.result.melds[0]) == ("6H1", ("4H1", "5H1", "6H2"))


@pytest.mark.parametrize("key", [CORTE, VIDAS])
def test_a_37_only_the_last_action_is_remembered_where_the_pile_is_closed(key):
    state = scene(key, {0: f"{JUNK} 5S", 1: OTHER}, pile="KS JS")
    after = act(state, 0, do="discard", card="5S").state
    after = games.timeout(after).state if after.phase == "window" else after
    text = str(games.public_view(act(after, 1, do="draw", source="stock").state))
    assert "5S1" in text
    assert "KS1" not in text
    assert "JS1" not in text


@ALL
def test_a_38_the_draw_and_the_discard_time_out_one_by_one(key):
    state = dealt(key)
    drawn = games.timeout(state).state
    assert (state.phase, drawn.phase, drawn.active) == ("draw", "discard", state.active)


@pytest.mark.parametrize(
    ("key", "enters"), [(CORTE, True), (VIDAS, True), (PIFE, False), (PONTOS, False), (RAMI, False)]
)
def test_a_39_newcomers_enter_at_the_next_deal_or_the_next_match(key, enters):
    state = between(dealt(key, 2))
    if enters:
        assert games.seat_in(state, 3, bot=True).players[3] is not None
    else:
        with pytest.raises(games.IllegalAction, match="match_running"):
            games.seat_in(state, 3, bot=True)
    assert games.seat_in(games.new_match(key, {}, {0: False}), 1, bot=True).players[1].bot


@ALL
def test_a_40_leaving_works_in_every_phase_and_leaves_the_top_alone(key):
    states = [dealt(key), games.timeout(dealt(key)).state]
    if key == CORTE:
        states.append(games.timeout(states[-1]).state)
    for state in states:
        for seat in range(4):
            step = games.leave(state, seat)
            assert names(step)[0] == "left"
            assert step.state.players[seat].left
            assert step.state.pile == state.pile
            assert conserved(step.state)
            assert (step.state.phase, step.state.active) == (
                (state.phase, state.active) if seat != state.active else ("draw", (seat + 1) % 4)
            )
            with pytest.raises(games.IllegalAction, match="no_such_seat"):
                games.leave(step.state, seat)


@pytest.mark.parametrize(
    ("key", "kind"), [(CORTE, "void"), (VIDAS, "last"), (PIFE, "last"), (PONTOS, "last"), (RAMI, "last")]
)
def test_a_40_one_left_ends_the_round_and_but_for_p0_the_match(key, kind):
    over = gone_from(dealt(key, 3), 0, 1)
    assert over.result.kind == kind
    assert over.match_over == (key != CORTE)
    assert (over.match and over.match.winner) == (None if key == CORTE else 2)


@pytest.mark.parametrize(("key", "over"), [(CORTE, False), (VIDAS, True), (PIFE, True), (PONTOS, True), (RAMI, True)])
def test_a_40_leaving_between_two_rounds(key, over):
    state = gone_from(between(dealt(key, 2)), 0)
    assert state.match_over == over
    assert not games.ready(state)


def test_a_40_melds_of_who_left_r2_stay_and_his_score_ranks_last():
    state = scene(RAMI, {0: "8H 2C", 1: "KD", 2: "QH"}, melds=[(1, "5H 6H 7H")], scores={0: 10, 1: 90, 2: 0})
    after = gone_from(state, 1)
    assert after.melds == state.melds
    step = act(act(after, 0, do="lay_off", meld=0, cards=["8H"]).state, 0, do="discard", card="2C")
    assert step.state.result.changes == {0: 10}
    last = gone_from(step.state, 2)
    assert (last.match.winner, last.match.placement) == (0, {0: 1, 1: 3, 2: 2})
