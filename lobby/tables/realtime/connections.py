"""The sockets of this process, and the tables they look at. What changes with each is here; who changes it when is in
hub.py, heartbeat.py and chat_feed.py, which share one `Connections` and do not know each other."""

import asyncio
from collections.abc import Collection
from typing import Protocol

from lobby.tables.core.chat import ChatLine
from lobby.tables.store.table_store import StoredTable

from . import protocol, table_view
from .table_view import RoomView


class TableSocket(Protocol):
    """A socket at a table: what is asked of a consumer."""

    user: int
    session: str | None
    table_id: int
    connection: int
    joined: int  # second of the heartbeat
    answered: int  # … of the last pong
    spoke: bool  # since the last time it was written down
    lines: set[int] | None  # of the chat, those shown; None: all are to be shown anew

    async def show(self, connected: "ConnectedTable") -> None: ...
    async def show_lines(self, lines: list[ChatLine], muted: list[str]) -> None: ...
    async def ping(self) -> None: ...
    async def write(self, data: bytes) -> None: ...
    async def expel(self, code: str) -> None: ...


class LobbySocket(Protocol):
    """A socket of the public list."""

    joined: int
    visitor: int | str  # the account, or the address

    async def tell(self, version: int) -> None: ...


class ConnectedTable:
    """A table with sockets in this process. What all see is built once per version, what one sees once per user."""

    __slots__ = ("_play", "_private", "_room_view", "id", "lines", "shown", "sockets", "stale", "stored", "task")

    def __init__(self, table_id: int) -> None:
        self.id, self.shown, self.stale = table_id, -1, False
        self.sockets: set[TableSocket] = set()
        self.lines: set[int] = set()  # of the chat, the last ones
        self.stored: StoredTable | None = None
        self.task: asyncio.Task[None] | None = None
        self._room_view: RoomView | None = None
        self._play: dict[bool, bytes] = {}
        self._private: dict[int, bytes] = {}

    @property
    def version(self) -> int:
        return self.stored.version if self.stored else -1

    def take(self, stored: StoredTable) -> None:
        """The table as it is now, unless what is known is newer."""
        if stored.version > self.version:
            self.stored = stored
            self._room_view = table_view.room_view(stored.table, self._room_view)
            self._play, self._private = {}, {}

    def picture(self, user: int, name: str, told: RoomView | None) -> tuple[bytes, RoomView]:
        """The table as this person sees it, less what the socket has been told already; and what it knows then.

        Raises LookupError if the table has not been read yet."""
        if self.stored is None or self._room_view is None:
            raise LookupError(f"table {self.id} has not been read yet")
        table, view = self.stored.table, self._room_view
        with_game = table.open_to(user)
        if with_game not in self._play:
            self._play[with_game] = table_view.play(table, with_game=with_game)
        if user not in self._private:
            self._private[user] = table_view.private(table, user, name)
        room = None if told and told.room == view.room else view.room
        seats = None if told and told.seats == view.seats else view.seats
        halves = self._play[with_game], self._private[user]
        return protocol.table(self.version, table_view.timing(table, with_game=with_game), room, seats, *halves), view


class Connections:
    """All sockets of a process. Used on its event loop only."""

    def __init__(self) -> None:
        self.tables: dict[int, ConnectedTable] = {}
        self.sockets: set[TableSocket] = set()
        self.lobby: set[LobbySocket] = set()
        self.lobby_version = 0

    def of(self, users: Collection[int]) -> list[TableSocket]:
        """The table sockets of these people."""
        return [socket for socket in self.sockets if socket.user in users]
