"""F3: no card is lost, doubled or returned from the dead. Run: python -m bench.laws --rounds 100000

Matches of every rule set over all options and numbers of players. The seats are mixed: bots, players by chance,
sensible ones, some who seldom or never close anything; players leave and newcomers sit down, clocks run out, people
resign. Every step is held to the laws of tests/support/games/laws.py. At the end every transition a game can make must
have been seen: what those are follows from its RuleSet. Exit status 1 at a broken law or a transition that never came.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import count
from multiprocessing import get_context

import games
from tests.support.games.mixed_matches import Report, played


def wanted(rules: games.RuleSet) -> Iterator[tuple[str, ...]]:
    """Every transition this game can make."""
    kinds = {*rules.knocks.values(), rules.alone}
    kinds |= {"nine"} if rules.closes_on_discard else set()
    kinds |= {"cut"} if rules.window_seconds else set()
    kinds |= {"out"} if rules.lays else set()
    kinds |= {"gin", "undercut"} if rules.deadwood else set()
    kinds |= {"tied"} if rules.exhausted == "tied" else {"blocked"} if rules.exhausted == "ask" else set()
    yield from (("round", kind) for kind in kinds)
    yield from (("match", reason) for reason in rules.match_end.reasons)
    yield from (("knock", kind) for kind in rules.knocks)
    yield from (("draw", source) for source in ("stock", "pile"))
    yield from (("time-out", phase) for phase in ("draw", "discard"))
    yield ("discard",)
    for phase in ("draw", "discard"):
        yield from (("left", phase, whose) for whose in ("own turn", "another's turn"))
        yield from (("resigned", phase, whose) for whose in ("own turn", "another's") if rules.resigns)
    yield from (("left", "idle", "between"), ("left", "over", "between"), ("sat down", "before the first deal"))
    if rules.match_end.reasons:
        yield ("left", "over", "match over")
    if rules.joins == "round":
        yield from (("sat down", "between"), ("sat down", "between", "inherit"), ("sat down", "between", "score"))
    if rules.falls_at_zero:
        yield ("eliminated",)
        yield ("left", "draw", "out of the round")
    if rules.window_seconds:
        yield from (("cut by a person",), ("cut by a bot",), ("time-out", "window"))
        yield from (("left", "window", whose) for whose in ("the discarder", "another"))
    if rules.lays:
        yield from (("lay",), ("layoff",))
    if rules.exhausted == "ask":
        yield from (("draw", "stock", "no stock"), ("draw", "pile", "no stock"), ("time-out", "draw", "no stock"))
    else:
        yield from (("reshuffle", str(number)) for number in _reshuffles(rules))


def _reshuffles(rules: games.RuleSet) -> range:
    """The numbers of reshuffles that must be seen: up to the limit of a default table, and some where there is none."""
    limit = rules.reshuffle_limit(games.clean_options(rules, {}))
    return range(1, (4 if limit is None else min(4, limit)) + 1)


def reports(seed: str, jobs: int) -> Iterator[Report]:
    """Matches without end."""
    if jobs < 2:
        yield from (played(seed, number) for number in count())
        return
    with get_context("spawn").Pool(jobs) as pool:
        for first in count(0, 40 * jobs):
            yield from pool.map(partial(played, seed), range(first, first + 40 * jobs), chunksize=5)


def missing(seen: Counter[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The transitions that never occurred."""
    return [(key, *what) for key, rules in games.RULESETS.items() for what in wanted(rules) if not seen[(key, *what)]]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.laws", description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    total, start = Report(), time.monotonic()
    for report in reports(options.seed, options.jobs):
        total.add(report)
        print(*report.wrong, sep="\n", end="\n" if report.wrong else "", flush=True)
        if total.rounds >= options.rounds:
            break
    for transition, times in sorted(total.seen.items()):
        print(f"{times:>9} {' / '.join(transition)}")
    never = missing(total.seen)
    print(*(f"never seen: {' / '.join(transition)}" for transition in never), sep="\n", end="\n" if never else "")
    seconds = time.monotonic() - start
    print(
        f"{total.rounds} rounds, {total.states} states, {len(total.wrong)} broken laws, "
        f"{len(total.seen)} transitions seen, {len(never)} never, {seconds:.0f} s"
    )
    return 1 if total.wrong or never else 0


if __name__ == "__main__":
    sys.exit(main())
