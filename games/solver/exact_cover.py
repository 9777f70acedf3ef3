"""Exact cover of a hand by melds: the innermost loops, as closures over their tables.

A hand is its natural cards as a number and the substitutes (`wild`) that must all be used. The last meld is looked
up in a set (`last[wild]`) instead of by one more call. The empty hand has no lowest card and so no options: it needs no
guard.
"""

from collections.abc import Callable

from games.melds import MeldRules
from games.solver.bitmasks import four_table, may_meld, most_wild, patterns, plain_table, sizes_of, wild_table

Closes = Callable[[int, int], bool]
ClosesPlain = Callable[[int], bool]
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


def cover(rules: MeldRules) -> Closes:
    """Do all cards divide into melds of the sizes that suffice (P0-5, C4-6 with nine, M3-13)?

    One substitute leaves another meld natural, unless there is only one.
    """
    sizes = sizes_of(rules)
    last = last_melds(rules, sizes)
    whole = last[0]
    plain = _without_wild(rules, sizes, whole)
    most = most_wild(rules)
    if not most:
        return lambda hand, wild: not wild and (plain(hand) or hand in whole)
    tables = [wild_table(rules, sizes, wild) for wild in range(most + 1)]
    by_wild = [(tables[min(wild, most)], tables[min(wild, most)].near) for wild in range(_WILDS)]

    def with_wild(hand: int, wild: int) -> bool:
        options, near = by_wild[wild]
        for mask, used in options[hand & near[hand & -hand]]:
            rest, left = hand - mask, wild - used
            if rest in last[left] or (with_wild(rest, left) if left else plain(rest)):
                return True
        return False

    def closes(hand: int, wild: int) -> bool:
        if wild:
            return ((wild > 1 or may_meld(hand)) and with_wild(hand, wild)) or hand in last[wild]
        return plain(hand) or hand in whole

    return closes


def _without_wild(rules: MeldRules, sizes: tuple[int, ...], whole: frozenset[int]) -> ClosesPlain:
    """The same when no substitute is held: the commonest case, and the fastest."""
    options = plain_table(rules, sizes)
    near = options.near

    def closes(hand: int) -> bool:
        for mask in options[hand & near[hand & -hand]]:
            rest = hand - mask
            if rest in whole or closes(rest):
                return True
        return False

    return closes


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
