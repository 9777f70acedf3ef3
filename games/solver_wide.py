"""How many cards melds of four and of five can keep, without trying them all."""

from typing import NamedTuple

from games.solver_rules import MeldRules
from games.solver_shapes import Shape, Shapes
from games.solver_tables import ONES

_SUIT = (1 << 26) - 1
_SHIFTS = (0, 26, 52, 78)


class Held(NamedTuple):
    """What runs could keep of the cards of one suit."""

    four: int
    """The most that any run of four could."""
    five: int
    """The most that any run of five could."""
    runs: tuple[tuple[int, int], ...]
    """(cards, mask) of every run of five that could keep some, the best first."""


class Wide:
    """The longer melds of one `MeldRules`."""

    def __init__(self, rules: MeldRules, shapes: Shapes) -> None:
        self._rules = rules
        self._shapes = shapes
        self._held: dict[int, Held] = {}

    def could_keep(self, hand: int, wild: int, shape: Shape, target: int) -> bool:
        """False when a bound tells at once that melds of this shape keep fewer cards than `target`."""
        if 3 in shape:
            return True
        once = (hand | hand >> 1) & ONES
        suits = [self._runs(once >> shift & _SUIT) for shift in _SHIFTS]
        five = max(held.five for held in suits)
        return five + (self._four(once, suits) if 4 in shape else five) + wild >= target

    def four_and_five(self, hand: int, wild: int, best: int) -> int:
        """The most cards a meld of four and one of five keep, or `best`, with no more than two substitutes.

        A card both could hold may as well stand in the five, so the five takes all it can. Only a full five wastes
        the hole a second substitute could fill: it is also tried without each of its cards.
        """
        bonus = min(wild, 2 * self._rules.wild_limit)
        once = (hand | hand >> 1) & ONES
        suits = [self._runs(once >> shift & _SUIT) for shift in _SHIFTS]
        four = self._four(once, suits)
        if four + max(held.five for held in suits) + bonus <= best:
            return best
        for shift, held in zip(_SHIFTS, suits, strict=True):
            for kept, run in held.runs:
                if kept + four + bonus <= best:
                    break
                best = max(best, self._beside(hand, run << shift, kept, wild))
                if kept == 5 and wild == 2:
                    shorter = (run ^ 1 << place for place in range(0, 26, 2) if run >> place & 1)
                    best = max(best, *(self._beside(hand, cards << shift, 4, wild) for cards in shorter))
        return best

    def _beside(self, hand: int, five: int, kept: int, wild: int) -> int:
        """The most cards kept when the meld of five keeps these."""
        rest = hand - five
        once = (rest | rest >> 1) & ONES
        short = self._four(once, [self._runs(once >> shift & _SUIT) for shift in _SHIFTS])
        return kept + short + min(wild, self._shapes.holes(5, kept) + self._shapes.holes(4, short))

    def _four(self, once: int, suits: list[Held]) -> int:
        """The most cards that any meld of four could keep."""
        a, b, c, d = once & _SUIT, once >> 26 & _SUIT, once >> 52 & _SUIT, once >> 78
        if a & b & c & d:
            alike = 4
        elif a & b & (c | d) or (a | b) & c & d:
            alike = 3
        else:
            alike = 2 if a & (b | c | d) or b & (c | d) or c & d else 1
        return max(alike, *(held.four for held in suits))

    def _runs(self, suit: int) -> Held:
        found = self._held.get(suit)
        if found is None:
            kept = {
                size: [suit & sum(1 << 2 * rank for rank in window) for window in self._rules.windows(size)]
                for size in (4, 5)
            }
            fives = sorted({(mask.bit_count(), mask) for mask in kept[5] if mask}, reverse=True)
            four = max(mask.bit_count() for mask in kept[4])
            found = self._held[suit] = Held(four, fives[0][0] if fives else 0, tuple(fives))
        return found
