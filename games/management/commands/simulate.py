"""manage.py simulate RULESET: bots against bots, every deal in every rotation of the seats."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.management import words
from games.management.arena import LEVELS, Contest, Tally, play


class Command(BaseCommand):
    """Reports wins, rounds, turns and the time of a decision; exit status 2 when asked wrongly."""

    requires_system_checks = ()  # touches neither settings nor database
    help = "Play bots against bots: paired deals, seats rotated, so that chance cancels out."

    def add_arguments(self, parser: ArgumentParser) -> None:
        words.add_table(parser)
        parser.add_argument("--levels", default="hard,normal", help=f"one per seat: {', '.join(LEVELS)}")
        parser.add_argument("--matches", type=int, default=200, help="a round counts as a match where the host deals")
        parser.add_argument("--seed", default="1", help="the same seed, the same matches")
        parser.add_argument("--jobs", type=int, default=1, help="processes")
        parser.add_argument("--cap", type=int, default=1000, help="turns after which a round is given up")
        parser.add_argument("--json", action="store_true", help="print the result as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        rules, cleaned = words.table(options)
        levels = tuple(options["levels"].split(","))
        unknown = [level for level in levels if level not in LEVELS]
        if unknown:
            raise words.refuse(f"No level {unknown[0]!r}. There are: {', '.join(LEVELS)}")
        if len(levels) not in rules.seats:
            raise words.refuse(f"{rules.key} is played by {rules.seats[0]} to {rules.seats[-1]}, not by {len(levels)}")
        if min(options["matches"], options["jobs"], options["cap"]) < 1:
            raise words.refuse("--matches, --jobs and --cap are at least 1")
        contest = Contest(rules.key, cleaned, levels, options["seed"], options["cap"])
        deals = -(-options["matches"] // contest.rotations)
        tally = play(contest, deals, options["jobs"], _Bar(deals).show)
        report = report_of(contest, tally)
        self.stdout.write(json.dumps(report) if options["json"] else _text(report))


class _Bar:
    """How far it is, where somebody is looking."""

    def __init__(self, deals: int) -> None:
        self._deals = deals
        self._shown = -1

    def show(self, done: int) -> None:
        percent = 100 * done // self._deals
        if sys.stderr.isatty() and percent != self._shown:
            self._shown = percent
            end = "\n" if done == self._deals else ""
            sys.stderr.write(f"\r[{'#' * (percent // 4):<25}] {percent:3} %{end}")
            sys.stderr.flush()


def report_of(contest: Contest, tally: Tally) -> dict[str, Any]:
    """The result as plain data."""
    wins: dict[str, dict[str, Any]] = {}
    decisions: dict[str, int] = {}
    means: dict[str, float | None] = {}
    for level in dict.fromkeys(contest.levels):
        seats = contest.levels.count(level)
        share, half = tally.share(level)
        wins[level] = {
            "seats": seats,
            "matches": tally.wins[level],
            "share": round(share, 4),
            "ci95": [round(max(0.0, share - half), 4), round(min(1.0, share + half), 4)],
            "share_per_seat": round(share / seats, 4),
        }
        times = tally.nanoseconds.get(level, [])
        decisions[level] = len(times)
        means[level] = round(sum(times) / len(times) / 1000, 1) if times else None
    return {
        "ruleset": contest.ruleset,
        "options": contest.options,
        "seed": contest.seed,
        "deals": len(tally.shares),
        "matches": tally.matches,
        "rounds": tally.rounds,
        "turns": tally.turns,
        "longest_round": tally.longest,
        "refused": tally.refused,
        "past_cap": tally.past_cap,
        "ends": dict(tally.kinds.most_common()),
        "wins": wins,
        "decisions": decisions,
        "us_per_decision": means,
    }


def _text(report: dict[str, Any]) -> str:
    ends = ", ".join(f"{kind} {count}" for kind, count in report["ends"].items())
    played = (
        f"{report['matches']} matches of {report['deals']} deals, {report['rounds']} rounds, {report['turns']} turns"
    )
    lines = [
        f"{report['ruleset']}: {played}, longest round {report['longest_round']}",
        f"ends: {ends}; refused {report['refused']}, past the cap {report['past_cap']}",
    ]
    for level, facts in report["wins"].items():
        low, high = facts["ci95"]
        mean = report["us_per_decision"][level]
        time = "" if mean is None else f", {mean} us per decision"
        lines.append(
            f"{level} ({facts['seats']} seats): {facts['matches']} won, {100 * facts['share']:.1f} % "
            f"[{100 * low:.1f}, {100 * high:.1f}]{time}"
        )
    return "\n".join(lines)
