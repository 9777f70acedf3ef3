"""S1 to S3: how long the solver takes, asked from Python with a list of card ids. Run: python -m bench.solver

Every figure is microseconds a hand: the least of five timings of a hand, then median and 99th percentile over hands.
Hands are new to the solver's own results; its tables are warm, as in a process that has been serving for a while.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from games.melds import Solver, solver
from tests.games import hands
from tests.games.brute import Game

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
    """What the measuring itself costs, taken off every figure."""
    times = per_hand(lambda cards: None, [[]] * 2000)
    return times[len(times) // 2]


def samples(game: Game, count: int, rng: random.Random) -> dict[str, list[tuple[Solver, list[str]]]]:
    """Hands by what is asked of them, each with the solver of its own turn-up."""
    found: dict[str, list[tuple[Solver, list[str]]]] = {}

    def one(name: str, size: int, *, complete: bool = False, spare: int = 0) -> None:
        drawn = hands.with_wilds(game, rng)
        ask = solver(hands.rules_of(drawn))
        for _ in range(1000):
            cards = list(hands.complete(drawn, size, rng, spare) if complete else hands.plain(drawn, size, rng))
            if not complete or ask.closes(cards[:size] if not spare else cards[:-spare]):
                rng.shuffle(cards)
                found.setdefault(name, []).append((ask, cards))
                return

    for _ in range(count):
        one("closes, complete 9", 9, complete=True)
        if game.shapes(10):
            one("closes, complete 10", 10, complete=True)
        one("closes, random 9", 9)
        one("discards, complete 9 + 1", 9, complete=True, spare=1)
        one("discards, random 10", 10)
        one("distance, random 9", 9)
        one("distance, random 10", 10)
    return found


def run(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench.solver", description=__doc__)
    parser.add_argument("--hands", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(arguments)
    own = overhead()
    print(f"measuring costs {own:.2f} us, taken off; {options.hands} hands a line\n")
    print("| rule set | asked | median us | p99 us | reach (median, p99) |\n|---|---|---|---|---|")
    for name in ("pife-corte", "cacheta-vidas", "pife", "cacheta-pontos", "rami"):
        game = hands.games_of(name)[0] if name != "cacheta-pontos" else hands.default_pontos()
        for asked, sample in samples(game, options.hands, random.Random(options.seed)).items():
            question = asked.split(",")[0]
            method = {"closes": "closes", "discards": "winning_discards", "distance": "distance"}[question]
            times: list[float] = []
            for ask, cards in sample:
                getattr(ask, method)(cards)  # tables
            for ask, cards in sample:
                times += per_hand(getattr(ask, method), [cards])
            times.sort()
            median, high = times[len(times) // 2] - own, times[int(len(times) * 0.99)] - own
            reach = LIMITS[question]
            note = "" if "random" in asked and question == "closes" else f"{reach[0]}, {reach[1]}"
            print(f"| {name} | {asked} | {median:.2f} | {high:.2f} | {note} |", flush=True)


if __name__ == "__main__":
    run(sys.argv[1:])
