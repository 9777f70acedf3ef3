"""What a hand may be knocked with, told from the cards alone: asked by the engine, bots, commands and pages alike.

In most games a knock needs a closed hand. With `Deadwood` cards may be left beside the melds, and everybody's are
compared when somebody knocks.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from games.cards import without
from games.solver import Solver, in_order
from games.state import Cards, Melds, Options

if TYPE_CHECKING:
    from games.rules import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadwood:
    """Knocking with cards left over, as in Gin: of the knocker and the opponents, whoever has fewer points left wins.

    With as many points, the opponent wins. Only for games without wild cards, whose hands count (`hand_value`).
    """

    limit: Callable[[Options], int]  # points the knocker may have left
    lays_off: bool = True  # opponents add cards to the knocker's melds first, unless the knocker has no card left


Worth = Callable[[str], int]


def worth(rules: "RuleSet", options: Options) -> Worth:
    """What a card left over counts; 1 in games that count none."""
    value = rules.hand_value
    return (lambda card: value(options, (card,))) if value else (lambda card: 1)


def may_keep(rules: "RuleSet", options: Options, rest: Collection[str]) -> bool:
    """Whether a knocker may have these cards beside the melds."""
    if rules.deadwood is None:
        return not rest
    return sum(map(worth(rules, options), rest)) <= rules.deadwood.limit(options)


def discards(
    rules: "RuleSet", options: Options, solver: Solver, hand: Collection[str], barred: str | None = None
) -> Cards:
    """The cards with which this hand may knock, in the fixed order; where points may be left, fewest points first."""
    if rules.deadwood is None:
        return solver.winning_discards(hand, barred)
    limit, count = rules.deadwood.limit(options), worth(rules, options)
    free = [card for card in in_order(hand) if card != barred]
    left = {card: solver.least_deadwood(without(tuple(hand), card), count)[0] for card in free}
    return tuple(sorted((card for card in free if left[card] <= limit), key=left.__getitem__))


def melds_shown(rules: "RuleSet", options: Options, solver: Solver, hand: Collection[str]) -> Melds | None:
    """The melds of a hand that may knock as it is, its discard gone; None when it may not."""
    if rules.deadwood is None:
        return solver.division(hand)
    points, melds = solver.least_deadwood(hand, worth(rules, options))
    return melds if points <= rules.deadwood.limit(options) else None


class Least(NamedTuple):
    """The best an opponent of the knocker can do with a hand."""

    points: int  # of what is left
    laid_off: tuple[tuple[int, str], ...]  # (index of the knocker's meld, card), in an order in which each one fits
    melds: Melds


def least_left(solver: Solver, melds: Sequence[Cards], hand: Cards, count: Worth) -> Least:
    """The fewest points of `hand` beside its own melds and cards laid off on these; of equal ways the shortest."""
    ways = (
        Least(points, offs, own)
        for offs, kept in _layings_off(solver, melds, hand)
        for points, own in [solver.least_deadwood(kept, count)]
    )
    return min(ways, key=lambda least: (least.points, len(least.laid_off)))


def _layings_off(
    solver: Solver, melds: Sequence[Cards], hand: Cards
) -> Iterator[tuple[tuple[tuple[int, str], ...], Cards]]:
    """Every set of cards that can be laid off on these melds, none among them, and the rest of the hand."""
    seen: set[frozenset[tuple[int, str]]] = set()

    def go(
        melds: Sequence[Cards], kept: Cards, offs: tuple[tuple[int, str], ...]
    ) -> Iterator[tuple[tuple[tuple[int, str], ...], Cards]]:
        if frozenset(offs) in seen:
            return
        seen.add(frozenset(offs))
        yield offs, kept
        for place, card in _fitting(solver, melds, kept):
            grown = [(*meld, card) if index == place else meld for index, meld in enumerate(melds)]
            yield from go(grown, without(kept, card), (*offs, (place, card)))

    yield from go(melds, hand, ())


def _fitting(solver: Solver, melds: Sequence[Cards], cards: Iterable[str]) -> list[tuple[int, str]]:
    return [(place, card) for place, meld in enumerate(melds) for card in cards if solver.fits(meld, (card,))]
