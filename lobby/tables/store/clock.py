"""The only clock. Service time = the database's clock minus all booked outages, in microseconds.

`now()` does not read the database: it adds an offset to the monotonic clock. Every pulse renews the offset, and so does
`ensure()` once it is older than FRESH. `now()` never runs more than OUTAGE past the last known pulse, so a process that
was itself stopped cannot jump ahead.

Every web process updates the single `Pulse` row once per second. Whoever finds it older than OUTAGE, or in the future,
books the difference as outage, under the row's lock, before anything is judged by the time. So while nobody could play
(a crash, a dead database, a deploy, a stopped machine, a stepped clock) no time passed: deadlines keep what they had
left, and nobody became absent.

Tests replace `now`, so always call it as `clock.now()`."""

import threading
import time
from typing import NamedTuple

from django.db import IntegrityError, connection, transaction

from lobby.models import Pulse

from . import metrics

# All in microseconds.
OUTAGE = 3_000_000  # a pulse older than this: nobody could play
STEPPED_BACK = 200_000  # processes read the pulse in any order: less than this in the future is no stepped clock
FRESH = 1_500_000  # a reading older than this is renewed before anything is judged
DRIFT = 2000  # two clocks drift apart by less than one microsecond in this many
TABLE = "lobby_pulse"


class _Reading(NamedTuple):
    """What this process last read, in microseconds."""

    offset: int  # the database's clock minus the monotonic clock
    error: int  # by how much `offset` may be wrong
    outage: int
    pulse: int
    learned: int  # when, on the monotonic clock


_known: _Reading | None = None
_renewing = threading.Lock()


def now() -> int:
    """Service time in microseconds. Reads the database only if this process has not done so yet."""
    known = _known or renew()
    return min(_monotonic() + known.offset, known.pulse + OUTAGE) - known.outage


def ensure() -> None:
    """Make sure that what this process knows of pulse and outage is fresh. Call it before time decides anything."""
    if _known is None or _monotonic() - _known.learned > FRESH:
        renew()


def pulse() -> None:
    """A web process lives and reaches the database: update the pulse (once per second), and book an outage if there was
    one."""
    _renew(beat=True)


def renew() -> _Reading:
    """Read clock, pulse and outage again; book an outage first if the pulse is old."""
    return _renew(beat=False)


def _renew(*, beat: bool) -> _Reading:
    global _known  # noqa: PLW0603  one clock per process is the point
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
        offset, error = _more_exact(raw - here, error, asked)
        _known = _Reading(offset, error, outage, at, asked)  # `asked`: a process stopped in here reads again at once
        return _known


def _more_exact(offset: int, error: int, asked: int) -> tuple[int, int]:
    """The offset known before, if it agrees with this one and is more exact: the later a busy machine answers, the
    larger the error."""
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
    """Book an outage under the row's lock: whoever comes second finds a fresh pulse and books nothing."""
    try:
        with transaction.atomic():
            row = Pulse.objects.select_for_update().filter(pk=1).first()
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT {_raw_sql()}")  # after taking the lock: waiting for it may take long
                raw = _raw(cursor.fetchone()[0])
            if row is None:
                row = Pulse(pk=1, at=raw, outage=_known.outage if _known else 0)
                row.save(force_insert=True)
            elif not -STEPPED_BACK <= raw - row.at <= OUTAGE:
                row.outage, row.at = row.outage + raw - row.at, raw
                row.save()
                metrics.outages.inc()
            return raw, row.at, row.outage
    except IntegrityError:  # another process has just inserted the row
        raw, at, outage = _read()
        return raw, at or raw, outage


def _raw_sql() -> str:
    return "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint" if connection.vendor == "postgresql" else "0"


def _raw(value: int) -> int:
    """PostgreSQL: its own clock. SQLite runs on one machine and has none: the system's."""
    return int(value) if connection.vendor == "postgresql" else time.time_ns() // 1000


def _monotonic() -> int:
    return time.monotonic_ns() // 1000
