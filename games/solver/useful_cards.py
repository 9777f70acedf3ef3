"""All best groupings of a hand at once: what can be discarded at no loss, and which cards then bring it nearer.

A card may go if it stands in no group of some best grouping. A card is useful if it joins a group of such a grouping,
or opens one with a loose card, and one card more is kept. One enumeration answers both for every card.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from games.melds import MeldRules
from games.solver.bitmasks import ONES, UNIT, may_meld, parts
from games.solver.long_melds import Wide
from games.solver.shapes import Shape, Shapes, Step, Ways, count_of

_Leaf = tuple[int, Shape, int]
"""(loose cards, melds not begun, holes beyond the substitutes held)."""
NOTHING = -1


class Analysis(NamedTuple):
    """What a player with these cards knows about discarding and drawing."""

    distance: int
    """Cards that must still come."""
    keeps: dict[int, int]
    """Unit of a face that may go without loss (NOTHING: no card goes) -> the faces then useful, as a mask of units."""


class Held(NamedTuple):
    """A hand with its wild cards apart."""

    naturals: int
    copies: dict[int, int]
    """Unit of a wild face -> how many are held."""
    wilds: int
    """Every wild face, as a mask."""
    ways: Ways


class Groupings:
    """The enumeration for one `MeldRules`."""

    def __init__(self, rules: MeldRules, shapes: Shapes, wide: Wide) -> None:
        self._shapes = shapes
        self._wide = wide
        self._at_home = rules.natural_free
        self.mates = {size: _neighbours(rules, size) for size in shapes.tables}

    def keeps(self, held: Held, size: int, missing: int) -> dict[int, int]:
        """`Analysis.keeps` of a hand at a known distance from closing with `size` cards."""
        keeps: dict[int, int] = {}
        for discards, leaves in self._ways(held, size, missing):
            for leaf, joins in leaves.items():
                for unit, useful in self._read(leaf, joins, held.wilds, discards):
                    keeps[unit] = keeps.get(unit, 0) | useful
        return keeps

    def _ways(self, held: Held, size: int, missing: int) -> Iterator[tuple[list[int] | None, dict[_Leaf, int]]]:
        """(wild cards that may go, None when the hand has no discard due; groupings) for each way to play them."""
        for home, subs in held.ways:
            number = held.naturals + home
            discards = None
            if count_of(number) + subs > size:
                discards = [u for u, copies in held.copies.items() if not self._at_home or copies > _copies(home, u)]
            for shape in self._shapes.of(size):
                if self._wide.could_keep(number, subs, shape, size - missing):
                    yield discards, self._leaves(number, subs, shape, size - missing)

    def _leaves(self, hand: int, wild: int, shape: Shape, target: int) -> dict[_Leaf, int]:
        """Every best grouping, by what is loose, which melds are not begun and how short substitutes are: its joins."""
        found: dict[_Leaf, int] = {}
        unit = self._shapes.tables[shape[0]].unit
        leaf = _collector(found, wild, target)

        def go(hand: int, cards: int, step: Step, kept: int, holes: int, always: int, short: int, loose: int) -> None:
            need = target - wild - kept
            low = hand & -hand
            for table, _, rest in step.ways:
                adds = rest.adds
                for mask, count, joins, joins_short, part_holes in table[hand & table.near[low]]:
                    if count + adds[cards - count] < need:
                        continue
                    left = hand - mask, cards - count, rest, kept + count, holes + part_holes
                    if rest.left and left[0]:
                        go(*left, always | joins, short | joins_short, loose)
                    else:
                        leaf(rest, loose + left[0], *left[3:], always | joins, short | joins_short)
            if step.adds[cards - 1] >= need:
                one = unit[low]
                if hand == one:
                    leaf(step, loose + one, kept, holes, always, short)
                else:
                    go(hand - one, cards - 1, step, kept, holes, always, short, loose + one)

        if hand:
            go(hand, count_of(hand), self._shapes.step(shape, melds=may_meld(hand)), 0, 0, 0, 0, 0)
        return found

    def _read(self, leaf: _Leaf, joins: int, wilds: int, discards: list[int] | None) -> Iterator[tuple[int, int]]:
        """(card to discard, useful faces) of one best grouping; where no discard is due: NOTHING."""
        loose, shape, lack = leaf
        plain = -1 if self._at_home else ~wilds
        drawn = wilds if lack > 0 else 0
        units = _units(loose)
        if discards is None:
            yield NOTHING, (joins | self._opens(units, shape, lack)) & plain | drawn
            return
        if lack < 0:
            for unit in discards:
                yield unit, (joins | self._opens(units, shape, lack)) & plain | drawn
        if len(units) > len(shape):
            for place, unit in enumerate(units):
                rest = units[:place] + units[place + 1 :]
                yield unit, (joins | self._opens(rest, shape, lack)) & plain | drawn

    def _opens(self, loose: list[int], shape: Shape, lack: int) -> int:
        """The faces that make a pair with a loose card where a meld is not begun."""
        found = 0
        for size in set(shape):
            if lack > 0 or self._shapes.holes(size, 1) == self._shapes.holes(size, 2):
                for unit in loose:
                    found |= self.mates[size][unit]
        return found


def _collector(found: dict[_Leaf, int], wild: int, target: int) -> Callable[[Step, int, int, int, int, int], None]:
    """Notes a grouping that has come to its end, if it keeps the target."""

    def leaf(step: Step, loose: int, kept: int, holes: int, always: int, short: int) -> None:
        lack = holes + step.holes - wild
        if kept + min(step.left, count_of(loose)) + wild + min(lack, 0) == target:
            key = loose, step.shape, lack
            found[key] = found.get(key, 0) | always | (short if lack > 0 else 0)

    return leaf


def _neighbours(rules: MeldRules, size: int) -> dict[int, int]:
    """Unit of a face -> the faces that stand beside it in some meld of this size."""
    found = dict.fromkeys(UNIT.values(), 0)
    for mask in parts(rules, size, 2):
        first, second = _units(mask)
        found[first] |= second
        found[second] |= first
    return found


def _copies(mask: int, unit: int) -> int:
    return mask // unit & 3


def _units(mask: int) -> list[int]:
    """One unit for every card, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        unit = low if low & ONES else low >> 1
        found.append(unit)
        mask -= unit
    return found
