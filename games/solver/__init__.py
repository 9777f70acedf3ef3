"""The exact solver: whether a hand closes, with which melds, what can be discarded, what is missing.

`Solver` is the only door to this package; the modules behind it answer one question each.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache

from games.cards import FACES
from games.melds import MeldRules, is_meld
from games.solver import in_sight
from games.solver.bitmasks import LOW, TOP, UNIT, Code, Splits, Strays, Ways, faces_of, parts, patterns
from games.solver.distance import Distance
from games.solver.exact_cover import Closes, Divide, Group, cover, cover_with_four, divide
from games.solver.useful_cards import NOTHING, Analysis, Groupings, Held
from games.solver.winning_discards import spare

__all__ = ["NOTHING", "UNIT", "Analysis", "Solver", "in_order", "parts", "solver"]

_ORDER = {f"{face}{copy}": 2 * place + copy for place, face in enumerate(FACES) for copy in (1, 2)}


@lru_cache(maxsize=256)
def solver(rules: MeldRules) -> "Solver":
    """The solver of these rules; building one takes some milliseconds, so it is kept."""
    return Solver(rules)


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards in the fixed order: suits C D H S, ace to king, copy 1 before 2 [A-35]."""
    return sorted(cards, key=_ORDER.__getitem__)


class _Tables:
    """What does not depend on which faces are wild: shared by the solvers of all turn-ups."""

    def __init__(self, rules: MeldRules) -> None:
        self._rules = rules
        self.cover = cover(rules)
        self.spare = spare(rules, self.cover)
        self.ten = cover_with_four(rules, self.cover) if rules.ten else None
        self.distance = Distance(rules)

    @cached_property
    def groupings(self) -> Groupings:
        return Groupings(self._rules, self.distance.shapes, self.distance.wide)

    @cached_property
    def divide(self) -> Divide:
        return divide(self._rules)


@lru_cache(maxsize=64)
def _tables(rules: MeldRules) -> _Tables:
    return _Tables(rules)


