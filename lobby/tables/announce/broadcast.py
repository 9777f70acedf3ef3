"""Announce that something has changed: after the commit, from any thread of any process.

A process with sockets has a hub, which subscribes here, updates its own sockets and rings for the other processes. A
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
LAST_WORDS = 2.0  # seconds an ending process waits until its last bell is sent
log = logging.getLogger(__name__)


class _Ringer:
    """Rings for a process without a hub (a Celery worker, a command), in a thread of its own: changing a table never
    waits for the channel layer, whose connection stays open."""

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
        """At the end of the process: ring for what was added, if the channel layer accepts it within LAST_WORDS."""
        if self.process == os.getpid() and self.thread.is_alive():
            with contextlib.suppress(TimeoutError):
                asyncio.run_coroutine_threadsafe(self.rung(), self.loop).result(LAST_WORDS)
            self.loop.call_soon_threadsafe(self.ends.set)
            self.thread.join()

    async def rung(self) -> None:
        """Return when everything added before has been rung."""
        if self.bells and self.bells.ringing:
            await self.bells.ringing


class Listener(Protocol):
    """A hub. `committed` is called on its loop."""

    loop: asyncio.AbstractEventLoop

    def committed(
        self, stored: StoredTable | None, versions: dict[int, int], users: Iterable[int], chats: Iterable[int]
    ) -> None:
        """This process has committed something: a table, versions by table, changed accounts, tables with new chat."""


_listener: Listener | None = None
_ringer: _Ringer | None = None
_one_ringer = threading.Lock()


def subscribe(listener: Listener | None) -> None:
    """Call `listener` from now on; None: this process has no sockets and only rings for the others."""
    global _listener  # noqa: PLW0603  one hub per process is the point
    _listener = listener


def _ringer_of_this_process() -> _Ringer:
    """The ringer. A fork does not inherit its parent's thread, so it starts a new one."""
    global _ringer  # noqa: PLW0603  one per process is the point
    with _one_ringer:
        if _ringer is None or _ringer.process != os.getpid():
            _ringer = _Ringer()
        return _ringer


def table_changed(table: StoredTable) -> None:
    """This process committed a version."""
    _announce(table, {table.id: table.version})


def lobby_changed() -> None:
    """The public list of rooms has changed."""
    _announce(None, {LOBBY: 0})


def account_changed(user: int) -> None:
    """What an account may do, or whom it hears, has changed: check its sockets at once. Call after commit."""
    _announce(None, {}, [user])


def chat_changed(table_id: int) -> None:
    """The chat of this table has a new line; the line itself is read from the database."""
    _announce(None, {}, chats=[table_id])


def _announce(
    table: StoredTable | None, versions: dict[int, int], users: Sequence[int] = (), chats: Sequence[int] = ()
) -> None:
    # The test is whether there is a hub, not whether its loop runs: while a server stops, a new ringer's bell would
    # never be heard.
    try:
        if _listener:
            _listener.loop.call_soon_threadsafe(_listener.committed, table, versions, users, chats)
        else:
            _ringer_of_this_process().add(versions, users, chats)
    except RuntimeError:  # the loop is closed: the patrols of the other processes find the version
        log.info("versions %s not announced: this process is stopping", versions)
