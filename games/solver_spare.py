"""Which card can be spared: without it, the others divide into melds.

Every choice of sets leaves cards that must make runs, suit by suit, and what a suit can do is looked up. How many
substitutes some cards may take is a `Code`: bit j says that all of them are used with j substitutes, bit 9 + j that all
but one are. Two codes are added up by a look-up, too.
"""

from collections.abc import Callable

from games.solver_rules import MeldRules
from games.solver_tables import ONES, TOP, paired, parts_of_runs, parts_of_sets, place_of, runnable, sizes_of

Spare = Callable[[int, int, int], int]
Code = int
_Options = tuple[tuple[int, int, Code], ...]
"""(cards of a value that sets use, others of it in no run, code of the sets); no set is one of them."""
_Faces = tuple[tuple[int, int], ...]
_Held = tuple[Code, int, _Faces]
"""Of the cards of a suit: what runs can do, the fewest cards that must help (one spared, or substitutes), and
(substitutes, faces that may be the one that is spared)."""

_WILDS = 9  # numbers of substitutes: a hand holds eight wild cards at most
_ALL = (1 << _WILDS) - 1
_WIDTH = 2 * _WILDS
_SUIT = (1 << 26) - 1
_SHORT = 30
_MOST = 60_000  # suits a table may hold before it starts afresh
_ACES = 1 | 1 << 26 | 1 << 52 | 1 << 78
_VALUE = 3 * _ACES


def _sum(first: int, second: int) -> int:
    """The numbers of substitutes that two lots of cards can take together."""
    found = 0
    for wild in range(_WILDS):
        if second >> wild & 1:
            found |= first << wild
    return found & _ALL


class _Both(dict[int, Code]):
    """One code before another -> that of both lots of cards."""

    def __missing__(self, key: int) -> Code:
        one, other = key >> _WIDTH, key & (1 << _WIDTH) - 1
        whole, short = one & _ALL, one >> _WILDS
        spared = _sum(whole, other >> _WILDS) | _sum(short, other & _ALL)
        self[key] = both = _sum(whole, other & _ALL) | spared << _WILDS
        return both


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
        spared = [sum(unit for unit, ways in without if ways >> wild & 1) for wild in range(_WILDS)]
        faces: _Faces = tuple((wild, mask) for wild, mask in enumerate(spared) if mask)
        whole, short = self._used(suit), sum(1 << wild for wild, _ in faces)
        self[suit] = held = whole | short << _WILDS, min(_fewest(whole), 1 + _fewest(short)), faces
        return held

    def _used(self, suit: int) -> int:
        """The numbers of substitutes with which runs use exactly these cards."""
        ways = self._all.get(suit)
        if ways is None:
            ways, once = 0, (suit | suit >> 1) & ONES
            for mask, wild in self._of[place_of(suit & -suit)]:
                if not mask & ~once:
                    ways |= self._used(suit - mask) << wild & _ALL
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
        code, _, faces = self._runs[suit]
        self[suit] = found = sum(mask for wild, mask in faces if not wild) | (not code & 1) << _SHORT
        return found


class _Sets(dict[int, _Options]):
    """The cards of a value, and above them which of them are in no run -> the sets of that value.

    Of the cards in no run that no set takes, one may be spared, and each substitute left may help one.
    """

    def __init__(self, rules: MeldRules, wild: int) -> None:
        super().__init__()
        self._sets = parts_of_sets(rules, sizes_of(rules), wild)
        self._wild = wild
        self.near = {1 << shift: (_VALUE << shift, _ACES << shift) for shift in range(0, 26, 2)}

    def __missing__(self, key: int) -> _Options:
        shift = next(shift for shift in range(0, 26, 2) if key >> shift & _VALUE)
        value, dead = key >> shift & _VALUE, key >> shift + TOP & _ACES
        found: dict[int, int] = {}
        self._choose(value, 0, 0, 1, found)
        options = []
        for mask, ways in sorted(found.items(), reverse=True):
            lost = (dead & ~(mask | mask >> 1)).bit_count()
            if lost <= 1 + self._wild - _fewest(ways):
                options.append((mask << shift, lost, ways))
        self[key] = chosen = tuple(options)
        return chosen

    def _choose(self, value: int, first: int, used: int, ways: int, found: dict[int, int]) -> None:
        """Notes the cards used, and goes on with every set that the others hold."""
        found[used] = found.get(used, 0) | ways
        for place in range(first, len(self._sets)):
            mask, wild = self._sets[place]
            left = ways << wild & (2 << self._wild) - 1
            if left and _holds(value - used, mask):
                self._choose(value, place, used + mask, left, found)


def _fewest(ways: int) -> int:
    """The smallest number of substitutes among these."""
    return (ways & -ways).bit_length() - 1 if ways else _WILDS


_FEWEST = [_fewest(ways) for ways in range(_ALL + 1)]


def _holds(cards: int, mask: int) -> bool:
    """Whether these cards are among those, copies counted."""
    once, twice = (cards | cards >> 1) & ONES, cards >> 1 & ONES
    return not (mask & ONES & ~once or mask >> 1 & ONES & ~twice)


