"""When a match is over: policies a rule set may name, each a value with the reasons it gives and its own sentence."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.state import MatchEnd, Options, Player, State, seated
from games.wording import Sentence, gettext_noop, sentence

if TYPE_CHECKING:
    from games.rules import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ending:
    """One way for a match to end; asked after every round and when somebody leaves between two."""

    ends: Callable[["RuleSet", State], MatchEnd | None]
    reasons: tuple[str, ...]  # what `MatchEnd.reason` may be
    line: Callable[[Options], Sentence | None] = lambda options: None  # limits on rounds and ties are worded apart


def _never(rules: "RuleSet", state: State) -> MatchEnd | None:
    return None


NEVER = Ending(ends=_never, reasons=())
"""The match goes on until the room closes (P0-26)."""


def _last_with_lives(rules: "RuleSet", state: State) -> MatchEnd | None:
    return _last_one(state)


LAST_WITH_LIVES = Ending(
    ends=_last_with_lives,
    reasons=("last",),
    line=lambda options: Sentence(gettext_noop("The match is over when one with lives remains.")),
)
"""Over when one seat with lives remains (C4-16, A-14)."""

_ONE_WITH_POINTS = Sentence(gettext_noop("The match is over when one with points remains."))


def _one_round_or_points(rules: "RuleSet", state: State) -> MatchEnd | None:
    if rules.ties_limit is not None and state.ties >= rules.ties_limit:
        return MatchEnd("ties")
    if state.options["points"] is not None:
        return _last_one(state) or _last_round(rules, state)
    if state.result is not None and state.result.kind in ("common", "all"):
        return MatchEnd("knock", state.result.winner, _winner_and_rest(state, state.result.winner))
    return _last_one(state, shared_second=True)


ONE_ROUND_OR_POINTS = Ending(
    ends=_one_round_or_points,
    reasons=("knock", "last", "ties", "rounds"),
    line=lambda options: None if options["points"] is None else _ONE_WITH_POINTS,
)
"""The first knock decides, or the last with points; too many ties in a row leave no winner (P3-2 to P3-4)."""


def _last_with_points(rules: "RuleSet", state: State) -> MatchEnd | None:
    return _last_one(state) or _last_round(rules, state)


LAST_WITH_POINTS = Ending(ends=_last_with_points, reasons=("last", "rounds"), line=lambda options: _ONE_WITH_POINTS)
"""Over when one with points remains, or after the last round allowed (C3-7, C3-8)."""


def _first_to_target(rules: "RuleSet", state: State) -> MatchEnd | None:
    alive = [player.score for _, player in seated(state) if not player.out]
    if max(alive, default=0) >= state.options["target"]:
        return _by_score(state, "target")
    return _last_one(state)


def _target_line(options: Options) -> Sentence:
    return sentence(gettext_noop("The match is over when somebody reaches %(n)d points."), n=options["target"])


FIRST_TO_TARGET = Ending(ends=_first_to_target, reasons=("target", "last"), line=_target_line)
"""Over at the target, or when one seat is left (R2-8, A-40)."""


# -- places ------------------------------------------------------------------------------------------------------------


def _last_one(state: State, *, shared_second: bool = False) -> MatchEnd | None:
    alive = [seat for seat, player in seated(state) if not player.out]
    if len(alive) > 1:
        return None
    winner = alive[0] if alive else None
    return MatchEnd("last", winner, _winner_and_rest(state, winner) if shared_second else placement(state))


def _winner_and_rest(state: State, winner: int | None) -> dict[int, int]:
    """Everybody but the winner shares the second place (P3-2, A-21)."""
    return {seat: 1 if seat == winner else 2 for seat, _ in seated(state)}


def _last_round(rules: "RuleSet", state: State) -> MatchEnd | None:
    limit = rules.round_limit(state.options)
    return None if limit is None or state.round < limit else _by_score(state, "rounds")


def _by_score(state: State, reason: str) -> MatchEnd:
    places = placement(state)
    first = [seat for seat, place in places.items() if place == 1]
    return MatchEnd(reason, first[0] if len(first) == 1 else None, places)


def placement(state: State) -> dict[int, int]:
    """Those still in by score, then the fallen by when they fell; equals share a place (C3-7, C3-8, A-14)."""
    ranks = {seat: _rank(player) for seat, player in seated(state)}
    return {seat: 1 + sum(other > rank for other in ranks.values()) for seat, rank in ranks.items()}


def _rank(player: Player) -> tuple[bool, int, int]:
    return (not player.out, 0 if player.fell is None else player.fell, player.score)
