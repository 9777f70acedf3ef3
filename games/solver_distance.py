"""How many cards are missing to a closed hand, by the best grouping of what is held.

A grouping gives every meld of a closing shape (3+3+3, 4+5, 3+3+4, 5+5) the cards that can stand in it together. What
the groups keep stays in the hand; substitutes fill their holes; every other place is a card that must still come.
"""

from functools import cached_property

from games.solver_rules import MeldRules
from games.solver_tables import ONES, patterns, place_of

Group = tuple[int, int]
_Shape = tuple[int, ...]


class Distance:
    """The measure for one `MeldRules`."""

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules

    @cached_property
    def parts(self) -> dict[int, dict[int, list[tuple[int, int]]]]:
        """Size of a meld -> lowest place -> (mask, cards) of every two or more cards of such a meld."""
        found: dict[int, dict[int, list[tuple[int, int]]]] = {}
        for size in (3, 4, 5):
            found[size] = {place: [] for place in range(52)}
            for count in range(size, 1, -1):
                if size == 3 or self.rules.closing == "any" or (self.rules.ten and size == 4):
                    for mask in patterns(self.rules, size, size - count):
                        found[size][place_of(mask & -mask)].append((mask, count))
        return found

    def _shapes(self, size: int) -> tuple[_Shape, ...]:
        if self.rules.closing == "threes":
            return ((3, 3, 3),) if size == 9 else ((3, 3, 4),)
        return ((3, 3, 3), (4, 5)) if size == 9 else ((3, 3, 4), (5, 5))

    def least(self, hand: int, splits: tuple[tuple[int, int], ...], size: int) -> int:
        """Cards that must still come until `size` of them close."""
        return self.grouping(hand, splits, size)[0]

    def grouping(self, hand: int, splits: tuple[tuple[int, int], ...], size: int) -> tuple[int, list[Group]]:
        """The distance and the whole natural melds of the first best grouping."""
        best, groups = -1, list[Group]()
        for mask, wild in splits:
            for shape in self._shapes(size):
                search = _Search(self, wild, best)
                search.go(hand + mask, shape, 0, 0, [])
                if search.best > best:
                    best, groups = search.best, search.groups
        return size - best, groups

    def holes(self, size: int, kept: int) -> int:
        """How many substitutes a meld of `size` can take beside `kept` natural cards."""
        return max(0, min(self.rules.wild_limit, size - max(kept, self.rules.min_natural)))


class _Search:
    def __init__(self, measure: Distance, wild: int, best: int) -> None:
        self.measure = measure
        self.wild = wild
        self.best = best
        self.groups: list[Group] = []

    def go(self, hand: int, shape: _Shape, kept: int, holes: int, groups: list[Group], loose: int = 0) -> None:
        cards = _count(hand)
        self._leaf(shape, kept, holes, groups, loose + cards)
        if (
            not shape
            or not hand
            or kept + min(sum(shape), cards + loose + self.wild) + min(holes, self.wild) <= self.best
        ):
            return
        low = hand & -hand
        place = place_of(low)
        for index, size in enumerate(shape):
            if size in shape[:index]:
                continue
            rest = shape[:index] + shape[index + 1 :]
            for mask, count in self.measure.parts[size][place]:
                if _within(mask, hand):
                    added = [*groups, (mask, 0)] if count == size else groups
                    self.go(hand - mask, rest, kept + count, holes + self.measure.holes(size, count), added, loose)
        self.go(hand - (1 << 2 * place), shape, kept, holes, groups, loose + 1)

    def _leaf(self, shape: _Shape, kept: int, holes: int, groups: list[Group], loose: int) -> None:
        """What is left of the shape is opened by single cards."""
        seeds = min(len(shape), loose)
        holes += sum(self.measure.holes(size, 1) for size in shape)
        total = kept + seeds + min(self.wild, holes)
        if total > self.best:
            self.best, self.groups = total, groups


def _within(mask: int, hand: int) -> bool:
    twice = hand >> 1 & ONES
    return not (mask & ONES & ~(hand & ONES | twice) or mask >> 1 & ONES & ~twice)


def _count(hand: int) -> int:
    return (hand & ONES).bit_count() + 2 * (hand >> 1 & ONES).bit_count()
