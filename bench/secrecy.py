"""F4: no hidden card leaves the engine. Run: python -m bench.secrecy --matches 2000

The matches of bench.laws: every rule set, all options, mixed players, leavers, clocks that run out. At every state, for
every seat and a spectator, everything hidden from them is dealt again: their view must not change by a byte, nor the
answers to what they try, nor what they are sent about another's draw, nor what a bot does in their place. Exit status 1
if anything distinguishes the two deals.
"""

import argparse
import sys
import time
from functools import partial
from multiprocessing import get_context

from tests.support.games.mixed_matches import Report
from tests.support.games.watched_matches import played


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.secrecy", description=__doc__)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    total, looks, start = Report(), 0, time.monotonic()
    with get_context("spawn").Pool(options.jobs) as pool:
        for report, looked in pool.imap_unordered(partial(played, options.seed), range(options.matches), chunksize=5):
            print(*report.wrong[:10], sep="\n", end="\n" if report.wrong else "", flush=True)
            total.add(report)
            looks += looked
    print(
        f"{options.matches} matches, {total.rounds} rounds, {total.states} states, {looks} looks, "
        f"{len(total.wrong)} differences or broken laws, {time.monotonic() - start:.0f} s"
    )
    return 1 if total.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
