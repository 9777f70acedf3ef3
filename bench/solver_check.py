"""F2: the solver against brute force, on as many hands as you like. Run: python -m bench.solver_check --hands 100000

Random and near-complete hands of every rule set, over all options, with 0 to 8 wild cards. For every hand the checks
ask whether it closes, which discards close it and whether its grouping is valid; for every tenth, how far it is from
closing, and whether some groups of it are melds. Exit status 1 for any difference.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from multiprocessing import get_context
from typing import Any

from games.solver import solver
from tests.support.games import brute, hands

NAMES = ("pife-corte", "cacheta-vidas", "pife", "cacheta-pontos", "rami")
CHUNK = 200


def compare(name: str, seed: str, number: int) -> Iterator[str]:
    """The differences on one hand."""
    rng = random.Random(f"{seed} {name} {number}")
    game = hands.with_wilds(rng.choice(hands.games_of(name)), rng)
    wilds = rng.choice((None, None, None, *range(9))) if game.wilds else None
    size = game.hand_size + rng.randrange(2)
    hand = hands.hand(game, size, rng, wilds)
    tool = solver(hands.rules_of(game))
    answers: list[tuple[str, Any, Any]] = [
        ("closes", tool.closes(hand), brute.closes(game, hand)),
        ("winning_discards", sorted(tool.winning_discards(hand)), brute.winning_discards(game, hand)),
    ]
    groups = tool.division(hand)
    if groups is not None:
        answers.append(("division", [brute.meld(game, group) for group in groups], [True] * len(groups)))
        answers.append(("its cards", sorted(card for group in groups for card in group), sorted(hand)))
    if number % 10 == 0:
        wanted = brute.distance(game, hand, game.hand_size)
        answers.append(("distance", tool.distance(hand, game.hand_size), wanted))
    if number % 10 == 5:
        for length in (3, 3, 3, 4, 4, 5, 6):
            group = rng.sample(hand, length)
            answers.append((f"meld {group}", tool.is_meld(group), brute.meld(game, group)))
    for question, found, wanted in answers:
        if found != wanted:
            yield f"{game} {' '.join(hand)}: {question} {found}, brute force {wanted}"


def chunk(job: tuple[str, str, int, int]) -> list[str]:
    """The differences on some hands."""
    name, seed, first, last = job
    return [difference for number in range(first, last) for difference in compare(name, seed, number)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=2000, help="hands a rule set")
    parser.add_argument("--rulesets", default=",".join(NAMES))
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    wrong = 0
    with get_context("spawn").Pool(options.jobs) as pool:
        for name in options.rulesets.split(","):
            start = time.monotonic()
            firsts = range(0, options.hands, CHUNK)
            jobs = [(name, options.seed, first, min(first + CHUNK, options.hands)) for first in firsts]
            found = [difference for part in pool.imap_unordered(chunk, jobs) for difference in part]
            print(*found[:10], sep="\n", end="\n" if found else "")
            seconds = time.monotonic() - start
            print(f"{name}: {options.hands} hands, {len(found)} differences, {seconds:.0f} s", flush=True)
            wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
