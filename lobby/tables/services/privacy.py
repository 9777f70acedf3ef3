"""The lobby's personal data: exported for the person, and anonymised when the account is deleted."""

from typing import Any

from django.db.models import Q
from msgspec.structs import replace

from accounts.models import User
from lobby.models import (
    Arrangement,
    ChatMessage,
    Connection,
    Invitation,
    MatchPlayer,
    Room,
    RoundPlayer,
    Seat,
    Table,
)
from lobby.tables.core import state
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import TableState
from lobby.tables.core.transitions import Change
from lobby.tables.services.change import change
from lobby.tables.store import table_store


def export(person: User) -> dict[str, Any]:
    """What the lobby stores about this person, ready for JSON. Without hands: those of a running round are secret."""
    matches = MatchPlayer.objects.filter(user=person).select_related("match").order_by("pk")
    lines = ChatMessage.objects.filter(user=person).order_by("pk")
    return {
        "matches": [
            {
                "match": row.match_id,
                "ruleset": row.match.ruleset,
                "began": row.match.started_at.isoformat(timespec="seconds"),
                "seat": row.seat,
                "name": row.name,
                "score": row.score,
                "place": row.place,
                "left": row.left,
            }
            for row in matches
        ],
        "messages": [
            {"at": line.at.isoformat(timespec="seconds"), "table": line.table_id, line.kind: line.text}
            for line in lines
        ],
        "invitations": [
            {"at": row.at.isoformat(timespec="seconds"), "room": row.room_id, "from_me": row.by_id == person.pk}
            for row in Invitation.objects.filter(Q(by=person) | Q(person=person)).order_by("pk")
        ],
    }


def forget(person: User, name: str) -> None:
    """Replace their name by `name` in everything kept of games, and delete what is theirs alone.

    Raises Busy if an open table could not be changed."""
    tables = set(MatchPlayer.objects.filter(user=person).values_list("match__room_id", flat=True))
    tables |= set(ChatMessage.objects.filter(user=person).values_list("table_id", flat=True))
    tables |= set(Connection.objects.filter(user=person).values_list("table_id", flat=True))
    tables |= set(Seat.objects.filter(user=person).values_list("room_id", flat=True))
    hosted = set(Room.objects.filter(host=person).values_list("pk", flat=True))
    for table_id in sorted(tables | hosted):
        _rename(table_id, person.pk, name, hosted=table_id in hosted)
    Room.objects.filter(host=person).update(name="")
    for players in (MatchPlayer, RoundPlayer):
        players.objects.filter(user=person).update(name=name)
    for rows in (ChatMessage, Connection, Arrangement):
        rows.objects.filter(user=person).delete()
    Invitation.objects.filter(Q(by=person) | Q(person=person)).delete()


def _rename(table_id: int, user: int, name: str, *, hosted: bool) -> None:
    known = table_store.read(table_id)
    if not known.table.closed:
        try:
            change(table_id, lambda table, now: Change(_renamed(table, user, name, hosted=hosted)))
            return
        except Refusal as refusal:
            if refusal.code != "room_closed":
                raise
            known = table_store.read(table_id)  # it had expired and is closed now
    if (renamed := _renamed(known.table, user, name, hosted=hosted)) != known.table:  # the only change when closed
        Table.objects.filter(pk=table_id, version=known.version).update(state=state.encode(renamed))


def _renamed(table: TableState, user: int, name: str, *, hosted: bool = False) -> TableState:
    """`hosted`: the room bears their name, or one they chose, even if everybody has left."""
    seats = tuple(replace(seat, name=name) if seat and seat.user == user else seat for seat in table.seats)
    reservations = tuple(replace(each, name=name) if each.user == user else each for each in table.reservations)
    dealt = tuple(replace(holder, name=name) if holder and holder.user == user else holder for holder in table.dealt)
    room_name = "" if hosted or table.host == user else table.name
    return replace(table, seats=seats, reservations=reservations, dealt=dealt, name=room_name)
