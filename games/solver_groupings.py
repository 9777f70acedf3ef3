"""All best groupings of a hand at once: what may be thrown at no loss, and which cards then bring it nearer.

A card may go if it stands in no group of some best grouping. A card is useful if it joins a group of such a grouping,
or opens one with a loose card, and one card more is kept. One enumeration answers both for every card.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.solver_rules import MeldRules
from games.solver_tables import ONES, UNIT, Table, parts
from games.solver_wide import Shape, Ways, Wide

Part = tuple[int, int, int, int, int]
"""(mask, cards, faces that always help, faces that help while substitutes are short, holes for substitutes)."""
_Leaf = tuple[int, Shape, int]
"""(loose cards, melds not begun, holes beyond the substitutes held)."""
NOTHING = -1


class Analysis(NamedTuple):
    """What a player with these cards knows about throwing and drawing."""

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


class _Step(NamedTuple):
    """What can become of the next card while these melds of a shape are open."""

    ways: tuple[tuple[Table[Part], Shape], ...]
    room: int
    """Cards the open melds can take beyond one each."""
    longest: int
    holes: int
    """Substitutes they can take when one card opens each."""


class Groupings:
    """The enumeration for one `MeldRules`."""

    def __init__(self, rules: MeldRules, wide: Wide) -> None:
        self._wide = wide
        self._at_home = rules.natural_free
        shapes = {shape for total in (9, 10) for shape in wide.shapes(total)}
        sizes = {size for shape in shapes for size in shape}
        self._tables = {size: Table(self._parts(rules, size)) for size in sizes}
        self.mates = {size: _neighbours(rules, size) for size in sizes}
        self._steps: dict[Shape, _Step] = {}
        for shape in shapes:
            self._prepare(shape)

    def _parts(self, rules: MeldRules, size: int) -> list[tuple[int, Part]]:
        """Every two or more cards of a meld of this size."""
        by_count = {count: set(parts(rules, size, count)) for count in range(2, size + 1)}
        found = []
        for count in range(size, 1, -1):
            holes, then = self._wide.holes(size, count), self._wide.holes(size, count + 1)
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
            ways.append((self._tables[size], rest))
            self._prepare(rest)
        holes = sum(self._wide.holes(size, 1) for size in shape)
        self._steps[shape] = _Step(tuple(ways), sum(shape) - len(shape), max(shape, default=1), holes)

    def analyse(self, held: Held, size: int, missing: int) -> Analysis:
        """Of a hand at a known distance from closing with `size` cards."""
        keeps: dict[int, int] = {}
        for home, subs in held.ways:
            number = held.naturals + home
            thrown = [unit for unit, copies in held.copies.items() if not self._at_home or copies > _copies(home, unit)]
            over = _count(number) + subs > size
            for shape in self._wide.shapes(size):
                if self._wide.could_keep(number, subs, shape, size - missing):
                    for leaf, joins in self._leaves(number, subs, shape, size - missing).items():
                        for unit, useful in self._read(leaf, joins, held.wilds, thrown if over else None):
                            keeps[unit] = keeps.get(unit, 0) | useful
        return Analysis(missing, keeps)

    def _leaves(self, hand: int, wild: int, shape: Shape, target: int) -> dict[_Leaf, int]:
        """Every best grouping, by what is loose, which melds are not begun and how short substitutes are: its joins."""
        found: dict[_Leaf, int] = {}
        steps = self._steps

        def go(hand: int, cards: int, shape: Shape, kept: int, holes: int, always: int, short: int, loose: int) -> None:
            ways, room, longest, open_holes = steps[shape]
            if not room or not hand:
                loose += hand
                lack = holes + open_holes - wild
                total = kept + min(len(shape), _count(loose)) + wild + min(lack, 0)
                if total == target:
                    leaf = loose, shape, lack
                    found[leaf] = found.get(leaf, 0) | always | (short if lack > 0 else 0)
                return
            most = kept + len(shape) + min(room, cards * (longest - 1) // longest)
            if most + wild < target:
                return
            low = hand & -hand
            for table, rest in ways:
                for mask, count, joins, joins_short, part_holes in table[hand & table.near[low]]:
                    go(
                        hand - mask,
                        cards - count,
                        rest,
                        kept + count,
                        holes + part_holes,
                        always | joins,
                        short | joins_short,
                        loose,
                    )
            one = unit[low]
            go(hand - one, cards - 1, shape, kept, holes, always, short, loose + one)

        unit = self._tables[shape[0]].unit
        go(hand, _count(hand), shape, 0, 0, 0, 0, 0)
        return found

    def _read(self, leaf: _Leaf, joins: int, wilds: int, thrown: list[int] | None) -> Iterator[tuple[int, int]]:
        """(card to throw, useful faces) of one best grouping; without cards to throw: NOTHING."""
        loose, shape, lack = leaf
        plain = -1 if self._at_home else ~wilds
        drawn = wilds if lack > 0 else 0
        units = _units(loose)
        if thrown is None:
            yield NOTHING, (joins | self._opens(units, shape, lack)) & plain | drawn
            return
        if lack < 0:
            for unit in thrown:
                yield unit, (joins | self._opens(units, shape, lack)) & plain | drawn
        if len(units) > len(shape):
            for place, unit in enumerate(units):
                rest = units[:place] + units[place + 1 :]
                yield unit, (joins | self._opens(rest, shape, lack)) & plain | drawn

    def _opens(self, loose: list[int], shape: Shape, lack: int) -> int:
        """The faces that make a pair with a loose card where a meld is not begun."""
        found = 0
        for size in set(shape):
            if lack > 0 or self._wide.holes(size, 1) == self._wide.holes(size, 2):
                for unit in loose:
                    found |= self.mates[size][unit]
        return found


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


def _count(hand: int) -> int:
    return (hand & ONES).bit_count() + 2 * (hand >> 1 & ONES).bit_count()
