"""When must this table be looked at next, and what is overdue: pure functions of `Live`."""

from typing import NamedTuple

from .state import GRACE, Live


class Due(NamedTuple):
    """Sorted by time; at the same moment the room's end comes first (nobody loses by leaving a room that is gone)."""

    at: int
    order: int
    what: str  # expiry | clock | absence
    user: int = 0


def dues(live: Live) -> list[Due]:
    """Everything that has a moment, except bots' moves: those are the sweep's to make."""
    if live.closed:
        return []
    found = [
        Due(each.absent_since + GRACE, 2, "absence", each.user or 0) for each in live.people() if each.absent_since
    ]
    if live.asleep_since is not None:
        found.append(Due(live.asleep_since + GRACE, 0, "expiry"))
    if live.clock.due is not None:
        found.append(Due(live.clock.due, 1, "clock"))
    return found


def overdue(live: Live, now: int) -> Due | None:
    """What has to be settled first. A moment is over when it is reached: exactly 4.000 s is late [A-6]."""
    return min((due for due in dues(live) if due.at <= now), default=None)


def check_at(live: Live) -> int | None:
    moments = [due.at for due in dues(live)]
    if live.bot.due is not None and not live.closed:
        moments.append(live.bot.due)
    return min(moments, default=None)
