"""The hub: one per process. It knows the tables with sockets here, keeps their last state, receives the bells of other
processes once for all sockets, and shows each socket what is new.

A bell is [table, version] and may be lost, duplicated or late: it only marks a table `stale`, and a stale table reads
its row. `patrol` compares all versions with the database every few seconds, so only speed depends on Redis. Everything
here runs on the event loop; there are no locks. What happens once per second is in heartbeat.py."""

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

PATROL = 2.0  # seconds between two patrols
LOBBY_PAUSE = 1.0  # seconds, at least, between two announcements of the list
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
    """The hub, even if its loop has stopped; None in a process without sockets."""
    return _hub


class Reader:
    """Reads tables; those requested in the same tick of the loop with one query, since a sweep can change dozens."""

    def __init__(self) -> None:
        self.asked: dict[int, asyncio.Future[StoredTable]] = {}
        self.reading: set[asyncio.Task[None]] = set()  # references kept

    async def read(self, table_id: int) -> StoredTable:
        """The table as it is now. Raises LookupError if there is none, and what the database or `decode` raises."""
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
        except Exception as error:  # noqa: BLE001  passed on to whoever asked
            found = dict.fromkeys(asked, error)
        for table_id, future in asked.items():
            stored = found.get(table_id, LookupError(f"no table {table_id}"))
            if isinstance(stored, Exception):
                future.set_exception(stored)
            else:
                future.set_result(stored)


class Hub:
    """Sends what has changed to the sockets of this process. Get it from `hub()`."""

    def __init__(self) -> None:
        self.loop, self.layer = asyncio.get_running_loop(), channel_layer()
        self.name = secrets.token_hex(8)
        self.connections = Connections()
        self.bells = Bells(self.name)
        self.reader = Reader()
        self.announcing: asyncio.Task[None] | None = None
        self.heartbeat = Heartbeat(self.connections, self.list_changed)
        self.chat_feed = ChatFeed(self.connections)
        runs = (self.listen, self.patrol, self.heartbeat.run)
        self.tasks = [self.loop.create_task(run()) for run in runs]  # references kept

    # --- sockets ---

    def join(self, table_id: int, socket: TableSocket) -> ConnectedTable:
        """A socket comes to a table: it is sent the table and its chat soon."""
        connected = self.connections.tables.setdefault(table_id, ConnectedTable(table_id))
        connected.sockets.add(socket)
        self.mark_stale(connected)  # a new socket always sees the row as it is now
        self.chat_feed.heard([table_id] if connected.stored else ())
        return connected

    def leave(self, connected: ConnectedTable, socket: TableSocket) -> None:
        """A socket leaves; a table without sockets is forgotten."""
        connected.sockets.discard(socket)
        if not connected.sockets and self.connections.tables.get(connected.id) is connected:
            del self.connections.tables[connected.id]

    # --- news ---

    def committed(
        self, stored: StoredTable | None, versions: dict[int, int], users: Iterable[int] = (), chats: Iterable[int] = ()
    ) -> None:
        """This process has committed something: show it here, and ring for the other processes. See `Listener`."""
        if stored and (connected := self.connections.tables.get(stored.id)):
            connected.take(stored)
            self.update(connected)
        if LOBBY in versions:
            self.list_changed()
        self.account_changed(users)
        self.chat_feed.heard(chats)
        self.bells.add(versions, users, chats)

    def account_changed(self, users: Iterable[int]) -> None:
        """Accounts have changed: check their sockets, and choose their visible chat lines again."""
        if users:
            self.heartbeat.judge(users)
            self.chat_feed.choose_again(users)

    def heard(self, table_id: int, version: int) -> None:
        """A bell has announced a version of a table, or of the public list (LOBBY)."""
        if table_id == LOBBY:
            self.list_changed()
            return
        connected = self.connections.tables.get(table_id)
        if connected and version > connected.version:
            self.mark_stale(connected)

    def found(self, table_id: int, version: int) -> None:
        """The patrol has read a version: count it if no bell announced it, and catch up."""
        connected = self.connections.tables.get(table_id)
        if connected and connected.stored and version > connected.version and not connected.stale:
            metrics.found_by_patrol.inc()
        self.heard(table_id, version)

    def mark_stale(self, connected: ConnectedTable) -> None:
        """There is a newer version: read it soon."""
        connected.stale = True
        self.update(connected)

    def update(self, connected: ConnectedTable) -> None:
        """Bring a table up to date, unless that is under way."""
        connected.task = connected.task or self.loop.create_task(self.bring_up_to_date(connected))

    async def bring_up_to_date(self, connected: ConnectedTable) -> None:
        """Read the table while it is stale, and show it to its sockets while there is something new."""
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
        except Exception as error:  # noqa: BLE001  whatever it is, the patrol tries again
            log.warning("table %s not read: %r", connected.id, error)
            connected.stale = True
        finally:
            connected.task = None

    async def show(self, connected: ConnectedTable, socket: TableSocket) -> None:
        """Show one socket the table; one that fails leaves it, so that the others go on."""
        try:
            await socket.show(connected)
        except Exception:
            log.exception("table %s not shown to a socket", connected.id)
            self.leave(connected, socket)  # it joins again with its next message, or the heartbeat closes it

    def list_changed(self) -> None:
        """The public list has changed: announce it to the lobby sockets."""
        self.connections.lobby_version += 1
        if self.connections.lobby:
            self.announcing = self.announcing or self.loop.create_task(self.announce_list())

    async def announce_list(self) -> None:
        """Send the lobby sockets the version of the list until they have the newest."""
        try:
            sent = -1
            while sent != self.connections.lobby_version:
                sent = self.connections.lobby_version
                for socket in tuple(self.connections.lobby):
                    await socket.send_version(sent)
                await asyncio.sleep(LOBBY_PAUSE)
        except Exception:
            log.exception("list not announced to the lobby sockets")
        finally:
            self.announcing = None

    # --- bells ---

    async def listen(self) -> None:
        """Receive the bells of the other processes; after an error, on a new channel."""
        while True:
            try:
                channel = await self.layer.new_channel()
                await self.layer.group_add(GROUP, channel)
                while True:
                    message = await self.layer.receive(channel)  # never cancelled: that would make the channel deaf
                    if message["by"] == self.name:
                        continue  # rung by this process, which has shown it already
                    for table_id, version in message["versions"]:
                        self.heard(table_id, version)
                    self.account_changed(message["users"])
                    self.chat_feed.heard(message["talks"])
            except Exception as error:  # noqa: BLE001  the channel layer only affects speed
                log.warning("no bells: %r", error)
                await asyncio.sleep(1)

    async def patrol(self) -> None:
        """Every PATROL seconds find what no bell announced, and try again what could not be read."""
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
            except Exception as error:  # noqa: BLE001  the next patrol tries again
                log.warning("patrol: %r", error)
