"""S4, S5 and F7: what a bot's decision costs, how fast bots play, and how much better each level is than the next.

python -m bench.selfplay --deals 2000 --jobs 2     # the full F7; the default is a short one

F7 plays paired deals: every deal once in every rotation of the seats, so that no level gets the better cards. A match
is a round where the host deals (pife-corte), else a whole match; the interval is over deals. Four-handed, one seat of
the better level sits with three of the other: its fair share is 25 %.
"""

import argparse
import sys
import time

import games
from games.management.arena import Contest, Tally, play

PAIRINGS = (("normal", "easy"), ("hard", "normal"), ("hard", "easy"))


def many_rounds(key: str) -> bool:
    """Does a match take many rounds? Four-handed it is then played at a quarter of the deals."""
    rules = games.get_ruleset(key)
    return rules.deals != "host" and rules.score_kind(games.clean_options(rules, {})) is not None


def contest(key: str, levels: tuple[str, ...], seed: str) -> Contest:
    return Contest(key, games.clean_options(games.get_ruleset(key), {}), levels, seed)


def cost(keys: list[str]) -> None:
    """S4 and S5, in this process alone."""
    print("| rule set | level | decisions | mean us | median us | p99 us |\n|---|---|---|---|---|---|")
    speeds = []
    for key in keys:
        play(contest(key, ("easy", "normal", "hard"), "warm"), 1, jobs=1)
        tally = play(contest(key, ("easy", "normal", "hard"), "cost"), 3 if many_rounds(key) else 40, jobs=1)
        for level, times in sorted(tally.nanoseconds.items(), key=lambda item: "enh".index(item[0][0])):
            times.sort()
            mean, half, high = sum(times) / len(times), times[len(times) // 2], times[int(len(times) * 0.99)]
            print(f"| {key} | {level} | {len(times)} | {mean / 1e3:.0f} | {half / 1e3:.0f} | {high / 1e3:.0f} |")
        start, processor = time.perf_counter(), time.process_time()
        tally = play(contest(key, ("normal",) * 4, "speed"), 2 if many_rounds(key) else 60, jobs=1)
        seconds, busy = time.perf_counter() - start, time.process_time() - processor
        speeds.append((key, tally, tally.rounds / seconds, tally.rounds / busy))
    print("\n| four normal seats | rounds | turns a round | rounds/s | rounds/s of processor time |")
    print("|---|---|---|---|---|")
    for key, tally, speed, pure in speeds:
        print(f"| {key} | {tally.rounds} | {tally.turns / tally.rounds:.0f} | {speed:.0f} | {pure:.0f} |")


def strength(keys: list[str], deals: int, jobs: int, seed: str) -> None:
    """F7, and that a random player loses to easy."""
    print("\n| rule set | seats | pairing | deals | the better one wins % | 95 % interval | refused, past cap |")
    print("|---|---|---|---|---|---|---|", flush=True)
    for key in keys:
        for better, other in PAIRINGS:
            line(key, (better, other), deals, jobs, seed)
        for better, other in PAIRINGS[:2]:
            line(key, (better, other, other, other), max(2, deals // 4) if many_rounds(key) else deals, jobs, seed)
        line(key, ("easy", "random"), max(2, deals // 10), jobs, seed)


def line(key: str, levels: tuple[str, ...], deals: int, jobs: int, seed: str) -> None:
    tally: Tally = play(contest(key, levels, seed), deals, jobs)
    share, half = tally.share(levels[0])
    low, high = 100 * (share - half), 100 * (share + half)
    print(
        f"| {key} | {len(levels)} | {levels[0]}-{levels[1]} | {deals} | {100 * share:.1f} | {low:.1f} to {high:.1f} "
        f"| {tally.refused}, {tally.past_cap} |",
        flush=True,
    )


def run(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench.selfplay", description=__doc__)
    parser.add_argument("--deals", type=int, default=40, help="paired deals a line of F7; 0: only S4 and S5")
    parser.add_argument("--rulesets", default=",".join(games.RULESETS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--no-cost", action="store_true", help="leave S4 and S5 out")
    options = parser.parse_args(arguments)
    keys = options.rulesets.split(",")
    if not options.no_cost:
        cost(keys)
    if options.deals:
        strength(keys, options.deals, options.jobs, options.seed)


if __name__ == "__main__":
    run(sys.argv[1:])
