"""The only clock. Service time = the database's clock minus all booked outages, in microseconds.

`now()` reads no database: it is the monotonic clock plus an offset that every read of a table and every pulse renews.
It never runs further than OUTAGE beyond the last known pulse, so a process that was itself stopped cannot jump ahead.

Every web process renews the one `Pulse` row each second. Whoever finds it more than OUTAGE old, or in the future, books
the difference as outage, under its lock, before anything is judged by the time. So while nobody could play (a crash, a
dead database, a deploy, a stopped machine, a stepped clock) no time passed: same deadlines left, nobody absent.

Tests replace `now`; everything calls it as `clock.now()`."""

import threading
import time
from typing import NamedTuple

from django.db import IntegrityError, connection, transaction

from lobby.models import Pulse

from . import metrics

OUTAGE = 3_000_000
STEPPED_BACK = 200_000  # processes read the pulse in any order: less than this in the future is no stepped clock
FRESH = 1_500_000  # knowledge older than this is renewed before anything is judged
DRIFT = 2000  # two clocks part by less than one microsecond in so many
TABLE = "lobby_pulse"


class _Reading(NamedTuple):
    """What this process last learned: raw clock minus monotonic clock, by how much that may be wrong, outage, pulse,
    and when it learned it."""

    offset: int
    error: int
    outage: int
    pulse: int
    learned: int


_known: _Reading | None = None
_renewing = threading.Lock()


def now() -> int:
    """Service time. Needs `pulse()` or `ensure()` to have run once in this process."""
    known = _known or renew()
    return min(_monotonic() + known.offset, known.pulse + OUTAGE) - known.outage


def ensure() -> None:
    """Before time decides anything: what this process knows of pulse and outage is not stale."""
    if _known is None or _monotonic() - _known.learned > FRESH:
        renew()


def pulse() -> None:
    """The web process lives and the database answers (each second). Books an outage when there was one."""
    _renew(beat=True)


def renew() -> _Reading:
    """Learn clock, pulse and outage anew; book an outage first if the pulse is old."""
    return _renew(beat=False)


def _renew(*, beat: bool) -> _Reading:
    global _known  # noqa: PLW0603  one clock a process is the point
    with _renewing:
        asked = _monotonic()
        raw, at, outage = _read()
        answered = _monotonic()
        here, error = (asked + answered) // 2, (answered - asked) // 2
        if at is None or not -STEPPED_BACK <= raw - at <= OUTAGE:
            raw, at, outage = _book()
            here = _monotonic()
            error = here - asked
        elif beat:
            with connection.cursor() as cursor:
                cursor.execute(f"UPDATE {TABLE} SET at = %s WHERE id = 1 AND at < %s", [raw, raw])  # noqa: S608
            at = max(at, raw)
        offset, error = _surer(raw - here, error, asked)
        _known = _Reading(offset, error, outage, at, asked)  # a process stopped in here learns again at once
        return _known


def _surer(offset: int, error: int, asked: int) -> tuple[int, int]:
    """What was learned before, if that agrees and is nearer: a busy machine answers late, and late is not exact."""
    if _known is not None:
        before = _known.error + (asked - _known.learned) // DRIFT
        if before < error and abs(offset - _known.offset) <= before + error:
            return _known.offset, before
    return offset, error


def _read() -> tuple[int, int | None, int]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT at, outage, {_raw_sql()} FROM {TABLE} WHERE id = 1")  # noqa: S608
        row = cursor.fetchone()
    return (_raw(row[2]), row[0], row[1]) if row else (0, None, 0)


def _book() -> tuple[int, int, int]:
    """Under the row's lock: whoever comes second finds a fresh pulse and books nothing."""
    try:
        with transaction.atomic():
            row = Pulse.objects.select_for_update().filter(pk=1).first()
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT {_raw_sql()}")  # after the lock: read before it, it may be old
                raw = _raw(cursor.fetchone()[0])
            if row is None:
                row = Pulse(pk=1, at=raw, outage=_known.outage if _known else 0)
                row.save(force_insert=True)
            elif not -STEPPED_BACK <= raw - row.at <= OUTAGE:
                row.outage, row.at = row.outage + raw - row.at, raw
                row.save()
                metrics.outages.inc()
            return raw, row.at, row.outage
    except IntegrityError:  # another process has just made the first row
        raw, at, outage = _read()
        return raw, at or raw, outage


def _raw_sql() -> str:
    return "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint" if connection.vendor == "postgresql" else "0"


def _raw(value: int) -> int:
    """PostgreSQL: its own clock. SQLite has one machine and takes the system's."""
    return int(value) if connection.vendor == "postgresql" else time.time_ns() // 1000


def _monotonic() -> int:
    return time.monotonic_ns() // 1000
