"""Hands as numbers, and which melds a card may open.

A hand is one integer: two bits per face (its copies, 0-2), suits C D H S, ranks ace to king. Wild cards are counted
above bit 104. `Table` answers "which melds can the lowest card of this hand belong to" with one look-up: all other
cards of such a meld lie above it, among the few faces of `near`.
"""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TypeVar

from games.cards import FACES
from games.melds import MeldRules

TOP = 104
LOW = (1 << TOP) - 1
ONES = LOW // 3
UNIT = {face: 1 << 2 * place for place, face in enumerate(FACES)}

_SUIT = (1 << 26) - 1
_ACES = sum(1 << shift for shift in (0, 26, 52, 78))
_MOST = 20_000  # entries a Table may hold before it starts afresh


def place_of(low: int) -> int:
    """The index of the face whose field holds this single bit."""
    return (low.bit_length() - 1) >> 1


def faces_of(mask: int) -> list[str]:
    """The faces of a mask, lowest first, a double one twice."""
    found = []
    while mask:
        low = mask & -mask
        place = place_of(low)
        count = mask >> 2 * place & 3
        found += [FACES[place]] * count
        mask -= count << 2 * place
    return found


def _sets(rules: MeldRules, size: int, wild: int) -> Iterable[tuple[int, ...]]:
    """The natural places of every set of `size` cards with `wild` substitutes."""
    for rank in range(13):
        places = [13 * suit + rank for suit in range(4)]
        if size <= rules.set_max:
            yield from combinations(places, size - wild)
        if rules.fourth_any_suit and size == 4:
            for chosen in combinations_with_replacement(places, size - wild):
                if len(set(chosen)) + wild >= 3 and max(map(chosen.count, chosen)) < 3:
                    yield chosen


def _runs(rules: MeldRules, size: int, wild: int) -> Iterable[tuple[int, ...]]:
    if size > rules.run_limit:
        return
    for suit in range(4):
        for window in rules.windows(size):
            yield from combinations([13 * suit + rank for rank in window], size - wild)


def parts(rules: MeldRules, size: int, count: int) -> list[int]:
    """The masks of every `count` cards of a meld of `size`, each once, in a fixed order."""
    found = {
        sum(1 << 2 * place for place in places)
        for source in (_sets, _runs)
        for places in source(rules, size, size - count)
    }
    return sorted(found)


def patterns(rules: MeldRules, size: int, wild: int) -> list[int]:
    """The masks of natural cards that make a meld of `size` with `wild` substitutes (C3-4, C4-8)."""
    if wild > rules.wild_limit or size - wild < max(1, rules.min_natural):
        return []
    return parts(rules, size, size - wild)


Entry = TypeVar("Entry")


def fields_of(mask: int) -> int:
    """The whole fields of the faces in a mask."""
    once = (mask | mask >> 1) & ONES
    return once | once << 1


class Table(dict[int, tuple[Entry, ...]]):
    """hand & near[lowest bit] -> the groups that the hand holds with its lowest card in them.

    A group is its natural cards as a mask and an entry to be told. Filled as hands come by. Copies matter only to
    groups with two copies of a face (C4-4), so without those a key is first reduced to the faces present.
    """

    def __init__(self, groups: Iterable[tuple[int, Entry]]) -> None:
        super().__init__()
        self.near = {0: 0}
        self.unit = {0: 0}
        self.above = {0: 0}
        self._by_low: dict[int, list[tuple[int, Entry]]] = {place: [] for place in range(52)}
        for mask, entry in groups:
            self._by_low[place_of(mask & -mask)].append((mask, entry))
        self._copies = any(mask & ~ONES for melds in self._by_low.values() for mask, _ in melds)
        for place, melds in self._by_low.items():
            near = 3 << 2 * place
            for mask, _ in melds:
                near |= fields_of(mask)
            for low in (1 << 2 * place, 2 << 2 * place):
                self.near[low] = near
                self.unit[low] = 1 << 2 * place
                self.above[low] = LOW ^ ((4 << 2 * place) - 1)

    def __missing__(self, key: int) -> tuple[Entry, ...]:
        if not key:
            return ()
        if len(self) > _MOST:
            self.clear()
        twice = key >> 1 & ONES
        once = key & ONES | twice
        if key != once and not self._copies:
            self[key] = found = self[once]
            return found
        self[key] = found = tuple(
            entry
            for mask, entry in self._by_low[place_of(key & -key)]
            if not (mask & ONES & ~once or mask >> 1 & ONES & ~twice)
        )
        return found


