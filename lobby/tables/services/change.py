"""The one way in which a table changes: load, settle, decide, store, announce.

A change starts from what the process knows of the table or loads it, settles what is overdue, lets `decide` say what
follows, and swaps the row in if nobody was faster: one statement, committed before anybody is told. If somebody was
faster, it loads and decides again. A decision on a stale read is never stored; a refusal on one is checked again.

Rows beside the table (room flags, seats, matches, rounds) follow by themselves (projections.py): who sits in two open
rooms is refused with `already_seated`."""

import secrets
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import msgspec
from django.contrib.auth import get_user_model
from django.db import IntegrityError, connection, transaction

from games import GameError
from lobby.models import TableLog
from lobby.tables.announce import broadcast
from lobby.tables.core import deadlines
from lobby.tables.core.errors import Busy, Refusal
from lobby.tables.core.state import TableState
from lobby.tables.core.transitions import Change
from lobby.tables.store import clock, failpoints, metrics, projections, table_store
from lobby.tables.store.table_store import LogEntry, StoredTable

ATTEMPTS = 100  # each lost attempt is somebody else's success
_encode = msgspec.json.Encoder().encode

Decide = Callable[[TableState, int], Change]
"""`decide(table, now)` returns the change, and raises `Refusal` or a `GameError` to say no; then nothing has changed.
It may run several times."""


class Origin(NamedTuple):
    """Who asks, under which id, and for what exactly. Without an actor: the platform itself."""

    actor: int | None = None
    action_id: str | None = None
    body: bytes | None = None


class _DoneBefore(Exception):  # noqa: N818
    """The action id is in the log already."""


def new_seed() -> bytes:
    """256 random bits for one round."""
    return secrets.token_bytes(32)


def change(
    table_id: int,
    decide: Decide,
    *,
    actor: int | None = None,
    action_id: str | None = None,
    body: bytes | None = None,
    known: StoredTable | None = None,
) -> bytes:
    """Change a table; the reply for whoever origin. With an `action_id`, exactly once: resent, it answers the same.

    `actor`: the account that asks; it must be active in the moment of the change. Raises what `decide` does, Busy, or
    Refusal: `room_closed`, `no_such_room`, `account_inactive`, `conflict` (the id was that of another request)."""
    origin = Origin(actor, action_id, body)
    for stored in _loaded(table_id, known, actor):
        try:
            if reply := _attempt(stored, decide, origin):
                return reply
        except (Refusal, GameError, _DoneBefore) as refusal:
            if reply := reply_given(table_id, origin):
                return reply
            if stored is not known or isinstance(refusal, _DoneBefore):
                raise
    raise Busy


def settle(table_id: int, *, known: StoredTable | None = None) -> None:
    """Change only what is overdue. Raises Busy, or Refusal: `room_closed`, `no_such_room`."""
    for stored in _loaded(table_id, known, None):
        now = _now(stored)
        settled = _settle(stored, now)
        if settled.table is stored.table or _store(stored, settled, now, Origin()):
            return
    raise Busy


def _loaded(table_id: int, known: StoredTable | None, actor: int | None) -> Iterator[StoredTable]:
    """What the process knows, if anything; then the row as it is, as often as somebody else was faster."""
    clock.ensure()
    if known is not None:
        yield known
        metrics.lost_races.inc()
    for _ in range(ATTEMPTS):
        stored = table_store.read(table_id)
        _check_active(actor)
        yield stored
        metrics.lost_races.inc()


def _attempt(stored: StoredTable, decide: Decide, origin: Origin) -> bytes | None:
    """The reply, or None if somebody was faster."""
    now = _now(stored)
    settled = _settle(stored, now)
    if settled.table.closed:
        _store(stored, settled, now, Origin())
        return None  # the room's time was over: the row says so now
    decided = settled.then(decide, now)
    if decided.table is stored.table:
        return _reply(origin, stored.version)
    return _store(stored, decided, now, origin)


def _now(stored: StoredTable) -> int:
    return max(clock.now(), stored.table.at)


def _settle(stored: StoredTable, now: int) -> Change:
    if stored.table.closed:
        raise Refusal("room_closed")
    return deadlines.settled(stored.table, now, new_seed)


# --- store and announce ---------------------------------------------------------------------------------------------


def _store(stored: StoredTable, done: Change, now: int, origin: Origin) -> bytes | None:
    """Commit the next version and tell everybody; the reply, or None if the row is another one by now."""
    reply = _reply(origin, stored.version + 1)
    entry = _log_entry(stored, done, now, origin, reply)
    if not projections.needed(stored.table, done.table, done.notes) and not connection.in_atomic_block:
        saved = _save(stored, done.table, entry)
    else:
        with transaction.atomic():  # inside another: a savepoint, so that a refused insert spoils nothing
            saved = _save(stored, done.table, entry)
            if saved:
                projections.write(stored.id, stored.table, done.table, done.notes)
    if saved is None:
        return None
    metrics.changed(stored.table, now)
    _announce(stored.table, saved)
    return reply


def _log_entry(stored: StoredTable, done: Change, now: int, origin: Origin, reply: bytes) -> LogEntry:
    game, seat = done.table.game, stored.table.seat_of(origin.actor)
    return LogEntry(
        match=done.table.match,
        round=game.round if game else 0,
        at=now,
        user=origin.actor,
        seat=done.table.seat_of(origin.actor) if seat is None else seat,
        action_id=origin.action_id,
        body=origin.body,
        entry=_encode([note.logged() for note in done.notes]),
        reply=None if origin.action_id is None else reply,
    )


def _save(stored: StoredTable, table: TableState, entry: LogEntry) -> StoredTable | None:
    failpoints.reached("before_save")
    try:
        saved = table_store.save(stored, table, deadlines.check_at(table), entry)
    except IntegrityError as error:
        raise _DoneBefore from error
    failpoints.reached("after_save")
    return saved


def _announce(old: TableState, saved: StoredTable) -> None:
    """After the commit, which without a transaction around it has been."""
    transaction.on_commit(partial(failpoints.reached, "after_commit"))
    transaction.on_commit(partial(broadcast.table_changed, saved), robust=True)
    if projections.listed(old) != projections.listed(saved.table):
        transaction.on_commit(broadcast.lobby_changed, robust=True)


# --- who asks, and whether they have asked before -------------------------------------------------------------------


def reply_given(table_id: int, origin: Origin) -> bytes | None:
    """The reply this action got when it was accepted. Raises Refusal `conflict` if its id was that of another one."""
    if origin.action_id is None or origin.actor is None:
        return None
    row = TableLog.objects.filter(table_id=table_id, user_id=origin.actor, action_id=origin.action_id).first()
    if row is None or row.reply is None:
        return None
    if bytes(row.body or b"") != (origin.body or b""):
        raise Refusal("conflict")
    return bytes(row.reply)


def _check_active(actor: int | None) -> None:
    if actor is not None and not get_user_model().objects.filter(pk=actor, is_active=True).exists():
        raise Refusal("account_inactive")


def _reply(origin: Origin, version: int) -> bytes:
    return _encode({"type": "ack", "id": origin.action_id, "v": version})
