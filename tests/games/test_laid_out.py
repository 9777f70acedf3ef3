"""Melds are shown as people lay them: runs upwards, with a wild card where a card is missing."""

import random

import pytest

from games.cards import FACES
from games.melds import MeldRules, is_meld, laid_out
from tests.support.games import scenes

PONTOS = MeldRules(closing="any", set_max=4, run_max=None, wilds=frozenset({"6S"}), max_wild=1, natural_free=True)
VIDAS = MeldRules(ten=True, fourth_any_suit=True, run_max=4, wilds=frozenset({"6S"}), max_wild=1, min_natural=2)
RAMI = MeldRules(closing="any", set_max=4, run_max=None, ace_low=False)


@pytest.mark.parametrize(
    ("rules", "cards", "shown"),
    [
        (PONTOS, "4H 6H 6S", "4H 6S 6H"),
        (PONTOS, "AD QD KD", "QD KD AD"),
        (PONTOS, "AD 2D 3D", "AD 2D 3D"),
        (PONTOS, "4H 5H 6S", "4H 5H 6S"),
        (PONTOS, "QH KH 6S", "6S QH KH"),
        (PONTOS, "AH KH 6S", "6S KH AH"),
        (PONTOS, "AH 2H 6S", "AH 2H 6S"),
        (PONTOS, "5S 6S 7S", "5S 6S 7S"),
        (PONTOS, "7S 8S 6S", "6S 7S 8S"),
        (PONTOS, "6S 5S 6S 8S", "5S 6S 6S 8S"),
        (PONTOS, "7C 7D 6S", "7C 7D 6S"),
        (VIDAS, "7C 7C 7D 6S", "7C 7C 7D 6S"),
        (VIDAS, "5S 7S 6S", "5S 6S 7S"),
        (RAMI, "AC JC KC QC", "JC QC KC AC"),
    ],
)
def test_where_each_card_lies(rules, cards, shown):
    named = scenes.cards(cards)
    assert is_meld(rules, named)
    assert " ".join(card[:2] for card in laid_out(rules, named)) == shown


@pytest.mark.parametrize("rules", [PONTOS, VIDAS, RAMI, MeldRules()])
def test_it_is_the_same_cards_whatever_their_order(rules):
    rng = random.Random(1)
    found = 0
    while found < 200:
        group = rng.sample([f"{face}1" for face in FACES if face[1] in "SH"] + ["6S2"], 3)
        if is_meld(rules, group):
            found += 1
            shown = laid_out(rules, group)
            assert sorted(shown) == sorted(group)
            assert [card[:2] for card in laid_out(rules, shown)] == [card[:2] for card in shown]
