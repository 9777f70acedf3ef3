"""Embedded mode: runs `CELERY_BEAT_SCHEDULE` in Daphne's event loop, without a broker or a worker.

Celery's own scheduler decides what is due. `sync_to_async` runs each task in a thread that knows its parent loop, so
that messages sent through the in-memory channel layer reach the loop of the sockets."""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial

from asgiref.sync import sync_to_async
from celery import Celery
from celery.beat import ScheduleEntry, Scheduler
from django.core.exceptions import ImproperlyConfigured
from django.db import close_old_connections

log = logging.getLogger(__name__)
LATE = 1.0  # seconds; nobody at a table notices less


class LoopScheduler(Scheduler):
    """Celery's scheduling, with entries handed to the event loop instead of a broker."""

    producer = None  # never opens a connection to a broker

    def __init__(self, app: Celery, launch: Callable[[ScheduleEntry], None]) -> None:
        self._launch = launch
        super().__init__(app, max_interval=app.conf.beat_max_loop_interval)

    def apply_entry(self, entry: ScheduleEntry, producer: object = None) -> None:
        """Called by Celery for an entry that is due."""
        self._launch(entry)


def load_tasks(app: Celery) -> None:
    """Import the tasks, which Celery does lazily outside a worker.

    Raises ImproperlyConfigured if the schedule names an unknown task."""
    app.loader.import_default_modules()
    app.finalize()
    if unknown := {entry["task"] for entry in app.conf.beat_schedule.values()} - set(app.tasks):
        raise ImproperlyConfigured(f"CELERY_BEAT_SCHEDULE names unknown tasks: {', '.join(sorted(unknown))}")


class Run:
    """A run of an entry, which keeps its task alive."""

    def __init__(self, entry: ScheduleEntry, task: asyncio.Task[None]) -> None:
        self.name, self.task = entry.name, task
        self.due = time.monotonic() + entry.schedule.run_every.total_seconds()  # when the next run was due
        self.told = False

    def skipped(self) -> None:
        """Warn, once per run, if the work itself is late: a busy machine may skip a tick now and then."""
        late = time.monotonic() - self.due
        if late > LATE and not self.told:
            log.warning("%s still runs, its next run is late by %.1f s: ticks skipped", self.name, late)
            self.told = True


async def beat(app: Celery) -> None:
    """Run due entries forever."""
    running: dict[str, Run] = {}

    def launch(entry: ScheduleEntry) -> None:
        if entry.name in running:  # the previous run has not finished: skip, never pile up
            running[entry.name].skipped()
            return
        task = asyncio.create_task(sync_to_async(run_entry, thread_sensitive=False)(app, entry))
        running[entry.name] = Run(entry, task)
        task.add_done_callback(partial(done, entry.name))

    def done(name: str, task: asyncio.Task[None]) -> None:
        del running[name]
        if not task.cancelled() and (error := task.exception()):
            log.error("%s failed", name, exc_info=error)

    scheduler = LoopScheduler(app, launch)
    while True:  # noqa: ASYNC110  there is no event to wait for, only time
        await asyncio.sleep(scheduler.tick() or 0)


def run_entry(app: Celery, entry: ScheduleEntry) -> None:
    """Run the task of an entry in this thread."""
    close_old_connections()
    try:
        app.tasks[entry.task].apply(args=entry.args, kwargs=entry.kwargs)  # logs what the task raises
    finally:
        close_old_connections()
