"""Which card can be spared when wild cards substitute: melds with the fewest substitutes are tried first.

Substitutes are few, so most melds are natural, and a hand holds few of those. What is left for the last meld, with one
card to spare, is looked up.
"""

from collections.abc import Callable, Iterable

from games.melds import MeldRules
from games.solver.bitmasks import ONES, TOP, paired, patterns, sizes_of
from games.solver.exact_cover import last_melds

Group = tuple[int, int]
"""A part of a meld: the faces it needs, and its cards as a mask."""
Groups = tuple[Group, ...]

_WILDS = 9  # numbers of substitutes: a hand holds eight wild cards at most
_MOST = 60_000  # entries a table may hold before it starts afresh
_SUIT = (1 << 26) - 1
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = _SUITS = tuple(_SUIT << shift for shift in (0, 26, 52, 78))
_ACES = 1 | 1 << 26 | 1 << 52 | 1 << 78
_STRAY = 1 << TOP + 30
"""Stands for a substitute that can be spared."""


def _needs(cards: int) -> int:
    """So that `_needs(mask) & ~_needs(cards)` is zero where the cards are there, copies counted."""
    return cards | cards >> 1 & ONES


class _Parts(dict[int, Groups]):
    """The faces of a suit, or of a value -> the parts they hold that so many substitutes make a run, or a set."""

    def __init__(self, masks: list[int]) -> None:
        super().__init__()
        self._groups = [(_needs(mask), mask) for mask in masks]

    def __missing__(self, key: int) -> Groups:
        if len(self) > _MOST:
            self.clear()
        self[key] = found = tuple(group for group in self._groups if not group[0] & ~key)
        return found


class _Melds:
    """The parts of melds of one size that take so many substitutes."""

    def __init__(self, rules: MeldRules, size: int, wild: int) -> None:
        masks = patterns(rules, size, wild)
        in_suit = [[mask for mask in masks if not mask & ~suit] for suit in _SUITS]
        self.runs = _Parts(in_suit[0]), _Parts(in_suit[1]), _Parts(in_suit[2]), _Parts(in_suit[3])
        sets = {*masks}.difference(*in_suit)
        self.sets = _Parts(sorted(sets)) if sets else None

    def of(self, faces: int, values: int) -> Groups:
        """Those that these faces hold; sets of these values."""
        one, two, three, four = self.runs
        found = one[faces & _CLUBS] + two[faces & _DIAMONDS] + three[faces & _HEARTS] + four[faces & _SPADES]
        if self.sets is not None:
            while values:
                low = values & -values
                values -= low
                found += self.sets[faces & 3 * low * _ACES]
        return found


class _Last(dict[int, int]):
    """What is left for the last meld and its substitutes -> the faces that it can spare, and whether a substitute."""

    def __init__(self, whole: frozenset[int], with_one_less: frozenset[int]) -> None:
        super().__init__()
        self._whole, self._with_one_less = whole, with_one_less

    def __missing__(self, rest: int) -> int:
        if len(self) > _MOST:
            self.clear()
        found = _STRAY if rest in self._with_one_less else 0
        faces = (rest | rest >> 1) & ONES
        while faces:
            low = faces & -faces
            faces -= low
            if rest - low in self._whole:
                found |= low
        self[rest] = found
        return found


_Plan = list[tuple[int, int, _Last]]


