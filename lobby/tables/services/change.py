"""The one way in which a table changes.

`change` starts from what the process knows of the table or reads it, settles what is overdue, lets `decide` say what
follows, and swaps the row in if nobody was faster: one statement, committed before anybody is told. If somebody was,
it reads and decides again. What was decided on old knowledge cannot be stored, and is never refused.

`decide(table, now)` returns `Change(table, notes)` and raises `Refusal` or a `GameError` to say no; then nothing has
changed. It may run several times. Rows beside the table (room flags, seats, matches, rounds) follow by themselves
(mirror.py): who sits in two open rooms is refused with `already_seated`."""

import secrets
from collections.abc import Callable
from functools import partial

import msgspec
from django.contrib.auth import get_user_model
from django.db import IntegrityError, connection, transaction

from games import GameError
from lobby.models import TableLog
from lobby.tables.announce import broadcast
from lobby.tables.core import deadlines
from lobby.tables.core.deadlines import settled
from lobby.tables.core.errors import Busy, Refusal
from lobby.tables.core.state import TableState
from lobby.tables.core.transitions import Change
from lobby.tables.store import clock, failpoints, metrics, projections, table_store
from lobby.tables.store.table_store import LogEntry, StoredTable

ATTEMPTS = 100  # each lost attempt is somebody else's success
_encode = msgspec.json.Encoder().encode

Decide = Callable[[TableState, int], Change]


class _DoneBefore(Exception):  # noqa: N818
    """The action id is in the log already."""


def new_seed() -> bytes:
    """256 bits of luck for one round."""
    return secrets.token_bytes(32)


def nothing(table: TableState, now: int) -> Change:
    """Only settle what is overdue."""
    return Change(table)


def change(
    table_id: int,
    decide: Decide,
    *,
    user: int | None = None,
    action_id: str | None = None,
    body: bytes | None = None,
    known: StoredTable | None = None,
) -> bytes:
    """Change a table; the reply for whoever asked. With an `action_id`, exactly once: resent, it answers the same.

    `user`: the account that asks; it must be active in the moment of the change. Without: the platform itself."""
    clock.ensure()
    fresh = False
    for _ in range(ATTEMPTS):
        if known is None:
            known, fresh = table_store.read(table_id), True
            _check_active(user)
        try:
            reply = _attempt(known, decide, user, action_id, body)
        except (Refusal, GameError):
            if (said := said_before(table_id, user, action_id, body)) is not None:
                return said
            if fresh:
                raise
            reply = None
        except _DoneBefore:
            if (said := said_before(table_id, user, action_id, body)) is not None:
                return said
            raise
        if reply is not None:
            return reply
        metrics.lost_races.inc()
        known = None
    raise Busy


def _attempt(
    known: StoredTable, decide: Decide, user: int | None, action_id: str | None, body: bytes | None
) -> bytes | None:
    table = known.table
    now = max(clock.now(), table.at)
    if table.closed:
        raise Refusal("room_closed")
    done = settled(table, now, new_seed)
    if not done.table.closed:
        done = done.then(decide, now)
    elif decide is not nothing:
        _store(known, done, _entry(known, done, now))
        return None  # the room's time was over: the row says so now
    if done.table is table:
        return _reply(action_id, known.version)
    reply = _reply(action_id, known.version + 1)
    kept = None if action_id is None else reply
    entry = _entry(known, done, now)._replace(
        user=user, seat=_seat(table, done.table, user), action_id=action_id, body=body, reply=kept
    )
    return reply if _store(known, done, entry) else None


def _entry(known: StoredTable, done: Change, now: int) -> LogEntry:
    game = done.table.game
    notes = _encode([note.logged() for note in done.notes])
    return LogEntry(done.table.match, game.round if game else 0, now, None, None, None, None, notes, None)


def _seat(old: TableState, new: TableState, user: int | None) -> int | None:
    seat = old.seat_of(user)
    return new.seat_of(user) if seat is None else seat


def _store(known: StoredTable, done: Change, entry: LogEntry) -> bool:
    old, new, notes = known.table, done.table, done.notes
    beside = projections.needed(old, new, notes)
    if not beside and not connection.in_atomic_block:
        saved = _save(known, new, entry)
    else:
        with transaction.atomic():  # inside another: a savepoint, so that a refused insert spoils nothing
            saved = _save(known, new, entry)
            if saved and beside:
                projections.write(known.id, old, new, notes)
    if saved:
        metrics.changed(old, entry.at)
        transaction.on_commit(partial(failpoints.reached, "after_commit"))
        transaction.on_commit(partial(broadcast.table_changed, saved), robust=True)
        if projections.listed(old) != projections.listed(new):
            transaction.on_commit(broadcast.lobby_changed, robust=True)
    return saved is not None


def _save(known: StoredTable, table: TableState, entry: LogEntry) -> StoredTable | None:
    failpoints.reached("before_save")
    try:
        saved = table_store.save(known, table, deadlines.check_at(table), entry)
        failpoints.reached("after_save")
        return saved
    except IntegrityError as error:
        raise _DoneBefore from error


def said_before(table_id: int, user: int | None, action_id: str | None, body: bytes | None) -> bytes | None:
    """The reply this action got when it was accepted. The same id for something else is a conflict."""
    if action_id is None or user is None:
        return None
    row = TableLog.objects.filter(table_id=table_id, user_id=user, action_id=action_id).first()
    if row is None or row.reply is None:
        return None
    if bytes(row.body or b"") != (body or b""):
        raise Refusal("conflict")
    return bytes(row.reply)


def _check_active(user: int | None) -> None:
    if user is not None and not get_user_model().objects.filter(pk=user, is_active=True).exists():
        raise Refusal("account_inactive")


def _reply(action_id: str | None, version: int) -> bytes:
    return _encode({"type": "ack", "id": action_id, "v": version})
