"""Which card can be spared: without it, the others divide into melds.

Every choice of sets leaves cards that must make runs, suit by suit, and what a suit can do is looked up. How many
substitutes it may take is a polynomial: a one at x^j says that j of them do, and a product of polynomials adds them up
over suits and sets. `x` is 2^20, room enough for every number of ways.
"""

from collections.abc import Callable

from games.solver_rules import MeldRules
from games.solver_tables import ONES, parts_of_runs, parts_of_sets, place_of, runnable, sizes_of

Spare = Callable[[int, int, int], int]
_Options = tuple[tuple[int, int, int], ...]
"""(cards of a value that sets use, others of it in no run, polynomial of the substitutes); no set is one of them."""
_Faces = tuple[tuple[int, int], ...]
_Held = tuple[int, int, _Faces, int]
"""Of the cards of a suit: the polynomial that runs use them all, the one that they use all but one, (substitutes, faces
that may be that one), and the fewest cards that must help, one spared or substitutes."""

_WILDS = 9  # a hand holds eight wild cards at most
_X = 20
_ROOM = (1 << _X) - 1
_LIMIT = [(1 << _X * (wild + 1)) - 1 for wild in range(_WILDS)]
_SUIT = (1 << 26) - 1
_SHORT = 30
_MOST = 60_000  # suits a table may hold before it starts afresh
_ACES = 1 | 1 << 26 | 1 << 52 | 1 << 78
_VALUE = 3 * _ACES


class _Runs(dict[int, _Held]):
    """The cards of a suit -> what its runs do with them. Filled as hands come by."""

    def __init__(self, rules: MeldRules) -> None:
        super().__init__()
        self._of: dict[int, list[tuple[int, int]]] = {place: [] for place in range(13)}
        for mask, wild in parts_of_runs(rules, sizes_of(rules)):
            self._of[place_of(mask & -mask)].append((mask, wild))
        self._all = {0: 1}

    def __missing__(self, suit: int) -> _Held:
        if len(self) > _MOST:
            self.clear()
            self._all = {0: 1}
        units = [1 << shift for shift in range(0, 26, 2) if suit >> shift & 3]
        without = [(unit, self._used(suit - unit)) for unit in units]
        spared = [sum(unit for unit, ways in without if ways >> _X * wild & 1) for wild in range(_WILDS)]
        faces: _Faces = tuple((wild, mask) for wild, mask in enumerate(spared) if mask)
        whole, short = self._used(suit), sum(1 << _X * wild for wild, _ in faces)
        least = min(_lowest(whole), 1 + _lowest(short))
        self[suit] = held = whole, short, faces, least
        return held

    def _used(self, suit: int) -> int:
        """The polynomial that runs use exactly these cards."""
        ways = self._all.get(suit)
        if ways is None:
            ways, once = 0, (suit | suit >> 1) & ONES
            for mask, wild in self._of[place_of(suit & -suit)]:
                if not mask & ~once:
                    ways |= self._used(suit - mask) << _X * wild & _LIMIT[-1]
            self._all[suit] = ways
        return ways


class _Plain(dict[int, int]):
    """The same without substitutes: the faces that may go, and above them whether one of them must."""

    def __init__(self, runs: _Runs) -> None:
        super().__init__()
        self._runs = runs

    def __missing__(self, suit: int) -> int:
        if len(self) > _MOST:
            self.clear()
        whole, _, faces, _ = self._runs[suit]
        self[suit] = found = sum(mask for wild, mask in faces if not wild) | (not whole & 1) << _SHORT
        return found


class _Sets(dict[int, _Options]):
    """The cards of a value, as those of the aces, and which of them are in no run, two bits higher -> its sets.

    Of the cards in no run that no set takes, one may be spared, and each substitute left may help one.
    """

    def __init__(self, rules: MeldRules, wild: int) -> None:
        super().__init__()
        self._sets = parts_of_sets(rules, sizes_of(rules), wild)
        self._wild = wild

    def __missing__(self, key: int) -> _Options:
        value, dead = key & _VALUE, key >> 2 & _ACES
        found: dict[int, int] = {}
        self._choose(value, 0, 0, 1, found)
        options = []
        for mask, ways in sorted(found.items(), reverse=True):
            lost = (dead & ~(mask | mask >> 1)).bit_count()
            if lost <= 1 + self._wild - _lowest(ways):
                options.append((mask, lost, ways))
        self[key] = chosen = tuple(options)
        return chosen

    def _choose(self, value: int, first: int, used: int, ways: int, found: dict[int, int]) -> None:
        """Notes the cards used, and goes on with every set that the others hold."""
        found[used] = found.get(used, 0) | ways
        for place in range(first, len(self._sets)):
            mask, wild = self._sets[place]
            left = (ways << _X * wild) & _LIMIT[self._wild]
            if left and _holds(value - used, mask):
                self._choose(value, place, used + mask, left, found)


