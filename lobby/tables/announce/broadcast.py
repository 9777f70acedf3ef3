"""Tell everybody that something has changed: after commit, from any thread of any process."""

import asyncio
import atexit
import contextlib
import logging
import os
import threading
from collections.abc import Sequence

from lobby.tables.realtime import hub
from lobby.tables.store.table_store import Known

from .notifications import Bells

PAUSE = 0.05  # seconds between two bells of a process without sockets: a sweep changes hundreds of tables
LAST_WORDS = 2.0  # seconds a process that ends waits for its last bell
log = logging.getLogger(__name__)


class _Ringer:
    """Rings for a process without a hub (a Celery worker, a command), in a thread of its own: nobody who changes a
    table waits for the channel layer, and its connection is kept."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self.loop = asyncio.new_event_loop()
        self.ends = asyncio.Event()
        self.bells: Bells | None = None
        self.thread = threading.Thread(target=self._run, name="bells", daemon=True)
        self.thread.start()
        atexit.register(self.finish)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.run(self.ends.wait())

    def add(self, versions: dict[int, int], users: Sequence[int], talks: Sequence[int]) -> None:
        self.loop.call_soon_threadsafe(self._add, versions, users, talks)

    def _add(self, versions: dict[int, int], users: Sequence[int], talks: Sequence[int]) -> None:
        self.bells = self.bells or Bells(pause=PAUSE)
        self.bells.add(versions, users, talks)

    def finish(self) -> None:
        """At the end of the process: what was added is rung, if the channel layer takes it in time."""
        if self.process == os.getpid() and self.thread.is_alive():
            with contextlib.suppress(TimeoutError):
                asyncio.run_coroutine_threadsafe(self.rung(), self.loop).result(LAST_WORDS)
            self.loop.call_soon_threadsafe(self.ends.set)
            self.thread.join()

    async def rung(self) -> None:
        """Nothing that was added before waits any more."""
        if self.bells and self.bells.ringing:
            await self.bells.ringing


_ringer: _Ringer | None = None
_one_ringer = threading.Lock()


def _ringer_of_this_process() -> _Ringer:
    """A forked process has no thread of its parent's: it begins its own."""
    global _ringer  # noqa: PLW0603  one a process is the point
    with _one_ringer:
        if _ringer is None or _ringer.process != os.getpid():
            _ringer = _Ringer()
        return _ringer


def table_changed(table: Known) -> None:
    """A version was committed here."""
    _tell(table, {table.id: table.version})


def lobby_changed() -> None:
    """The public list of rooms looks different now."""
    _tell(None, {hub.LOBBY: 0})


def account_changed(user: int) -> None:
    """An account was banned or its sessions ended: its sockets are judged at once. Call after commit."""
    _tell(None, {}, [user])


def said(table_id: int) -> None:
    """Somebody has said something at this table. What, the database knows."""
    _tell(None, {}, talks=[table_id])


def _tell(table: Known | None, versions: dict[int, int], users: Sequence[int] = (), talks: Sequence[int] = ()) -> None:
    # "Has this process a hub", not "does its loop run": when the server stops, nobody would ever hear a ringer's bell.
    try:
        if here := hub.of_this_process():
            here.loop.call_soon_threadsafe(here.wrote, table, versions, users, talks)
        else:
            _ringer_of_this_process().add(versions, users, talks)
    except RuntimeError:  # the loop is closed: the patrols of the other processes find the version
        log.info("told nobody of %s: this process is stopping", versions)
