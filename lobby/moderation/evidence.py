"""Evidence for a report: a snapshot, taken by the server at once, of what was public at the table."""

from datetime import timedelta
from typing import Any

import msgspec
from django.utils import timezone

from accounts.models import User
from lobby.models import ChatMessage, Connection, Room, TableLog
from lobby.tables.core.state import SECOND
from lobby.tables.store import clock, table_store

BEFORE = timedelta(minutes=15)
LINES, ENTRIES, SOCKETS = 100, 300, 20  # at most
_decode = msgspec.json.Decoder().decode


def collect(room: Room, person: User) -> dict[str, Any]:
    """Recent chat, the log of the round, the person's sockets.

    Names are left out in favour of user ids, so that a deleted account leaves no name behind."""
    table = table_store.read(room.pk).table
    round_ = table.game.round if table.game else 0
    return {
        "room": {"id": room.pk, "ruleset": room.ruleset, "public": room.public, "match": table.match, "round": round_},
        "seats": {str(i): seat.user for i, seat in enumerate(table.seats) if seat and seat.user is not None},
        "chat": chat(room.pk),
        "log": _log(room.pk, table.match, round_),
        "sockets": _sockets(room.pk, person),
    }


def chat(table_id: int, *, since: timedelta = BEFORE, most: int = LINES) -> list[dict[str, Any]]:
    """The newest chat lines, oldest first."""
    rows = ChatMessage.objects.filter(table_id=table_id, at__gt=timezone.now() - since).order_by("-pk")[:most]
    return [
        {
            "n": row.pk,
            "user": row.user_id,
            "at": row.at.isoformat(timespec="seconds"),
            "kind": row.kind,
            "text": row.text,
            "spectators": row.spectators,
        }
        for row in reversed(rows)
    ]


def _log(table_id: int, match: int, round_: int) -> list[dict[str, Any]]:
    rows = TableLog.objects.filter(table_id=table_id, match=match, round=round_).order_by("-version")[:ENTRIES]
    return [
        {"version": row.version, "seat": row.seat, "user": row.user_id, "notes": _decode(bytes(row.entry))}
        for row in reversed(rows)
    ]


def _sockets(table_id: int, person: User) -> list[dict[str, Any]]:
    """The person's sockets at the table; times in seconds before now."""
    now = clock.now()
    rows = Connection.objects.filter(table_id=table_id, user=person).order_by("-opened")[:SOCKETS]
    return [
        {
            "opened": (now - row.opened) // SECOND,
            "last_frame": (now - row.last_frame) // SECOND,
            "closed": None if row.closed is None else (now - row.closed) // SECOND,
        }
        for row in rows
    ]
