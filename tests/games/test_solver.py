"""The solver against the brute force of brute.py: random hands and near-complete ones, every rule set and option."""

import random
from itertools import combinations

import pytest

from games.cards import deck
from games.melds import MeldRules
from games.solver import solver
from games.solver.bitmasks import LOW, TOP
from tests.support.games import brute, hands

NAMES = ("pife-corte", "cacheta-vidas", "pife", "cacheta-pontos", "rami")
POINTS = {"A": 1, **dict.fromkeys("TJQK", 10), **{str(number): number for number in range(2, 10)}}


def points(card):
    return POINTS[card[0]]


def drawn(name, count, seed=1):
    """(game, solver, hand, its hand size) of games with drawn options and wild faces, with 0-8 wild cards."""
    rng = random.Random(f"{name} {seed}")
    for _ in range(count):
        game = hands.with_wilds(rng.choice(hands.games_of(name)), rng)
        wilds = rng.choice((None, None, *range(9))) if game.wilds else None
        for size in (game.hand_size, game.hand_size + 1):
            yield game, solver(hands.rules_of(game)), hands.hand(game, size, rng, wilds)


@pytest.mark.parametrize("name", NAMES)
def test_closing_is_what_brute_force_finds(name):
    """P0-5 to P0-9, C4-4 to C4-9, M3-4 to M3-6, M3-13, C3-2 to C3-4, R2-2, R2-3."""
    closed = 0
    for game, tool, hand in drawn(name, 60):
        closed += brute.closes(game, hand)
        assert tool.closes(hand) == brute.closes(game, hand), (game, hand)
        assert sorted(tool.winning_discards(hand)) == brute.winning_discards(game, hand), (game, hand)
    assert closed > 10


@pytest.mark.parametrize("name", NAMES)
def test_a_division_is_made_of_melds_and_of_the_hand(name):
    """M3-14, P0-8: every card once, every group a meld by the other program's word too."""
    for game, tool, hand in drawn(name, 60, seed=2):
        groups = tool.division(hand)
        assert (groups is not None) == tool.closes(hand)
        if groups is not None:
            assert sorted(card for group in groups for card in group) == sorted(hand)
            assert all(brute.meld(game, group) for group in groups)
            assert tool.valid_division(groups)
            assert groups == tool.division(hand[::-1]) == tool.division(sorted(hand))


@pytest.mark.parametrize("name", NAMES)
def test_one_meld_is_what_brute_force_says(name):
    """P0-6, P0-7, C4-4 to C4-9, M3-4 to M3-6, C3-3, C3-4, R2-2, R2-3: every three of a hand, and longer groups."""
    rng = random.Random(name)
    for game, tool, hand in drawn(name, 12, seed=3):
        groups = [*combinations(hand, 3), *(rng.sample(hand, rng.randrange(2, len(hand))) for _ in range(60))]
        for group in groups:
            assert tool.is_meld(group) == brute.meld(game, group), (game, group)


@pytest.mark.parametrize("name", NAMES)
def test_distance_is_what_brute_force_finds(name):
    for game, tool, hand in drawn(name, 12, seed=4):
        wanted = brute.distance(game, hand, game.hand_size)
        assert tool.distance(hand, game.hand_size) == wanted, (game, hand)
        melds, rest, missing = tool.arrangement(hand, game.hand_size)
        assert missing == wanted
        assert sorted((*rest, *(card for meld in melds for card in meld))) == sorted(hand)
        assert all(brute.meld(game, meld) for meld in melds)


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7, 8, 11, 12])
def test_distance_and_analysis_know_hands_of_any_size(size):
    """A game may deal other numbers of cards than nine and ten."""
    rng = random.Random(size)
    for name in ("pife", "cacheta-pontos", "rami"):
        for count in (size, size, size + 1, size - 2):
            game = hands.with_wilds(rng.choice(hands.games_of(name)), rng)
            tool, hand = solver(hands.rules_of(game)), hands.hand(game, count, rng)
            missing = tool.distance(hand, size)
            assert missing == brute.distance(game, hand, size), (game, hand)
            assert tool.arrangement(hand, size)[2] == tool.analyse(hand, size).distance == missing


@pytest.mark.parametrize(("rules", "size"), [(MeldRules(), 8), (MeldRules(ten=True), 11), (MeldRules("any"), 2)])
def test_a_size_that_never_closes_is_refused(rules, size):
    with pytest.raises(ValueError, match=f"no hand of {size} cards"):
        solver(rules).distance(["4H1", "5H1"], size)


STRANGE = [
    MeldRules("any", run_max=None),
    MeldRules("any", set_max=4, run_max=4),
    MeldRules("any", set_max=4, run_max=None, max_wild=2, min_natural=2, wilds=frozenset({"5H", "5D"})),
    MeldRules("any", set_max=4, run_max=None, max_wild=None, wilds=frozenset({"5H", "5D", "5C", "5S"})),
    MeldRules("any", set_max=4, run_max=None, max_wild=None, natural_free=True, wilds=frozenset({"5H", "5D"})),
    MeldRules(ten=True, fourth_any_suit=True, run_max=4, max_wild=1, min_natural=2, wilds=frozenset({"5H"})),
]


