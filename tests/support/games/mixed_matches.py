"""Matches of mixed players who come, go, run out of time and resign. Every step is held to the laws of laws.py."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import games
from games import bots

from . import play
from .laws import RUNNING, broken

STEPS = 2500
"""Of one round: where nothing ends it by itself, those who never close would go on for ever."""


def seldom_closing(state: games.State, seat: int, legal: Sequence[games.Action], rng: random.Random) -> games.Action:
    """Closes in one round of three."""
    return (play.never_closing if state.round % 3 else play.sensible)(state, seat, legal, rng)


def easy(state: games.State, seat: int, legal: Sequence[games.Action], rng: random.Random) -> games.Action:
    return bots.choose(games.observe(state, seat), "easy", rng)


def normal(state: games.State, seat: int, legal: Sequence[games.Action], rng: random.Random) -> games.Action:
    return bots.choose(games.observe(state, seat), "normal", rng)


STYLES: tuple[play.Style, ...] = (easy, normal, play.sensible, play.by_chance, seldom_closing, play.never_closing)
TABLES = ((4, 5, 4, 2, 1, 1), (1, 1, 1, 3, 1, 1), (0, 0, 0, 0, 1, 1), (0, 0, 0, 0, 0, 1))
"""How common each style is at a table: mostly those who close, a mixture, slow ones, nobody who closes."""
LONG = 0.005
"""How many matches are of two slow players, with the highest numbers: limits on rounds come late."""


@dataclass
class Report:
    """What some matches came to."""

    rounds: int = 0
    states: int = 0
    seen: Counter[tuple[str, ...]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Report") -> None:
        self.rounds += other.rounds
        self.states += other.states
        self.seen.update(other.seen)
        self.wrong += other.wrong


class Match:
    """One match, watched."""

    def __init__(self, seed: str, number: int) -> None:
        self.rng = random.Random(f"{seed} {number}")
        self.name = f"match {number}"
        rules = list(games.RULESETS.values())[number % len(games.RULESETS)]
        self.rules = rules
        self.report = Report()
        long = self.rng.random() < LONG
        options = {option.key: highest(option) if long else drawn(option, self.rng) for option in rules.options}
        options |= {each.key: max(options[each.key], options[each.at_least]) for each in rules.options if each.at_least}
        players = rules.seats[0] if long else self.rng.randint(rules.seats[0], options["seats"])
        seats = self.rng.sample(range(options["seats"]), players)
        self.state = games.new_match(rules.key, options, {seat: self.rng.random() < 0.5 for seat in seats})
        self.trouble = 0.0 if long else self.rng.choice((0.0, 0.01, 0.03))
        self.rounds = 250 if long else 15
        weights = TABLES[2] if long else self.rng.choices(TABLES, (6, 3, 2, 1))[0]
        self.styles = self.rng.choices(STYLES, weights, k=options["seats"])

    def play(self) -> Report:
        """The match to its end, or as many rounds of it as there is patience for."""
        self._between()
        while games.ready(self.state) and self.report.rounds < self.rounds:
            self._do("dealt", games.deal, self.rng.randbytes(32))
            for _ in range(STEPS):
                if self.state.phase not in RUNNING:
                    break
                self._step()
            self.report.rounds += 1
            if self.state.phase in RUNNING:
                self._saw("round", "given up")
                break
            self._between()
        return self.report

    def _saw(self, *what: object) -> None:
        self.report.seen[(self.rules.key, *map(str, what))] += 1

    def _do(self, what: str, change: Callable[..., games.Step], *args: Any) -> None:
        """One change of the state, held to the laws."""
        before = self.state
        step = change(before, *args)
        self._change(what, step.state)
        for event in step.events:
            if event.public["e"] == "reshuffled":
                self._saw("reshuffle", min(4, event.public["number"]))
        state = self.state
        if state.result is not None and before.result is None:
            self._saw("round", state.result.kind)
            if state.result.eliminated:
                self._saw("eliminated")
        if state.match is not None and before.match is None:
            self._saw("match", state.match.reason)

    def _change(self, what: str, state: games.State, newcomer: int | None = None) -> None:
        self.report.states += 1
        for law in broken(self.state, state, newcomer):
            self.report.wrong.append(f"{self.name} ({self.rules.key}), round {state.round}, {what}: {law}")
        self.state = state

    def _step(self) -> None:
        state, rng = self.state, self.rng
        if rng.random() < self.trouble:
            self._trouble()
        elif state.phase == "window":
            able = [seat for seat in self._taken() if games.legal_actions(state, seat)]
            if able and self.styles[able[0]] is not play.never_closing:
                self._do("cut", games.apply, rng.choice(able), games.Cut())
                self._saw("cut by a person")
            else:
                self._timeout()
        else:
            seat = state.active
            assert seat is not None
            legal = [action for action in games.legal_actions(state, seat) if not isinstance(action, games.Resign)]
            action = self.styles[seat](state, seat, legal, rng)
            self._do(repr(action), games.apply, seat, action)
            self._saw(*_told(action, state))

    def _timeout(self) -> None:
        before = self.state
        self._do("time-out", games.timeout)
        empty = before.phase == "draw" and not before.stock
        self._saw("time-out", before.phase, *(["no stock"] if empty else []))
        if before.phase == "window" and self.state.result is not None:
            self._saw("cut by a bot")

    def _trouble(self) -> None:
        state, rng = self.state, self.rng
        resigners = [seat for seat in self._taken() if games.Resign() in games.legal_actions(state, seat)]
        what = rng.random()
        if what < 0.2:
            self._leave()
        elif what < 0.3 and resigners:
            seat = rng.choice(resigners)
            self._saw("resigned", state.phase, "own turn" if state.active == seat else "another's")
            self._do("resign", games.apply, seat, games.Resign())
        else:
            self._timeout()

    def _leave(self) -> None:
        state = self.state
        seat = self.rng.choice(self._taken())
        player = state.players[seat]
        assert player is not None
        if state.phase == "window":
            whose = "the discarder" if state.window and state.window.discarder == seat else "another"
        elif state.phase in RUNNING:
            whose = "own turn" if state.active == seat else "another's turn" if player.in_round else "out of the round"
        else:
            whose = "match over" if state.match_over else "between"
        self._saw("left", state.phase, whose)
        self._do("leave", games.leave, seat)

    def _between(self) -> None:
        """Before the first deal and between rounds people leave and newcomers sit down."""
        if not self.trouble:
            return
        if self.rng.random() < 0.1 and len(self._taken()) > 1:
            self._leave()
        if self.rng.random() < 0.2 and not self.state.match_over:
            self._sit()

    def _sit(self) -> None:
        state, rng = self.state, self.rng
        if self.rules.joins == "match" and state.round:
            return
        free = [
            seat
            for seat, player in enumerate(state.players)
            if player is None or player.left or (player.bot and rng.random() < 0.5)
        ]
        if not free:
            return
        seat = rng.choice(free)
        how: dict[str, Any] = rng.choice(({}, {"inherit": True}, {"score": rng.randrange(4)}))
        after = games.seat_in(state, seat, bot=rng.random() < 0.3, **how)
        self._change("seat in", after, newcomer=seat)
        self._saw("sat down", "before the first deal" if not state.round else "between", *how)

    def _taken(self) -> list[int]:
        return [seat for seat, player in enumerate(self.state.players) if player and not player.left]


def _told(action: games.Action, state: games.State) -> tuple[str, ...]:
    """An action as a transition."""
    if isinstance(action, games.Draw):
        return "draw", action.source, *(["no stock"] if not state.stock else [])
    if isinstance(action, games.Knock):
        return "knock", str(action.kind)
    return (type(action).__name__.lower(),)


def drawn(option: games.Option, rng: random.Random) -> Any:
    """Any value the option accepts, small numbers more often so that matches come to an end."""
    if option.nullable and rng.random() < 0.3:
        return None
    if option.choices:
        return rng.choice(option.choices)[0]
    if option.low is None or option.high is None:
        return rng.random() < 0.5
    return rng.randint(option.low, option.high if rng.random() < 0.5 else min(option.high, option.low + 4))


def highest(option: games.Option) -> Any:
    """The highest number, or the default."""
    return option.default if option.high is None else option.high


def played(seed: str, number: int) -> Report:
    """One match."""
    return Match(seed, number).play()
