"""Groupings whose melds are longer than three: 4+5, and 3+3+4 or 5+5 for ten cards."""

from collections import defaultdict
from functools import cached_property

from games.solver_rules import MeldRules
from games.solver_tables import LOW, ONES, parts, place_of

Group = tuple[int, int]
Shape = tuple[int, ...]
_SUIT = (1 << 26) - 1


class Wide:
    """The longer shapes of one `MeldRules`."""

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        self._held: dict[int, tuple[int, int]] = {}

    def shapes(self, size: int) -> tuple[Shape, ...]:
        """The meld sizes that a closed hand of `size` can always be brought to."""
        if self.rules.closing == "threes":
            return ((3, 3, 3),) if size == 9 else ((3, 3, 4),)
        return ((3, 3, 3), (4, 5)) if size == 9 else ((3, 3, 4), (5, 5))

    # -- 4+5 ---------------------------------------------------------------------------------------------------------

    @cached_property
    def _fours(self) -> list[int]:
        return parts(self.rules, 4, 4)

    @cached_property
    def _fives(self) -> list[int]:
        return parts(self.rules, 5, 5)

    def four_and_five(self, hand: int, wild: int, best: int) -> int:
        """The most cards a meld of four and one of five keep, or `best`.

        A card both could hold may as well stand in the five, so the five takes all it can; only with several
        substitutes can the hole that leaves be worth having.
        """
        limit = self.rules.wild_limit
        bonus = min(wild, 2 * limit)
        once = (hand | hand >> 1) & ONES
        four, five = self._bounds(once)
        if four + five + bonus <= best:
            return best
        if bonus > 1:
            return max(best, self.search(hand, wild, (4, 5), best)[0])
        for long in self._fives:
            kept = (once & long).bit_count()
            if kept + four + bonus > best:
                rest = hand - (once & long)
                rest = (rest | rest >> 1) & ONES
                short = max((rest & mask).bit_count() for mask in self._fours)
                best = max(best, min(9, kept + short + bonus))
        return best

    def _bounds(self, once: int) -> tuple[int, int]:
        """The most faces that any meld of four, any of five could hold."""
        four = five = 0
        suits = once & _SUIT, once >> 26 & _SUIT, once >> 52 & _SUIT, once >> 78
        for suit in suits:
            held = self._held.get(suit) or self._windows(suit)
            four, five = max(four, held[0]), max(five, held[1])
        a, b, c, d = suits
        if four < 4 and a & b & c & d:
            four = 4
        elif four < 3 and (a & b & (c | d) or (a | b) & c & d):
            four = 3
        return max(four, 2), five

    def _windows(self, suit: int) -> tuple[int, int]:
        """The most cards of one suit in any run of four, in any of five."""
        four, five = (
            max((suit & sum(1 << 2 * rank for rank in window)).bit_count() for window in self.rules.windows(size))
            for size in (4, 5)
        )
        self._held[suit] = four, five
        return four, five

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
