"""A match as JSON, to keep or to verify; docs/export.md describes the format.

Built from public records. Only `check` contains secrets, and only for rounds that are open to the reader."""

from datetime import datetime
from typing import Any

from django.db.models import Prefetch

from lobby.models import Match, MatchPlayer, Round, RoundPlayer

from .access import is_open
from .log import notes_of_round
from .record import record
from .replay import Unreplayable, fixed

FORMAT = "batida-match/1"


def exported(match: Match, dealt: set[int]) -> dict[str, Any]:
    """The match. `dealt`: the ids of the rounds into which the reader was dealt."""
    rounds = match.rounds.order_by("number").prefetch_related(Prefetch("players", RoundPlayer.objects.order_by("seat")))
    return {
        "format": FORMAT,
        "match": match.pk,
        "ruleset": match.ruleset,
        "rules_version": match.rules_version,
        "options": match.options,
        "started_at": _time(match.started_at),
        "ended_at": _time(match.ended_at),
        "reason": match.reason,
        "players": [
            _player(player) | {"score": player.score, "place": player.place, "left": player.left}
            for player in match.players.order_by("seat", "pk")
        ],
        "rounds": [_round(round_, match, dealt) for round_ in rounds],
    }


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="seconds")


def _player(player: MatchPlayer | RoundPlayer) -> dict[str, Any]:
    return {"seat": player.seat, "name": player.name, "bot": player.bot or None}


def _round(round_: Round, match: Match, dealt: set[int]) -> dict[str, Any]:
    round_.match = match
    entry: dict[str, Any] = {
        "number": round_.number,
        "commitment": round_.commitment,
        "started_at": _time(round_.started_at),
        "ended_at": _time(round_.ended_at),
        "players": [_player(player) for player in round_.players.all()],
        "result": round_.result,
        "log": [],
        "check": None,
    }
    if round_.ended_at is not None:
        entry["log"] = _log(round_)
    if is_open(round_, match, dealt):
        entry["check"] = _check(round_)
    return entry


def _log(round_: Round) -> list[dict[str, Any]]:
    """The public events in order, up to the end of the round."""
    public = fixed(round_)
    found = [{"e": "dealt", "dealer": public["dealer"], "turn_up": public.get("turn_up")}]
    for note in notes_of_round(round_):
        found += note.get("events", [])
        if any(event["e"] == "round_over" for event in note.get("events", [])):
            break
    return found


def _check(round_: Round) -> dict[str, Any] | None:
    try:
        return record(round_)
    except Unreplayable:
        return None
