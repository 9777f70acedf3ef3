"""Before anything is decided at a table, everything overdue there is settled: pure, in the order in which it fell due.

So the rules hold to the millisecond even when the sweep is late or dead. A due step is judged at its due time; the
clock of the phase that follows starts now, so lateness only ever gives time."""

from . import deadlines, transitions
from .state import Live
from .transitions import Change, NewSeed

STEPS = 200  # far more than can fall due at one table; a loop that does not end is an error


def settled(live: Live, now: int, new_seed: NewSeed) -> Change:
    change = Change(live)
    for _ in range(STEPS):
        due = deadlines.overdue(change.live, now)
        if due is None:
            return change
        if due.what == "expiry":
            change = change.then(transitions.closed, "expired", now, due.at)
        elif due.what == "absence":
            change = change.then(transitions.left, due.user, now, due.at)
        elif change.live.clock.kind == "deal":
            change = change.then(transitions.dealt, now, new_seed)
        else:
            change = change.then(transitions.timed_out, due.at, now)
    raise RuntimeError(f"table {live.slug} does not come to rest")
