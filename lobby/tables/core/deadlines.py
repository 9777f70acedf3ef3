"""When a table needs attention next, what is overdue there, and what follows from it: pure functions of `TableState`.

Before anything is decided at a table, everything overdue is settled, in the order in which it fell due. So the rules
hold to the millisecond even if the sweep is late or dead. An overdue step is judged at its due time; the clock of the
phase after it starts now, so lateness only ever gives players more time."""

from typing import NamedTuple

from . import transitions
from .state import GRACE, TableState
from .transitions import Change, NewSeed

STEPS = 200  # far more than can fall due at one table: reaching it means an endless loop


class Due(NamedTuple):
    """Something that falls due at `at` (microseconds of service time).

    Sorts by time; of several at the same moment the end of the room comes first, so that nobody loses by leaving a room
    that has already ended."""

    at: int
    order: int
    what: str  # expiry | clock | absence
    user: int = 0


def dues(table: TableState) -> list[Due]:
    """Everything that will fall due here, except bots' moves: the sweep makes those."""
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
    """What must be settled first, if anything. A deadline is over when it is reached: exactly 4.000 s is late [A-6]."""
    return min((due for due in dues(table) if due.at <= now), default=None)


def check_at(table: TableState) -> int | None:
    """When the sweep must look at this table next, bots' moves included; None: nothing is pending."""
    moments = [due.at for due in dues(table)]
    if table.bot.due is not None and not table.closed:
        moments.append(table.bot.due)
    return min(moments, default=None)


def settled(table: TableState, now: int, new_seed: NewSeed) -> Change:
    """Everything overdue, done in the order in which it fell due; the unchanged table if nothing is.

    Raises RuntimeError if that does not come to an end."""
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
