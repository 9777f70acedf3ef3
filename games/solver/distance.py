"""How many cards are missing for a closed hand, by the best grouping of what is held.

A grouping gives every meld of a closing shape (3+3+3, 4+5, 3+3+4, 5+5) the cards that can stand in it together. What
the groups keep stays in the hand; substitutes fill their holes; every other place is a card that must still come. A
grouping that needs a third copy of a face does no harm: there is always one as good that does not.

With m whole melds and p pairs, three melds of three keep 3 + 2m + p cards, since any loose card opens a group. That one
of them is of four in a hand of ten leaves room for a substitute more, and otherwise matters only where `long_melds`
says that a longer meld could keep a card more.
"""

from collections.abc import Callable

from games.melds import MeldRules
from games.solver.bitmasks import ONES, Table, fields_of, may_meld, parts, plain_table
from games.solver.long_melds import Runs, Wide
from games.solver.shapes import Shapes, Ways, count_of

_Worth = tuple[tuple[int, ...], ...]
"""By whole melds, then by pairs: the most cards kept."""
_FEW_WILDS = 5  # more of them in one meld let a single card open a meld of five, which no bound here foresees


class Distance:
    """The measure for one `MeldRules`."""

    def __init__(self, rules: MeldRules) -> None:
        self._limit = rules.wild_limit
        self._melds = plain_table(rules, (3,))
        self._pairs = _pair_counter(rules, self._melds)
        self.shapes = Shapes(rules)
        self.wide = Wide(rules, self.shapes)
        self._wider = self._by_size(rules)
        self._worth: dict[tuple[int, int, int], _Worth] = {}
        self._enough: dict[tuple[int, int, int, int], list[tuple[int, int]]] = {}

    def _by_size(self, rules: MeldRules) -> dict[int, Callable[[int, int, list[int], int], int]]:
        """Sizes of closed hands that need no search -> what longer melds add to the most that melds of three keep."""
        if rules.closing == "threes":
            return {9: lambda hand, wild, melds, best: best}
        if rules.run_limit < 5 or rules.fourth_any_suit or rules.min_natural > 1:
            return {}
        if rules.set_max > 3:
            return {9: self._four_and_five, 10: self._four_or_fives}
        return {9: self._four_and_five}

    def missing(self, hand: int, ways: Ways, size: int) -> int:
        """Cards that must still come until `size` of them close; `ways` to play the wild cards."""
        best = 0
        for mask, wild in ways:
            best = self._kept(hand + mask, wild, size, best)
        return size - best

    def with_threes(self, hand: int, ways: Ways, size: int) -> tuple[int, bool]:
        """The distance, and whether melds of three are known to keep as many cards as any; never said of wild cards."""
        wider = self._wider.get(size)
        if wider is None or ways != ((0, 0),):
            return self.missing(hand, ways, size), False
        melds = self._found(hand) if may_meld(hand) else []
        threes = self._threes(hand, 0, melds, size, 0)
        best = wider(hand, 0, melds, threes)
        return size - best, best == threes

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
        wider = self._wider.get(size)
        if wider is None or (wild >= _FEW_WILDS and self._limit > 3):
            return self._searched(hand, wild, size, best)
        melds = self._found(hand) if may_meld(hand) else []
        best = self._threes(hand, wild, melds, size, best)
        return best if best == size else wider(hand, wild, melds, best)

    def _searched(self, hand: int, wild: int, size: int, best: int) -> int:
        """The same for any size and any rules, by trying the groupings."""
        for shape in self.shapes.of(size):
            while best < size and self.wide.could_keep(hand, wild, shape, best + 1):
                if self.shapes.reach(hand, wild, shape, best + 1) is None:
                    break
                best += 1
        return best

    # -- three melds -----------------------------------------------------------------------------------------------

    def _threes(self, hand: int, wild: int, melds: list[int], size: int, best: int) -> int:
        """The most cards three melds keep of which none is a part that only a longer one could hold; or `best`."""
        cards = count_of(hand)
        worth = self._worth.get((size, cards, wild)) or self._worth_of(size, cards, wild)
        if not melds:
            return max(best, worth[0][self._pairs(hand, 3)]) if worth[0][3] > best else best
        most = 3 if hand >> 1 & ONES else min(3, len(melds))  # with both copies a meld may be there twice
        for whole in range(most, -1, -1):
            if worth[whole][3 - whole] > best:
                pairs = self._most_pairs(hand, melds, whole, 3 - whole)
                if pairs >= 0 and worth[whole][pairs] > best:
                    best = worth[whole][pairs]
        return best

    def _worth_of(self, size: int, cards: int, wild: int) -> _Worth:
        """What three melds keep of so many natural cards; where none is loose, a card of a pair may open a meld."""
        found: list[list[int]] = []
        for melds in range(4):
            found.append([])
            for pairs in range(4 - melds):
                kept = min(cards, 3 + 2 * melds + pairs) + min(wild, self._holes(size, melds, pairs))
                fewer = [found[melds][pairs - 1]] if pairs else []
                lesser = [found[melds - 1][pairs + 1]] if melds else []
                found[melds].append(max([kept, *fewer, *lesser]))
        self._worth[size, cards, wild] = worth = tuple(map(tuple, found))
        return worth

    def _holes(self, size: int, melds: int, pairs: int) -> int:
        """The substitutes that three melds can take, one of which is of four if ten cards close."""
        kept = [3] * melds + [2] * pairs + [1] * (3 - melds - pairs)
        holes = self.shapes.holes
        room = max(holes(4, count) - holes(3, count) for count in kept) if size > 9 else 0
        return room + sum(holes(3, count) for count in kept)

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

    # -- longer melds ----------------------------------------------------------------------------------------------

    def _four_and_five(self, hand: int, wild: int, melds: list[int], best: int) -> int:
        """The most cards that a meld of four and one of five keep, or `best`."""
        return best + self.wide.four_and_five(hand, wild, best + 1)

    def _four_or_fives(self, hand: int, wild: int, melds: list[int], best: int) -> int:
        """The most cards that two melds of three and one of four keep, or two of five; or `best`."""
        suits = self.wide.suits(hand)
        if self._four_beside_two(hand, wild, melds, suits, best + 1):
            best += 1
        return best + (best < 10 and self.wide.two_fives(hand, wild, suits, best + 1))

    def _four_beside_two(self, hand: int, wild: int, melds: list[int], suits: Runs, target: int) -> bool:
        """Whether some part that only a meld of four holds and two melds of three keep so many cards."""
        fours = self.wide.fours(hand, suits)
        if not fours:
            return False
        cards = count_of(hand)
        for kept, mask in fours:
            for whole, pairs in self._least(kept, cards, wild, target):
                if whole:
                    if melds and self._most_pairs(hand - mask, melds, whole, pairs) >= pairs:
                        return True
                elif not pairs or self._pairs(hand - mask, pairs) == pairs:
                    return True
        return False

    def _least(self, four: int, cards: int, wild: int, target: int) -> list[tuple[int, int]]:
        """(whole melds, fewest pairs) of two melds of three that suffice beside so many cards in one of four."""
        known = self._enough.get((four, cards, wild, target))
        if known is not None:
            return known
        holes = self.shapes.holes
        found: dict[int, int] = {}
        for melds, pairs in ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)):
            room = holes(4, four) + melds * holes(3, 3) + pairs * holes(3, 2) + (2 - melds - pairs) * holes(3, 1)
            if min(cards, four + 2 + 2 * melds + pairs) + min(wild, room) >= target:
                found.setdefault(melds, pairs)
        self._enough[four, cards, wild, target] = least = list(found.items())
        return least


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