def _melds(rules: MeldRules, sizes: tuple[int, ...], wild: int) -> list[tuple[int, int, bool]]:
    """(mask, substitutes, is it a meld of four) of every meld of these sizes with at most `wild` substitutes."""
    return [
        (mask, count, size == 4) for count in range(wild + 1) for size in sizes for mask in patterns(rules, size, count)
    ]


def plain_table(rules: MeldRules, sizes: tuple[int, ...]) -> Table[int]:
    """Melds without substitutes; an entry is the mask."""
    return Table((mask, mask) for mask, _, _ in _melds(rules, sizes, 0))


def wild_table(rules: MeldRules, sizes: tuple[int, ...], wild: int) -> Table[tuple[int, int]]:
    """An entry is (mask, substitutes)."""
    return Table((mask, (mask, used)) for mask, used, _ in _melds(rules, sizes, wild))


def four_table(rules: MeldRules, sizes: tuple[int, ...], wild: int) -> Table[tuple[int, int, bool]]:
    """An entry is (mask, substitutes, is it a meld of four)."""
    return Table((meld[0], meld) for meld in _melds(rules, sizes, wild))


def may_meld(hand: int) -> bool:
    """Whether there can be a natural meld of three at all: a quick test."""
    once = (hand | hand >> 1) & ONES
    if once & once >> 2 & once >> 4 or once & once >> 24 & once >> 22 & _ACES:
        return True
    b, c, d = once >> 26, once >> 52, once >> 78
    return bool((once & b & (c | d) | (once | b) & c & d) & _SUIT)


def parts_of_runs(rules: MeldRules, sizes: tuple[int, ...]) -> list[int]:
    """The masks of every natural run of the first suit."""
    return sorted(mask for size in sizes for mask in patterns(rules, size, 0) if mask <= _SUIT)


def parts_of_sets(rules: MeldRules, sizes: tuple[int, ...]) -> list[int]:
    """The masks of every natural set of aces."""
    return sorted({mask for size in sizes for mask in patterns(rules, size, 0) if not mask & ~(3 * _ACES)})


def runnable(rules: MeldRules) -> Callable[[int], int]:
    """Faces -> those that stand in a run of three of them."""
    starts = ONES if rules.ace_low else ONES & ~_ACES
    aces = _ACES if rules.ace_high else 0
    not_king = ONES & ~(_ACES << 24)

    def in_runs(once: int) -> int:
        run = once & once >> 2 & not_king
        run &= run >> 2 & starts
        high = once & once >> 22 & once >> 24 & aces
        return run | run << 2 | run << 4 | high | high << 22 | high << 24

    return in_runs


def paired(rules: MeldRules) -> Callable[[int], int]:
    """Faces -> those that have another of them next to them, or next but one, in their suit."""
    aces = _ACES if rules.ace_high else 0
    next_to = ONES & ~(_ACES << 24) & ~(0 if rules.ace_low else _ACES)
    next_but_one = next_to & ~(_ACES << 22)

    def beside(once: int) -> int:
        one, two = once & once >> 2 & next_to, once & once >> 4 & next_but_one
        king, queen = once & once >> 24 & aces, once & once >> 22 & aces
        return one | one << 2 | two | two << 4 | king | king << 24 | queen | queen << 22

    return beside


