"""Bots of the games that are won by closing the hand: both Pifes and both Cachetas.

easy    takes from the pile only to win; keeps whole melds and discards the card with the fewest neighbours.
normal  takes what brings it nearer; discards so as to stay nearest, then the card with the fewest mates in hand, then
        the one least useful to the next seat.
hard    keeps the same distance, then the most useful cards that may still come, by everything it may remember; where
        the pile is open, it weighs the danger too. Also takes what widens its choice by half.
"""

import random
from collections.abc import Container, Iterable

from games import knocking
from games.bots.danger import Pairs, chances, danger, partners
from games.bots.view import Move, View
from games.cards import RANKS
from games.solver import NOTHING, UNIT

_NO_OUTS = 0.35  # a discard after which no card is useful counts as if a third of one were


def move(view: View, level: str, rng: random.Random) -> Move:
    """The move of this level. Every level wins when it can, with all cards if allowed."""
    if view.drawing:
        return _draw(view, level)
    knocks = view.may("knock", **{"with": "all"}) or view.may("knock", **{"with": "common"})
    if knocks:
        return knocks[0]
    card = _closing_discard(view) or _DISCARDS[level](view, rng)
    return {"do": "discard", "card": card}


# -- drawing -----------------------------------------------------------------------------------------------------------


def _draw(view: View, level: str) -> Move:
    stock, pile = view.may("draw", **{"from": "stock"}), view.may("draw", **{"from": "pile"})
    if not pile or view.top is None:
        return stock[0]
    return pile[0] if not stock or _wins(view, view.top) or _TAKES[level](view, view.top) else stock[0]


def _wins(view: View, top: str) -> bool:
    """Whether the hand can end the round with this card, one other discarded or none [A-3]."""
    ten = (*view.hand, top)
    if "all" in view.rules.knocks and view.solver.closes(ten):
        return True
    return bool(knocking.discards(view.rules, view.options, view.solver, ten, top))


def _never(view: View, top: str) -> bool:
    return False


def _if_nearer(view: View, top: str) -> bool:
    distance = view.solver.distance
    return distance((*view.hand, top), view.size) < distance(view.hand, view.size)


def _if_nearer_or_wider(view: View, top: str) -> bool:
    now = view.solver.analyse(view.hand, view.size)
    then = view.solver.analyse((*view.hand, top), view.size)
    if then.distance < now.distance:
        return True
    kept = {UNIT[card[:2]] for card in view.hand}
    wide = max((_outs(view, useful) for unit, useful in then.keeps.items() if unit in kept), default=0)
    return wide >= 1.5 * _outs(view, now.keeps.get(NOTHING, 0)) + 1


_TAKES = {"easy": _never, "normal": _if_nearer, "hard": _if_nearer_or_wider}


def _outs(view: View, useful: int) -> int:
    """How many cards that may still come are useful."""
    found = 0
    while useful:
        low = useful & -useful
        found += view.live[low]
        useful -= low
    return found


# -- discarding--------------------------------------------------------------------------------------------------------


def _closing_discard(view: View) -> str | None:
    """The discard after which the rest closes by itself (P0-13, C4-11)."""
    if not view.rules.closes_on_discard:
        return None
    closing = view.solver.winning_discards(view.hand)
    return next((card for card in closing if card != view.taken), closing[0] if closing else None)


def _free(view: View) -> list[str]:
    """What a bot may discard: not the card it has just taken, and no wild card while there is another."""
    cards = [card for card in sorted(view.hand) if card != view.taken]
    return [card for card in cards if card[:2] not in view.wilds] or cards


def _keepers(view: View, spares: Container[int]) -> list[str]:
    """The cards that can go at no loss; failing those, the ones that cost least."""
    free = _free(view)
    return [card for card in free if UNIT[card[:2]] in spares] or _cheapest(_distances(view, free))


def _distances(view: View, cards: Iterable[str]) -> dict[str, int]:
    """How far the hand is without each of these cards."""
    return {card: view.solver.distance(view.without(card), view.size) for card in cards}


def _cheapest(left: dict[str, int]) -> list[str]:
    least = min(left.values())
    return [card for card in left if left[card] == least]


def _fewest_neighbours(view: View, rng: random.Random) -> str:
    _, melds = view.solver.least_deadwood(view.hand, lambda card: 1)
    melded = {card for meld in melds for card in meld}
    free = _free(view)
    loose = [card for card in free if card not in melded] or free
    return min(loose, key=lambda card: (_neighbours(card, view.hand), -RANKS.index(card[0]), rng.random()))


def _neighbours(card: str, hand: Iterable[str]) -> int:
    """Cards of the same value in another suit, and the next values of its suit."""
    rank = RANKS.index(card[0])
    return sum(other[0] == card[0] if other[1] != card[1] else abs(RANKS.index(other[0]) - rank) == 1 for other in hand)


def _fewest_mates(view: View, rng: random.Random) -> str:
    """Cards with few mates are tried first, so that most need not be tried."""
    now, idle = view.solver.idle(view.hand, view.size)
    mates = view.solver.mates(_free(view), view.hand)
    left: dict[str, int] = {}
    for count in sorted(set(mates.values())):
        alike = [card for card in mates if mates[card] == count]
        left.update(dict.fromkeys(idle.intersection(alike), now))
        left.update(_distances(view, [card for card in alike if card not in left]))
        fewest = [card for card in alike if left[card] == now]
        if fewest:
            break
    else:
        keepers = _cheapest(left)
        fewest = [card for card in keepers if mates[card] == mates[keepers[0]]]
    if len(fewest) == 1:
        return fewest[0]
    pairs, held = partners(view.solver.rules), chances(view, view.live_at_a_glance)
    return min(fewest, key=lambda card: (danger(pairs, held, UNIT[card[:2]]), rng.random()))


def _most_outs(view: View, rng: random.Random) -> str:
    found = view.solver.analyse(view.hand, view.size)
    keepers = _keepers(view, found.keeps)
    if len(keepers) == 1:
        return keepers[0]
    total = sum(view.live.values())
    pairs = partners(view.solver.rules)
    held = chances(view, view.live)
    weight = 0.5 if view.rules.shows_pile else 0.0

    def cost(card: str) -> tuple[float, float]:
        outs = _outs(view, found.keeps.get(UNIT[card[:2]], 0))
        return total / (outs or _NO_OUTS) + _fed(pairs, held, card, weight), rng.random()

    return min(keepers, key=cost)


def _fed(pairs: Pairs, held: dict[int, float], card: str, weight: float) -> float:
    return weight * danger(pairs, held, UNIT[card[:2]]) if weight else 0.0


_DISCARDS = {"easy": _fewest_neighbours, "normal": _fewest_mates, "hard": _most_outs}
