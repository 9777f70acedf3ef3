"""Exact cover of a hand by melds: the innermost loops, as closures over their tables.

A hand is its natural cards as a number and the substitutes (`wild`) that must all be used. The last meld is found in
a set (`last[wild]`) instead of by one more call. The empty hand has no lowest card and no options, so nothing is
guarded against it.
"""

from collections.abc import Callable

from games.solver_rules import MeldRules
from games.solver_tables import ONES, four_table, may_meld, most_wild, patterns, plain_table, sizes_of, wild_table

Closes = Callable[[int, int], bool]
Spare = Callable[[int, int], int]
ClosesPlain = Callable[[int], bool]
SparePlain = Callable[[int], int]
Group = tuple[int, int]
"""One meld of a division: its natural cards as a mask, and how many wild cards substitute."""
Divide = Callable[[int, int, bool], list[Group] | None]

_WILDS = 9  # a hand holds eight wild cards at most


def last_melds(rules: MeldRules, sizes: tuple[int, ...]) -> list[frozenset[int]]:
    """By number of substitutes: the naturals of every meld of these sizes."""
    most = most_wild(rules)
    return [
        frozenset(mask for size in sizes for mask in patterns(rules, size, wild)) if wild <= most else frozenset()
        for wild in range(_WILDS)
    ]


def cover(rules: MeldRules) -> tuple[Closes, Spare]:
    """Do all cards divide into melds of the sizes that suffice (P0-5, C4-6 with nine, M3-13)? And without one card?

    The second answer is the mask of the natural faces that can be spared. One substitute leaves another meld natural,
    unless there is only one.
    """
    sizes = sizes_of(rules)
    last = last_melds(rules, sizes)
    whole = last[0]
    closes_plain, spare_plain = _without_wild(rules, sizes, whole)
    if not most_wild(rules):
        return (
            lambda hand, wild: not wild and (closes_plain(hand) or hand in whole),
            lambda hand, wild: 0 if wild else spare_plain(hand),
        )
    closes_wild, spare_wild = _with_wild(rules, sizes, last, closes_plain, spare_plain)

    def closes(hand: int, wild: int) -> bool:
        if wild:
            return ((wild > 1 or may_meld(hand)) and closes_wild(hand, wild)) or hand in last[wild]
        return closes_plain(hand) or hand in whole

    def spare(hand: int, wild: int) -> int:
        if wild:
            return spare_wild(hand, wild, 0) if wild > 1 or may_meld(hand) else 0
        return spare_plain(hand)

    return closes, spare


def _with_wild(
    rules: MeldRules,
    sizes: tuple[int, ...],
    last: list[frozenset[int]],
    closes_plain: ClosesPlain,
    spare_plain: SparePlain,
) -> tuple[Closes, Callable[[int, int, int], int]]:
    """Both answers with substitutes in the hand. What was found already bounds the second search."""
    most = most_wild(rules)
    tables = [wild_table(rules, sizes, wild) for wild in range(most + 1)]
    by_wild = [(tables[min(wild, most)], tables[min(wild, most)].near) for wild in range(_WILDS)]
    unit = tables[0].unit

    def closes(hand: int, wild: int) -> bool:
        options, near = by_wild[wild]
        for mask, used in options[hand & near[hand & -hand]]:
            rest, left = hand - mask, wild - used
            if rest in last[left] or (closes(rest, left) if left else closes_plain(rest)):
                return True
        return False

    def spare(hand: int, wild: int, found: int) -> int:
        if not ~found & (hand | hand >> 1) & ONES:
            return found
        low = hand & -hand
        one = unit[low]
        rest = hand - one
        if not found & one and (rest in last[wild] or closes(rest, wild)):
            found |= one
        options, near = by_wild[wild]
        for mask, used in options[hand & near[low]]:
            left = wild - used
            found |= spare(hand - mask, left, found) if left else spare_plain(hand - mask)
        return found

    return closes, spare


def _without_wild(rules: MeldRules, sizes: tuple[int, ...], whole: frozenset[int]) -> tuple[ClosesPlain, SparePlain]:
    """The same two answers when no substitute is held: the commonest case, and the fastest."""
    options = plain_table(rules, sizes)
    near, unit = options.near, options.unit

    def closes(hand: int) -> bool:
        for mask in options[hand & near[hand & -hand]]:
            rest = hand - mask
            if rest in whole or closes(rest):
                return True
        return False

    def spare(hand: int) -> int:
        low = hand & -hand
        one = unit[low]
        rest = hand - one
        found = one if not rest or rest in whole or closes(rest) else 0
        for mask in options[hand & near[low]]:
            found |= spare(hand - mask)
        return found

    return closes, spare


def cover_with_four(rules: MeldRules, closes: Closes) -> Closes:
    """The same with exactly one meld of four among melds of three (C4-6 with ten)."""
    last, last_four = last_melds(rules, (3,)), last_melds(rules, (4,))
    most = most_wild(rules)
    tables = [four_table(rules, (3, 4), wild) for wild in range(most + 1)]
    by_wild = [(tables[min(wild, most)], tables[min(wild, most)].near) for wild in range(_WILDS)]

    def closes_four(hand: int, wild: int) -> bool:
        options, near = by_wild[wild]
        for mask, used, four in options[hand & near[hand & -hand]]:
            rest, left = hand - mask, wild - used
            if four:
                if rest in last[left] or closes(rest, left):
                    return True
            elif rest in last_four[left] or closes_four(rest, left):
                return True
        return False

    return closes_four


def divide(rules: MeldRules) -> Divide:
    """The first cover in the fixed order of the tables; the flag asks for exactly one meld of four (C4-6)."""
    strict = rules.closing == "threes"
    most = most_wild(rules)
    sizes = (3, 4) if strict else sizes_of(rules)
    tables = [four_table(rules, sizes, wild) for wild in range(most + 1)]

    def first(hand: int, wild: int, four: bool) -> list[Group] | None:
        if not hand:
            return None if wild or four else []
        options = tables[min(wild, most)]
        for mask, used, is_four in options[hand & options.near[hand & -hand]]:
            if not (strict and is_four and not four):
                rest = first(hand - mask, wild - used, four and not is_four)
                if rest is not None:
                    return [(mask, used), *rest]
        return None

    return first
