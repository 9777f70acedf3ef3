"""Pife with cut-in, rule by rule."""

import pytest

import games
from tests.support.games.laws import conserved
from tests.support.games.scenes import act, between, legal, names, refused, scene, seed

KEY = "pife-corte"
CLOSED = "4H 5H 6H 9C 9D 9S KH KD KC"
NEARLY = "4H 5H 2S 9C 9D 9S KH KD KC"  # closes with 3H or 6H, the 2S left over
JUNK = "2C 4D 6S 8C TH QS AD 3H 7C"
OTHER = "2D 4S 6C 8D TS QC AH 3C 7D"
MORE = "2H 4C 6D 8S TD QH AS 3D 7S"


def melds(text, options=None):
    state = scene(KEY, {0: text, 1: JUNK}, options=options)
    return games.solver_of(state).is_meld(state.players[0].hand)


def closes(text):
    state = scene(KEY, {0: text, 1: JUNK})
    return games.solver_of(state).closes(state.players[0].hand)


def dealt(players=4, number=0, state=None):
    state = state or games.new_match(KEY, {}, dict.fromkeys(range(players), False))
    return games.deal(state, seed(number)).state


def window(hands=None, card="6H", bots=(), **fields):
    """Seat 0 has just thrown `card`."""
    hands = {0: JUNK, 1: NEARLY, 2: OTHER, 3: MORE} | (hands or {})
    return scene(KEY, hands, phase="window", pile=f"2C2 {card}2", bots=bots, **fields)


# --- the deal -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 8])
def test_p0_1_two_decks_without_turn_up_or_wild(players):
    state = dealt(players)
    assert conserved(state)
    assert len(state.stock) + 9 * players == 104
    assert (state.turn_up, state.wilds) == (None, ())


def test_p0_2_nine_cards_and_an_empty_pile_so_the_first_draw_is_from_the_stock():
    state = dealt()
    assert [len(player.hand) for player in state.players if player] == [9] * 4
    assert state.pile == ()
    assert legal(state, state.active) == [{"do": "draw", "from": "stock"}]
    assert refused(state, state.active, do="draw", source="pile") == "pile_empty"


def test_p0_3_first_draw_after_the_dealer_who_moves_on_every_round():
    dealers = []
    state = None
    for number in range(5):
        state = dealt(number=number, state=state and between(state))
        dealers.append(state.dealer)
        assert state.active == (state.dealer + 1) % 4
    assert dealers == [(dealers[0] + step) % 4 for step in range(5)]


def test_p0_3_turns_follow_the_circle_of_seats():
    state = scene(KEY, {1: f"{JUNK} KS", 3: OTHER, 6: MORE}, active=1, bots=())
    for seat in (3, 6, 1):
        state = games.timeout(act(state, state.active, do="discard", card=state.drawn).state).state
        assert (state.phase, state.active) == ("draw", seat)
        state = act(state, seat, do="draw", source="stock").state


def test_p0_4_a_2_eight_seats_of_which_seven_may_be_bots():
    state = games.new_match(KEY, {}, {seat: seat > 0 for seat in range(8)})
    state = games.deal(state, seed()).state
    assert (sum(player.bot for player in state.players), len(state.stock)) == (7, 32)
    with pytest.raises(games.InvalidOption):
        games.new_match(KEY, {"seats": 9}, {})


# --- melds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "verdict"),
    [
        (CLOSED, True),
        ("4H 5H 6H 9C 9D 9S KH KD 2C", False),
        ("4H 5H 6H 9C 9D 9S KH KD", False),
        ("2H 3H 4H 5H 6H 7H 8H 9H TH", True),
        ("3H 4H 5H 6H 7H 9C TC JC QC", False),
    ],
)
def test_p0_5_exactly_three_melds_of_three(hand, verdict):
    assert closes(hand) is verdict


@pytest.mark.parametrize(
    ("meld", "verdict"), [("7H 7D 7C", True), ("7H 7H 7C", False), ("7D 7H 7H", False), ("7H 7D 8C", False)]
)
def test_p0_6_set_of_three_suits(meld, verdict):
    assert melds(meld) is verdict