class Solver:
    """Answers about hands under one `MeldRules`. No answer depends on the order of the cards (P0-10)."""

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        self._code = Code(rules)
        self._share = self._code.__getitem__
        self._splits, self._ways, self._strays = Splits(rules), Ways(rules), Strays(rules)
        self._strict = rules.closing == "threes"
        self._most = (10 if self._strict else 11) if rules.ace_low or rules.ace_high else 0
        self._wilds = sum(UNIT[face] for face in rules.wilds)
        self._tables = _tables(replace(rules, wilds=frozenset()))
        self._cover, self._spare, self._ten = self._tables.cover, self._tables.spare, self._tables.ten
        self._distance = self._tables.distance

    # -- one meld --------------------------------------------------------------------------------------------------

    def is_meld(self, cards: Iterable[str]) -> bool:
        """One meld on its own, in any order."""
        return is_meld(self.rules, cards)

    def fits(self, meld: Sequence[str], cards: Sequence[str]) -> bool:
        """Is the whole meld legal with these cards added (R2-5)?"""
        return bool(cards) and is_meld(self.rules, (*meld, *cards))

    def joins(self, hand: Sequence[str], card: str) -> bool:
        """Does `card` make a meld at once with two cards of the hand (M3-10, [A-18])?

        Asked of games with any partition: there three cards close exactly if they are a meld, which is quicker to see.
        """
        return any(self.closes((first, second, card)) for place, first in enumerate(hand) for second in hand[:place])

    # -- closing ---------------------------------------------------------------------------------------------------

    def closes(self, cards: Collection[str]) -> bool:
        """Do all these cards divide into melds as the game wants (P0-5, C4-6, M3-13)?"""
        return self._closes(sum(map(self._share, cards)), len(cards))

    def division(self, cards: Iterable[str]) -> tuple[tuple[str, ...], ...] | None:
        """The melds of a closing hand, always the same ones for the same cards; None when it does not close."""
        cards = in_order(cards)
        groups = self._groups(sum(map(self._share, cards)), len(cards))
        return None if groups is None else self._named(cards, groups)

    def valid_division(self, groups: Sequence[Sequence[str]]) -> bool:
        """Is this a closing division? That the groups are the hand is the caller's to check (M3-14)."""
        sizes = sorted(map(len, groups))
        if self.rules.closing == "threes" and sizes != [3, 3, 3] and not (self.rules.ten and sizes == [3, 3, 4]):
            return False
        return bool(groups) and all(map(self.is_meld, groups))

    def winning_discards(self, cards: Collection[str], barred: str | None = None) -> tuple[str, ...]:
        """The cards without which the rest closes, in the fixed order; `barred` may not be the one (M3-8)."""
        if len(cards) < 10 or len(cards) > self._most:
            return self._tried_discards(cards, barred)
        values = list(map(self._share, cards))
        number = sum(values)
        size = len(cards) - 1
        if number > LOW:
            naturals, good = number & LOW, self._wilds  # nobody holds these as natural cards: not to be looked for
            for mask, subs, strays in self._strays[number >> TOP]:
                good = self._spare(mask + naturals, mask, subs, strays, size, good)
        else:
            good = self._spare(number, 0, 0, 0, size, 0)
            if not good:
                return ()
        return tuple(in_order([c for c, value in zip(cards, values, strict=True) if value & good and c != barred]))

    def _tried_discards(self, cards: Collection[str], barred: str | None) -> tuple[str, ...]:
        """The same by trying each card: for hands of a size that no discard is ever due from."""
        number, count = sum(map(self._share, cards)), len(cards) - 1
        good = (card for card in cards if card != barred and self._closes(number - self._share(card), count))
        return tuple(in_order(good))

    def cut_leftovers(self, hand: Sequence[str], card: str) -> tuple[str, ...]:
        """The cards of `hand` in whose place `card` closes it, in the fixed order (P0-16, P0-17)."""
        return self.winning_discards((*hand, card), barred=card)

    def _closes(self, number: int, count: int) -> bool:
        cover = self._cover
        if self._strict and count != 9:
            if count != 10 or self._ten is None:
                return False
            cover = self._ten
        return cover(number, 0) if number <= LOW else self._any_split(cover, number)

    def _any_split(self, closes: Closes, number: int) -> bool:
        """Some way to play the wild cards, at home or as substitutes, closes the hand."""
        naturals = number & LOW
        return any(closes(mask + naturals, subs) for mask, subs in self._ways[number >> TOP])

    # -- the melds themselves --------------------------------------------------------------------------------------

    def _groups(self, number: int, count: int) -> list[Group] | None:
        if not self._closes(number, count):
            return None
        naturals = number & LOW
        four = self._strict and count == 10
        ways = (self._tables.divide(mask + naturals, subs, four) for mask, subs in self._splits[number >> TOP])
        return next((groups for groups in ways if groups is not None), None)

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

    def distance(self, cards: Collection[str], size: int | None = None) -> int:
        """How many cards must change until `size` of them close (9; of eleven cards 10): 0 when they can already."""
        number = sum(map(self._share, cards))
        size = size or (10 if len(cards) > 10 else 9)
        return self._distance.missing(number & LOW, self._ways[number >> TOP], size)

    def idle(self, cards: Sequence[str], size: int) -> tuple[int, set[str]]:
        """The distance of a hand with a discard due, and cards that can go at no loss because they pair with none.

        Where melds of three keep as much as any, such a card can only open a meld, as any other loose card can.
        """
        number = sum(map(self._share, cards))
        missing, threes = self._distance.with_threes(number & LOW, self._ways[number >> TOP], size)
        if not threes or not missing or len(cards) <= size:
            return missing, set()
        return missing, {card for card, mates in self.mates(cards, cards).items() if not mates}

    def analyse(self, cards: Sequence[str], size: int | None = None) -> Analysis:
        """The distance, every face that may go at no loss, and the faces that are useful then."""
        held = self._held(cards)
        size = size or (10 if len(cards) > 10 else 9)
        missing = self._distance.missing(held.naturals, held.ways, size)
        return Analysis(missing, self._tables.groupings.keeps(held, size, missing))

    def _held(self, cards: Sequence[str]) -> Held:
        number = sum(map(self._share, cards))
        top = number >> TOP
        wild = Counter(UNIT[card[:2]] for card in cards if card[:2] in self.rules.wilds) if top else {}
        return Held(number & LOW, wild, self._wilds, self._splits[top])

    def mates(self, cards: Iterable[str], hand: Iterable[str]) -> dict[str, int]:
        """How many faces of the hand stand beside each of these cards in some meld of three."""
        held = sum({UNIT[other[:2]] for other in hand})
        beside = self._tables.groupings.mates[3]
        return {card: (beside[UNIT[card[:2]]] & held).bit_count() for card in cards}

    def arrangement(
        self, cards: Iterable[str], size: int | None = None, coming: Iterable[str] | None = None
    ) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], int]:
        """(melds, rest, missing): the whole melds of a best grouping, the other cards, the distance.

        `coming` are the cards that may still come, if that is known: no others are counted on as missing.
        """
        cards = in_order(cards)
        number = sum(map(self._code.__getitem__, cards))
        size = size or (10 if len(cards) > 10 else 9)
        closed = self._closed(cards, number, size) if len(cards) >= size else None
        if closed is not None:
            return *closed, 0
        missing, whole = self._distance.grouping(number & LOW, self._splits[number >> TOP], size)
        melds = self._named(cards, [(mask, 0) for mask in whole])
        used = {card for meld in melds for card in meld}
        if coming is not None:
            missing = in_sight.missing(lambda held: self.distance(held, size), cards, coming, size)
        return melds, tuple(card for card in cards if card not in used), missing

    def _closed(
        self, cards: list[str], number: int, size: int
    ) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]] | None:
        """(melds, rest) of a hand that closes as it is, or without one card if it has a card too many."""
        groups = self._groups(number, len(cards))
        if groups is not None:
            return self._named(cards, groups), ()
        for card in cards if len(cards) > size else ():
            kept = [other for other in cards if other != card]
            groups = self._groups(number - self._code[card], len(kept))
            if groups is not None:
                return self._named(kept, groups), (card,)
        return None

    # -- Rami ------------------------------------------------------------------------------------------------------

    def melds(self, cards: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """Every meld without substitutes that can be laid from these cards, of each length (R2-2, R2-4)."""
        held = {card[:2]: card for card in reversed(in_order(cards))}
        faces = frozenset(held)
        return tuple(tuple(held[face] for face in meld) for needed, meld in _laying(self.rules) if needed <= faces)

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
def _laying(rules: MeldRules) -> tuple[tuple[frozenset[str], tuple[str, ...]], ...]:
    """The faces of every meld without substitutes, to be compared and in order."""
    sizes = range(3, max(rules.run_limit, rules.set_max) + 1)
    melds = [tuple(faces_of(mask)) for size in sizes for mask in patterns(rules, size, 0)]
    return tuple((frozenset(meld), meld) for meld in melds)
