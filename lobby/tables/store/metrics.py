"""What a process counts about itself; docs/operations.md says which figures to watch. No label holds a card, a name or
an address, and none grows with the number of users or tables: codes, kinds and names of sweeps only."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import Counter, Gauge, Histogram

from lobby.tables.core import deadlines
from lobby.tables.core.state import SECOND, TableState

requests = Counter("batida_requests", "Requests over sockets, by kind and answer", ["kind", "answer"])
changes = Counter("batida_changes", "Versions of tables committed by this process")
lost_races = Counter(
    "batida_lost_races", "Changes decided again: another process changed the row first, or the read was stale"
)
lateness = Histogram(
    "batida_lateness_seconds",
    "How late something due at a table was settled",
    ["what"],
    buckets=(0.05, 0.1, 0.25, 0.5, 0.75, 1, 2, 5, 15, 60),
)
sweep_seconds = Histogram(
    "batida_sweep_seconds", "How long a sweep took", ["sweep"], buckets=(0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5)
)
swept_at = Gauge("batida_swept_at_seconds", "When a sweep last ended here, in Unix time", ["sweep"])
bells_lost = Counter("batida_bells_lost", "Bells the channel layer did not accept")
found_by_patrol = Counter("batida_found_by_patrol", "Versions the patrol found before a bell announced them")
expelled = Counter("batida_expelled_sockets", "Sockets closed by the server, by the reason given", ["code"])
outages = Counter("batida_outages_booked", "Outages this process has booked")


def changed(before: TableState, at: int) -> None:
    """This process committed a version at `at` (service time). What was overdue in `before` is settled now: count how
    late."""
    changes.inc()
    if due := deadlines.overdue(before, at):
        lateness.labels(before.clock.kind if due.what == "clock" else due.what).observe((at - due.at) / SECOND)


def bot_moved(late: int) -> None:
    """A bot moved `late` microseconds after its move was due."""
    lateness.labels("bot").observe(late / SECOND)


@contextmanager
def sweeping(name: str) -> Iterator[None]:
    """Time a sweep, as a decorator or context manager. A failed one does not update `swept_at`, so watch its age."""
    began = time.monotonic()
    yield
    sweep_seconds.labels(name).observe(time.monotonic() - began)
    swept_at.labels(name).set_to_current_time()
