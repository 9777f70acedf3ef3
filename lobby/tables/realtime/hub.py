"""The hub: one a process. It knows the tables that have sockets here, keeps their last state, hears the bells of the
other processes once for all of them, and shows each socket what is new.

A bell is [table, version] and may be lost, doubled or late: it only makes a table `stale`, and a stale table reads its
row. `patrol` compares all versions with the database every few seconds, so nothing depends on Redis but speed.
Everything here runs on the event loop; there are no locks. What it does each second is in pulse.py."""

import asyncio
import logging
import secrets
from collections.abc import Iterable
from typing import Any, Protocol

from channels.layers import get_channel_layer

from lobby.tables.announce.notifications import GROUP, Bells
from lobby.tables.store import metrics, table_store
from lobby.tables.store.table_store import Known

from . import protocol, table_view
from .database_threads import db
from .table_view import House

LOBBY = 0  # the "table" whose bell means: the public list has changed
PATROL = 2.0
LOBBY_PAUSE = 1.0  # the list is announced at most this often
log = logging.getLogger(__name__)
_hub: "Hub | None" = None


class Socket(Protocol):
    """What the hub needs of a consumer."""

    async def show(self, room: "Room") -> None: ...


def hub() -> "Hub":
    """The hub of the running loop (a test has its own loop, and so its own hub)."""
    global _hub  # noqa: PLW0603  one hub a process is the point
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub()
    return _hub


def of_this_process() -> "Hub | None":
    """The hub, whether its loop still runs or not; None in a process without sockets."""
    return _hub


class Room:
    """A table with sockets in this process. What all see is built once a version, what one sees once a person."""

    __slots__ = ("_house", "_play", "_private", "id", "lines", "shown", "sockets", "stale", "table", "task")

    def __init__(self, table_id: int) -> None:
        self.id, self.shown, self.stale = table_id, -1, False
        self.sockets: set[Socket] = set()
        self.lines: set[int] = set()  # of the talk, the last ones (talk.py)
        self.table: Known | None = None
        self.task: asyncio.Task[None] | None = None
        self._house: House | None = None
        self._play: dict[bool, bytes] = {}
        self._private: dict[int, bytes] = {}

    @property
    def version(self) -> int:
        return self.table.version if self.table else -1

    def take(self, table: Known) -> None:
        if table.version > self.version:
            self.table = table
            self._house = table_view.house(table.live, self._house)
            self._play, self._private = {}, {}

    def picture(self, user: int, name: str, told: House | None) -> tuple[bytes, House]:
        """The table as this person sees it, less what the socket has been told already; and what it knows then."""
        if self.table is None or self._house is None:
            raise LookupError(f"table {self.id} has not been read yet")
        live, house = self.table.live, self._house
        with_game = live.open_to(user)
        if with_game not in self._play:
            self._play[with_game] = table_view.play(live, with_game=with_game)
        if user not in self._private:
            self._private[user] = table_view.private(live, user, name)
        room = None if told and told.room == house.room else house.room
        seats = None if told and told.seats == house.seats else house.seats
        halves = self._play[with_game], self._private[user]
        return protocol.table(self.version, table_view.timing(live), room, seats, *halves), house


class Reader:
    """Reads tables: those asked for in the same moment with one query. A sweep rings for dozens at once."""

    def __init__(self) -> None:
        self.asked: dict[int, asyncio.Future[Known]] = {}
        self.reading: set[asyncio.Task[None]] = set()  # references kept

    async def read(self, table_id: int) -> Known:
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

    async def _answer(self, asked: dict[int, asyncio.Future[Known]]) -> None:
        try:
            found = await db(table_store.read_all, list(asked))
        except Exception as error:  # noqa: BLE001  whoever has asked gets it
            found = dict.fromkeys(asked, error)
        for table_id, future in asked.items():
            table = found.get(table_id, LookupError(f"no table {table_id}"))
            if isinstance(table, Exception):
                future.set_exception(table)
            else:
                future.set_result(table)


