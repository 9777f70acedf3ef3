"""How many cards melds of four and of five can keep, without trying them all."""

from games.solver_rules import MeldRules
from games.solver_shapes import Shape, Shapes
from games.solver_tables import ONES

_SUIT = (1 << 26) - 1
_SHIFTS = (0, 26, 52, 78)


Held = tuple[int, int, tuple[tuple[int, int], ...]]
"""Of the cards of one suit: the most that any run of four could keep, any run of five, and (cards, mask) of every run
of five that could keep some, the best first."""


class _Runs(dict[int, Held]):
    """The faces held of a suit -> what runs could keep of them."""

    def __init__(self, rules: MeldRules) -> None:
        super().__init__()
        self._windows = {
            size: [sum(1 << 2 * rank for rank in window) for window in rules.windows(size)] for size in (4, 5)
        }

    def __missing__(self, suit: int) -> Held:
        fives = sorted({((suit & run).bit_count(), suit & run) for run in self._windows[5] if suit & run}, reverse=True)
        four = max((suit & run).bit_count() for run in self._windows[4])
        self[suit] = held = four, fives[0][0] if fives else 0, tuple(fives)
        return held


class Wide:
    """The longer melds of one `MeldRules`."""

    def __init__(self, rules: MeldRules, shapes: Shapes) -> None:
        self._limit = rules.wild_limit
        self._shapes = shapes
        self._runs = _Runs(rules)

    def could_keep(self, hand: int, wild: int, shape: Shape, target: int) -> bool:
        """False when a bound tells at once that melds of this shape keep fewer cards than `target`."""
        if 3 in shape:
            return True
        once = (hand | hand >> 1) & ONES
        suits = self._suits(once)
        five = max(suits[0][1], suits[1][1], suits[2][1], suits[3][1])
        if 4 not in shape:
            return 2 * five + wild >= target
        return five + 4 + wild >= target and five + self._four(once, suits) + wild >= target

    def four_and_five(self, hand: int, wild: int, best: int) -> int:
        """The most cards a meld of four and one of five keep, or `best`, with no more than two substitutes.

        A card both could hold may as well stand in the five, so the five takes all it can. Only a full five wastes
        the hole a second substitute could fill: it is also tried without each of its cards.
        """
        if not self.could_keep(hand, min(wild, 2 * self._limit), (4, 5), best + 1):
            return best
        once = (hand | hand >> 1) & ONES
        suits = self._suits(once)
        four = self._four(once, suits) + min(wild, 2 * self._limit)
        for shift, held in zip(_SHIFTS, suits, strict=True):
            for kept, run in held[2]:
                if kept + four <= best:
                    break
                best = max(best, self._beside(hand, run << shift, kept, wild))
                if kept == 5 and wild == 2:
                    shorter = (run ^ 1 << place for place in range(0, 26, 2) if run >> place & 1)
                    best = max(best, *(self._beside(hand, cards << shift, 4, wild) for cards in shorter))
        return best

    def _suits(self, once: int) -> tuple[Held, Held, Held, Held]:
        runs = self._runs
        return runs[once & _SUIT], runs[once >> 26 & _SUIT], runs[once >> 52 & _SUIT], runs[once >> 78]

    def _beside(self, hand: int, five: int, kept: int, wild: int) -> int:
        """The most cards kept when the meld of five keeps these."""
        rest = hand - five
        once = (rest | rest >> 1) & ONES
        short = self._four(once, self._suits(once))
        return kept + short + min(wild, self._shapes.holes(5, kept) + self._shapes.holes(4, short))

    def _four(self, once: int, suits: tuple[Held, Held, Held, Held]) -> int:
        """The most cards that any meld of four could keep."""
        a, b, c, d = once & _SUIT, once >> 26 & _SUIT, once >> 52 & _SUIT, once >> 78
        if a & b & c & d:
            alike = 4
        elif a & b & (c | d) or (a | b) & c & d:
            alike = 3
        else:
            alike = 2 if a & (b | c | d) or b & (c | d) or c & d else 1
        return max(alike, suits[0][0], suits[1][0], suits[2][0], suits[3][0])