@pytest.mark.parametrize(
    ("meld", "verdict"),
    [("4H 5H 6H", True), ("AH 2H 3H", True), ("QH KH AH", True), ("KH AH 2H", False), ("4H 5H 6D", False)],
)
def test_p0_7_run_of_three_with_the_ace_at_either_end(meld, verdict):
    assert melds(meld) is verdict


@pytest.mark.parametrize(
    ("hand", "verdict"),
    [("5H 6H 7H 7C 7D 9S TS JS 2C", False), ("5H 6H 7H 7C 7D 9S TS JS 7H", True), ("4H 4H 5H 5H 6H 6H KS KH KD", True)],
)
def test_p0_8_one_card_in_one_meld_twins_are_two_cards(hand, verdict):
    assert closes(hand) is verdict


def test_p0_9_no_knock_with_ten_and_no_meld_of_four():
    state = scene(KEY, {0: "4H 5H 6H 7H 9C 9D 9S KH KD KC", 1: JUNK})
    assert not melds("7H 7D 7C 7S")
    assert not melds("4H 5H 6H 7H")
    assert refused(state, 0, do="knock") == "unknown_action"
    assert refused(state, 0, do="knock", kind="all") == "unknown_action"


def test_p0_10_the_order_of_the_hand_never_changes_the_verdict():
    for hand in (CLOSED, " ".join(reversed(CLOSED.split())), "KC 4H 9S 6H KD 9C 5H KH 9D"):
        result = act(scene(KEY, {0: f"{hand} 2S", 1: JUNK}), 0, do="discard", card="2S").state.result
        assert sorted(map(sorted, result.melds)) == [
            ["4H1", "5H1", "6H1"],
            ["9C1", "9D1", "9S1"],
            ["KC1", "KD1", "KH1"],
        ]


# --- the turn -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", ["stock", "pile"])
def test_p0_11_only_the_seat_in_turn_draws_exactly_one_card(source):
    state = scene(KEY, {0: JUNK, 1: OTHER}, phase="draw", pile="KS")
    assert refused(state, 1, do="draw", source=source) == "not_your_turn"
    after = act(state, 0, do="draw", source=source).state
    card = state.stock[0] if source == "stock" else "KS1"
    assert after.players[0].hand == (*state.players[0].hand, card)
    assert len(after.stock) + len(after.pile) == len(state.stock) + len(state.pile) - 1
    assert refused(after, 0, do="draw", source=source) == "wrong_phase"


def test_p0_12_then_any_of_the_ten_is_thrown():
    state = act(scene(KEY, {0: JUNK, 1: OTHER}, phase="draw", pile="KS"), 0, do="draw", source="pile").state
    assert [each["card"] for each in legal(state, 0)] == list(state.players[0].hand)
    assert refused(state, 0, do="discard", card="KD1") == "not_your_card"
    assert refused(state, 1, do="discard", card="2D1") == "not_your_turn"
    after = act(state, 0, do="discard", card="KS").state
    assert (after.pile[-1], len(after.players[0].hand)) == ("KS1", 9)


def test_p0_12_no_discard_before_the_draw():
    assert refused(scene(KEY, {0: JUNK, 1: OTHER}, phase="draw"), 0, do="discard", card="2C1") == "wrong_phase"


def test_p0_13_nine_that_close_after_a_discard_win_and_open_no_window():
    step = act(scene(KEY, {0: f"{CLOSED} 2S", 1: JUNK}), 0, do="discard", card="2S")
    assert names(step) == ["discarded", "round_over"]
    result = step.state.result
    assert (result.kind, result.winner, result.leftover, step.state.phase) == ("nine", 0, "2S1", "over")


def test_p0_13_the_wrong_discard_does_not_win():
    assert act(scene(KEY, {0: f"{CLOSED} 2S", 1: JUNK}), 0, do="discard", card="4H").state.phase == "window"


# --- the window -----------------------------------------------------------------------------------------------------


def test_p0_14_every_other_discard_opens_a_public_window():
    step = act(scene(KEY, {0: f"{JUNK} KS", 1: OTHER}), 0, do="discard", card="KS")
    assert names(step) == ["discarded", "window"]
    assert games.public_view(step.state)["window"] == {"discarder": 0, "card": "KS1"}


