"""Who is there: facts about sockets, written down by their processes and judged by their age.

Present = a frame within PRESENT. `disconnect` only speeds things up: a killed process, a pulled cable and a sleeping
phone say nothing, and their rows simply grow old."""

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

OLD = 10 * GRACE  # rows of sockets this long silent are thrown away


def arrived(*, slug: str, user: int, process: str) -> tuple[int, int]:
    """A socket of this person has opened at the room's table: (table, connection)."""
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
    """A frame of somebody who counted as absent: the seat is theirs again, the room wakes."""
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
    person = None if table.closed else table.person(user)
    return person is not None and person.absent_since is not None


def heard(*, connections: Iterable[int], process: str) -> None:
    """Frames have come over these sockets since the last call: one statement for all of a process."""
    table_store.record_frames(list(connections), process, clock.now())


class Goodbye(NamedTuple):
    """A socket that is closed. `just_heard`: somebody was there until now, since the page has said goodbye or sent
    a frame that is not written down yet. Else its last frame is the one written down."""

    connection: int
    table: int
    user: int
    just_heard: bool = True


def gone(goodbyes: Iterable[Goodbye]) -> None:
    """Sockets were closed. Whoever had the last of their sockets among them is absent: from now on if it was
    just heard, else since the last frame."""
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
    """Judge these people of a table by their sockets; changes the table only if somebody has become absent."""

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
    """Who of them is not present, and since when: the last frame of any of their sockets, or when they sat down."""
    rows = Connection.objects.filter(table_id=table_id, user_id__in=users).values("user_id")
    frames = rows.annotate(latest=Max("last_frame"), here=Max("last_frame", filter=Q(closed=None)))
    last, open_ = dict[int, int](), set[int]()
    for user, latest, here in frames.values_list("user_id", "latest", "here"):
        last[user] = latest
        if here is not None and here > now - PRESENT:
            open_.add(user)
    found = []
    for user in users - open_:
        person = table.person(user)
        if person is None or person.absent_since is not None:
            continue
        if user in last and last[user] >= person.since:
            found.append((user, last[user]))
        elif person.since <= now - PRESENT:
            found.append((user, max(person.since, last.get(user, 0))))
    return found


def silent_people(now: int) -> dict[int, set[int]]:
    """Table -> people with a seat or reservation there and no frame lately. Two queries for the whole house."""
    here = Q(closed=None, last_frame__gt=now - PRESENT)
    present = set(Connection.objects.filter(here).values_list("table_id", "user_id"))
    found: dict[int, set[int]] = {}
    seats = Seat.objects.filter(user__isnull=False, room__asleep=False).values_list("room_id", F("user_id"))
    for table_id, user in seats:
        if (table_id, user) not in present:
            found.setdefault(table_id, set()).add(user)
    return found


def forget_old(now: int) -> None:
    Connection.objects.filter(last_frame__lt=now - OLD).delete()