def _lowest(ways: int) -> int:
    """The lowest power in a polynomial."""
    return ((ways & -ways).bit_length() - 1) // _X if ways else _WILDS


def _holds(cards: int, mask: int) -> bool:
    """Whether these cards are among those, copies counted."""
    once, twice = (cards | cards >> 1) & ONES, cards >> 1 & ONES
    return not (mask & ONES & ~once or mask >> 1 & ONES & ~twice)


class _Sparing:
    """The question for one `MeldRules`."""

    def __init__(self, rules: MeldRules, closes: Callable[[int, int], bool]) -> None:
        self._closes = closes
        self._runs = _Runs(rules)
        self._plain = _Plain(self._runs)
        self._sets = [_Sets(rules, wild) for wild in range(_WILDS)]
        self._runnable = runnable(rules)

    def found(self, hand: int, wild: int, found: int) -> int:
        """These faces, and every natural one that can be spared when so many substitutes are used."""
        once = (hand | hand >> 1) & ONES
        if not once & ~found:
            return found
        dead = once & ~self._runnable(once)
        return self._with_wild(hand, wild, once, dead, found) if wild else self._natural(hand, once, dead, found)

    def _natural(self, hand: int, once: int, dead: int, found: int) -> int:
        """Without substitutes: a card in no run must be in a set, or be the one."""
        b, c, d = once >> 26, once >> 52, once >> 78
        values = (once & b & (c | d) | (once | b) & c & d) & _SUIT
        lone = dead & ~(values * _ACES)
        if lone:
            return found | lone if not lone & lone - 1 and self._closes(hand - lone, 0) else found
        plain = self._plain
        for rest, _, _ in self._spread(hand, 0, dead, values):
            a, b, c, d = plain[rest & _SUIT], plain[rest >> 26 & _SUIT], plain[rest >> 52 & _SUIT], plain[rest >> 78]
            short = a + b + c + d >> _SHORT
            if not short:
                found |= a | b << 26 | c << 52 | d << 78
            elif short == 1:
                for shift, faces in ((0, a), (26, b), (52, c), (78, d)):
                    if faces >> _SHORT:
                        found |= (faces & _SUIT) << shift
        return found

    def _spread(self, hand: int, wild: int, dead: int, values: int) -> list[tuple[int, int, int]]:
        """(cards left for runs, how many in no run, polynomial of the sets) for every choice of sets of these values.

        Without a substitute left, only the spared card may be in no run.
        """
        spreads = [(hand, (dead & ~(values * _ACES)).bit_count(), 1)]
        options, limit = self._sets[wild], _LIMIT[wild]
        under = limit >> _X
        while values:
            low = values & -values
            values -= low
            spreads = [
                (rest - mask * low, lost + more, ways)
                for rest, lost, before in spreads
                for mask, more, after in options[hand // low & _VALUE | (dead // low & _ACES) << 2]
                if (ways := before * after & limit) and (ways & under or lost + more < 2)
            ]
        return spreads

    def _with_wild(self, hand: int, wild: int, once: int, dead: int, found: int) -> int:
        a, b, c, d = once & _SUIT, once >> 26 & _SUIT, once >> 52 & _SUIT, once >> 78
        runs = self._runs
        for rest, _, sets in self._spread(hand, wild, dead, a & b | c & d | (a | b) & (c | d)):
            first, second = runs[rest & _SUIT], runs[rest >> 26 & _SUIT]
            third, fourth = runs[rest >> 52 & _SUIT], runs[rest >> 78]
            if first[3] + second[3] + third[3] + fourth[3] > wild + 1:
                continue
            before, after = first[0] * second[0], third[0] * fourth[0]
            one_before = first[1] * second[0] + first[0] * second[1]
            one_after = third[1] * fourth[0] + third[0] * fourth[1]
            if (one_before * after + before * one_after) * sets >> _X * wild & _ROOM:
                before, after = before * sets, after * sets
                found |= _spared(first[2], second[0] * after, wild)
                found |= _spared(second[2], first[0] * after, wild) << 26
                found |= _spared(third[2], fourth[0] * before, wild) << 52
                found |= _spared(fourth[2], third[0] * before, wild) << 78
                if not once & ~found:
                    break
        return found


def _spared(faces: _Faces, others: int, wild: int) -> int:
    """The faces of a suit that can go while all other cards are used: by the substitutes each side takes."""
    found = 0
    for count, mask in faces:
        if count <= wild and others >> _X * (wild - count) & _ROOM:
            found |= mask
    return found


def spare(rules: MeldRules, closes: Callable[[int, int], bool]) -> Spare:
    """(hand, substitutes to be used, faces found already) -> those and every natural face that can be spared."""
    return _Sparing(rules, closes).found
