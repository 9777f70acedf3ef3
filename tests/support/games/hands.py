"""Hands to compare solvers on: random ones, and ones built from melds with a few cards changed."""

import random
from collections.abc import Sequence
from functools import cache
from itertools import product

import games
from games import cards
from games.melds import MeldRules
from games.solver import solver
from games.solver.bitmasks import UNIT

from .brute import Game

__all__ = ["UNIT"]


@cache
def games_of(name: str) -> list[Game]:
    """Every game this rule set can be, over its options; the turn-up is drawn by `with_wilds`."""
    if name == "pife":
        return [Game(name, hand_size, ace) for hand_size, ace in product((9, 10), ("both", "low"))]
    if name == "cacheta-vidas":
        return [Game(name, max_wild=1)]
    if name == "cacheta-pontos":
        return [
            Game(name, hand_size, ace, max_wild=limit)
            for hand_size, ace, limit in product((9, 10), ("both", "low"), (0, 1, 2, 3, 4, None))
        ]
    return [Game(name)]


def solver_of(name: str) -> games.Solver:
    """The solver of a game without wild cards, as a table has it unless told otherwise."""
    return solver(rules_of(games_of(name)[0]))


@cache
def pontos(turn_up: str, scope: str, limit: int | None) -> Game:
    """Cacheta with points with this turn-up, these wild cards and this limit."""
    return Game("cacheta-pontos", wilds=frozenset(cards.next_faces(turn_up, scope)), max_wild=limit)


@cache
def default_pontos() -> Game:
    """Cacheta with points as a table has it unless told otherwise."""
    return Game("cacheta-pontos", max_wild=1)


def with_wilds(game: Game, rng: random.Random) -> Game:
    """The same game with a turn-up and a scope drawn."""
    if game.name not in {"cacheta-vidas", "cacheta-pontos"}:
        return game
    scope = rng.choice(("suit", "color", "all")) if game.name == "cacheta-pontos" else "suit"
    return _with_wilds(game, rng.choice(cards.FACES), scope)


@cache
def _with_wilds(game: Game, turn_up: str, scope: str) -> Game:
    wilds = frozenset(cards.next_faces(turn_up, scope))
    return Game(game.name, game.hand_size, game.ace, wilds, game.max_wild)


@cache
def rules_of(game: Game) -> MeldRules:
    """The rules of this game as the solver takes them."""
    if game.name == "pife-corte":
        return MeldRules()
    if game.name == "cacheta-vidas":
        return MeldRules(ten=True, fourth_any_suit=True, run_max=4, wilds=game.wilds, max_wild=1, min_natural=2)
    if game.name == "rami":
        return MeldRules(closing="any", set_max=4, run_max=None, ace_low=False)
    return MeldRules(
        closing="any",
        set_max=4,
        run_max=None,
        ace_high=game.ace == "both",
        wilds=game.wilds,
        max_wild=game.max_wild,
        natural_free=game.name == "cacheta-pontos",
    )


def deck_of(game: Game) -> tuple[str, ...]:
    return cards.deck(1 if game.name == "rami" else 2)


def plain(game: Game, size: int, rng: random.Random) -> tuple[str, ...]:
    """A hand at random."""
    return tuple(rng.sample(deck_of(game), size))


def complete(game: Game, size: int, rng: random.Random, spare: int = 0) -> tuple[str, ...]:
    """Melds of the game that together are `size`, and `spare` cards at random behind them."""
    deck = list(deck_of(game))
    rng.shuffle(deck)
    held = _melds(game, size, deck, rng)
    return (*held, *[card for card in deck if card not in held][:spare])


def hand(game: Game, size: int, rng: random.Random, wilds: int | None = None) -> tuple[str, ...]:
    """A hand of `size`: at random, or melds of the game with some cards changed, and perhaps `wilds` wild cards."""
    deck = list(deck_of(game))
    rng.shuffle(deck)
    held: list[str] = []
    if rng.random() < 0.75:
        held = _melds(game, size, deck, rng)
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
            held.pop(rng.randrange(len(held)))
    if wilds is not None:
        jokers = [card for card in deck if card[:2] in game.wilds and card not in held][:wilds]
        held = held[: max(0, size - len(jokers))] + jokers
    held += [card for card in deck if card not in held][: size - len(held)]
    held = held[:size]
    rng.shuffle(held)
    return tuple(held)


def _melds(game: Game, size: int, deck: Sequence[str], rng: random.Random) -> list[str]:
    """Cards of melds that together are `size`, as far as the deck has them."""
    shape = rng.choice(game.shapes(size) or ((3, 3, 3),))
    free = list(deck)
    held: list[str] = []
    for length in shape:
        for face in rng.choice(game.templates(length)).elements():
            card = next((card for card in free if card[:2] == face), None)
            if card is None or (game.wilds and rng.random() < 0.05):
                card = next((card for card in free if card[:2] in game.wilds), card or free[0])
            free.remove(card)
            held.append(card)
    return held
