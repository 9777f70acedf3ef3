"""The score sheet of a match: scores per round, placements, options. A constant number of queries."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from lobby.models import Match, Round
from lobby.rulebook import labels

from . import results
from .placements import PLAYERS, Placement, placements


class Cell(NamedTuple):
    """A round for one seat."""

    dealt: bool
    change: str
    won: bool
    out: bool
    points: int | None


class RoundRow(NamedTuple):
    number: int
    kind: str
    ended: bool
    not_rated: str  # why not, where rounds are rated by themselves
    cells: list[Cell]


class ScoreSheet(NamedTuple):
    """A match with its score sheet."""

    title: str
    options: list[str]
    rules_url: str
    rules_version: int
    reason: str
    score_head: str
    seats: list[int]
    columns: list[list[Placement]]  # per seat, its holders in order
    rounds: list[RoundRow]
    players: list[Placement]  # by place
    with_hands: bool


def sheet(match: Match, not_rated: Mapping[int | None, str]) -> ScoreSheet:
    """The score sheet as everybody may see it. `not_rated`: see rating_status. Seeds and hands are not even fetched."""
    prefetch_related_objects([match], PLAYERS)
    players = placements(match)
    seats = sorted({each.seat for each in players})
    rounds = match.rounds.only("number", "ended_at", "result", "match").order_by("number").prefetch_related("players")
    kind = results.score_kind(match.ruleset, match.options)
    rows = [_round_row(round_, seats, not_rated.get(round_.number, "")) for round_ in rounds]
    return ScoreSheet(
        title=labels.title(match.ruleset),
        options=labels.differences(match.ruleset, match.options),
        rules_url=labels.rules_url(match.ruleset, match.options),
        rules_version=match.rules_version,
        reason=results.reason_text(match.ruleset, match.reason),
        score_head=results.score_head(kind),
        seats=seats,
        columns=[[each for each in players if each.seat == seat] for seat in seats],
        rounds=rows,
        players=sorted(players, key=lambda each: (each.place or 99, -(each.score or 0), each.seat)),
        with_hands=any(cell.points is not None for row in rows for cell in row.cells),
    )


def _round_row(round_: Round, seats: list[int], not_rated: str) -> RoundRow:
    result = round_.result or {}
    dealt = {player.seat for player in round_.players.all()}
    return RoundRow(
        number=round_.number,
        kind=results.kind_text(result.get("kind")) if round_.ended_at else _("running"),
        ended=round_.ended_at is not None,
        not_rated=not_rated,
        cells=[_cell(result, seat, seat in dealt) for seat in seats],
    )


def _cell(result: dict[str, Any], seat: int, dealt: bool) -> Cell:
    change = result.get("changes", {}).get(str(seat))
    return Cell(
        dealt=dealt,
        change=results.signed(change) if change else "",
        won=result.get("winner") == seat,
        out=seat in result.get("eliminated", ()),
        points=result.get("points", {}).get(str(seat)),
    )
