"""The exact solver: does a hand close, with which melds, what may go, what is missing."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from games.cards import FACES
from games.solver_distance import Distance
from games.solver_rules import MeldRules, is_meld
from games.solver_tables import LOW, ONES, TOP, Code, Options, Splits, faces_of, patterns, sizes_of

__all__ = ["MeldRules", "Solver", "solver"]

_ORDER = {f"{face}{copy}": 2 * place + copy for place, face in enumerate(FACES) for copy in (1, 2)}
Group = tuple[int, int]
"""One meld of a division: its natural cards as a mask, and how many wild cards substitute."""


@lru_cache(maxsize=256)
def solver(rules: MeldRules) -> "Solver":
    """The solver of these rules; building one takes some milliseconds, so it is kept."""
    return Solver(rules)


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards in the fixed order of the house: suits C D H S, ace to king, copy 1 before 2 [A-35]."""
    return sorted(cards, key=_ORDER.__getitem__)


class Solver:
    """Answers about hands under one `MeldRules`. No answer depends on the order of the cards (P0-10)."""

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        self._wild = min(rules.wild_limit, 4)
        self._code = Code(rules)
        self._splits = Splits(rules)
        self._options = [Options(rules, sizes_of(rules), wild) for wild in range(self._wild + 1)]
        self._fours = [Options(rules, (4,), wild) for wild in range(self._wild + 1)] if rules.ten else []
        self._distance = Distance(rules)

    # -- one meld --------------------------------------------------------------------------------------------------

    def is_meld(self, cards: Iterable[str]) -> bool:
        """One meld on its own, in any order."""
        return is_meld(self.rules, cards)

    def fits(self, meld: Sequence[str], cards: Sequence[str]) -> bool:
        """Is the whole meld legal with these cards added (R2-5)?"""
        return bool(cards) and is_meld(self.rules, (*meld, *cards))

    def joins(self, hand: Sequence[str], card: str) -> bool:
        """Does `card` make a meld at once with two cards of the hand (M3-10, [A-18])?"""
        return any(
            is_meld(self.rules, (first, second, card)) for place, first in enumerate(hand) for second in hand[:place]
        )

    # -- closing ---------------------------------------------------------------------------------------------------

    def closes(self, cards: Iterable[str]) -> bool:
        """Do all these cards divide into melds as the game wants (P0-5, C4-6, M3-13)?"""
        number = sum(map(self._code.__getitem__, cards))
        return self._closes(number, self._count(number))

    def division(self, cards: Iterable[str]) -> tuple[tuple[str, ...], ...] | None:
        """The melds of a closing hand, always the same ones for the same cards; None when it does not close."""
        cards = in_order(cards)
        number = sum(map(self._code.__getitem__, cards))
        groups = self._groups(number, len(cards))
        return None if groups is None else self._named(cards, groups)

    def valid_division(self, groups: Sequence[Sequence[str]]) -> bool:
        """Is this a closing division? That the groups are the hand is the caller's to check (M3-14)."""
        sizes = sorted(map(len, groups))
        if self.rules.closing == "threes" and sizes != [3, 3, 3] and not (self.rules.ten and sizes == [3, 3, 4]):
            return False
        return bool(groups) and all(map(self.is_meld, groups))

    def winning_discards(self, cards: Sequence[str], barred: str | None = None) -> tuple[str, ...]:
        """The cards without which the rest closes, in the fixed order; `barred` may not be the one (M3-8)."""
        code = self._code
        number = sum(map(code.__getitem__, cards))
        count = len(cards) - 1
        good = {value for value in {code[card] for card in cards} if self._closes(number - value, count)}
        return tuple(in_order(card for card in cards if code[card] in good and card != barred)) if good else ()

    def cut_leftovers(self, hand: Sequence[str], card: str) -> tuple[str, ...]:
        """The cards of `hand` in whose place `card` closes it, in the fixed order (P0-16, P0-17)."""
        return self.winning_discards((*hand, card), barred=card)

    def _count(self, number: int) -> int:
        """How many cards a number stands for."""
        low, top = number & LOW, number >> TOP
        ones = (low & ONES).bit_count() + 2 * (low >> 1 & ONES).bit_count()
        return ones + self._splits[top][0][1]

    def _closes(self, number: int, count: int) -> bool:
        if self.rules.closing == "threes" and count != 9:
            return (
                count == 10
                and self.rules.ten
                and any(
                    self._covers_with_four(mask + (number & LOW), subs) for mask, subs in self._splits[number >> TOP]
                )
            )
        if number <= LOW:
            return self._covers(number, 0)
        return any(self._covers(mask + (number & LOW), subs) for mask, subs in self._splits[number >> TOP])

    def _covers(self, hand: int, wild: int) -> bool:
        """Do naturals and substitutes divide into melds without remainder?"""
        if not hand:
            return not wild
        options = self._options[min(wild, self._wild)]
        return any(self._covers(hand - mask, wild - used) for mask, used in options[hand & options.near[hand & -hand]])

    def _covers_with_four(self, hand: int, wild: int) -> bool:
        """The same with one meld of four among melds of three (C4-6)."""
        if not hand:
            return False
        options, fours = self._options[min(wild, self._wild)], self._fours[min(wild, self._wild)]
        low = hand & -hand
        return any(
            self._covers_with_four(hand - mask, wild - used) for mask, used in options[hand & options.near[low]]
        ) or any(self._covers(hand - mask, wild - used) for mask, used in fours[hand & fours.near[low]])

    # -- the melds themselves --------------------------------------------------------------------------------------

    def _groups(self, number: int, count: int) -> list[Group] | None:
        four = self.rules.closing == "threes" and count == 10
        if not self._closes(number, count):
            return None
        for mask, subs in self._splits[number >> TOP]:
            groups = self._cover(mask + (number & LOW), subs, four)
            if groups is not None:
                return groups
        return None

    def _cover(self, hand: int, wild: int, four: bool) -> list[Group] | None:
        if not hand:
            return None if wild or four else []
        options = self._options[min(wild, self._wild)]
        for mask, used in options[hand & options.near[hand & -hand]]:
            rest = self._cover(hand - mask, wild - used, four)
            if rest is not None:
                return [(mask, used), *rest]
        if four:
            options = self._fours[min(wild, self._wild)]
            for mask, used in options[hand & options.near[hand & -hand]]:
                rest = self._cover(hand - mask, wild - used, four=False)
                if rest is not None:
                    return [(mask, used), *rest]
        return None

    def _named(self, cards: Iterable[str], groups: Sequence[Group]) -> tuple[tuple[str, ...], ...]:
        """Groups as cards: natural places take the lower copy first, substitutes follow in the fixed order."""
        free = list(cards)
        named: list[list[str]] = []
        for mask, _ in groups:
            named.append([])
            for face in faces_of(mask):
                card = next(card for card in free if card[:2] == face)
                free.remove(card)
                named[-1].append(card)
        wild = [card for card in free if card[:2] in self.rules.wilds]
        for meld, (_, used) in zip(named, groups, strict=True):
            meld += wild[:used]
            del wild[:used]
        return tuple(map(tuple, named))

    # -- how far from closing --------------------------------------------------------------------------------------

    def distance(self, cards: Iterable[str], size: int | None = None) -> int:
        """How many cards must change until `size` of them close (9; of eleven cards 10): 0 when they can already."""
        cards = tuple(cards)
        number = sum(map(self._code.__getitem__, cards))
        return self._distance.least(number & LOW, self._splits[number >> TOP], size or (10 if len(cards) > 10 else 9))

    def arrangement(
        self, cards: Iterable[str], size: int | None = None
    ) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], int]:
        """(melds, rest, missing): the whole melds of a best grouping, the other cards, the distance."""
        cards = in_order(cards)
        number = sum(map(self._code.__getitem__, cards))
        size = size or (10 if len(cards) > 10 else 9)
        groups = self._groups(number, len(cards))
        if groups is not None and len(cards) >= size:
            return self._named(cards, groups), (), 0
        for card in cards if len(cards) > size else ():
            kept = [other for other in cards if other != card]
            groups = self._groups(number - self._code[card], len(kept))
            if groups is not None:
                return self._named(kept, groups), (card,), 0
        missing, groups = self._distance.grouping(number & LOW, self._splits[number >> TOP], size)
        melds = self._named(cards, groups)
        used = {card for meld in melds for card in meld}
        return melds, tuple(card for card in cards if card not in used), missing

    # -- Rami ------------------------------------------------------------------------------------------------------

    def melds(self, cards: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """Every meld without substitutes that can be laid from these cards, of each length (R2-2, R2-4)."""
        held = {card[:2]: card for card in reversed(in_order(cards))}
        found = [
            tuple(held[face] for face in faces_of(mask))
            for mask in _laying(self.rules)
            if all(face in held for face in faces_of(mask))
        ]
        return tuple(found)

    def least_deadwood(
        self, cards: Iterable[str], points: Callable[[str], int]
    ) -> tuple[int, tuple[tuple[str, ...], ...]]:
        """The fewest points that can be left beside melds, and those melds (R2-7); equal ones: the first in order."""
        cards = in_order(cards)
        melds = [(frozenset(meld), sum(map(points, meld))) for meld in self.melds(cards)]
        saved, chosen = _most_saved(melds, frozenset())
        kept = tuple(tuple(in_order(meld)) for meld in chosen)
        return sum(map(points, cards)) - saved, kept


def _most_saved(melds: list[tuple[frozenset[str], int]], used: frozenset[str]) -> tuple[int, list[frozenset[str]]]:
    """The disjoint melds worth most points."""
    best: tuple[int, list[frozenset[str]]] = (0, [])
    for place, (meld, worth) in enumerate(melds):
        if not meld & used:
            saved, chosen = _most_saved(melds[place + 1 :], used | meld)
            if saved + worth > best[0]:
                best = (saved + worth, [meld, *chosen])
    return best


@lru_cache(maxsize=16)
def _laying(rules: MeldRules) -> tuple[int, ...]:
    """The masks of every meld without substitutes."""
    sizes = range(3, max(rules.run_limit, rules.set_max) + 1)
    return tuple(mask for size in sizes for mask in patterns(rules, size, 0))