@pytest.mark.parametrize("rules", STRANGE)
def test_short_cuts_and_the_search_agree_on_rules_no_table_has_yet(rules):
    rng = random.Random(str(rules))
    tool = solver(rules)
    measure, (homes, others) = tool._distance, _by_wild(rules)
    for _ in range(150):
        size = rng.choice((9, 10))
        hand = rng.sample(homes, min(len(homes), rng.randrange(8))) + rng.sample(others, size + rng.randrange(2))
        number = sum(map(tool._share, hand[: size + 1]))
        kept = 0
        for home, wild in tool._splits[number >> TOP]:
            kept = measure._searched((number & LOW) + home, wild, size, kept)
        assert tool.distance(hand[: size + 1], size) == size - kept, hand


@pytest.mark.parametrize(
    "rules",
    [
        *STRANGE,
        MeldRules("any", set_max=4, fourth_any_suit=True, run_max=4, max_wild=2, wilds=frozenset({"5H", "5S"})),
        MeldRules("any", set_max=4, max_wild=3, min_natural=3, natural_free=True, wilds=frozenset({"5H", "3S"})),
        MeldRules(run_max=3, max_wild=2, wilds=frozenset({"5H", "5D"})),
    ],
)
def test_what_can_be_spared_is_what_leaves_a_closed_hand(rules):
    """Rules no table has yet, too, and any number of wild cards."""
    rng = random.Random(f"spare {rules}")
    tool, (homes, others) = solver(rules), _by_wild(rules)
    spared = 0
    for _ in range(250):
        size = 10 if rules.closing == "threes" else rng.choice((10, 11, 13))
        wild = min(len(homes), rng.randrange(8))
        hand = rng.sample(homes, wild) + rng.sample(others, size - wild)
        found = tool.winning_discards(hand)
        assert found == tool._tried_discards(hand, None), hand
        spared += len(found)
    assert spared or not rules.wilds or rules.min_natural == 3


def test_the_few_ways_to_play_wild_cards_tell_what_all_of_them_do():
    """C3-3, C3-4: at home or anywhere else, with few of them or many, in one meld or shared out."""
    rng = random.Random("ways")
    games = [game for game in hands.games_of("cacheta-pontos") if game.max_wild != 0]
    closed = fewer = 0
    for _ in range(600):
        game = hands.with_wilds(rng.choice(games), rng)
        hand = hands.hand(game, game.hand_size + rng.randrange(2), rng, rng.randrange(2, 9))
        tool = solver(hands.rules_of(game))
        number = sum(map(tool._share, hand))
        every = [((number & LOW) + home, wild) for home, wild in tool._splits[number >> TOP]]
        closes = any(tool._cover(natural, wild) for natural, wild in every)
        missing = min(tool._distance.missing(natural, ((0, wild),), game.hand_size) for natural, wild in every)
        assert tool.closes(hand) == closes, (game, hand)
        assert tool.distance(hand, game.hand_size) == missing, (game, hand)
        closed += closes
        fewer += len(tool._ways[number >> TOP]) < len(every)
    assert closed > 100
    assert fewer > 100


def _by_wild(rules):
    """The cards of the wild faces, and all others of two suits and four values."""
    cards = deck(2)
    return (
        [card for card in cards if card[:2] in rules.wilds],
        [card for card in cards if card[:2] not in rules.wilds and (card[1] in "HS" or card[0] in "378K")],
    )


def test_a_skipped_card_may_open_a_group():
    """The hand a bound once got wrong: four cards away, not five."""
    hand = "AC1 8C1 JC1 QD1 6H1 KH1 AS1 3S1 4S1".split()
    assert solver(MeldRules()).distance(hand) == 4
    assert brute.distance(brute.Game("pife-corte"), hand, 9) == 4


def test_the_same_meld_twice_counts_twice():
    for cards in ("2C1 2C2 3C1 3C2 4C1 4C2 5D2 6D2 7D1", "4C1 4C2 4D1 4D2 4H1 4H2 9D2 TD1 JD2"):
        for name in NAMES[:-1]:
            assert hands.solver_of(name).distance(cards.split()) == 0


@pytest.mark.parametrize("name", NAMES[:-1])
def test_some_card_of_the_deck_brings_every_open_hand_nearer(name):
    """A distance never counts on a third copy of a face."""
    for game, tool, hand in drawn(name, 12, seed=5):
        size = game.hand_size
        missing = tool.distance(hand, size)
        others = [card for card in hands.deck_of(game) if card not in hand]
        if missing:
            assert any(tool.distance((*hand, card), size) == missing - 1 for card in others), (game, hand)


