"""The hub: one per process. It knows the tables that have sockets here, keeps their last state, hears the bells of the
other processes once for all of them, and shows each socket what is new.

A bell is [table, version] and may be lost, doubled or late: it only makes a table `stale`, and a stale table reads its
row. `patrol` compares all versions with the database every few seconds, so nothing depends on Redis but speed.
Everything here runs on the event loop; there are no locks. What it does each second is in heartbeat.py."""

import asyncio
import logging
import secrets
from collections.abc import Iterable

from lobby.tables.announce import broadcast
from lobby.tables.announce.notifications import GROUP, LOBBY, Bells, channel_layer
from lobby.tables.store import metrics, table_store
from lobby.tables.store.table_store import StoredTable

from .chat_feed import ChatFeed
from .connections import ConnectedTable, Connections, TableSocket
from .database_threads import db
from .heartbeat import Heartbeat

PATROL = 2.0
LOBBY_PAUSE = 1.0  # the list is announced at most this often
log = logging.getLogger(__name__)
_hub: "Hub | None" = None


def hub() -> "Hub":
    """The hub of the running loop (a test has its own loop, and so its own hub)."""
    global _hub  # noqa: PLW0603  one hub per process is the point
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub()
        broadcast.subscribe(_hub)
    return _hub


def of_this_process() -> "Hub | None":
    """The hub, whether its loop still runs or not; None in a process without sockets."""
    return _hub


class Reader:
    """Reads tables: those asked for in the same moment with one query. A sweep rings for dozens at once."""

    def __init__(self) -> None:
        self.asked: dict[int, asyncio.Future[StoredTable]] = {}
        self.reading: set[asyncio.Task[None]] = set()  # references kept

    async def read(self, table_id: int) -> StoredTable:
        """Raises what the database or the state does, LookupError for a table that there is not."""
        loop = asyncio.get_running_loop()
        if not self.asked:
            loop.call_soon(self._begin)
        return await self.asked.setdefault(table_id, loop.create_future())

    def _begin(self) -> None:
        asked, self.asked = self.asked, {}
        task = asyncio.get_running_loop().create_task(self._answer(asked))
        self.reading.add(task)
        task.add_done_callback(self.reading.discard)

    async def _answer(self, asked: dict[int, asyncio.Future[StoredTable]]) -> None:
        try:
            found = await db(table_store.read_all, list(asked))
        except Exception as error:  # noqa: BLE001  whoever has asked gets it
            found = dict.fromkeys(asked, error)
        for table_id, future in asked.items():
            stored = found.get(table_id, LookupError(f"no table {table_id}"))
            if isinstance(stored, Exception):
                future.set_exception(stored)
            else:
                future.set_result(stored)


