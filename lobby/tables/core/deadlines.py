"""When must this table be looked at next, what is overdue, and what follows from it: pure functions of `TableState`.

Before anything is decided at a table, everything overdue there is settled, in the order in which it fell due. So the
rules hold to the millisecond even when the sweep is late or dead. A due step is judged at its due time; the clock of
the phase that follows starts now, so lateness only ever gives time."""

from typing import NamedTuple

from . import transitions
from .state import GRACE, TableState
from .transitions import Change, NewSeed

STEPS = 200  # far more than can fall due at one table; a loop that does not end is an error


class Due(NamedTuple):
    """Sorted by time; at the same moment the room's end comes first (nobody loses by leaving a room that is gone)."""

    at: int
    order: int
    what: str  # expiry | clock | absence
    user: int = 0


def dues(table: TableState) -> list[Due]:
    """Everything that has a moment, except bots' moves: those are the sweep's to make."""
    if table.closed:
        return []
    if table.asleep_since is not None:
        found = [
            Due(table.asleep_since + GRACE, 0, "expiry")
        ]  # while nobody is there, nobody wins by another's absence
    else:
        found = [
            Due(each.absent_since + GRACE, 2, "absence", each.user or 0) for each in table.people() if each.absent_since
        ]
    if table.clock.due is not None:
        found.append(Due(table.clock.due, 1, "clock"))
    return found


def overdue(table: TableState, now: int) -> Due | None:
    """What has to be settled first. A moment is over when it is reached: exactly 4.000 s is late [A-6]."""
    return min((due for due in dues(table) if due.at <= now), default=None)


def check_at(table: TableState) -> int | None:
    moments = [due.at for due in dues(table)]
    if table.bot.due is not None and not table.closed:
        moments.append(table.bot.due)
    return min(moments, default=None)


def settled(table: TableState, now: int, new_seed: NewSeed) -> Change:
    change = Change(table)
    for _ in range(STEPS):
        due = overdue(change.table, now)
        if due is None:
            return change
        if due.what == "expiry":
            change = change.then(transitions.closed, "expired", now, due.at)
        elif due.what == "absence":
            change = change.then(transitions.left, due.user, now, due.at)
        elif change.table.clock.kind == "deal":
            change = change.then(transitions.dealt, now, new_seed)
        else:
            change = change.then(transitions.timed_out, due.at, now)
    raise RuntimeError(f"table {table.slug} does not come to rest")
