"""Mixed matches whose viewers are asked at every state what they can tell of what is hidden from them."""

import random

import games

from .mixed_matches import Match, Report
from .worlds import answers_apart, viewers, views_apart

ROUNDS = 5
"""Of one match: what can be seen repeats itself, and long matches would be most of the work."""


class Watched(Match):
    """A match whose viewers are asked at every state what they can tell."""

    def __init__(self, seed: str, number: int) -> None:
        super().__init__(seed, number)
        self.rounds = min(self.rounds, ROUNDS)
        self.worlds = random.Random(f"worlds {seed} {number}")
        self.looks = 0

    def _change(self, what: str, state: games.State, newcomer: int | None = None) -> None:
        super()._change(what, state, newcomer)
        where = f"{self.name} ({self.rules.key}), round {state.round}, {what}"
        for viewer in viewers(state):
            self.looks += 1
            for ask in (views_apart, answers_apart):
                self.report.wrong += [f"{where}: {told}" for told in ask(state, viewer, self.worlds)]


def played(seed: str, number: int) -> tuple[Report, int]:
    """One match, and how many looks were taken at it."""
    match = Watched(seed, number)
    return match.play(), match.looks
