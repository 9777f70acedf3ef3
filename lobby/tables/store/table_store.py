"""The row of a table, in hand-written SQL, since every move goes through it.

A change reads the row (or starts from what is known), decides, and saves if no other process changed it first."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db import connection, transaction

from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import TableState, decode, encode

READ = "SELECT version, state FROM lobby_table WHERE room_id = %s"
UPDATE = "UPDATE lobby_table SET state = %s, version = %s, check_at = %s WHERE room_id = %s AND version = %s"
ACTIVE = " AND EXISTS (SELECT 1 FROM {accounts} WHERE id = %s AND is_active)"  # a ban takes effect with its commit
COLUMNS = "table_id, version, match, round, at, user_id, seat, action_id, body, entry, reply"
INSERT = f"INSERT INTO lobby_tablelog ({COLUMNS}) VALUES ({', '.join(['%s'] * 11)})"  # noqa: S608
INSERT_FROM = f"""WITH t AS ({{update}} RETURNING room_id, version) INSERT INTO lobby_tablelog ({COLUMNS})
SELECT room_id, version, {", ".join(["%s"] * 9)} FROM t"""  # noqa: S608


SHARES = 16  # into which all tables are divided, so that several sweepers can work at once
CLAIM = 0x62617469  # the first half of the keys of our advisory locks


class StoredTable(NamedTuple):
    """A table as this process read or wrote it. Only `save` can tell whether it is still current."""

    id: int
    version: int
    table: TableState


StoredRow = tuple[int, int, bytes]  # a StoredTable not yet decoded


class LogEntry(NamedTuple):
    """The log row of a change."""

    match: int
    round: int
    at: int
    user: int | None
    seat: int | None
    action_id: str | None
    body: bytes | None
    entry: bytes
    reply: bytes | None


def read(table_id: int) -> StoredTable:
    """The table as it is now. Raises Refusal: no_such_room; and what `decode` raises."""
    with connection.cursor() as cursor:
        cursor.execute(READ, [table_id])
        row = cursor.fetchone()
    if row is None:
        raise Refusal("no_such_room")
    return StoredTable(table_id, row[0], decode(bytes(row[1])))


def read_all(table_ids: list[int]) -> dict[int, StoredTable | Exception]:
    """These tables by id, missing ones left out. A state that cannot be decoded gives its exception instead, so that it
    harms no other table."""
    among, values = _among("room_id", table_ids)
    sql = f"SELECT room_id, version, state FROM lobby_table WHERE {among}"  # noqa: S608  `_among` writes placeholders only
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return {row[0]: _decoded(row) for row in cursor.fetchall()}


def _decoded(row: StoredRow) -> StoredTable | Exception:
    table_id, version, state = row
    try:
        return StoredTable(table_id, version, decode(bytes(state)))
    except Exception as error:  # noqa: BLE001  passed on to whoever asked for this table
        return error


def save(old: StoredTable, table: TableState, check_at: int | None, entry: LogEntry) -> StoredTable | None:
    """Write the next version and its log row, in one statement on PostgreSQL.

    None: the row is no longer `old`, or `entry.user` has no active account. Raises IntegrityError if this action is in
    the log already."""
    new = StoredTable(old.id, old.version + 1, table)
    update, values = UPDATE, list[Any]([encode(table), new.version, check_at, old.id, old.version])
    if entry.user is not None:
        update += ACTIVE.format(accounts=get_user_model()._meta.db_table)  # noqa: SLF001  documented API
        values.append(entry.user)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(INSERT_FROM.format(update=update), [*values, *entry])
        else:
            with transaction.atomic():
                cursor.execute(update, values)
                if cursor.rowcount == 1:
                    cursor.execute(INSERT, [new.id, new.version, *entry])
        return new if cursor.rowcount == 1 else None


def versions(table_ids: list[int]) -> list[tuple[int, int]]:
    """(table, version) of these tables as stored."""
    among, values = _among("room_id", table_ids)
    sql = f"SELECT room_id, version FROM lobby_table WHERE {among}"  # noqa: S608  `_among` writes placeholders only
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return [(table_id, version) for table_id, version in cursor.fetchall()]


def record_frames(connection_ids: list[int], process: str, at: int) -> None:
    """Frames have arrived from these open sockets of a process: `at` (service time) is their last one."""
    among, values = _among("id", connection_ids)
    ours = f"process = %s AND closed IS NULL AND {among}"
    sql = f"UPDATE lobby_connection SET last_frame = %s WHERE {ours}"  # noqa: S608  `_among` writes placeholders only
    with connection.cursor() as cursor:
        cursor.execute(sql, [at, process, *values])


def _among(column: str, ids: list[int]) -> tuple[str, list[Any]]:
    """A condition on one of our own columns, and its values: ids are never written into the statement itself.

    PostgreSQL takes the list as one value, so the statement is the same for any number of ids and can be prepared."""
    if connection.vendor == "postgresql":
        return f"{column} = ANY(%s::bigint[])", [ids]
    return f"{column} IN ({', '.join(['%s'] * len(ids))})", ids


def due_shares(at: int) -> list[tuple[int, int]]:
    """(share, since when) for each share in which something is due at `at`, in service time."""
    sql = "SELECT room_id %% %s AS share, min(check_at) FROM lobby_table WHERE check_at <= %s GROUP BY share"
    with connection.cursor() as cursor:
        cursor.execute(sql, [SHARES, at])
        return [(share, since) for share, since in cursor.fetchall()]


@contextmanager
def claimed(share: int) -> Iterator[bool]:
    """May this sweeper have this share to itself? So sweepers divide the tables among them.

    It only saves work: `save` decides whose change counts, and a share neglected by its holder, which may be stuck, is
    swept by others too (sweep.py)."""
    if connection.vendor != "postgresql":
        yield True
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [CLAIM, share])
        (ours,) = cursor.fetchone()
        try:
            yield ours
        finally:
            if ours:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [CLAIM, share])


def due(at: int, share: int, limit: int) -> list[StoredRow]:
    """At most `limit` rows of a share in which something is due, longest overdue first, not yet decoded."""
    sql = "SELECT room_id, version, state FROM lobby_table WHERE check_at <= %s AND room_id %% %s = %s"
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} ORDER BY check_at LIMIT %s", [at, SHARES, share, limit])
        return [(table_id, version, state) for table_id, version, state in cursor.fetchall()]
