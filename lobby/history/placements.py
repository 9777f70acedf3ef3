"""Who held which seat of a match, and how it ended for them."""

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Prefetch

from lobby.models import MatchPlayer

from . import results

PLAYERS = Prefetch("players", MatchPlayer.objects.select_related("user").order_by("seat", "pk"))


@dataclass(frozen=True, slots=True)
class Standing:
    """A player of a match; a seat may have had several."""

    seat: int
    user_id: int | None
    bot: str
    name: str
    score: int | None
    place: int | None
    left: bool
    username: str = ""  # of an account that is still open


def standing(match: Any) -> list[Standing]:
    """The players, fetched by PLAYERS, with places: the engine's, or by rounds won where the room was the match."""
    rows = [
        Standing(p.seat, p.user_id, p.bot, p.name, p.score, p.place, p.left, _username(p)) for p in match.players.all()
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