class Hub:
    def __init__(self) -> None:
        from .chat_feed import Talk
        from .heartbeat import Pulse

        self.loop, self.layer = asyncio.get_running_loop(), get_channel_layer()
        self.name = secrets.token_hex(8)
        self.rooms: dict[int, Room] = {}
        self.bells = Bells(self.name)
        self.lobby: set[Any] = set()
        self.lobby_version = 0
        self.reader = Reader()
        self.telling: asyncio.Task[None] | None = None
        self.pulse, self.talk = Pulse(self), Talk(self)
        runs = (self.listen, self.patrol, self.pulse.run)
        self.tasks = [self.loop.create_task(run()) for run in runs]  # references kept

    # --- sockets ---

    def join(self, table_id: int, socket: Socket) -> Room:
        room = self.rooms.setdefault(table_id, Room(table_id))
        room.sockets.add(socket)
        self.doubt(room)  # a newcomer always sees the row as it is now
        self.talk.heard([table_id] if room.table else ())
        return room

    def leave(self, room: Room, socket: Socket) -> None:
        room.sockets.discard(socket)
        if not room.sockets and self.rooms.get(room.id) is room:
            del self.rooms[room.id]

    # --- news ---

    def wrote(
        self, table: Known | None, versions: dict[int, int], users: Iterable[int] = (), talks: Iterable[int] = ()
    ) -> None:
        """This process has committed something: show it here, ring the bell for the others."""
        if table and (room := self.rooms.get(table.id)):
            room.take(table)
            self.update(room)
        if LOBBY in versions:
            self.list_changed()
        self.account_changed(users)
        self.talk.heard(talks)
        self.bells.add(versions, users, talks)

    def account_changed(self, users: Iterable[int]) -> None:
        """Its sockets are judged, and what they hear is chosen anew."""
        if users:
            self.pulse.judge(users)
            self.talk.choose_again(users)

    def heard(self, table_id: int, version: int) -> None:
        if table_id == LOBBY:
            self.list_changed()
            return
        room = self.rooms.get(table_id)
        if room and version > room.version:
            self.doubt(room)

    def found(self, table_id: int, version: int) -> None:
        """The patrol has seen a version; was there no bell?"""
        room = self.rooms.get(table_id)
        if room and room.table and version > room.version and not room.stale:
            metrics.found_by_patrol.inc()
        self.heard(table_id, version)

    def doubt(self, room: Room) -> None:
        room.stale = True
        self.update(room)

    def update(self, room: Room) -> None:
        room.task = room.task or self.loop.create_task(self.bring_up_to_date(room))

    async def bring_up_to_date(self, room: Room) -> None:
        try:
            while room.stale or room.shown < room.version:
                if room.stale:
                    room.stale = False
                    first = room.table is None
                    room.take(await self.reader.read(room.id))
                    if first:
                        self.talk.heard([room.id])
                room.shown = room.version
                for socket in tuple(room.sockets):
                    await self.show(room, socket)
        except Exception as error:  # noqa: BLE001  whatever it is, the patrol comes by again
            log.warning("table %s not read: %r", room.id, error)
            room.stale = True
        finally:
            room.task = None

    async def show(self, room: Room, socket: Socket) -> None:
        try:
            await socket.show(room)
        except Exception:
            log.exception("table %s not shown to a socket", room.id)
            self.leave(room, socket)  # its heartbeat will find out

    def list_changed(self) -> None:
        self.lobby_version += 1
        if self.lobby:
            self.telling = self.telling or self.loop.create_task(self.tell_lobby())

    async def tell_lobby(self) -> None:
        try:
            said = -1
            while said != self.lobby_version:
                said = self.lobby_version
                for socket in tuple(self.lobby):
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
                    self.talk.heard(message["talks"])
            except Exception as error:  # noqa: BLE001  the channel layer only affects speed
                log.warning("cannot hear: %r", error)
                await asyncio.sleep(1)

    async def patrol(self) -> None:
        while True:
            await asyncio.sleep(PATROL)
            try:
                for room in self.rooms.values():
                    if room.stale:
                        self.update(room)
                for table_id, version in await db(table_store.versions, list(self.rooms)) if self.rooms else ():
                    self.found(table_id, version)
                if self.rooms:
                    await self.talk.patrol()
            except Exception as error:  # noqa: BLE001  the next round looks again
                log.warning("patrol: %r", error)