def test_p0_15_nobody_draws_or_throws_in_the_window():
    state = window()
    for seat in range(4):
        assert refused(state, seat, do="draw", source="stock") == "window_open"
        assert refused(state, seat, do="discard", card=state.players[seat].hand[0]) == "window_open"


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_p0_16_any_other_participant_may_cut_in(seat):
    hands = {1: OTHER, 2: MORE, 3: "5D 5S 7H 9H JC JD QD KS AC"} | {seat: NEARLY}
    state = window(hands)
    assert legal(state, seat) == [{"do": "cut"}]
    assert act(state, seat, do="cut").state.result.winner == seat


def test_p0_17_the_leftover_is_one_of_the_nine_and_found_by_the_server():
    step = act(window(), 1, do="cut")
    state = step.state
    assert (state.result.kind, state.result.leftover) == ("cut", "2S1")
    assert step.events[0].public == {"e": "cut", "seat": 1, "card": "6H2", "leftover": "2S1"}
    assert (state.pile[-1], state.players[1].hand[-1]) == ("2S1", "6H2")
    assert conserved(state)


def test_p0_17_a_discard_that_replaces_none_of_the_nine_cannot_be_claimed():
    state = window({1: CLOSED}, card="2S")
    assert legal(state, 1) == []
    assert refused(state, 1, do="cut") == "does_not_close"


def test_p0_18_the_first_valid_intent_wins_whatever_the_seat():
    state = window({3: "4H2 5H2 3S TC TD TS QH QD QC"})
    after = act(state, 3, do="cut").state
    assert after.result.winner == 3
    assert refused(after, 1, do="cut") == "round_over"


def test_p0_19_an_invalid_intent_changes_nothing():
    state = window()
    assert refused(state, 2, do="cut") == "does_not_close"
    assert refused(state, 2, do="cut") == "does_not_close"
    assert act(state, 1, do="cut").state.result.winner == 1


def test_p0_20_nobody_cuts_with_his_own_discard():
    state = window({0: NEARLY, 1: JUNK})
    assert legal(state, 0) == []
    assert refused(state, 0, do="cut") == "own_discard"


def test_p0_21_bots_wait_for_the_end_of_the_window_and_go_by_seat_after_the_discarder():
    twin = "4H2 5H2 3S TC TD TS QH QD QC"
    state = window({1: twin, 2: OTHER, 3: NEARLY}, bots=(1, 3))
    assert legal(state, 1) == []
    assert refused(state, 1, do="cut") == "window_open"
    step = games.timeout(state)
    assert (step.state.result.winner, step.events[0].public["auto"]) == (1, True)
    other = scene(KEY, {0: twin, 1: OTHER, 2: JUNK, 3: NEARLY}, phase="window", active=2, pile="6H", bots=(0, 3))
    assert games.timeout(other).state.result.winner == 3


def test_p0_21_a_person_in_the_window_beats_any_bot():
    state = window({1: "4H2 5H2 3S TC TD TS QH QD QC", 3: NEARLY}, bots=(1,))
    assert act(state, 3, do="cut").state.result.winner == 3


def test_p0_21_a_person_who_does_not_ask_is_given_nothing():
    assert games.timeout(window()).state.result is None


def test_p0_22_without_a_cut_the_next_seat_draws():
    step = games.timeout(window())
    assert names(step) == ["window_closed"]
    assert (step.state.phase, step.state.active, step.state.turn) == ("draw", 1, 10)


# --- end and score --------------------------------------------------------------------------------------------------


def test_p0_24_one_win_for_the_winner_whose_cards_everybody_sees():
    state = act(window(), 1, do="cut").state
    view = games.public_view(state)
    assert [player["score"] for player in view["players"]] == [0, 1, 0, 0]
    assert view["result"]["changes"] == {"1": 1}
    assert sorted(card for meld in view["result"]["melds"] for card in meld) == sorted(state.players[1].hand)
    assert "hands" not in view["result"]


