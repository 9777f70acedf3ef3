"""Who is present: each process records facts about its sockets, and their age decides.

Present means a frame within PRESENT. A closed socket only speeds things up: a killed process, a pulled cable and a
sleeping phone report nothing; their rows simply grow old."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import F, Max, Q

from lobby.models import Connection, Room, Seat
from lobby.tables.core import transitions
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import GRACE, PRESENT, TableState
from lobby.tables.core.transitions import Change
from lobby.tables.store import clock, table_store
from lobby.tables.store.table_store import StoredTable

from . import permissions
from .change import change

OLD = 10 * GRACE  # rows of sockets silent for this long are deleted


def arrived(*, slug: str, user: int, process: str) -> tuple[int, int]:
    """A person has opened a socket at the room's table; returns (table, connection).

    Raises Busy, or Refusal: `no_such_room`, `removed_from_room`, `blocked_by_host`, `suspended`."""
    room_id = Room.objects.filter(slug=slug).values_list("pk", flat=True).first()
    if room_id is None:
        raise Refusal("no_such_room")
    clock.ensure()
    known = table_store.read(room_id)
    if known.table.removed_from(user):
        raise Refusal("removed_from_room")
    permissions.check(known.table, user)
    now = clock.now()
    row = Connection.objects.create(table_id=room_id, user_id=user, process=process, opened=now, last_frame=now)
    back(table_id=room_id, user=user, known=known)
    return room_id, row.pk


def back(*, table_id: int, user: int, known: StoredTable) -> None:
    """A frame has come from somebody who counted as absent: they are present again, and a sleeping room wakes.

    Raises Busy, or Refusal: `no_such_room`."""
    if not is_absent(known.table, user):
        return

    def decide(table: TableState, now: int) -> Change:
        return Change(transitions.back(table, user, now) if is_absent(table, user) else table)

    try:
        change(table_id, decide, known=known)
    except Refusal as refusal:
        if refusal.code != "room_closed":
            raise


def is_absent(table: TableState, user: int) -> bool:
    """Does this person count as absent from their seat or reservation at this table?"""
    holder = None if table.closed else table.person(user)
    return holder is not None and holder.absent_since is not None


def heard(*, connections: Iterable[int], process: str) -> None:
    """Frames have arrived from these sockets since the last call: one statement for all sockets of a process."""
    table_store.record_frames(list(connections), process, clock.now())


class Goodbye(NamedTuple):
    """A closed socket. `just_heard`: somebody was there until now, because the page closed it properly or sent a frame
    that is not recorded yet. Otherwise the recorded frame was its last."""

    connection: int
    table: int
    user: int
    just_heard: bool = True


def gone(goodbyes: Iterable[Goodbye]) -> None:
    """Sockets were closed. Anybody without another open socket is absent: from now on if it was just heard, else since
    their last frame."""
    clock.ensure()
    now, people = clock.now(), defaultdict[int, set[int]](set)
    closed: dict[bool, list[int]] = {True: [], False: []}  # by whether it was just heard
    for each in goodbyes:
        closed[each.just_heard].append(each.connection)
        people[each.table].add(each.user)
    Connection.objects.filter(pk__in=closed[True]).update(closed=now, last_frame=now)
    Connection.objects.filter(pk__in=closed[False]).update(closed=now)
    for table_id, users in people.items():
        mark_absent(table_id=table_id, users=users)


def mark_absent(*, table_id: int, users: set[int]) -> None:
    """Judge these people at a table by their sockets; the table changes only if somebody has become absent.

    Raises Busy."""

    def decide(table: TableState, now: int) -> Change:
        for user, since in _silent(table_id, table, users, now):
            table = transitions.absent(table, user, since, now)
        return Change(table)

    try:
        change(table_id, decide)
    except Refusal as refusal:
        if refusal.code not in {"room_closed", "no_such_room"}:
            raise


def _silent(table_id: int, table: TableState, users: set[int], now: int) -> list[tuple[int, int]]:
    """(user, since) of those who are not present: since their last frame on any socket, or since they sat down."""
    rows = Connection.objects.filter(table_id=table_id, user_id__in=users).values("user_id")
    frames = rows.annotate(latest=Max("last_frame"), here=Max("last_frame", filter=Q(closed=None)))
    last, open_ = dict[int, int](), set[int]()
    for user, latest, here in frames.values_list("user_id", "latest", "here"):
        last[user] = latest
        if here is not None and here > now - PRESENT:
            open_.add(user)
    found = []
    for user in users - open_:
        holder = table.person(user)
        if holder is None or holder.absent_since is not None:
            continue
        if user in last and last[user] >= holder.since:
            found.append((user, last[user]))
        elif holder.since <= now - PRESENT:
            found.append((user, max(holder.since, last.get(user, 0))))
    return found


def silent_people(now: int) -> dict[int, set[int]]:
    """Table -> people with a seat or reservation there and no frame within PRESENT. Two queries for all tables."""
    here = Q(closed=None, last_frame__gt=now - PRESENT)
    present = set(Connection.objects.filter(here).values_list("table_id", "user_id"))
    found: dict[int, set[int]] = {}
    seats = Seat.objects.filter(user__isnull=False, room__asleep=False).values_list("room_id", F("user_id"))
    for table_id, user in seats:
        if (table_id, user) not in present:
            found.setdefault(table_id, set()).add(user)
    return found


def forget_old(now: int) -> None:
    """Delete the rows of sockets silent for longer than OLD."""
    Connection.objects.filter(last_frame__lt=now - OLD).delete()
