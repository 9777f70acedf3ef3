"""A position as the beginning of a test: a pytest module that fails until somebody has written what is right."""

import re
from textwrap import wrap
from typing import Any

import games
from games import State, position
from games.actions import action_json

from .log import LogNote
from .position import Moment

_WIDTH = 112  # of what stands between margin, quotes and the longest line allowed
_PIECE = re.compile(rf".{{1,{_WIDTH}}}$|.{{1,{_WIDTH - 1}}}[, ;]|.{{1,{_WIDTH}}}")
_SKELETON = '''"""{about}: write here in one sentence what should happen."""

import games
from games import position

LINE = (
{line}
)


def test_what_should_happen():
    state = position.parse(LINE)
{moves}
    step = games.Step(state, ())
    assert step.state != state, "Put one of the moves above in place of this step, and assert what is true after it"
'''


def scene(moment: Moment, game: State) -> str:
    """The module. It holds every card: of a match that is not over, not to be shown to its players.

    Raises PositionError for a state of other rules."""
    comments = [piece for line in _moves(moment, game) for piece in wrap(line, _WIDTH, subsequent_indent="    ")]
    return _SKELETON.format(
        about=f"Table {moment.room.slug}, version {moment.version}, round {game.round}, turn {game.turn}",
        line="\n".join(_pieces(position.line(game))),
        moves="\n".join(f"    # {comment}" for comment in comments),
    )


def _pieces(line: str) -> list[str]:
    """The line as literals that follow each other, parted where nothing is torn if that can be."""
    pieces = _PIECE.findall(line)
    return [f"    {piece!r}" if '"' in piece else f'    "{piece}"' for piece in pieces]


def _moves(moment: Moment, game: State) -> list[str]:
    """What may come next, as code, and what came."""
    moves = [
        _apply(seat, action_json(action)) for seat in games.in_round(game) for action in games.legal_actions(game, seat)
    ]
    if game.match is not None:
        moves.append("The match is over: nothing may be done.")
    elif game.phase in {"idle", "over"}:
        moves.append("No round is running. The next one: step = games.deal(state, bytes(32)), with a seed of 32 bytes")
    else:
        moves.append(f"{_TIMEOUT}, when the time is over")
    came = () if moment.after is None else moment.after.notes
    return ["What may be done now:", *moves, *(f"What was done at the table: {_done(note)}" for note in came)]


_TIMEOUT = "step = games.timeout(state)"


def _apply(seat: int, action: dict[str, Any]) -> str:
    return f"step = games.apply(state, {seat}, games.parse_action({action}))"


def _done(note: LogNote) -> str:
    """A note of the log as code, where it is a step of the game."""
    if note["do"] == "act":
        return _apply(note["seat"], note["action"])
    if note["do"] == "timeout":
        return _TIMEOUT
    if note["do"] == "leave":
        return f"step = games.leave(state, {note['seat']})"
    return f"{note['do']}, beside the game" if note["do"] not in {"match", "deal"} else "the next deal"
