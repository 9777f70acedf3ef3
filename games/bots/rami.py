"""Bots of Rami: all lay and lay off whatever they can at once (most points first) and take what melds or lays off.

easy    discards the highest card.
normal  weighs points against the live third cards of its pairs and what the next seat may do with the discard.
hard    remembers everything publicly taken and discarded, and minimises the points it expects to be left with: the
        points of the rest less what the likeliest cards would save. With two players it also takes what lowers that
        much.
"""

import random
from collections.abc import Sequence
from functools import cached_property, lru_cache

from games.bots.danger import chances, danger, partners
from games.bots.view import Move, View
from games.cards import without
from games.solver import UNIT, Solver

Cards = tuple[str, ...]

_PER_CARD = 3  # laying a card is worth its points and this
_FEEDING = 4  # points a certain feed of the next seat is worth
_GAIN_TO_TAKE = 10  # points by which a taken card must lower the expectation
_TEMPO = 8  # points each card left is worth besides its own, with two players


def move(view: View, level: str, rng: random.Random) -> Move:
    """The move of this level (R2-11)."""
    if view.drawing:
        return _draw(view, level)
    return _to_table(view) or _discard(view, level, rng)


def _points(view: View, card: str) -> int:
    value = view.rules.hand_value
    return value(view.options, (card,)) if value else 0


# -- the table ---------------------------------------------------------------------------------------------------------


def _to_table(view: View) -> Move | None:
    """A meld of the best set of melds that may be laid, or the card worth most that fits on the table."""
    lays = {tuple(action["cards"]): action for action in view.may("lay")}
    if view.taken is not None and not view.public["stock"]:  # it was taken to be laid
        with_it = {meld: action for meld, action in lays.items() if view.taken in meld}
        lays = with_it or lays
    if lays:
        worth = {meld: sum(_points(view, card) + _PER_CARD for card in meld) for meld in lays}
        return lays[_best_first(view, worth)]
    return _lay_off(view)


def _lay_off(view: View) -> Move | None:
    """The lay-off that begins the most that can be laid off now; of equal ones what leaves most for later."""
    melds = _on_the_table(view)

    def worth(action: Move) -> tuple[int, int, int, str, int]:
        card, meld = action["cards"][0], action["meld"]
        grown, rest = {**melds, meld: (*melds[meld], card)}, tuple(view.without(card))
        here = _points(view, card)
        return here + _laid_off(view, grown, rest), _opened(view, grown, rest), here, card, -meld

    return max(view.may("lay_off"), key=worth, default=None)


def _laid_off(view: View, melds: dict[int, Cards], hand: Cards) -> int:
    """The most points of the hand that can be laid off on these melds, one card after the other."""
    least = 1 if view.options.get("discard_to_win") else 0
    known: dict[frozenset[tuple[int, str]], int] = {}  # by what has been laid off, in whatever order

    def most(melds: dict[int, Cards], hand: Cards, laid: frozenset[tuple[int, str]]) -> int:
        if laid not in known:
            fitting = [] if len(hand) <= least else _fitting(view, melds, hand)
            known[laid] = max(
                (
                    _points(view, card)
                    + most({**melds, meld: (*melds[meld], card)}, without(hand, card), laid | {(meld, card)})
                    for meld, card in fitting
                ),
                default=0,
            )
        return known[laid]

    return most(melds, hand, frozenset())


def _fitting(view: View, melds: dict[int, Cards], hand: Cards) -> list[tuple[int, str]]:
    return [(meld, card) for meld in melds for card in hand if view.solver.fits(melds[meld], (card,))]


def _opened(view: View, melds: dict[int, Cards], hand: Cards) -> int:
    """The points of those cards that one more card on the table would let follow."""
    held = {UNIT[card[:2]]: _points(view, card) for card in hand}
    ways = {(first, second) for cards in melds.values() for first, second in followers(view.solver, cards)}
    return sum(held[second] for first, second in ways if second in held and view.live_at_a_glance[first])


def _best_first(view: View, worth: dict[Cards, int]) -> Cards:
    """The first meld of the disjoint ones worth most together; of equal ones, of those that leave most to lay off."""
    melds = sorted(worth)

    def best(place: int, used: frozenset[str]) -> tuple[int, list[tuple[Cards, ...]]]:
        found: tuple[int, list[tuple[Cards, ...]]] = (0, [()])
        for index in range(place, len(melds)):
            meld = melds[index]
            if used.isdisjoint(meld):
                value, rest = best(index + 1, used | set(meld))
                total, ways = worth[meld] + value, [(meld, *others) for others in rest]
                if total > found[0]:
                    found = total, ways
                elif total == found[0]:
                    found = total, found[1] + ways
        return found

    ways = best(0, frozenset())[1]
    return max(ways, key=lambda way: _left_to_lay_off(view, way))[0] if len(ways) > 1 else ways[0][0]


def _left_to_lay_off(view: View, laid: tuple[Cards, ...]) -> tuple[int, int]:
    """What can be laid off once these melds lie on the table, and what may follow later."""
    melds = _on_the_table(view) | {-number: meld for number, meld in enumerate(laid, start=1)}
    used = {card for meld in laid for card in meld}
    rest = tuple(card for card in view.hand if card not in used)
    return _laid_off(view, melds, rest), _opened(view, melds, rest)


