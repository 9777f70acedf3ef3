"""The only way a table changes: load, settle, decide, store, announce.

A change starts from what the process knows of the table, or loads it; settles what is overdue; lets `decide` say what
follows; and updates the row unless another process changed it first: one statement, committed before it is announced.
If another process did, it loads the row and decides again. A decision on a stale read is never stored; a refusal on one
is checked again.

The derived rows (room flags, seats, matches, rounds) follow by themselves (projections.py); a second seat or
reservation in open rooms is refused there, with `already_seated`."""

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

ATTEMPTS = 100  # each attempt lost here succeeded in another process
_encode = msgspec.json.Encoder().encode

Decide = Callable[[TableState, int], Change]
"""`decide(table, now)` returns the change, or raises `Refusal` or `GameError` to refuse it: then nothing has changed.
`now`: microseconds of service time. It may run several times."""


class Origin(NamedTuple):
    """Who makes a request, under which id, and its exact content. Without an actor: the platform itself."""

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
    """Change a table; returns the reply, an encoded `ack`. With an `action_id` it happens exactly once: a
    resent request gets the same reply.

    `actor`: the account that asks; it must be active at the moment of the change. `body`: what is asked, to tell two
    requests under one id apart. `known`: what this process knows of the table, to save a read.

    Raises what `decide` raises, Busy (ATTEMPTS lost), or Refusal: `room_closed`, `no_such_room`, `account_inactive`,
    `already_seated`, `conflict` (the id belongs to another request)."""
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
    """Do only what is overdue at a table. Raises Busy, or Refusal: `room_closed`, `no_such_room`."""
    for stored in _loaded(table_id, known, None):
        now = _now(stored)
        settled = _settle(stored, now)
        if settled.table is stored.table or _store(stored, settled, now, Origin()):
            return
    raise Busy


def _loaded(table_id: int, known: StoredTable | None, actor: int | None) -> Iterator[StoredTable]:
    """What the process knows, if anything; then the current row, again each time another process changed it first.

    Raises Refusal: `no_such_room`, `account_inactive`."""
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
    """The reply; None if another process changed the row first, or if settling closed the room."""
    now = _now(stored)
    settled = _settle(stored, now)
    if settled.table.closed:
        _store(stored, settled, now, Origin())
        return None  # the room had expired: the row says so now, and the next attempt refuses
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
    """Commit the next version and announce it; the reply, or None if another process changed the row first."""
    reply = _reply(origin, stored.version + 1)
    entry = _log_entry(stored, done, now, origin, reply)
    if not projections.needed(stored.table, done.table, done.notes) and not connection.in_atomic_block:
        saved = _save(stored, done.table, entry)
    else:
        with transaction.atomic():  # inside another one: a savepoint, so that a refused insert does not spoil that
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
    """Announce after the commit; without a surrounding transaction that is now."""
    transaction.on_commit(partial(failpoints.reached, "after_commit"))
    transaction.on_commit(partial(broadcast.table_changed, saved), robust=True)
    if projections.listed(old) != projections.listed(saved.table):
        transaction.on_commit(broadcast.lobby_changed, robust=True)


# --- the request: who makes it, and whether it was made before ------------------------------------------------------


def reply_given(table_id: int, origin: Origin) -> bytes | None:
    """The reply this action got when it was accepted; None if it was not.

    Raises Refusal: `conflict` (its id belongs to another request)."""
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
