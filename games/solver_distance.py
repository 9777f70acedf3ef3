"""How many cards are missing to a closed hand, by the best grouping of what is held.

A grouping gives every meld of a closing shape (3+3+3, 4+5, 3+3+4, 5+5) the cards that can stand in it together. What
the groups keep stays in the hand; substitutes fill their holes; every other place is a card that must still come. That
it may need a third copy of a face is no worry: there is always a grouping as good that does not.

With m whole melds and p pairs, three melds of three keep 3 + 2m + p cards, since any loose card opens a group. Other
shapes are searched only where a bound says they could keep more.
"""

from collections.abc import Callable

from games.solver_rules import MeldRules
from games.solver_shapes import Shapes, Ways, count_of
from games.solver_tables import Table, fields_of, may_meld, parts, plain_table
from games.solver_wide import Wide


class Distance:
    """The measure for one `MeldRules`."""

    def __init__(self, rules: MeldRules) -> None:
        self._limit = rules.wild_limit
        self._any = rules.closing == "any"
        self._melds = plain_table(rules, (3,))
        self._pairs = _pair_counter(rules, self._melds)
        self.shapes = Shapes(rules)
        self.wide = Wide(rules, self.shapes)

    def missing(self, hand: int, ways: Ways, size: int) -> int:
        """Cards that must still come until `size` of them close; `ways` to play the wild cards."""
        best = 0
        for mask, wild in ways:
            best = self._kept(hand + mask, wild, size, best)
        return size - best

    def grouping(self, hand: int, ways: Ways, size: int) -> tuple[int, list[int]]:
        """The distance, and the whole natural melds of the first best grouping."""
        missing = self.missing(hand, ways, size)
        for mask, wild in ways:
            for shape in self.shapes.of(size):
                melds = self.shapes.reach(hand + mask, wild, shape, size - missing)
                if melds is not None:
                    return missing, melds
        return missing, []

    def _kept(self, hand: int, wild: int, size: int, best: int) -> int:
        """The most cards a grouping keeps, or `best` if none keeps more."""
        best = max(best, self._threes(hand, wild))
        if size == 9:
            if not self._any or best == 9:
                return best
            if wild < 3:
                return self.wide.four_and_five(hand, wild, best)
        for shape in self.shapes.of(size):
            while best < size and self.wide.could_keep(hand, wild, shape, best + 1):
                if self.shapes.reach(hand, wild, shape, best + 1) is None:
                    break
                best += 1
        return best

    def _threes(self, hand: int, wild: int) -> int:
        """The most cards three melds of three can keep."""
        cards = count_of(hand)
        if not may_meld(hand):
            return self._total(cards, wild, 0, self._pairs(hand, 3))
        melds = self._found(hand)
        best = 0
        for whole in (3, 2, 1, 0):
            if self._total(cards, wild, whole, 3 - whole) > best:
                pairs = self._most_pairs(hand, melds, whole, 3 - whole)
                if pairs >= 0:
                    best = max(best, self._total(cards, wild, whole, pairs))
        return best

    def _total(self, cards: int, wild: int, melds: int, pairs: int) -> int:
        kept = 3 + 2 * melds + pairs
        if kept > cards:
            kept = cards
        if not wild or not self._limit:
            return kept
        return kept + min(wild, 3 - melds if self._limit == 1 else 6 - 2 * melds - pairs)

    def _found(self, hand: int) -> list[int]:
        """Every natural meld of three in the hand."""
        options, near, above = self._melds, self._melds.near, self._melds.above
        found: list[int] = []
        while hand:
            low = hand & -hand
            found += options[hand & near[low]]
            hand &= above[low]
        return found

    def _most_pairs(self, hand: int, melds: list[int], whole: int, most: int) -> int:
        """The most disjoint pairs beside `whole` disjoint melds; -1 when there are not so many melds."""
        if not whole:
            return self._pairs(hand, most) if most else 0
        best = -1
        for place, mask in enumerate(melds):
            if mask & ~(hand | hand >> 1):
                continue
            best = max(best, self._most_pairs(hand - mask, melds[place:], whole - 1, most))
            if best == most:
                break
        return best


def _pair_counter(rules: MeldRules, melds: Table[int]) -> Callable[[int, int], int]:
    """(hand, k) -> the most disjoint pairs in it that some card would make a meld, at most k."""
    unit, above = melds.unit, melds.above
    beside = dict.fromkeys(unit, 0)
    for mask in parts(rules, 3, 2):
        low = mask & -mask
        beside[low] |= fields_of(mask - low)
        beside[2 * low] = beside[low]

    def pairs(hand: int, most: int) -> int:
        best = 0
        while hand:
            low = hand & -hand
            hand -= unit[low]
            mates = hand & beside[low]
            while mates:
                mate = mates & -mates
                found = 1 + pairs(hand - unit[mate], most - 1) if most > 1 else 1
                if found == most:
                    return most
                best = max(best, found)
                mates &= above[mate]
        return best

    return pairs