class Hub:
    """Brings what has changed to the sockets of this process. Use `hub()`."""

    def __init__(self) -> None:
        self.loop, self.layer = asyncio.get_running_loop(), channel_layer()
        self.name = secrets.token_hex(8)
        self.connections = Connections()
        self.bells = Bells(self.name)
        self.reader = Reader()
        self.telling: asyncio.Task[None] | None = None
        self.heartbeat = Heartbeat(self.connections, self.list_changed)
        self.chat_feed = ChatFeed(self.connections)
        runs = (self.listen, self.patrol, self.heartbeat.run)
        self.tasks = [self.loop.create_task(run()) for run in runs]  # references kept

    # --- sockets ---

    def join(self, table_id: int, socket: TableSocket) -> ConnectedTable:
        connected = self.connections.tables.setdefault(table_id, ConnectedTable(table_id))
        connected.sockets.add(socket)
        self.doubt(connected)  # a newcomer always sees the row as it is now
        self.chat_feed.heard([table_id] if connected.stored else ())
        return connected

    def leave(self, connected: ConnectedTable, socket: TableSocket) -> None:
        connected.sockets.discard(socket)
        if not connected.sockets and self.connections.tables.get(connected.id) is connected:
            del self.connections.tables[connected.id]

    # --- news ---

    def committed(
        self, stored: StoredTable | None, versions: dict[int, int], users: Iterable[int] = (), chats: Iterable[int] = ()
    ) -> None:
        """This process has committed something: show it here, ring the bell for the others."""
        if stored and (connected := self.connections.tables.get(stored.id)):
            connected.take(stored)
            self.update(connected)
        if LOBBY in versions:
            self.list_changed()
        self.account_changed(users)
        self.chat_feed.heard(chats)
        self.bells.add(versions, users, chats)

    def account_changed(self, users: Iterable[int]) -> None:
        """Its sockets are judged, and what they hear is chosen anew."""
        if users:
            self.heartbeat.judge(users)
            self.chat_feed.choose_again(users)

    def heard(self, table_id: int, version: int) -> None:
        if table_id == LOBBY:
            self.list_changed()
            return
        connected = self.connections.tables.get(table_id)
        if connected and version > connected.version:
            self.doubt(connected)

    def found(self, table_id: int, version: int) -> None:
        """The patrol has seen a version; was there no bell?"""
        connected = self.connections.tables.get(table_id)
        if connected and connected.stored and version > connected.version and not connected.stale:
            metrics.found_by_patrol.inc()
        self.heard(table_id, version)

    def doubt(self, connected: ConnectedTable) -> None:
        connected.stale = True
        self.update(connected)

    def update(self, connected: ConnectedTable) -> None:
        connected.task = connected.task or self.loop.create_task(self.bring_up_to_date(connected))

    async def bring_up_to_date(self, connected: ConnectedTable) -> None:
        try:
            while connected.stale or connected.shown < connected.version:
                if connected.stale:
                    connected.stale = False
                    first = connected.stored is None
                    connected.take(await self.reader.read(connected.id))
                    if first:
                        self.chat_feed.heard([connected.id])
                connected.shown = connected.version
                for socket in tuple(connected.sockets):
                    await self.show(connected, socket)
        except Exception as error:  # noqa: BLE001  whatever it is, the patrol comes by again
            log.warning("table %s not read: %r", connected.id, error)
            connected.stale = True
        finally:
            connected.task = None

    async def show(self, connected: ConnectedTable, socket: TableSocket) -> None:
        try:
            await socket.show(connected)
        except Exception:
            log.exception("table %s not shown to a socket", connected.id)
            self.leave(connected, socket)  # its heartbeat will find out

    def list_changed(self) -> None:
        self.connections.lobby_version += 1
        if self.connections.lobby:
            self.telling = self.telling or self.loop.create_task(self.tell_lobby())

    async def tell_lobby(self) -> None:
        try:
            said = -1
            while said != self.connections.lobby_version:
                said = self.connections.lobby_version
                for socket in tuple(self.connections.lobby):
                    await socket.tell(said)
                await asyncio.sleep(LOBBY_PAUSE)
        except Exception:
            log.exception("lobby sockets not told")
        finally:
            self.telling = None

    # --- bells ---

    async def listen(self) -> None:
        while True:
            try:
                channel = await self.layer.new_channel()
                await self.layer.group_add(GROUP, channel)
                while True:
                    message = await self.layer.receive(channel)  # never cancelled: that would make the channel deaf
                    if message["by"] == self.name:
                        continue  # said here, before it was rung
                    for table_id, version in message["versions"]:
                        self.heard(table_id, version)
                    self.account_changed(message["users"])
                    self.chat_feed.heard(message["talks"])
            except Exception as error:  # noqa: BLE001  the channel layer only affects speed
                log.warning("cannot hear: %r", error)
                await asyncio.sleep(1)

    async def patrol(self) -> None:
        while True:
            await asyncio.sleep(PATROL)
            try:
                for connected in self.connections.tables.values():
                    if connected.stale:
                        self.update(connected)
                if self.connections.tables:
                    for table_id, version in await db(table_store.versions, list(self.connections.tables)):
                        self.found(table_id, version)
                    await self.chat_feed.patrol()
            except Exception as error:  # noqa: BLE001  the next round looks again
                log.warning("patrol: %r", error)
