"""S1 to S3: how long the solver takes, asked from Python with a list of card ids. Run: python -m bench.solver

Hands are built (melds with a card too many), drawn at random, or held by one of four bots that must discard.

Every figure is microseconds per hand: the least of five timings of a hand, then median and 99th percentile over hands.
The solver has no cached results for these hands; its tables are warm, as in a process that has served for a while.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import games
from games import bots
from games.cards import FACES
from games.rulesets import solver_of
from games.solver import Solver, solver
from games.state import player_at
from tests.support.games import hands
from tests.support.games.brute import Game

LIMITS = {"closes": (3, 25), "discards": (10, 25), "distance": (15, 50)}


def per_hand(ask: Callable[[Any], object], sample: list[list[str]]) -> list[float]:
    """The least time of each hand in microseconds, sorted."""
    clock = time.perf_counter_ns
    times = []
    for cards in sample:
        least = 10**9
        for _ in range(5):
            start = clock()
            ask(cards)
            least = min(least, clock() - start)
        times.append(least / 1000)
    return sorted(times)


def overhead() -> float:
    """The cost of measuring itself, subtracted from every figure."""
    times = per_hand(lambda cards: None, [[]] * 2000)
    return times[len(times) // 2]


def tables() -> dict[str, list[Game]]:
    """What is measured: each rule set with its default options, then with the options that cost most."""
    pontos = hands.games_of("cacheta-pontos")
    return {
        "pife-corte": hands.games_of("pife-corte"),
        "cacheta-vidas": hands.games_of("cacheta-vidas"),
        "pife": hands.games_of("pife")[:1],
        "cacheta-pontos": [hands.pontos(face + "1", "suit", 1) for face in FACES],
        "rami": hands.games_of("rami"),
        "pife, ten cards": [game for game in hands.games_of("pife") if game.hand_size == 10],
        "cacheta-pontos, any scope and limit": [game for game in pontos if game.hand_size == 9],
        "cacheta-pontos, any scope and limit, ten cards": [game for game in pontos if game.hand_size == 10],
    }


def samples(kinds: list[Game], count: int, rng: random.Random) -> dict[str, list[tuple[Solver, list[str], int]]]:
    """Hands by what is asked of them, each with the solver of its own turn-up and the size of a hand there."""
    found: dict[str, list[tuple[Solver, list[str], int]]] = {}

    def one(name: str, game: Game, size: int, *, complete: bool = False, spare: int = 0) -> None:
        drawn = game if game.wilds else hands.with_wilds(game, rng)
        ask = solver(hands.rules_of(drawn))
        for _ in range(1000):
            cards = list(hands.complete(drawn, size, rng, spare) if complete else hands.plain(drawn, size, rng))
            if not complete or ask.closes(cards[:size]):
                rng.shuffle(cards)
                found.setdefault(name, []).append((ask, cards, game.hand_size))
                return

    for _ in range(count):
        game = rng.choice(kinds)
        size = game.hand_size
        one(f"closes, complete {size}", game, size, complete=True)
        if game.shapes(size + 1):
            one(f"closes, complete {size + 1}", game, size + 1, complete=True)
        one(f"closes, random {size}", game, size)
        one(f"discards, complete {size} + 1", game, size, complete=True, spare=1)
        one(f"discards, random {size + 1}", game, size + 1)
        one(f"distance, random {size}", game, size)
        one(f"distance, random {size + 1}", game, size + 1)
    return found


PLAYED: dict[str, tuple[str, dict[str, Any]]] = {
    "pife-corte": ("pife-corte", {}),
    "cacheta-vidas": ("cacheta-vidas", {}),
    "pife": ("pife", {}),
    "pife, ten cards": ("pife", {"hand_size": 10}),
    "cacheta-pontos": ("cacheta-pontos", {}),
    "cacheta-pontos, four suits wild, no limit": ("cacheta-pontos", {"wild_scope": "all", "max_wild": None}),
}
"""Games in which a hand closes at once (in Rami it is laid down bit by bit), with the options of a table."""


def played(key: str, chosen: dict[str, Any], count: int, rng: random.Random) -> Iterator[tuple[Solver, list[str], int]]:
    """The hands from which one of four `normal` bots must discard, until there are enough."""
    rules = games.get_ruleset(key)
    options = games.clean_options(rules, chosen)
    size = rules.hand_size(options, 4)
    while True:
        state = games.new_match(key, options, dict.fromkeys(range(4), True))
        while games.ready(state):
            state = games.deal(state, rng.randbytes(32)).state
            while state.result is None:
                if state.active is None or state.phase == "window":
                    state = games.timeout(state).state
                    continue
                if state.phase == "discard":
                    yield solver_of(state), list(player_at(state, state.active).hand), size
                    count -= 1
                    if not count:
                        return
                action = bots.choose(games.observe(state, state.active), "normal", rng)
                state = games.apply(state, state.active, action).state


def run(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench.solver", description=__doc__)
    parser.add_argument("--hands", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(arguments)
    own = overhead()
    print(f"measuring costs {own:.2f} us, taken off; {options.hands} hands a line\n")
    print("| rule set | asked | median us | p99 us | reach (median, p99) |\n|---|---|---|---|---|")
    for name, kinds in tables().items():
        for asked, sample in samples(kinds, options.hands, random.Random(options.seed)).items():
            line(name, asked, sample, own)
    for name, (key, chosen) in PLAYED.items():
        sample = list(played(key, chosen, options.hands, random.Random(options.seed)))
        for question in ("closes", "discards", "distance"):
            line(name, f"{question}, as played", sample, own)


def line(name: str, asked: str, sample: list[tuple[Solver, list[str], int]], own: float) -> None:
    """Measure one question about some hands and print the result."""
    question = asked.split(",", maxsplit=1)[0]
    method = {"closes": "closes", "discards": "winning_discards", "distance": "distance"}[question]
    asks = [
        (partial(getattr(ask, method), **({"size": size} if question == "distance" else {})), cards)
        for ask, cards, size in sample
    ]
    for ask, cards in asks:
        ask(cards)  # fills the tables
    times = sorted(time for ask, cards in asks for time in per_hand(ask, [cards]))
    median, high = times[len(times) // 2] - own, times[int(len(times) * 0.99)] - own
    reach = LIMITS[question]
    note = f"{reach[0]}, {reach[1]}" if question != "closes" or "complete" in asked else ""
    print(f"| {name} | {asked} | {median:.2f} | {high:.2f} | {note} |", flush=True)


if __name__ == "__main__":
    run(sys.argv[1:])
