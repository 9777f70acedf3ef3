"""Bots are honest, legal, sensible and come to an end (P0-34, C4-20, R2-11)."""

import copy
import json
import random

import pytest

import games
from games import bots
from games.bots.view import View
from games.management.arena import Contest, Tally, play, play_deal
from tests.support.games.scenes import dealt, gone_from, scene
from tests.support.games.worlds import other_world

KEYS = tuple(games.RULESETS)
CLOSING = tuple(key for key in KEYS if key != "rami")
OPTIONS = [
    ("pife", {"hand_size": 10, "ace": "low"}),
    ("pife", {"restricted_take": True, "points": 3}),
    ("cacheta-pontos", {"hand_size": 10, "wild_scope": "all", "max_wild": None, "points": 3}),
    ("cacheta-pontos", {"wild_scope": "color", "max_wild": 0, "points": 3}),
    ("rami", {"discard_to_win": True, "ace_high": True, "target": 40}),
]


def contest(key, levels, seed="bots", **options):
    return Contest(key, games.clean_options(games.get_ruleset(key), options), levels, seed)


def move(state, level, seed=1):
    return bots.choose(games.observe(state, state.active), level, random.Random(seed))


def states(key, levels, count, seed=1, **options):
    """States in which somebody is to move, along rounds of bots."""
    rng = random.Random(f"{key} {seed}")
    state = games.new_match(key, options, dict.fromkeys(range(len(levels)), True))
    while count:
        if state.match is not None:
            state = games.new_match(key, options, dict.fromkeys(range(len(levels)), True))
        state = games.deal(state, rng.randbytes(32)).state
        while state.result is None and count:
            if state.phase == "window":
                state = games.timeout(state).state
                continue
            yield state
            count -= 1
            state = games.apply(state, state.active, move(state, levels[state.active], rng.random())).state


# -- strength and ends ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("key", KEYS)
def test_chance_loses(key, level):
    """Somebody who plays any legal card wins no more than one match in twenty; no round gets long."""
    short = {"cacheta-vidas": {"lives": 7}, "cacheta-pontos": {"points": 3}, "rami": {"target": 40}}
    tally = play(contest(key, (level, "random"), **short.get(key, {})), 4 if key in short else 12, jobs=1)
    assert tally.wins[level] >= 0.95 * tally.matches
    assert tally.refused == tally.past_cap == 0


@pytest.mark.parametrize("key", KEYS)
def test_rounds_end(key):
    """All levels at one table: within 300 turns, no move refused."""
    tally = Tally()
    seated = games.get_ruleset(key).seats
    levels = ("easy", "normal", "hard", "easy")[: min(4, seated[-1])]
    short = {"cacheta-vidas": {"lives": 7}, "cacheta-pontos": {"points": 2}, "rami": {"target": 20}}
    for number in range(2):
        tally.add(play_deal(contest(key, levels, **short.get(key, {})), number))
    assert tally.rounds >= 8
    assert tally.longest <= 300
    assert tally.refused == tally.past_cap == 0


@pytest.mark.parametrize(("key", "options"), OPTIONS, ids=lambda value: value if isinstance(value, str) else None)
def test_options_are_played(key, options):
    tally = play(contest(key, ("hard", "normal", "easy"), **options), 1, jobs=1)
    assert tally.refused == tally.past_cap == 0
    assert sum(tally.wins.values()) == tally.matches


def test_a_contest_is_repeated_by_its_seed():
    first, again, other = (play(contest("pife", ("hard", "easy"), seed), 3, jobs=1) for seed in ("1", "1", "2"))
    assert (first.wins, first.turns, first.kinds) == (again.wins, again.turns, again.kinds)
    assert first.turns != other.turns


# -- honesty ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("key", KEYS)
def test_a_move_is_a_function_of_the_view(key, level):
    """P0-34, C4-20, R2-11: the same view and seed give the same legal move, in whatever world; the view stays."""
    rng = random.Random(key)
    for state in states(key, (level,) * 3, 25):
        seen = games.observe(state, state.active)
        before = copy.deepcopy(seen)
        chosen = bots.choose(seen, level, random.Random(5))
        assert seen == before
        assert games.action_json(chosen) in seen["you"]["legal"]
        assert bots.choose(json.loads(json.dumps(seen)), level, random.Random(5)) == chosen
        elsewhere = other_world(state, state.active, rng)
        assert games.observe(elsewhere, state.active) == seen
        assert move(elsewhere, level, 5) == chosen


def test_there_are_three_levels():
    state = next(states("pife", ("easy", "easy"), 1))
    assert bots.LEVELS == ("easy", "normal", "hard")
    with pytest.raises(ValueError, match="no such level"):
        move(state, "expert")


