"""The shapes of a closed hand, and what part of each of their melds a hand may hold."""

from typing import NamedTuple

from games.solver_rules import MeldRules
from games.solver_tables import ONES, UNIT, Table, parts

Shape = tuple[int, ...]
"""Sizes of melds."""
Ways = tuple[tuple[int, int], ...]
"""The ways to play the wild cards of a hand: (those at home as a mask, number of substitutes)."""
Part = tuple[int, int, int, int, int]
"""(mask, cards, faces that always help, faces that help while substitutes are short, holes for substitutes)."""


class Step(NamedTuple):
    """What can become of the next card while these melds of a shape are open."""

    ways: tuple[tuple[Table[Part], int, Shape], ...]
    """(parts, size, what stays open) for each size of meld."""
    room: int
    """Cards the open melds can take beyond one each."""
    longest: int
    holes: int
    """Substitutes they can take when one card opens each."""

    def most(self, cards: int) -> int:
        """A bound on what so many cards can add to one in each open meld."""
        return min(self.room, cards * (self.longest - 1) // self.longest)


class Shapes:
    """The shapes of one `MeldRules`."""

    def __init__(self, rules: MeldRules) -> None:
        self._limit = rules.wild_limit
        self._least = rules.min_natural
        if rules.closing == "threes":
            self._by_size: dict[int, tuple[Shape, ...]] = {9: ((3, 3, 3),), 10: ((3, 3, 4),)}
        else:
            self._by_size = {9: ((3, 3, 3), (4, 5)), 10: ((3, 3, 4), (5, 5))}
        shapes = {shape for found in self._by_size.values() for shape in found}
        self.tables = {size: Table(self._parts(rules, size)) for size in {size for shape in shapes for size in shape}}
        self.steps: dict[Shape, Step] = {}
        for shape in shapes:
            self._prepare(shape)

    def of(self, size: int) -> tuple[Shape, ...]:
        """The meld sizes to which every closed hand of `size` can be brought."""
        return self._by_size[size]

    def holes(self, size: int, kept: int) -> int:
        """How many substitutes a meld of `size` can take beside `kept` natural cards."""
        return max(0, min(self._limit, size - max(kept, self._least)))

    def _parts(self, rules: MeldRules, size: int) -> list[tuple[int, Part]]:
        """Every two or more cards of a meld of this size."""
        by_count = {count: set(parts(rules, size, count)) for count in range(2, size + 1)}
        found = []
        for count in range(size, 1, -1):
            holes, then = self.holes(size, count), self.holes(size, count + 1)
            bigger = by_count.get(count + 1, set())
            for mask in sorted(by_count[count]):
                joins = sum(unit for unit in UNIT.values() if mask + unit in bigger)
                always, short = (joins, 0) if holes == then else (0, joins)
                found.append((mask, (mask, count, always, short, holes)))
        return found

    def _prepare(self, shape: Shape) -> None:
        ways = []
        for size in sorted(set(shape)):
            place = shape.index(size)
            rest = shape[:place] + shape[place + 1 :]
            ways.append((self.tables[size], size, rest))
            self._prepare(rest)
        holes = sum(self.holes(size, 1) for size in shape)
        self.steps[shape] = Step(tuple(ways), sum(shape) - len(shape), max(shape, default=1), holes)

    def reach(self, hand: int, wild: int, shape: Shape, target: int) -> list[int] | None:
        """The whole natural melds of the first grouping of this shape that keeps `target` cards, if there is one."""
        steps, unit = self.steps, self.tables[shape[0]].unit

        def go(hand: int, cards: int, shape: Shape, kept: int, holes: int, loose: int) -> list[int] | None:
            step = steps[shape]
            begun = kept + min(len(shape), loose + cards)
            if begun + min(wild, holes + step.holes) >= target:
                return []
            if begun + step.most(cards) + wild < target or not hand:
                return None
            low = hand & -hand
            for table, size, rest in step.ways:
                for mask, count, _, _, part_holes in table[hand & table.near[low]]:
                    found = go(hand - mask, cards - count, rest, kept + count, holes + part_holes, loose)
                    if found is not None:
                        return [mask, *found] if count == size else found
            return go(hand - unit[low], cards - 1, shape, kept, holes, loose + 1)

        return go(hand, count_of(hand), shape, 0, 0, 0)


def count_of(hand: int) -> int:
    """How many natural cards a hand has."""
    return (hand & ONES).bit_count() + 2 * (hand >> 1 & ONES).bit_count()
