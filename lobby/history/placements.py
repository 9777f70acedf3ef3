"""Who held which seat in a match, and where they were placed."""

from dataclasses import dataclass, replace

from django.db.models import Prefetch

from lobby.models import Match, MatchPlayer

from . import results

PLAYERS = Prefetch("players", MatchPlayer.objects.select_related("user").order_by("seat", "pk"))


@dataclass(frozen=True, slots=True)
class Placement:
    """A player of a match. A seat may have had several in turn."""

    seat: int
    user_id: int | None
    bot: str
    name: str
    score: int | None
    place: int | None
    left: bool
    username: str = ""  # empty for bots and closed accounts


def placements(match: Match) -> list[Placement]:
    """The players, prefetched by PLAYERS, with their places: the engine's, or where rounds count, by rounds won."""
    rows = [
        Placement(p.seat, p.user_id, p.bot, p.name, p.score, p.place, p.left, _username(p)) for p in match.players.all()
    ]
    if not results.counts_by_round(match.ruleset) or match.ended_at is None:
        return rows
    scores = [each.score or 0 for each in rows]
    if not any(scores):
        return rows
    places = [1 + sum(other > score for other in scores) for score in scores]
    return [replace(each, place=place) for each, place in zip(rows, places, strict=True)]


def _username(player: MatchPlayer) -> str:
    return player.user.username if player.user is not None and player.user.is_active else ""