@pytest.mark.parametrize(
    ("key", "players", "decks"), [("pife-corte", 8, 2), ("pife", 4, 2), ("pife", 2, 1), ("rami", 4, 1)]
)
def test_bots_count_the_decks_that_were_dealt_whoever_has_left_since(key, players, decks):
    """P0-1, P3-1: each card not in the own hand may come as often as there are decks."""
    state = gone_from(dealt(key, players), *range(2, players))
    view = View(games.observe(state, state.active))
    assert games.public_view(state)["decks"] == decks
    assert sum(view.live.values()) == 52 * decks - len(view.seen)


# -- what every level does ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("key", CLOSING)
def test_no_level_misses_a_knock(key, level):
    """A hand that can close is closed: by the throw that leaves it so, or by a knock, with all cards if it may."""
    for state in states(key, (level,) * 2, 150, seed=level):
        if state.phase != "discard":
            continue
        rules, hand = games.get_ruleset(state.ruleset), games.observe(state, state.active)["you"]["hand"]
        discards = games.solver_of(state).winning_discards(hand, state.barred)
        chosen = move(state, level)
        if rules.knocks and "all" in rules.knocks and games.solver_of(state).closes(hand):
            assert chosen == games.Knock("all")
        elif discards:
            assert games.apply(state, state.active, chosen).state.result.winner == state.active


@pytest.mark.parametrize("level", bots.LEVELS)
def test_ten_cards_knock_rather_than_nine(level):
    """C4-14: two lives instead of one."""
    ten = scene("cacheta-vidas", {0: "4C 5C 6C 9C 9D 9S KH KD KC 7C", 1: "2C 4D 6S 8H TH QS AD 3H 7D"}, turn_up="QD1")
    assert move(ten, level) == games.Knock("all")


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("key", CLOSING)
def test_every_level_takes_the_card_that_wins(key, level):
    waits = scene(
        key, {0: "4C 5C 9C 9D 9S KH KD KC 2S", 1: "2C 4D 6S 8H TH QS AD 3H 7D"}, phase="draw", pile="6C", turn_up="7S2"
    )
    if games.get_ruleset(key).turns_up:
        assert waits.wilds == ("8S",)
    assert move(waits, level) == games.Draw("pile")


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("key", KEYS)
def test_the_card_just_taken_stays(key, level):
    """A-3: no bot throws it in the same turn, though only M3 forbids it."""
    for state in states(key, ("hard",) * 3, 60, seed=2):
        if state.phase != "discard":
            continue
        took = next((event["card"] for event in state.last if event["e"] == "took"), None)
        chosen = move(state, level)
        if took is not None and isinstance(chosen, games.Discard):
            assert chosen.card != took


@pytest.mark.parametrize("level", bots.LEVELS)
def test_an_empty_stock_is_asked_unless_the_top_goes_to_the_table(level):
    """A-27."""
    hands = {0: "2C 9D KS 4D 7C TH JS", 1: "3C 8D QS 5D 6C AH TC"}
    useless = scene("rami", hands, phase="draw", stock="", pile="QC")
    melds = scene("rami", {**hands, 0: "2C 9D KS 4D 7C KH KD"}, phase="draw", stock="", pile="KC")
    fits = scene("rami", hands, phase="draw", stock="", pile="8S", melds=[(1, "5S 6S 7S")])
    assert move(useless, level) == games.Draw("stock")
    assert move(melds, level) == games.Draw("pile")
    assert move(fits, level) == games.Draw("pile")


@pytest.mark.parametrize("level", bots.LEVELS)
def test_what_is_taken_from_beside_an_empty_stock_goes_to_the_table(level):
    """A-27: also where another meld is worth more."""
    hands = {0: "KH KC KD QH 4S 7C", 1: "2C 3D 5S"}
    state = scene("rami", hands, phase="draw", stock="", pile="AH")
    laid = []
    while state.active == 0 and state.result is None:
        chosen = move(state, level)
        laid += chosen.cards if isinstance(chosen, games.Lay) else ()
        state = games.apply(state, 0, chosen).state
    assert state.result is not None or "AH1" in laid


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("key", ["pife-corte", "cacheta-vidas"])
def test_nine_that_close_win_with_a_card_of_the_stock(key, level):
    """A-3: not by taking the top and throwing it."""
    state = scene(key, {0: "3C 3D 3H 5C 5D 5H 8C 8D 8H", 1: "2C 4D 6S 9H TH QS AD JC 7D"}, phase="draw", pile="KS")
    assert move(state, level) == games.Draw("stock")


