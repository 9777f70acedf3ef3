"""Which card can be spared: without it, the others divide into melds.

Without substitutes every choice of sets leaves cards that must make runs, suit by suit, and what a suit can do is
looked up.
"""

from collections.abc import Callable

from games.melds import MeldRules
from games.solver.bitmasks import ONES, TOP, parts_of_runs, parts_of_sets, place_of, runnable, sizes_of
from games.solver.winning_discards_wild import Loose

Spare = Callable[[int, int, int, int, int, int], int]
_Options = tuple[tuple[int, int], ...]
"""(cards of a value that sets use, others of it in no run); no set is one of them."""

_SUIT = (1 << 26) - 1
_SHORT = 30
_MOST = 60_000  # suits a table may hold before it starts afresh
_ACES = 1 | 1 << 26 | 1 << 52 | 1 << 78
_VALUE = 3 * _ACES


class _Runs(dict[int, int]):
    """The cards of a suit -> the faces without which runs use all others, and above them whether one of them must go.

    Filled as hands come by.
    """

    def __init__(self, rules: MeldRules) -> None:
        super().__init__()
        self._of: dict[int, list[int]] = {place: [] for place in range(13)}
        for mask in parts_of_runs(rules, sizes_of(rules)):
            self._of[place_of(mask & -mask)].append(mask)
        self._all = {0: True}

    def __missing__(self, suit: int) -> int:
        if len(self) > _MOST:
            self.clear()
            self._all = {0: True}
        units = [1 << shift for shift in range(0, 26, 2) if suit >> shift & 3]
        spared = sum(unit for unit in units if self._used(suit - unit))
        self[suit] = found = spared | (not self._used(suit)) << _SHORT
        return found

    def _used(self, suit: int) -> bool:
        """Whether runs use exactly these cards."""
        used = self._all.get(suit)
        if used is None:
            once = (suit | suit >> 1) & ONES
            runs = self._of[place_of(suit & -suit)]
            self._all[suit] = used = any(not mask & ~once and self._used(suit - mask) for mask in runs)
        return used


class _Sets(dict[int, _Options]):
    """The cards of a value, and above them which of them are in no run -> the sets of that value.

    Of the cards in no run that no set takes, one may be spared.
    """

    def __init__(self, rules: MeldRules) -> None:
        super().__init__()
        self._sets = parts_of_sets(rules, sizes_of(rules))
        self.near = {1 << shift: (_VALUE << shift, _ACES << shift) for shift in range(0, 26, 2)}

    def __missing__(self, key: int) -> _Options:
        shift = next(shift for shift in range(0, 26, 2) if key >> shift & _VALUE)
        value, dead = key >> shift & _VALUE, key >> shift + TOP & _ACES
        found: set[int] = set()
        self._choose(value, 0, 0, found)
        options = [(mask << shift, (dead & ~(mask | mask >> 1)).bit_count()) for mask in sorted(found, reverse=True)]
        self[key] = chosen = tuple(option for option in options if option[1] < 2)
        return chosen

    def _choose(self, value: int, first: int, used: int, found: set[int]) -> None:
        """Notes the cards used, and goes on with every set that the others hold."""
        found.add(used)
        for place in range(first, len(self._sets)):
            mask = self._sets[place]
            if _holds(value - used, mask):
                self._choose(value, place, used + mask, found)


def _holds(cards: int, mask: int) -> bool:
    """Whether these cards are among those, copies counted."""
    once, twice = (cards | cards >> 1) & ONES, cards >> 1 & ONES
    return not (mask & ONES & ~once or mask >> 1 & ONES & ~twice)


class _Sparing:
    """The question for one `MeldRules`."""

    def __init__(self, rules: MeldRules, closes: Callable[[int, int], bool]) -> None:
        self._closes = closes
        self._runs, self._sets = _Runs(rules), _Sets(rules)
        self._runnable = runnable(rules)
        self._loose = Loose(rules, closes).found

    def found(self, hand: int, home: int, wild: int, strays: int, size: int, found: int) -> int:
        """These, and every natural face and stray that can be spared so that `size` cards close."""
        if wild:
            return self._loose(hand, home, wild, strays, size, found)
        once = (hand | hand >> 1) & ONES
        if not once & ~found:
            return found
        dead = once & ~self._runnable(once)
        b, c, d = once >> 26, once >> 52, once >> 78
        values = (once & b & (c | d) | (once | b) & c & d) & _SUIT
        lone = dead & ~(values * _ACES)
        if lone:  # in no run and in no set: the one that is spared
            return found | lone if not lone & lone - 1 and self._closes(hand - lone, 0) else found
        return self._in_runs(self._spread(hand, dead, values), found)

    def _spread(self, hand: int, dead: int, values: int) -> list[tuple[int, int]]:
        """(cards left for runs, how many of them in no run) for every choice of sets of these values."""
        spreads = [(hand, 0)]
        options = self._sets
        while values:
            low = values & -values
            values -= low
            near, once = options.near[low]
            spreads = [
                (rest - mask, lost + more)
                for mask, more in options[hand & near | (dead & once) << TOP]
                for rest, lost in spreads
                if lost + more < 2
            ]
        return spreads

    def _in_runs(self, spreads: list[tuple[int, int]], found: int) -> int:
        """Where the cards of all suits but one card make runs."""
        runs = self._runs
        for rest, _ in spreads:
            a, b, c, d = runs[rest & _SUIT], runs[rest >> 26 & _SUIT], runs[rest >> 52 & _SUIT], runs[rest >> 78]
            short = a + b + c + d >> _SHORT
            if not short:
                found |= a | b << 26 | c << 52 | d << 78
            elif short == 1:
                for shift, faces in ((0, a), (26, b), (52, c), (78, d)):
                    if faces >> _SHORT:
                        found |= (faces & _SUIT) << shift
        return found


def spare(rules: MeldRules, closes: Callable[[int, int], bool]) -> Spare:
    """What can be spared of a hand: its cards, those of them that are wild and at home, how many substitute and which
    wild cards these are, how many cards close, and what has been found already."""
    return _Sparing(rules, closes).found