@pytest.mark.parametrize("name", NAMES[:-1])
def test_analysis_names_what_may_go_and_what_helps(name):
    for game, tool, hand in drawn(name, 6, seed=6):
        size = game.hand_size
        found = tool.analyse(hand, size)
        assert found.distance == tool.distance(hand, size)
        if len(hand) == size:
            assert set(found.keeps) <= {-1}
            continue
        for card in hand:
            rest = [other for other in hand if other != card]
            keeps = tool.distance(rest, size) == found.distance
            assert (hands.UNIT[card[:2]] in found.keeps) == keeps, (game, hand, card)
            if keeps and found.distance:
                useful = found.keeps[hands.UNIT[card[:2]]]
                for face, unit in hands.UNIT.items():
                    new = next((face + copy for copy in "12" if face + copy not in hand), None)
                    if new is not None:
                        nearer = tool.distance((*rest, new), size) < found.distance
                        assert bool(useful & unit) == nearer, (game, hand, card, face)


@pytest.mark.parametrize("name", NAMES)
def test_an_idle_card_may_go_at_no_loss(name):
    idle = 0
    for game, tool, hand in drawn(name, 40, seed=11):
        missing, cards = tool.idle(hand, game.hand_size)
        assert missing == tool.distance(hand, game.hand_size)
        idle += len(cards)
        for card in cards:
            assert tool.distance([other for other in hand if other != card], game.hand_size) == missing, (game, hand)
    assert idle


@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_the_hand_changes_nothing(name):
    """P0-10."""
    rng = random.Random(name)
    for game, tool, hand in drawn(name, 15, seed=7):
        mixed = rng.sample(hand, len(hand))
        size = game.hand_size
        for ask in (tool.closes, tool.winning_discards, tool.division, tool.melds):
            assert ask(hand) == ask(mixed)
        assert tool.distance(hand, size) == tool.distance(mixed, size)
        assert tool.arrangement(hand, size) == tool.arrangement(mixed, size)
        assert tool.analyse(hand, size) == tool.analyse(mixed, size)
        assert tool.least_deadwood(hand, points) == tool.least_deadwood(mixed, points)


def test_the_leftover_of_a_cut_is_one_of_the_nine():
    """P0-16, P0-17, [A-5]: the claimed card must stand in a meld, and only a physical twin may replace it."""
    tool = solver(MeldRules())
    closed = tuple("4H1 5H1 6H1 9C1 9D1 9S1 KH1 KD1 KC1".split())
    for game, _, hand in drawn("pife-corte", 40, seed=8):
        nine, card = hand[:9], next(card for card in hands.deck_of(game) if card not in hand)
        wanted = [held for held in brute.winning_discards(game, (*nine, card)) if held != card]
        assert sorted(tool.cut_leftovers(nine, card)) == wanted
    assert tool.cut_leftovers(closed, "2S1") == ()
    assert tool.cut_leftovers(closed, "4H2") == ("4H1",)


def test_least_deadwood_is_what_brute_force_finds():
    """R2-7, R2-11."""
    rng = random.Random(9)
    for _ in range(25):
        hand = hands.hand(hands.games_of("rami")[0], rng.choice((6, 7, 8, 9)), rng)
        left, melds = hands.solver_of("rami").least_deadwood(hand, points)
        assert left == brute.least_deadwood(hand, points), hand
        assert left == sum(map(points, hand)) - sum(points(card) for meld in melds for card in meld)


def test_melds_to_lay_are_all_there_are():
    """R2-2, R2-4."""
    rng = random.Random(10)
    game = hands.games_of("rami")[0]
    for _ in range(10):
        hand = hands.hand(game, 8, rng)
        wanted = {
            frozenset(group) for size in range(3, 9) for group in combinations(hand, size) if brute.meld(game, group)
        }
        found = hands.solver_of("rami").melds(hand)
        assert len(found) == len(wanted)
        assert set(map(frozenset, found)) == wanted


@pytest.mark.parametrize("scope", ["suit", "color", "all"])
@pytest.mark.parametrize("limit", [0, 1, 2, 3, 4, None])
def test_any_number_of_wild_cards_is_answered(scope, limit):
    """C3-2, C3-3: hands with nothing but wild cards too."""
    game = hands.pontos("5H1", scope, limit)
    tool = solver(hands.rules_of(game))
    jokers = [card for card in hands.deck_of(game) if card[:2] in game.wilds]
    others = [card for card in hands.deck_of(game) if card[:2] not in game.wilds]
    for count in range(len(jokers) + 1):
        hand = (*jokers[:count], *others[: 9 - count])
        assert tool.closes(hand) == brute.closes(game, hand)
        assert tool.is_meld(jokers[:count]) == brute.meld(game, jokers[:count])
        assert 0 <= tool.distance(hand) <= 9
        assert tool.analyse((*hand, "KD1")).keeps
