"""Matches played for tests: by chance, by a sensible player, and by one who never closes anything."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import games
from games.cards import RANKS
from games.state import player_at

from .laws import RUNNING

CLOSING = (games.Knock, games.Cut, games.Lay, games.LayOff)
Style = Callable[[games.State, int, Sequence[games.Action], random.Random], games.Action]
"""A way to play: what a seat does in a state, out of its legal actions."""


@dataclass
class Log:
    """A match with everything needed to play it again, and every state it went through."""

    first: games.State
    moves: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list)
    states: list[games.State] = field(default_factory=list)
    steps: list[games.Step] = field(default_factory=list)

    @property
    def state(self) -> games.State:
        return self.states[-1] if self.states else self.first

    def do(self, name: str, *args: Any) -> games.State:
        """Calls a function of `games` on the state and keeps the step."""
        step: games.Step = getattr(games, name)(self.state, *args)
        self.moves.append((name, args))
        self.steps.append(step)
        self.states.append(step.state)
        return step.state


def replayed(log: Log) -> games.State:
    """The last state once more, from the first one and the log."""
    state = log.first
    for name, args in log.moves:
        state = getattr(games, name)(state, *args).state
    return state


def mates(hand: Sequence[str], card: str) -> int:
    """How many cards of the hand could share a meld with it."""
    rank = RANKS.index(card[0])
    return sum(
        (other[0] == card[0] and other[1] != card[1])
        or (other[1] == card[1] and 0 < abs(RANKS.index(other[0]) - rank) < 3)
        for other in hand
    )


def by_chance(state: games.State, seat: int, legal: Sequence[games.Action], rng: random.Random) -> games.Action:
    return rng.choice(legal)


def sensible(state: games.State, seat: int, legal: Sequence[games.Action], rng: random.Random) -> games.Action:
    """Closes when it can, preferring all cards; draws mostly from the stock; throws what has fewest mates."""
    closing = [action for action in legal if isinstance(action, CLOSING)]
    if closing:
        return next((action for action in closing if getattr(action, "kind", None) == "all"), closing[0])
    if isinstance(legal[0], games.Draw):
        return legal[0] if rng.random() < 0.9 else legal[-1]
    return min(legal, key=lambda action: (_mates(state, seat, action), rng.random()))


def never_closing(state: games.State, seat: int, legal: Sequence[games.Action], rng: random.Random) -> games.Action:
    """Throws the card with most mates and never knocks, cuts in, lays or lays off."""
    plain = [action for action in legal if not isinstance(action, CLOSING)]
    if isinstance(plain[0], games.Draw):
        return plain[0]
    return max(plain, key=lambda action: (_mates(state, seat, action), rng.random()))


def _mates(state: games.State, seat: int, action: games.Action) -> int:
    """Of the card that is thrown."""
    assert isinstance(action, games.Discard)
    return mates(player_at(state, seat).hand, action.card)


def match(
    key: str,
    options: Mapping[str, Any],
    players: int,
    style: Style,
    number: int,
    *,
    rounds: int = 3,
    cap: int = 3000,
    trouble: float = 0.0,
) -> Log:
    """Up to `rounds` rounds, each of at most `cap` steps; `trouble`: chance of a time-out, a leaver, a resignation."""
    rng = random.Random(f"{key} {sorted(options.items())} {players} {style.__name__} {number}")
    log = Log(games.new_match(key, options, {seat: seat % 3 == 1 for seat in range(players)}))
    while games.ready(log.state) and log.state.round < rounds:
        state = log.do("deal", rng.randbytes(32))
        for _ in range(cap):
            if state.phase not in RUNNING:
                break
            state = _step(log, state, style, rng, trouble)
        else:
            return log
    return log


def _step(log: Log, state: games.State, style: Style, rng: random.Random, trouble: float) -> games.State:
    if rng.random() < trouble:
        taken = [seat for seat, player in enumerate(state.players) if player and not player.left]
        resigners = [seat for seat in taken if games.Resign() in games.legal_actions(state, seat)]
        what = rng.random()
        if what < 0.06:
            return log.do("leave", rng.choice(taken))
        if what < 0.12 and resigners:
            return log.do("apply", rng.choice(resigners), games.Resign())
        return log.do("timeout")
    if state.phase == "window":
        able = [seat for seat in range(len(state.players)) if games.legal_actions(state, seat)]
        if able and style is not never_closing:
            return log.do("apply", rng.choice(able), games.Cut())
        return log.do("timeout")
    assert state.active is not None
    legal = [action for action in games.legal_actions(state, state.active) if not isinstance(action, games.Resign)]
    return log.do("apply", state.active, style(state, state.active, legal, rng))


def named_cards(value: object) -> set[str]:
    """Every card named anywhere in a view or an event."""
    if isinstance(value, dict):
        return {card for each in value.values() for card in named_cards(each)}
    if isinstance(value, (list, tuple)):
        return {card for each in value for card in named_cards(each)}
    return {value} if isinstance(value, str) and len(value) == 3 and value[0] in RANKS and value[1] in "CDHS" else set()


TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("pife-corte", {}, 2),
    ("pife-corte", {}, 4),
    ("pife-corte", {}, 8),
    ("cacheta-vidas", {}, 2),
    ("cacheta-vidas", {"lives": 7}, 5),
    ("cacheta-vidas", {}, 8),
    ("pife", {}, 2),
    ("pife", {"points": 2}, 4),
    ("pife", {"hand_size": 10, "ace": "low", "restricted_take": True}, 3),
    ("cacheta-pontos", {}, 2),
    ("cacheta-pontos", {"hand_size": 10, "wild_scope": "all", "max_wild": None, "reshuffles": 0, "points": 3}, 4),
    (
        "cacheta-pontos",
        {"wild_scope": "color", "max_wild": 0, "ace": "low", "restricted_take": True, "max_rounds": 3},
        3,
    ),
    ("rami", {}, 2),
    ("rami", {"discard_to_win": True, "ace_high": True}, 3),
    ("rami", {"target": 20}, 4),
]
"""A table of every game with every option used: key, options, players."""
STYLES: tuple[Style, ...] = (by_chance, sensible, never_closing)
