"""What a discard may be worth to the next seat."""

from functools import lru_cache
from math import exp

from games.bots.view import View
from games.melds import MeldRules
from games.solver import UNIT, parts

Pairs = dict[int, tuple[tuple[int, int], ...]]


@lru_cache(maxsize=64)
def partners(rules: MeldRules) -> Pairs:
    """Unit of a face -> the other two of every meld of three with it."""
    found: dict[int, list[tuple[int, int]]] = {unit: [] for unit in UNIT.values()}
    units = list(UNIT.values())
    for mask in parts(rules, 3, 3):
        first, second, third = (unit for unit in units if unit & mask)
        found[first].append((second, third))
        found[second].append((first, third))
        found[third].append((first, second))
    return {unit: tuple(pairs) for unit, pairs in found.items()}


def chances(view: View, live: dict[int, int]) -> dict[int, float]:
    """How likely the next seat holds each face: certain what it was seen to take, the rest by what may still come."""
    total = sum(live.values()) or 1
    share = view.counts[view.next_seat] / total
    held = {unit: min(1.0, count * share) for unit, count in live.items()}
    for card in view.known.get(view.next_seat, ()):
        held[UNIT[card[:2]]] = 1.0
    return held


def danger(pairs: Pairs, held: dict[int, float], unit: int) -> float:
    """How likely the next seat can make a meld with this face: 0 to 1."""
    return 1 - exp(-sum(held[first] * held[second] for first, second in pairs[unit]))
