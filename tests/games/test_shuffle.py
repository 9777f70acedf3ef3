"""The shuffle: the same everywhere, committed to beforehand, even."""

import hashlib
import hmac
from collections import Counter

import pytest

import games
from games.cards import deck
from games.shuffle import draw, shuffled
from tests.support.games.scenes import seed


def by_the_book(key, label, cards):
    """docs/shuffle.md once more, without anything of the engine."""
    order = list(cards)
    counter = 0
    for last in range(len(order) - 1, 0, -1):
        while True:
            word = int.from_bytes(hmac.new(key, f"{label}:{counter}".encode(), hashlib.sha256).digest()[:6], "big")
            counter += 1
            if word < 2**48 - 2**48 % (last + 1):
                break
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@pytest.mark.parametrize("label", ["deal", "reshuffle:1", "reshuffle:12"])
@pytest.mark.parametrize("copies", [1, 2])
def test_order_as_specified(label, copies):
    for number in range(20):
        assert shuffled(seed(number), label, deck(copies)) == by_the_book(seed(number), label, deck(copies))


def test_a_golden_order():
    assert shuffled(bytes(32), "deal", deck(1))[:5] == ("3S1", "6D1", "4S1", "9S1", "KC1")
    assert draw(bytes(32), "dealer", 4) == 1


def test_the_commitment_is_known_with_the_first_cards_and_never_changes():
    state = games.deal(games.new_match("pife", {}, {0: False, 1: False}), seed()).state
    assert state.commitment == games.commitment(seed()) == hashlib.sha256(seed()).hexdigest()
    assert games.timeout(state).state.commitment == state.commitment


def test_labels_are_independent():
    orders = {shuffled(seed(), label, deck(1)) for label in ("deal", "reshuffle:1", "reshuffle:2", "dealer")}
    assert len(orders) == 4


def test_shuffles_and_draws_are_even():
    orders = Counter(shuffled(seed(number), "deal", ("7H1", "7D1", "7C1")) for number in range(6000))
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 20.5  # chi-square, 5 degrees, 0.1 %
    draws = Counter(draw(seed(number), "dealer", 3) for number in range(3000))
    assert sum((count - 1000) ** 2 / 1000 for count in draws.values()) < 13.8


def test_a_deal_needs_a_seed_of_32_bytes():
    match = games.new_match("pife", {}, {0: False, 1: False})
    with pytest.raises(ValueError, match="32"):
        games.deal(match, b"short")