class _Sparing:
    """The question for one `MeldRules`."""

    def __init__(self, rules: MeldRules, closes: Callable[[int, int], bool]) -> None:
        self._closes = closes
        self._any_goes = rules.min_natural < 3 and rules.wild_limit > 0
        self._runs = _Runs(rules)
        self._plain = _Plain(self._runs)
        self._both = _Both()
        self._sets = [_Sets(rules, wild) for wild in range(_WILDS)]
        self._runnable, self._paired = runnable(rules), paired(rules)
        self._one_each = rules.wild_limit == 1
        self._twins = rules.fourth_any_suit and rules.wild_limit > 1

    def found(self, hand: int, wild: int, found: int) -> int:
        """These faces, and every natural one that can be spared when so many substitutes are used."""
        once = (hand | hand >> 1) & ONES
        if not once & ~found:
            return found
        dead = once & ~self._runnable(once)
        if wild > 1:
            return self._with_wild(hand, wild, once, dead, found)
        b, c, d = once >> 26, once >> 52, once >> 78
        values = (once & b & (c | d) | (once | b) & c & d) & _SUIT
        lone = dead & ~(values * _ACES)
        if not wild:
            return self._natural(hand, lone, dead, values, found)
        if not lone and self._any_goes and self._closes(hand, 0):
            return found | once  # the substitute takes the place of any of them
        return self._with_wild(hand, wild, once, dead, found)

    def _natural(self, hand: int, lone: int, dead: int, values: int, found: int) -> int:
        """Without substitutes: a card in no run (`dead`) must be in a set of these values, or is `lone` and the one."""
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

    def _spread(self, hand: int, wild: int, dead: int, values: int) -> list[tuple[int, int, Code]]:
        """(cards left for runs, how many in no run, code of the sets) for every choice of sets of these values.

        Without a substitute left, only the spared card may be in no run.
        """
        helpless = (dead & ~(values * _ACES)).bit_count()
        spreads = [(hand, helpless, 1)]
        options, both = self._sets[wild], self._both
        under = (1 << wild) - 1
        limit = 2 * under + 1
        while values:
            low = values & -values
            values -= low
            near, once = options.near[low]
            spreads = [
                (rest - mask, lost + more, ways)
                for mask, more, after in options[hand & near | (dead & once) << TOP]
                for rest, lost, before in spreads
                if (ways := both[before << _WIDTH | after] & limit) and (ways & under or lost + more < 2)
            ]
        return spreads

    def _with_wild(self, hand: int, wild: int, once: int, dead: int, found: int) -> int:
        """With substitutes; where a meld holds one of them only, a card needs another beside it, or is the one."""
        a, b, c, d = once & _SUIT, once >> 26 & _SUIT, once >> 52 & _SUIT, once >> 78
        values = a & b | c & d | (a | b) & (c | d)
        if self._twins:  # two of a face and two substitutes
            twice = hand >> 1 & ONES
            values |= (twice | twice >> 26 | twice >> 52 | twice >> 78) & _SUIT
        alone = dead & ~(values * _ACES | self._paired(once)) if wild == 1 or self._one_each else 0
        if alone:
            return found | alone if not alone & alone - 1 and self._closes(hand - alone, wild) else found
        return self._summed(self._spread(hand, wild, dead, values), wild, once, found)

    def _summed(self, spreads: list[tuple[int, int, Code]], wild: int, once: int, found: int) -> int:
        """What the suits and the sets of some choice can take must add up to the substitutes."""
        runs, both = self._runs, self._both
        wanted = _WILDS + wild
        for rest, _, sets in spreads:
            one, least_one, one_faces = runs[rest & _SUIT]
            two, least_two, two_faces = runs[rest >> 26 & _SUIT]
            three, least_three, three_faces = runs[rest >> 52 & _SUIT]
            four, least_four, four_faces = runs[rest >> 78]
            if least_one + least_two + least_three + least_four > wild + 1 - _FEWEST[sets]:
                continue
            first, last = both[one << _WIDTH | two], both[both[three << _WIDTH | four] << _WIDTH | sets]
            if both[first << _WIDTH | last] >> wanted & 1:
                first = both[first << _WIDTH | sets]
                if one_faces:
                    found |= _spared(one_faces, both[two << _WIDTH | last], wild)
                if two_faces:
                    found |= _spared(two_faces, both[one << _WIDTH | last], wild) << 26
                if three_faces:
                    found |= _spared(three_faces, both[four << _WIDTH | first], wild) << 52
                if four_faces:
                    found |= _spared(four_faces, both[three << _WIDTH | first], wild) << 78
                if not once & ~found:
                    break
        return found


def _spared(faces: _Faces, others: Code, wild: int) -> int:
    """The faces of a suit that can go while all other cards are used: by the substitutes each side takes."""
    found = 0
    for count, mask in faces:
        if count <= wild and others >> wild - count & 1:
            found |= mask
    return found


def spare(rules: MeldRules, closes: Callable[[int, int], bool]) -> Spare:
    """(hand, substitutes to be used, faces found already) -> those and every natural face that can be spared."""
    return _Sparing(rules, closes).found
