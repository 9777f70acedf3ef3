"""The shapes of a closed hand, and what part of each of their melds a hand may hold."""

from functools import cache

from games.melds import MeldRules
from games.solver.bitmasks import ONES, UNIT, Table, parts

Shape = tuple[int, ...]
"""Sizes of melds."""
Ways = tuple[tuple[int, int], ...]
"""The ways to play the wild cards of a hand: (those at home as a mask, number of substitutes)."""
Part = tuple[int, int, int, int, int]
"""(mask, cards, faces that always help, faces that help while substitutes are short, holes for substitutes)."""


MOST_CARDS = 48
"""One more than a hand to be measured may have."""


class Step:
    """What can become of the next card while these melds of a shape are open."""

    def __init__(self, shape: Shape, holes: int, *, melds: bool) -> None:
        self.shape = shape
        self.left = len(shape)
        self.holes = holes
        """Substitutes they can take when one card opens each."""
        self.ways: list[tuple[Table[Part], int, Step]] = []
        """(parts, size, what stays open) for each size of meld."""
        longest, room = max(shape, default=1), sum(shape) - len(shape)
        if longest == 3 and not melds:
            longest, room = 2, len(shape)
        self.adds = tuple(self.left + min(room, cards * (longest - 1) // longest) for cards in range(MOST_CARDS))
        """By number of cards: a bound on what they and one card for each open meld keep."""


class Shapes:
    """The shapes of one `MeldRules`."""

    def __init__(self, rules: MeldRules) -> None:
        self._limit = rules.wild_limit
        self._least = rules.min_natural
        self._strict = rules.closing == "threes"
        self.tables = {size: Table(self._parts(rules, size)) for size in ((3, 4) if self._strict else (3, 4, 5))}
        self._steps: dict[tuple[Shape, bool], Step] = {}

    def of(self, size: int) -> tuple[Shape, ...]:
        """The meld sizes to which every closed hand of `size` can be brought. Raises ValueError where none closes."""
        shapes = {9: ((3, 3, 3),), 10: ((3, 3, 4),)}.get(size, ()) if self._strict else _sums(size, 3)
        if not shapes:
            raise ValueError(f"no hand of {size} cards closes under these rules")
        return shapes

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

    def step(self, shape: Shape, *, melds: bool = True) -> Step:
        """The beginning of a grouping of this shape; without `melds` for a hand known to hold no meld of three."""
        step = self._steps.get((shape, melds))
        if step is None:
            step = Step(shape, sum(self.holes(size, 1) for size in shape), melds=melds)
            for size in sorted(set(shape)):
                place = shape.index(size)
                rest = self.step(shape[:place] + shape[place + 1 :], melds=melds)
                step.ways.append((self.tables[size], size, rest))
            self._steps[shape, melds] = step
        return step

    def reach(self, hand: int, wild: int, shape: Shape, target: int) -> list[int] | None:
        """The whole natural melds of the first grouping of this shape that keeps `target` cards, if there is one."""
        unit = self.tables[shape[0]].unit

        def go(hand: int, cards: int, step: Step, kept: int, holes: int, loose: int) -> list[int] | None:
            begun = kept + min(step.left, loose + cards)
            if begun + min(wild, holes + step.holes) >= target:
                return []
            need = target - wild - kept
            if not hand or step.adds[cards] < need:
                return None
            low = hand & -hand
            for table, size, rest in step.ways:
                for mask, count, _, _, part_holes in table[hand & table.near[low]]:
                    if count + rest.adds[cards - count] >= need:
                        found = go(hand - mask, cards - count, rest, kept + count, holes + part_holes, loose)
                        if found is not None:
                            return [mask, *found] if count == size else found
            return go(hand - unit[low], cards - 1, step, kept, holes, loose + 1)

        return go(hand, count_of(hand), self.step(shape), 0, 0, 0)


@cache
def _sums(size: int, least: int) -> tuple[Shape, ...]:
    """Every way to make this number of threes, fours and fives, none below `least`, smallest first."""
    found: tuple[Shape, ...] = ((),) if size == 0 else ()
    for first in range(least, 6):
        found += tuple((first, *rest) for rest in (_sums(size - first, first) if size >= first else ()))
    return found


def count_of(hand: int) -> int:
    """How many natural cards a hand has."""
    return (hand & ONES).bit_count() + 2 * (hand >> 1 & ONES).bit_count()