class Loose:
    """The question for one `MeldRules`, for nine and ten cards that close."""

    def __init__(self, rules: MeldRules, closes: Callable[[int, int], bool]) -> None:
        sizes = sizes_of(rules)
        self._closes = closes
        self._limit = rules.wild_limit
        self._fewest = max(0, min(self._limit, 3 - rules.min_natural))
        self._replaces = rules.wild_limit > 0 and rules.min_natural < 3
        self._paired = paired(rules)
        self._doubles = rules.fourth_any_suit and 4 in sizes
        self._threes, self._fours = (
            [_Melds(rules, size, wild) for wild in range(_WILDS)] if size in sizes else [] for size in (3, 4)
        )
        self._fives = [_Parts(patterns(rules, 5, wild)) for wild in range(_WILDS)] if 5 in sizes else []
        last = last_melds(rules, sizes)
        self._last = [_Last(last[wild], last[wild - 1] if wild else frozenset()) for wild in range(_WILDS)]
        self._plans = [[self._plan(wild, rules.wild_limit + slack) for wild in range(_WILDS)] for slack in (0, 1)]

    def _plan(self, wild: int, most: int) -> _Plan:
        """How three melds share the substitutes: the fewest, the next, and then what is left for the last meld."""
        shares = [(one, two) for one in range(wild // 3 + 1) for two in range(one, (wild - one) // 2 + 1)]
        return [(one, two, self._last[wild - one - two]) for one, two in shares if wild - one - two <= most]

    def found(self, hand: int, home: int, wild: int, strays: int, size: int, found: int) -> int:
        """These, and every natural face of the hand that can be spared, and the strays if one of them can.

        All but one of the cards are used, `wild` of them as substitutes at most; so many cards close. Wild cards at
        `home` that share a meld with fewer strays than it may hold could as well stray themselves: they need not be
        tried there.

        Long on purpose: cut in two, the commonest question with wild cards takes a tenth more time.
        """
        once = (hand | hand >> 1) & ONES
        if not (once | strays) & ~found:
            return found
        known = found
        if not strays & ~found or (home and wild <= self._fewest):
            known |= _STRAY
        a, b, c, d = once & _SUIT, once >> 26 & _SUIT, once >> 52 & _SUIT, once >> 78
        pairs, triples = a & b | c & d | (a | b) & (c | d), a & b & (c | d) | (a | b) & c & d
        if wild == 1 or self._limit == 1:
            known = self._narrowed(once, pairs, known)
        if wild == 1 and not known & _STRAY:
            if self._closes(hand, 0):  # the substitute can go, or take the place of any other
                return found | strays | once * self._replaces
            known |= _STRAY
        if not (once | _STRAY) & ~known:
            return found
        threes = self._three(hand, home, wild, once, (pairs, triples))
        slack = 0 if known & _STRAY or (self._limit == 1 and wild < 4) else 1
        plan = self._plans[slack][wild]
        spared = self._pairs(hand, plan, threes, threes, known)
        if size == 10:
            spared = self._beside_four(hand, plan, threes, once, pairs, spared)
        if self._fives and (wild > 1 or a & b & c & d or self._in_step(once)):  # one of the two is whole by itself
            spared = self._in_fives(hand, wild, size, (a, b << 26, c << 52, d << 78), spared)
        spared &= ~known
        return found | spared & ~_STRAY | (strays if spared & _STRAY else 0)

    def _narrowed(self, once: int, pairs: int, known: int) -> int:
        """Where a meld holds one substitute at most: what a card rules out that has no other beside it."""
        alone = once & ~(pairs * _ACES)
        if alone:
            alone &= ~self._paired(once)
        if not alone:
            return known
        return known | _STRAY | (once if alone & alone - 1 else once & ~alone)

    def _three(self, hand: int, home: int, wild: int, once: int, values: tuple[int, int]) -> list[Groups]:
        """By number of substitutes: the parts of melds of three; `values` of which there are two cards, and three."""
        pairs, triples = values
        faces = _needs(hand) if self._doubles else once
        away = faces & ~(3 * home) if self._fewest else faces
        threes = [self._threes[0].of(away, triples)]
        for used in range(1, wild // 2 + 1):
            threes += [self._threes[used].of(away if used < self._fewest else faces, pairs)]
        return threes

    def _beside_four(self, hand: int, plan: _Plan, threes: list[Groups], once: int, values: int, found: int) -> int:
        """`found`, and what can be spared with a meld of four among the two that have the fewest substitutes."""
        faces = _needs(hand) if self._doubles else once
        fours = [melds.of(faces, values) for melds in self._fours[: len(threes)]]
        found = self._pairs(hand, plan, threes, fours, found)
        return self._pairs(hand, [step for step in plan if step[0] < step[1]], fours, threes, found)

    @staticmethod
    def _in_step(once: int) -> int:
        """Not zero where there may be a natural run of four."""
        return once & once >> 2 & once >> 4 & once >> 6 | once & once >> 20 & once >> 22 & once >> 24

    def _in_fives(self, hand: int, wild: int, size: int, suits: Iterable[int], found: int) -> int:
        """`found`, and what can be spared with a run of five of these suits and one meld more, of four or of five."""
        most = wild if size == 9 else wild // 2
        for suit in suits:
            for used in range(max(0, 5 - suit.bit_count()), most + 1):
                last = self._last[wild - used]
                for _, mask in self._fives[used][suit]:
                    found |= last[hand - mask]
        return found

    @staticmethod
    def _pairs(hand: int, plan: _Plan, firsts: list[Groups], seconds: list[Groups], found: int) -> int:
        """`found`, and what can be spared when two of three melds are such groups."""
        alike = firsts is seconds
        for fewest, used, last in plan:
            groups = seconds[used]
            whole = alike and fewest == used
            for place, (_, mask) in enumerate(firsts[fewest]):
                rest = hand - mask
                faces = rest | rest >> 1 & ONES
                if (faces & ONES | _STRAY) & ~found:
                    for needs, other in groups[place:] if whole else groups:
                        if not needs & ~faces:
                            found |= last[rest - other]
        return found