def _on_the_table(view: View) -> dict[int, Cards]:
    return {meld["id"]: tuple(meld["cards"]) for meld in view.public["melds"]}


# -- drawing -----------------------------------------------------------------------------------------------------------


def _draw(view: View, level: str) -> Move:
    stock, pile = view.may("draw", **{"from": "stock"}), view.may("draw", **{"from": "pile"})
    if not pile or view.top is None:
        return stock[0]
    if not stock or _goes_to_table(view, view.top):
        return pile[0]
    wanted = level == "hard" and len(view.playing) == 2 and view.public["stock"] > 0 and _worth_taking(view, view.top)
    return pile[0] if wanted else stock[0]


def _goes_to_table(view: View, top: str) -> bool:
    """Whether the card can be melded or laid off in this very turn [A-27]."""
    cards = [*view.hand, top]
    most = len(cards) - 1 if view.options.get("discard_to_win") else len(cards)
    if any(top in meld and len(meld) <= most for meld in view.solver.melds(cards)):
        return True
    return most > 0 and any(view.solver.fits(meld["cards"], (top,)) for meld in view.public["melds"])


def _worth_taking(view: View, top: str) -> bool:
    outlook = Outlook(view)
    without = outlook.expected(view.hand)
    return min(outlook.expected([*view.without(card), top]) for card in view.hand) < without - _GAIN_TO_TAKE


# -- discarding--------------------------------------------------------------------------------------------------------


def _discard(view: View, level: str, rng: random.Random) -> Move:
    free = [card for card in sorted(view.hand) if card != view.taken] or view.hand
    if level == "easy":
        chosen = min(free, key=lambda card: (-_points(view, card), rng.random()))
    elif level == "normal":
        chosen = _least_kept(view, free, rng)
    else:
        chosen = _least_expected(view, free, rng)
    return {"do": "discard", "card": chosen}


def _least_kept(view: View, free: list[str], rng: random.Random) -> str:
    live = view.live_at_a_glance
    pairs, held = partners(view.solver.rules), chances(view, live)
    mine = {UNIT[card[:2]] for card in view.hand}

    def cost(card: str) -> tuple[float, float]:
        unit = UNIT[card[:2]]
        keep = sum(live[third] for pair in pairs[unit] for mate, third in (pair, pair[::-1]) if mate in mine)
        return 2 * keep - _points(view, card) + _FEEDING * danger(pairs, held, unit), rng.random()

    return min(free, key=cost)


def _least_expected(view: View, free: list[str], rng: random.Random) -> str:
    outlook = Outlook(view)
    pairs, held = partners(view.solver.rules), chances(view, view.live)

    def cost(card: str) -> tuple[float, float]:
        fed = danger(pairs, held, UNIT[card[:2]])
        return outlook.expected(view.without(card)) + _FEEDING * fed, rng.random()

    return min(free, key=cost)


class Outlook:
    """What a hand is expected to cost: its points, less the share of them that coming cards will save."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._tempo = _TEMPO if len(view.playing) == 2 else 0
        self._total: int = sum(view.live.values()) or 1
        fewest = min((count for seat, count in view.counts.items() if seat != view.seat), default=7)
        turns: float = view.public["stock"] / len(view.playing) + 0.5
        self._draws = min(10 * min(1.0, fewest / 7), turns)

    def expected(self, hand: Sequence[str]) -> float:
        """The value to minimise."""
        weights = {UNIT[card[:2]]: _points(self._view, card) + self._tempo for card in hand}
        gains: dict[int, int] = {}
        pairs = partners(self._view.solver.rules)
        for unit, weight in weights.items():
            for pair in pairs[unit]:
                for mate, third in (pair, pair[::-1]):
                    if mate in weights and third not in weights:
                        gains[third] = max(gains.get(third, 0), weight + weights[mate])
            for third in self._openings.get(unit, ()):
                gains[third] = max(gains.get(third, 0), weight)
        saved = sum(self._view.live[third] * gain for third, gain in gains.items())
        return sum(weights.values()) - self._draws * saved / self._total

    @cached_property
    def _openings(self) -> dict[int, list[int]]:
        """Face -> the live faces that, laid off first, would let it follow on the table."""
        found: dict[int, list[int]] = {}
        for meld in self._view.public["melds"]:
            for first, second in followers(self._view.solver, tuple(meld["cards"])):
                if self._view.live[first]:
                    found.setdefault(second, []).append(first)
        return found


@lru_cache(maxsize=4096)
def followers(solver: Solver, meld: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """(first, second): faces that fit this meld one after the other, and not the second without the first."""
    grown = [(face, (*meld, face + "1")) for face in UNIT if solver.fits(meld, (face + "1",))]
    direct = {face for face, _ in grown}
    return tuple(
        (UNIT[first], UNIT[second])
        for first, cards in grown
        for second in UNIT
        if second not in direct and solver.fits(cards, (second + "1",))
    )
