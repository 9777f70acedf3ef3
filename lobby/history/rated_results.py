"""Which finished results count for ratings, and how people were placed in them.

A result is a match, or a round of a game whose match lasts as long as the room. It counts if it came to its regular end
with at least two people, none of whom the host removed, and if it ranks them. Bots are neither rated nor counted."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lobby.models import Match, Round

from . import results
from .log import removed_seats
from .models import Size

LEFT = 99  # the place of somebody who left and was replaced: last
RATED, VOID = "rated", "void"
WHY_NOT: Mapping[str, Promise] = {
    "closed": _("it was closed before its end"),
    "no winner": _("there was no winner"),
    "alone": _("only one person played"),
    "removed": _("the host removed somebody"),
    "bot won": _("a bot won, and the people tied"),
    VOID: _("a moderator has voided the result"),
}


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A result as ratings see it: places by user id (1 is best), at a table of `seats`."""

    ruleset: str
    seats: int
    places: dict[int, int]

    @property
    def size(self) -> str:
        return Size.TWO if self.seats == 2 else Size.MORE


def judged(match: Match, round_: Round | None) -> RatedResult | str:
    """The result; or, if it does not count, why: a key of WHY_NOT."""
    if reason := _unfinished(match, round_):
        return reason
    result = result_of(match, round_)
    if len(result.places) < 2:
        return "alone"
    round_number = None if round_ is None else round_.number
    if removed_seats(match, round_number=round_number) & _seats_of_people(match, round_):
        return "removed"
    places = set(result.places.values())
    if len(places) == 1 and 1 not in places:
        return "bot won"  # and the people are tied behind it
    return result


def _unfinished(match: Match, round_: Round | None) -> str:
    if round_ is not None:
        if round_.result is None:
            return "closed"
        return "no winner" if round_.result["winner"] is None else ""
    if match.reason in results.CUT_SHORT:
        return "closed"
    return "" if any(player.place for player in match.players.all()) else "no winner"


def _seats_of_people(match: Match, round_: Round | None) -> set[int]:
    players = (match if round_ is None else round_).players.all()
    return {player.seat for player in players if player.user_id is not None}


def result_of(match: Match, round_: Round | None) -> RatedResult:
    """The places in a finished result."""
    return _of_match(match) if round_ is None else _of_round(match, round_)


def _of_match(match: Match) -> RatedResult:
    players = sorted(match.players.all(), key=lambda player: player.pk)
    # The last row of a person counts: somebody who left and came back has two.
    last = {player.user_id: player for player in players if player.user_id is not None}
    places = {user: player.place or LEFT for user, player in last.items()}
    return RatedResult(match.ruleset, len({player.seat for player in players}), places)


def _of_round(match: Match, round_: Round) -> RatedResult:
    players = list(round_.players.all())
    winner = None if round_.result is None else round_.result["winner"]
    places = {p.user_id: 1 if p.seat == winner else 2 for p in players if p.user_id is not None}
    return RatedResult(match.ruleset, len(players), places)
