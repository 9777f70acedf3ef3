"""Melds of four and of five: how many cards they can keep, and where they keep more than melds of three.

Cut into melds of three, a run of five keeps its cards, and a meld of four all but one, and that only where it has both
its ends: a pair or three of it that lie closer together stand in a meld of three as well. So a grouping with such a
meld keeps one card more than melds of three at most, and then the longer meld is `fours` or `fives` of its suit.
"""

from games.melds import MeldRules
from games.solver.bitmasks import ONES
from games.solver.shapes import Shape, Shapes, count_of

Parts = tuple[tuple[int, int], ...]
"""(cards, mask), most cards first."""
Held = tuple[int, int, Parts, Parts]
"""Of the cards of one suit: the most that a run of four could keep, the most that a run of five could, and the parts
of both that have the two ends of the run."""
Runs = tuple[Held, Held, Held, Held]
"""The same of every suit."""

_SUIT = (1 << 26) - 1
_SHIFTS = (0, 26, 52, 78)
_ALL_SUITS = sum(1 << shift for shift in _SHIFTS)


class _Suit(dict[int, Held]):
    """The faces held of a suit -> what runs could keep of them."""

    def __init__(self, rules: MeldRules) -> None:
        super().__init__()
        self._runs = {size: [_Run(run) for run in rules.windows(size)] for size in (4, 5)}

    def __missing__(self, suit: int) -> Held:
        self[suit] = held = self._most(suit, 4), self._most(suit, 5), self._ended(suit, 4), self._ended(suit, 5)
        return held

    def _most(self, suit: int, size: int) -> int:
        return max([(suit & run.cards).bit_count() for run in self._runs[size]])

    def _ended(self, suit: int, size: int) -> Parts:
        whole = [run for run in self._runs[size] if suit & run.ends == run.ends]
        return tuple(sorted([part for run in whole for part in run.parts(suit)], reverse=True))


class _Run:
    """The faces of one run."""

    def __init__(self, ranks: tuple[int, ...]) -> None:
        first, *self._middle, last = (1 << 2 * rank for rank in ranks)
        self.ends = first + last
        self.cards = self.ends + sum(self._middle)

    def parts(self, suit: int) -> Parts:
        """The parts with both ends that cards of a suit with these ends make."""
        inner = [unit for unit in self._middle if suit & unit]
        chosen = [0]
        for unit in inner:
            chosen += [mask + unit for mask in chosen]
        return tuple((mask.bit_count() + 2, mask + self.ends) for mask in chosen)


class Wide:
    """The longer melds of one `MeldRules`."""

    def __init__(self, rules: MeldRules, shapes: Shapes) -> None:
        self._held = _Suit(rules)
        self._alike = 4 if rules.fourth_any_suit else 0
        self._four_alike = rules.set_max > 3
        self._holes = {size: [shapes.holes(size, kept) for kept in range(size + 1)] for size in (4, 5)}

    def suits(self, hand: int) -> Runs:
        """What the runs of each suit could keep."""
        once, held = (hand | hand >> 1) & ONES, self._held
        return held[once & _SUIT], held[once >> 26 & _SUIT], held[once >> 52 & _SUIT], held[once >> 78]

    def could_keep(self, hand: int, wild: int, shape: Shape, target: int) -> bool:
        """False when a bound tells at once that melds of this shape keep fewer cards than `target`."""
        if 3 in shape:
            return True
        suits = self.suits(hand)
        fives = shape.count(5)
        fours = len(shape) - fives
        kept = wild + (fives * max(suits[0][1], suits[1][1], suits[2][1], suits[3][1]) if fives else 0)
        return kept + 4 * fours >= target and (not fours or kept + fours * self._four(hand, suits) >= target)

    def fours(self, hand: int, suits: Runs) -> Parts:
        """Every part that only a meld of four holds."""
        a, b, c, d = suits
        found = a[2]
        if b[2] or c[2] or d[2]:
            rest = zip(_SHIFTS[1:], (b, c, d), strict=True)
            found += tuple((kept, mask << shift) for shift, held in rest for kept, mask in held[2])
        if self._four_alike:
            once = (hand | hand >> 1) & ONES
            alike = once & once >> 26 & once >> 52 & once >> 78
            while alike:
                low = alike & -alike
                found += ((4, low * _ALL_SUITS),)
                alike -= low
        return found

    def four_and_five(self, hand: int, wild: int, target: int) -> bool:
        """Whether a meld of four and one of five keep so many cards; the five takes all that the four leaves."""
        suits = self.suits(hand)
        five = max(suits[0][1], suits[1][1], suits[2][1], suits[3][1])
        if 4 + five + wild < target:
            return False
        for kept, mask in self.fours(hand, suits):
            if kept + five + wild >= target and self._with_five(hand - mask, wild, kept) >= target:
                return True
        return False

    def _with_five(self, hand: int, wild: int, four: int) -> int:
        """The cards kept when the meld of four keeps so many and this hand is left to the meld of five."""
        five = max(held[1] for held in self.suits(hand))
        return four + five + min(wild, self._holes[4][four] + self._holes[5][five])

    def two_fives(self, hand: int, wild: int, suits: Runs, target: int) -> bool:
        """Whether two melds of five keep so many cards, each of them a part that has both its ends."""
        ended = [(held[3][0][0], place) for place, held in enumerate(suits) if held[3]]
        if not ended:
            return False
        ended.sort()
        if 2 * ended[-1][0] + wild < target:
            return False
        if len(ended) > 1 and self._both(ended[-1][0], ended[-2][0], wild) >= target:
            return True
        return any(self._both_in(hand >> _SHIFTS[place] & _SUIT, wild, target) for _, place in ended)

    def _both_in(self, suit: int, wild: int, target: int) -> bool:
        """The same in the cards of one suit."""
        if count_of(suit) + wild < target:
            return False
        for kept, mask in self._held[(suit | suit >> 1) & ONES][3]:
            rest = suit - mask
            other = self._held[(rest | rest >> 1) & ONES][3]
            if other and self._both(kept, other[0][0], wild) >= target:
                return True
        return False

    def _both(self, first: int, second: int, wild: int) -> int:
        """What two melds of five keep that have so many natural cards."""
        return first + second + min(wild, self._holes[5][first] + self._holes[5][second])

    def _four(self, hand: int, suits: Runs) -> int:
        """The most cards that any meld of four could keep."""
        once = (hand | hand >> 1) & ONES
        a, b, c, d = once & _SUIT, once >> 26 & _SUIT, once >> 52 & _SUIT, once >> 78
        if a & b & c & d:
            alike = 4
        elif a & b & (c | d) or (a | b) & c & d:
            alike = 3
        else:
            alike = 2 if a & (b | c | d) or b & (c | d) or c & d else 1
        return max(alike, self._alike, suits[0][0], suits[1][0], suits[2][0], suits[3][0])
