"""Hands as numbers, and which melds a card may open.

A hand is one integer: two bits a face (how many copies, 0-2), suits C D H S, ranks ace to king. Wild cards are counted
above bit 104. `Options` answers "which melds can the lowest card of this hand belong to" with one look-up: all other
cards of such a meld lie above it, in the few faces of `near`.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations, combinations_with_replacement

from games.cards import FACES
from games.solver_rules import MeldRules

TOP = 104
LOW = (1 << TOP) - 1
ONES = LOW // 3
UNIT = {face: 1 << 2 * place for place, face in enumerate(FACES)}

_MOST = 60_000  # entries an Options may hold before it starts afresh


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


def patterns(rules: MeldRules, size: int, wild: int) -> list[int]:
    """The masks of natural cards that make a meld of `size` with `wild` substitutes, each once, in a fixed order."""
    found = {
        sum(1 << 2 * place for place in places) for source in (_sets, _runs) for places in source(rules, size, wild)
    }
    return sorted(found)


class Options(dict[int, tuple[tuple[int, int], ...]]):
    """hand & near[lowest bit] -> the melds with at most `wild` substitutes that hold the lowest card."""

    def __init__(self, rules: MeldRules, sizes: tuple[int, ...], wild: int) -> None:
        super().__init__()
        self.near: dict[int, int] = {}
        self._by_low: dict[int, list[tuple[int, int]]] = {place: [] for place in range(52)}
        for count in range(wild + 1):
            for size in sizes:
                if size - count >= max(1, rules.min_natural):
                    for mask in patterns(rules, size, count):
                        self._by_low[place_of(mask & -mask)].append((mask, count))
        for place, melds in self._by_low.items():
            near = 3 << 2 * place
            for mask, _ in melds:
                fields = (mask | mask >> 1) & ONES
                near |= fields | fields << 1
            self.near[1 << 2 * place] = self.near[2 << 2 * place] = near

    def __missing__(self, key: int) -> tuple[tuple[int, int], ...]:
        if len(self) > _MOST:
            self.clear()
        twice = key >> 1 & ONES
        once = key & ONES | twice
        found = tuple(
            (mask, wild)
            for mask, wild in self._by_low[place_of(key & -key)]
            if not (mask & ONES & ~once or mask >> 1 & ONES & ~twice)
        )
        self[key] = found
        return found


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
    """The wild cards of a hand -> every way to play them: (those at home as a mask, number of substitutes)."""

    def __init__(self, rules: MeldRules) -> None:
        super().__init__({0: ((0, 0),)})
        self._homes = [UNIT[face] for face in sorted(rules.wilds, key=FACES.index)] if rules.natural_free else []

    def __missing__(self, top: int) -> tuple[tuple[int, int], ...]:
        ways = [(0, 0)]
        if self._homes:
            for index, home in enumerate(self._homes):
                count = top >> 2 * index & 3
                ways = [(mask + home * k, subs + count - k) for mask, subs in ways for k in range(count + 1)]
        else:
            ways = [(0, top)]
        self[top] = tuple(sorted(ways, key=lambda way: (-way[1], way[0])))
        return self[top]


@cache
def sizes_of(rules: MeldRules) -> tuple[int, ...]:
    """Longer melds are never needed to close: a run of six or more is two runs, and so with its substitutes."""
    return (3,) if rules.closing == "threes" else (3, 4, 5)
