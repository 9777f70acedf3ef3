"""Bots: functions of what their seat sees, and nothing else (P0-34, C4-20, R2-11).

`rng` only breaks ties; nothing depends on time, so the same view and the same seed give the same move on any machine.
A bot never handles the window of `pife-corte`: at its end the engine itself awards what a bot can cut in (P0-21).
"""

import random
from typing import Any

from games.actions import Action, parse_action
from games.bots import closing, rami
from games.bots.view import View

__all__ = ["LEVELS", "choose"]

LEVELS = ("easy", "normal", "hard")


def choose(observation: dict[str, Any], level: str, rng: random.Random) -> Action:
    """The move of the seat whose turn it is and whose observation this is: always one of its legal ones."""
    if level not in LEVELS:
        raise ValueError(f"no such level: {level}")
    view = View(observation)
    family = rami if view.rules.lays else closing
    return parse_action(family.move(view, level, rng))
