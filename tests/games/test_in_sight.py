"""What a hand is said to miss can still come: nothing that lies in sight is counted on."""

import random
from itertools import combinations

import pytest

from games.cards import deck
from games.solver import solver
from tests.support.games import brute, hands

NAMES = ("pife-corte", "cacheta-vidas", "pife", "cacheta-pontos")


def missing(game, hand, coming, size, most=2):
    """The same by trying every one and every two of the cards that may come; None for more."""
    for count in range(most + 1):
        for new in combinations(coming, count):
            for kept in combinations(hand, size - count):
                if brute.closes(game, (*kept, *new)):
                    return count
    return None


@pytest.mark.parametrize("name", NAMES)
def test_only_cards_that_may_come_are_counted_on(name):
    rng = random.Random(name)
    seen = set()
    for _ in range(24):
        game = hands.with_wilds(rng.choice(hands.games_of(name)), rng)
        tool = solver(hands.rules_of(game))
        size = game.hand_size
        hand = hands.hand(game, size, rng)
        if tool.distance(hand, size) > 2:
            continue
        coming = rng.sample([card for card in deck(2) if card not in hand], rng.choice((3, 6, 9)))
        wanted = missing(game, hand, coming, size)
        found = tool.arrangement(hand, size, coming)[2]
        assert found == wanted if wanted is not None else found > 2, (game, hand, coming)
        seen.add(found > tool.distance(hand, size))
    assert seen == {True, False}


def test_with_everything_to_come_it_is_the_distance():
    rng = random.Random(2)
    game = hands.games_of("pife")[0]
    tool = solver(hands.rules_of(game))
    for _ in range(50):
        hand = hands.hand(game, 9, rng)
        coming = [card for card in deck(2) if card not in hand]
        assert tool.arrangement(hand, 9, coming) == tool.arrangement(hand, 9)


def test_where_nothing_can_come_every_card_is_missing():
    tool = solver(hands.rules_of(hands.games_of("pife-corte")[0]))
    hand = [f"{face}1" for face in "2C 4D 6S 8C TH QS AD 3H 7C".split()]
    assert tool.arrangement(hand, 9, [])[2] == 9
