"""Tell everybody that something has changed: after commit, from any thread of any process.

A process with sockets has a hub, which subscribes here, shows the news to its own sockets and rings for the others. A
process without one (a Celery worker, a command) only rings."""

import asyncio
import atexit
import contextlib
import logging
import os
import threading
from collections.abc import Iterable, Sequence
from typing import Protocol

from lobby.tables.store.table_store import StoredTable

from .notifications import LOBBY, Bells

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

    def add(self, versions: dict[int, int], users: Sequence[int], chats: Sequence[int]) -> None:
        self.loop.call_soon_threadsafe(self._add, versions, users, chats)

    def _add(self, versions: dict[int, int], users: Sequence[int], chats: Sequence[int]) -> None:
        self.bells = self.bells or Bells(pause=PAUSE)
        self.bells.add(versions, users, chats)

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


class Listener(Protocol):
    """A hub: it is told on its loop."""

    loop: asyncio.AbstractEventLoop

    def wrote(
        self, stored: StoredTable | None, versions: dict[int, int], users: Iterable[int], chats: Iterable[int]
    ) -> None: ...


_listener: Listener | None = None
_ringer: _Ringer | None = None
_one_ringer = threading.Lock()


def subscribe(listener: Listener | None) -> None:
    """From now on `listener` is told; None: nobody here, bells are rung for other processes only."""
    global _listener  # noqa: PLW0603  one hub per process is the point
    _listener = listener


def _ringer_of_this_process() -> _Ringer:
    """A forked process has no thread of its parent's: it begins its own."""
    global _ringer  # noqa: PLW0603  one per process is the point
    with _one_ringer:
        if _ringer is None or _ringer.process != os.getpid():
            _ringer = _Ringer()
        return _ringer


def table_changed(table: StoredTable) -> None:
    """A version was committed here."""
    _tell(table, {table.id: table.version})


def lobby_changed() -> None:
    """The public list of rooms looks different now."""
    _tell(None, {LOBBY: 0})


def account_changed(user: int) -> None:
    """An account was banned or its sessions ended: its sockets are judged at once. Call after commit."""
    _tell(None, {}, [user])


def said(table_id: int) -> None:
    """Somebody has said something at this table. What, the database knows."""
    _tell(None, {}, chats=[table_id])


def _tell(
    table: StoredTable | None, versions: dict[int, int], users: Sequence[int] = (), chats: Sequence[int] = ()
) -> None:
    # "Has this process a hub", not "does its loop run": when the server stops, nobody would ever hear a ringer's bell.
    try:
        if _listener:
            _listener.loop.call_soon_threadsafe(_listener.wrote, table, versions, users, chats)
        else:
            _ringer_of_this_process().add(versions, users, chats)
    except RuntimeError:  # the loop is closed: the patrols of the other processes find the version
        log.info("told nobody of %s: this process is stopping", versions)