class Code(dict[str, int]):
    """Card id -> its share of the number of a hand."""

    def __init__(self, rules: MeldRules) -> None:
        super().__init__()
        homes = sorted(rules.wilds, key=FACES.index)
        for face in FACES:
            value = UNIT[face]
            if face in rules.wilds:
                value = 1 << TOP + (2 * homes.index(face) if rules.natural_free else 0)
            self.update({face: value, face + "1": value, face + "2": value})


class Splits(dict[int, tuple[tuple[int, int], ...]]):
    """The wild cards of a hand -> the ways to play them: (those at home as a mask, number of substitutes).

    Ways that can do no better than another are left out: whoever plays at home may as well substitute itself while
    the substitutes are so few that no meld gets too many of them, and three melds hold so many and no more.
    """

    def __init__(self, rules: MeldRules, spared: int = 0) -> None:
        super().__init__({0: ((0, 0),)})
        self._free = rules.natural_free
        self._limit = rules.wild_limit
        self._least = rules.min_natural
        self._most = 3 * rules.wild_limit + spared
        self._homes = [UNIT[face] for face in sorted(rules.wilds, key=FACES.index)]

    def __missing__(self, top: int) -> tuple[tuple[int, int], ...]:
        ways = [(0, 0)]
        if self._free:
            for index, home in enumerate(self._homes):
                count = top >> 2 * index & 3
                ways = [(mask + home * k, subs + count - k) for mask, subs in ways for k in range(count + 1)]
            ways = [way for way in ways if not self._idle(*way)]
        else:
            ways = [(0, top)]
        self[top] = found = tuple(sorted(ways, key=lambda way: (-way[1], way[0])))
        return found

    def _idle(self, home: int, subs: int) -> bool:
        return subs > self._most or (home > 0 and subs < min(self._limit, 2))


class Ways(Splits):
    """The few ways that tell whether a hand closes and how far it is from it, though not with which melds.

    A meld of five cards at most, one of them no wild card, takes four strays at most. Where it may hold those, or all
    wild cards of the hand, only melds of wild cards alone need one at home, whichever.
    """

    def alike(self, top: int) -> bool:
        """Whether each of these wild cards can be where another one is."""
        count = sum(top >> 2 * index & 3 for index in range(len(self._homes)))
        return self._free and self._least == 1 and (self._limit > 3 or count <= self._limit)

    def __missing__(self, top: int) -> tuple[tuple[int, int], ...]:
        if not self.alike(top):
            return super().__missing__(top)
        held = [home for index, home in enumerate(self._homes) for _ in range(top >> 2 * index & 3)]
        count = len(held)
        self[top] = found = tuple((sum(held[:least]), count - least) for least in range(count // 3 + 1))
        return found


class Strays(dict[int, tuple[tuple[int, int, int], ...]]):
    """The same where one card may be spared; each way also says which wild cards substitute in it, or could as well."""

    def __init__(self, rules: MeldRules) -> None:
        super().__init__()
        self._ways = Ways(rules, spared=1)
        self._free = rules.natural_free
        self._homes = [place_of(UNIT[face]) for face in sorted(rules.wilds, key=FACES.index)]

    def __missing__(self, top: int) -> tuple[tuple[int, int, int], ...]:
        self[top] = found = tuple((home, subs, self._strays(top, home)) for home, subs in self._ways[top])
        return found

    def _strays(self, top: int, home: int) -> int:
        if not self._free:
            return 1 << TOP if top else 0
        if self._ways.alike(top):
            home = 0
        count = enumerate(self._homes)
        return sum(1 << TOP + 2 * index for index, place in count if top >> 2 * index & 3 > home >> 2 * place & 3)


def most_wild(rules: MeldRules) -> int:
    """The most substitutes in a meld of the sizes that suffice, which are five cards at most."""
    return min(rules.wild_limit, 4)


@cache
def sizes_of(rules: MeldRules) -> tuple[int, ...]:
    """Longer melds are never needed to close: a run of six or more is two runs, and so with its substitutes."""
    return (3,) if rules.closing == "threes" else (3, 4, 5)
