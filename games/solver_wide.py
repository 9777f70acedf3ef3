"""Groupings whose melds are longer than three: 4+5, and 3+3+4 or 5+5 for ten cards."""

from collections import defaultdict
from functools import cached_property
from typing import NamedTuple

from games.solver_rules import MeldRules
from games.solver_tables import LOW, ONES, parts, place_of

Group = tuple[int, int]
Shape = tuple[int, ...]
Ways = tuple[tuple[int, int], ...]
"""The ways to play the wild cards of a hand: (those at home as a mask, number of substitutes)."""
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
    """The longer shapes of one `MeldRules`."""

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        self._held: dict[int, Held] = {}

    def shapes(self, size: int) -> tuple[Shape, ...]:
        """The meld sizes that a closed hand of `size` can always be brought to."""
        if self.rules.closing == "threes":
            return ((3, 3, 3),) if size == 9 else ((3, 3, 4),)
        return ((3, 3, 3), (4, 5)) if size == 9 else ((3, 3, 4), (5, 5))

    # -- 4+5 ---------------------------------------------------------------------------------------------------------

    def four_and_five(self, hand: int, wild: int, best: int) -> int:
        """The most cards a meld of four and one of five keep, or `best`.

        A card both could hold may as well stand in the five, so the five takes all it can. Only a full five wastes
        the hole a second substitute could fill: it is also tried without each of its cards.
        """
        bonus = min(wild, 2 * self.rules.wild_limit)
        once = (hand | hand >> 1) & ONES
        suits = [self._runs(once >> shift & _SUIT) for shift in _SHIFTS]
        four = self._four(once, suits)
        if four + max(held.five for held in suits) + bonus <= best:
            return best
        if wild > 2:
            return max(best, self.search(hand, wild, (4, 5), best)[0])
        for shift, held in zip(_SHIFTS, suits, strict=True):
            for kept, run in held.runs:
                if kept + four + bonus <= best:
                    break
                best = max(best, self._beside(hand, run << shift, kept, wild))
                if kept == 5 and wild == 2:
                    shorter = (run ^ 1 << place for place in range(0, 26, 2) if run >> place & 1)
                    best = max(best, *(self._beside(hand, cards << shift, 4, wild) for cards in shorter))
        return best

    def could_keep(self, hand: int, wild: int, shape: Shape, target: int) -> bool:
        """False when a bound tells at once that melds of this shape keep fewer cards than `target`."""
        if 3 in shape:
            return True
        once = (hand | hand >> 1) & ONES
        suits = [self._runs(once >> shift & _SUIT) for shift in _SHIFTS]
        five = max(held.five for held in suits)
        other = five if 4 not in shape else self._four(once, suits)
        return five + other + wild >= target

    def _beside(self, hand: int, five: int, kept: int, wild: int) -> int:
        """The most cards kept when the meld of five keeps these."""
        rest = hand - five
        once = (rest | rest >> 1) & ONES
        short = self._four(once, [self._runs(once >> shift & _SUIT) for shift in _SHIFTS])
        return kept + short + min(wild, self.holes(5, kept) + self.holes(4, short))

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
                size: [suit & sum(1 << 2 * rank for rank in window) for window in self.rules.windows(size)]
                for size in (4, 5)
            }
            fives = sorted({(mask.bit_count(), mask) for mask in kept[5] if mask}, reverse=True)
            four = max(mask.bit_count() for mask in kept[4])
            found = self._held[suit] = Held(four, fives[0][0] if fives else 0, tuple(fives))
        return found

    # -- any shape ---------------------------------------------------------------------------------------------------

    @cached_property
    def _parts(self) -> dict[int, dict[int, list[tuple[int, int]]]]:
        """Size of a meld -> lowest place -> (mask, cards) of every two or more cards of such a meld."""
        found: dict[int, dict[int, list[tuple[int, int]]]] = {}
        for size in {size for total in (9, 10) for shape in self.shapes(total) for size in shape}:
            found[size] = defaultdict(list)
            for count in range(size, 1, -1):
                for mask in parts(self.rules, size, count):
                    found[size][place_of(mask & -mask)].append((mask, count))
        return found

    def holes(self, size: int, kept: int) -> int:
        """How many substitutes a meld of `size` can take beside `kept` natural cards."""
        return max(0, min(self.rules.wild_limit, size - max(kept, self.rules.min_natural)))

    def search(self, hand: int, wild: int, shape: Shape, best: int) -> tuple[int, list[Group]]:
        """(cards kept, whole natural melds) of the first grouping that keeps most, if more than `best`."""
        found: list[tuple[int, list[Group]]] = [(best, [])]

        def go(hand: int, shape: Shape, kept: int, holes: int, groups: list[Group], loose: int) -> None:
            cards = (hand & ONES).bit_count() + 2 * (hand >> 1 & ONES).bit_count()
            seeds = min(len(shape), loose + cards)
            open_holes = holes + sum(self.holes(size, 1) for size in shape)
            total = kept + seeds + min(wild, open_holes)
            if total > found[0][0]:
                found[0] = total, groups
            if not shape or not hand or kept + min(sum(shape), cards + loose) + wild <= found[0][0]:
                return
            low = hand & -hand
            place = place_of(low)
            once, twice = (hand | hand >> 1) & ONES, hand >> 1 & ONES
            for size in sorted(set(shape)):
                index = shape.index(size)
                rest = shape[:index] + shape[index + 1 :]
                for mask, count in self._parts[size][place]:
                    if not (mask & ONES & ~once or mask >> 1 & ONES & ~twice):
                        whole = [*groups, (mask, 0)] if count == size else groups
                        go(hand - mask, rest, kept + count, holes + self.holes(size, count), whole, loose)
            go(hand - (1 << 2 * place), shape, kept, holes, groups, loose + 1)

        go(hand & LOW, shape, 0, 0, [], 0)
        return found[0]
