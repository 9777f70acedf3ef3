"""Bots against bots, so that chance cancels out: every deal is played once in every rotation of the seats."""

import hashlib
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from statistics import fmean, stdev
from typing import Any

import games
from games import bots

RANDOM = "random"
"""A player besides the levels: any legal action but resigning."""
LEVELS = (*bots.LEVELS, RANDOM)


@dataclass(frozen=True)
class Contest:
    """What is played: rule set, options, the level in each seat, and where it all starts."""

    ruleset: str
    options: dict[str, Any]
    levels: tuple[str, ...]
    seed: str
    cap: int = 1000
    """Turns after which a round is given up as endless."""

    @property
    def rotations(self) -> int:
        """One seating is enough where all play alike."""
        return len(self.levels) if len(set(self.levels)) > 1 else 1


@dataclass
class Tally:
    """What some matches came to."""

    matches: int = 0
    rounds: int = 0
    turns: int = 0
    longest: int = 0
    refused: int = 0
    past_cap: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    shares: list[dict[str, float]] = field(default_factory=list)
    """Of each deal: level -> the share of its matches that the level won."""
    nanoseconds: dict[str, list[int]] = field(default_factory=dict)
    """Level -> the time of each decision."""

    def add(self, other: "Tally") -> None:
        """Takes another tally in."""
        self.matches += other.matches
        self.rounds += other.rounds
        self.turns += other.turns
        self.longest = max(self.longest, other.longest)
        self.refused += other.refused
        self.past_cap += other.past_cap
        self.kinds.update(other.kinds)
        self.wins.update(other.wins)
        self.shares += other.shares
        for level, times in other.nanoseconds.items():
            self.nanoseconds.setdefault(level, []).extend(times)

    def share(self, level: str) -> tuple[float, float]:
        """(share of the matches that the level won, half the width of its 95 % interval over deals)."""
        shares = [deal.get(level, 0.0) for deal in self.shares]
        spread = stdev(shares) if len(shares) > 1 else 0.0
        return fmean(shares), 1.96 * spread / len(shares) ** 0.5


def play_deal(contest: Contest, number: int) -> Tally:
    """One deal in every rotation of the seats."""
    tally = Tally()
    won: Counter[str] = Counter()
    for turn in range(contest.rotations):
        levels = contest.levels[turn:] + contest.levels[:turn]
        winner = _play_match(contest, levels, number, tally)
        if winner is not None:
            won[levels[winner]] += 1
    tally.wins.update(won)
    tally.shares.append({level: count / contest.rotations for level, count in won.items()})
    return tally


def _play_match(contest: Contest, levels: tuple[str, ...], number: int, tally: Tally) -> int | None:
    """The winner of one match; where the host deals, a match is one round (P0-26)."""
    rules = games.get_ruleset(contest.ruleset)
    rng = random.Random(f"{contest.seed} {number}")
    state = games.new_match(contest.ruleset, contest.options, dict.fromkeys(range(len(levels)), True))
    tally.matches += 1
    while state.match is None:
        seed = hashlib.sha256(f"{contest.seed} {number} {state.round + 1}".encode()).digest()
        state = _play_round(games.deal(state, seed).state, levels, rng, contest.cap, tally)
        if state.result is None:
            tally.past_cap += 1
            return None
        tally.kinds[state.result.kind] += 1
        if rules.deals == "host":
            return state.result.winner
    return state.match.winner


def _play_round(state: games.State, levels: tuple[str, ...], rng: random.Random, cap: int, tally: Tally) -> games.State:
    """The round played out, or left without a result at the cap."""
    while state.result is None and state.turn <= cap:
        seat = state.active
        if state.phase == "window" or seat is None:
            state = games.timeout(state).state
            continue
        action = _decide(state, seat, levels[seat], rng, tally)
        try:
            state = games.apply(state, seat, action).state
        except games.IllegalAction:
            tally.refused += 1
            state = games.timeout(state).state
    tally.rounds += 1
    tally.turns += state.turn
    tally.longest = max(tally.longest, state.turn)
    return state


def _decide(state: games.State, seat: int, level: str, rng: random.Random, tally: Tally) -> games.Action:
    if level == RANDOM:
        return rng.choice([act for act in games.legal_actions(state, seat) if not isinstance(act, games.Resign)])
    seen = games.observe(state, seat)
    start = time.perf_counter_ns()
    action = bots.choose(seen, level, rng)
    tally.nanoseconds.setdefault(level, []).append(time.perf_counter_ns() - start)
    return action


def play(contest: Contest, deals: int, jobs: int, told: Callable[[int], None] = lambda done: None) -> Tally:
    """All deals, by `jobs` processes; the tally depends on the contest alone. `told` hears how many are done."""
    total = Tally()
    for done, tally in enumerate(_tallies(contest, deals, jobs), start=1):
        total.add(tally)
        told(done)
    return total


def _tallies(contest: Contest, deals: int, jobs: int) -> Iterator[Tally]:
    if jobs <= 1:
        for number in range(deals):
            yield play_deal(contest, number)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(_Deal(contest), range(deals), chunksize=max(1, min(20, deals // (4 * jobs))))


@dataclass(frozen=True)
class _Deal:
    """`play_deal` of one contest, as something that can be sent to another process."""

    contest: Contest

    def __call__(self, number: int) -> Tally:
        return play_deal(self.contest, number)