@pytest.mark.parametrize("level", bots.LEVELS)
def test_what_can_be_laid_is_laid(level):
    """R2-4: the melds worth most, then what fits, then the throw; the last card wanted for a discard is kept (A-26)."""
    state = scene(
        "rami", {0: "3H 4H 5H 6H 7H 6C 6D 9S", 1: "2C 4D 8S TD JC QS AH"}, stock="KS", melds=[(1, "TS JS QS")]
    )
    laid = []
    while state.active == 0 and state.result is None:
        chosen = move(state, level)
        laid.append(chosen)
        state = games.apply(state, 0, chosen).state
    assert {type(each) for each in laid[:-1]} == {games.Lay, games.LayOff}
    assert sum(len(each.cards) for each in laid[:-1]) == 7
    assert laid[-1] == games.Discard("7H1")


@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_card_is_laid_off_where_another_of_the_hand_can_follow(level):
    """R2-4: the seven fits the set and the run, and only on the run the eight follows it; the number of a meld decides
    nothing."""
    hands = {0: "7H 8H KD 2S 4C", 1: "2C 4D JC"}
    for melds, run in ((["7C 7D 7S", "4H 5H 6H"], 1), (["4H 5H 6H", "7C 7D 7S"], 0)):
        state = scene("rami", hands, melds=[(1, meld) for meld in melds])
        assert move(state, level) == games.LayOff(run, ("7H1",))
        after = games.apply(state, 0, move(state, level)).state
        assert move(after, level) == games.LayOff(run, ("8H1",))


@pytest.mark.parametrize("level", bots.LEVELS)
def test_of_equal_melds_that_one_is_laid_beside_which_the_other_cards_go_too(level):
    """R2-4: the kings and the run to the king are worth the same; beside the kings jack and queen can be laid off."""
    state = scene("rami", {0: "JH QH KH KC KD 3C 2S", 1: "2C 4D 5S"}, melds=[(1, "8H 9H TH")])
    laid = []
    while isinstance(chosen := move(state, level), (games.Lay, games.LayOff)):
        laid.append(chosen.cards)
        state = games.apply(state, 0, chosen).state
    assert laid == [("KC1", "KD1", "KH1"), ("JH1",), ("QH1",)]


@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_card_is_laid_off_where_one_may_follow_later(level):
    """R2-4: beside the run the nine waits for the eight, on the set for nothing."""
    hands = {0: "7H 9H KD 2S 4C", 1: "2C 4D JC"}
    for melds, run in ((["7C 7D 7S", "4H 5H 6H"], 1), (["4H 5H 6H", "7C 7D 7S"], 0)):
        state = scene("rami", hands, melds=[(1, meld) for meld in melds])
        assert move(state, level) == games.LayOff(run, ("7H1",))


# -- what a level is ---------------------------------------------------------------------------------------------------


def test_easy_throws_the_loneliest_card_and_takes_only_to_win():
    state = scene("pife-corte", {0: "4C 5C 6C 9C 9D JH QH 2S 3S 7D", 1: "2C 4D 6S 8H TH QS AD 3H 8D"})
    assert move(state, "easy") == games.Discard("7D1")
    nearer = scene("pife-corte", {0: "4C 5C 9C 9D JH QH 2S 7D KD", 1: "2C 4D 6S"}, phase="draw", pile="6C")
    assert move(nearer, "easy") == games.Draw("stock")
    assert move(nearer, "normal") == move(nearer, "hard") == games.Draw("pile")


def test_normal_counts_its_own_mates_and_hard_the_cards_that_may_come():
    """Three pairs beside a meld, one too many: hard gives up the pair whose cards lie in the pile."""
    hand = "4C 5C 6C 9D 9S JH QH 2S 3S KD"
    state = scene(
        "pife", {0: hand, 1: "2C 4D 6S 8H TH QS AD 3H 8D", 2: "5D 7D 8C TC AC 6H JC 9C 2D"}, pile="9H 9H2 9C2"
    )
    assert move(state, "normal") == games.Discard("KD1")
    wide = scene("pife", {0: "4C 5C 6C 9D 9S JH QH 2S 3S 2H", 1: "2C", 2: "5D"}, pile="9H 9H2 9C 9C2 AS AS2 4S 4S2")
    assert move(wide, "hard").card in {"9D1", "9S1", "2S1", "3S1"}


def test_rami_easy_throws_the_highest_and_hard_remembers():
    """R2-11: both kings that could help are long thrown, and only hard knows."""
    hands = {0: "2C 3C 7D KS KD TH TC 5H", 1: "7S 8S JC AC 4S AH 6D"}
    thrown = ("KC1", "4D1", "KH1", "5S1", "TS1")
    history = tuple({"e": "discarded", "seat": turn % 2, "card": card} for turn, card in enumerate(thrown))
    state = scene("rami", hands, pile=" ".join(thrown), history=history)
    assert move(state, "easy").card[0] in "KT"
    assert move(state, "normal").card in {"TH1", "TC1"}
    assert move(state, "hard").card in {"KS1", "KD1"}