def test_p0_25_wins_are_all_that_is_counted():
    state = dealt()
    view = games.public_view(state)
    assert view["score_kind"] == "wins"
    assert {player["score"] for player in view["players"]} == {0}
    assert set(state.options) == {"turn_seconds", "seats"}


def test_p0_26_wins_stay_from_round_to_round_and_the_match_has_no_end():
    state = act(window(), 1, do="cut").state
    assert games.ready(state)
    assert not state.match_over
    assert [player.score for player in dealt(state=state).players if player] == [0, 1, 0, 0]


def test_p0_27_newcomers_enter_at_the_next_deal_with_no_wins():
    running = window(options={"seats": 5})
    with pytest.raises(games.IllegalAction, match="round_running"):
        games.seat_in(running, 4, bot=False)
    over = act(running, 1, do="cut").state
    state = dealt(state=games.seat_in(over, 4, bot=False))
    assert (state.players[4].score, len(state.players[4].hand)) == (0, 9)


@pytest.mark.parametrize("phase", ["draw", "discard", "window"])
def test_p0_28_fewer_than_two_end_the_round_without_a_win(phase):
    hands = {0: f"{JUNK} KS" if phase == "discard" else JUNK, 1: NEARLY}
    step = games.leave(scene(KEY, hands, phase=phase, pile="6H"), 0)
    assert (step.state.result.kind, step.state.result.winner) == ("void", None)
    assert [player.score for player in step.state.players if player] == [0, 0]
    assert not step.state.match_over


# --- the stock ------------------------------------------------------------------------------------------------------


def test_p0_29_an_empty_stock_is_made_of_the_pile_less_its_top_as_often_as_needed():
    pile = "2H2 3H2 4C2 5C2 6C2"
    state = scene(KEY, {0: f"{JUNK} KS", 1: OTHER}, stock="", pile=pile, reshuffles=40)
    step = act(state, 0, do="discard", card="KS")
    assert names(step) == ["discarded", "reshuffled", "window"]
    assert step.state.pile == ("KS1",)
    assert sorted(step.state.stock) == sorted(state.pile)
    assert step.state.reshuffles == 41


def test_p0_30_cards_of_a_leaver_stay_out_of_the_reshuffle():
    state = scene(KEY, {0: f"{JUNK} KS", 1: OTHER, 2: MORE}, stock="", pile="2H2 3H2 4C2")
    gone = games.leave(state, 1).state
    assert set(state.players[1].hand) <= set(gone.gone)
    after = act(gone, 0, do="discard", card="KS").state
    assert not set(after.stock) & set(state.players[1].hand)
    assert conserved(after)
    assert conserved(dealt(state=between(after)))


def test_p0_31_the_deadline_is_an_option_of_the_table():
    rules = games.get_ruleset(KEY)
    assert games.clean_options(rules, {})["turn_seconds"] == 30
    assert games.clean_options(rules, {"turn_seconds": None})["turn_seconds"] is None
    over = act(window(), 1, do="cut").state
    assert games.set_turn_seconds(over, 60).options["turn_seconds"] == 60
    with pytest.raises(games.IllegalAction, match="round_running"):
        games.set_turn_seconds(window(), 60)


def test_p0_32_a_time_out_draws_from_the_stock_and_throws_the_card_just_drawn():
    state = scene(KEY, {0: JUNK, 1: OTHER}, phase="draw", pile="KS")
    step = games.timeout(state)
    assert step.events[0].public == {"e": "drew", "seat": 0, "auto": True}
    card = state.stock[0]
    assert games.timeout(step.state).events[0].public == {"e": "discarded", "seat": 0, "card": card, "auto": True}


def test_p0_35_a_bot_added_in_the_round_waits_and_one_removed_plays_it_to_the_end():
    running = window(options={"seats": 5}, bots=(1,))
    assert games.legal_actions(running, 4) == ()
    with pytest.raises(games.IllegalAction, match="not_in_round"):
        act(running, 4, do="cut")
    over = games.timeout(running).state
    assert over.result.winner == 1
    assert len(dealt(state=games.leave(games.seat_in(over, 4, bot=True), 1).state).players[4].hand) == 9
