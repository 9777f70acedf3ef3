"""The sockets of this process and the tables they show: the state that hub.py, heartbeat.py and chat_feed.py share, in
one `Connections`. When it changes is decided there."""

import asyncio
from collections.abc import Collection
from typing import Protocol

from lobby.tables.core.chat import ChatLine
from lobby.tables.store.table_store import StoredTable

from . import protocol, table_view
from .table_view import RoomView


class TableSocket(Protocol):
    """A socket at a table: what the hub expects of a consumer."""

    user: int
    session: str | None
    table_id: int
    connection: int
    joined: int  # second of the heartbeat
    answered: int  # … of the last pong
    spoke: bool  # has sent a frame that is not recorded yet
    lines: set[int] | None  # numbers of the chat lines it shows; None: send all again

    async def show(self, connected: "ConnectedTable") -> None:
        """Send the newest picture of the table, unless the socket has it."""

    async def show_lines(self, lines: list[ChatLine], muted: list[str]) -> None:
        """Send those of the lines it does not show yet. `muted`: the names its person has muted."""

    async def ping(self) -> None:
        """Send a ping with the version it should have."""

    async def write(self, data: bytes) -> None:
        """Send an encoded message."""

    async def expel(self, code: str) -> None:
        """Say why, and close it."""


class LobbySocket(Protocol):
    """A socket of the public list."""

    joined: int  # second of the heartbeat
    visitor: int | str  # the account, or the address

    async def send_version(self, version: int) -> None:
        """Send the version of the list."""


class ConnectedTable:
    """A table with sockets in this process. What all see is built once per version, what one person sees once per
    version, per user."""

    __slots__ = ("_play", "_private", "_room_view", "id", "lines", "shown", "sockets", "stale", "stored", "task")

    def __init__(self, table_id: int) -> None:
        self.id, self.shown, self.stale = table_id, -1, False
        self.sockets: set[TableSocket] = set()
        self.lines: set[int] = set()  # numbers of the last lines of the chat
        self.stored: StoredTable | None = None
        self.task: asyncio.Task[None] | None = None
        self._room_view: RoomView | None = None
        self._play: dict[bool, bytes] = {}
        self._private: dict[int, bytes] = {}

    @property
    def version(self) -> int:
        """The version known here; -1: the table has not been read yet."""
        return self.stored.version if self.stored else -1

    def take(self, stored: StoredTable) -> None:
        """Take over a version of the table, unless a newer one is known."""
        if stored.version > self.version:
            self.stored = stored
            self._room_view = table_view.room_view(stored.table, self._room_view)
            self._play, self._private = {}, {}

    def picture(self, user: int, name: str, sent: RoomView | None) -> tuple[bytes, RoomView]:
        """The encoded table as this person sees it, without what has not changed since `sent`; and the next `sent`.

        Raises LookupError if the table has not been read yet."""
        if self.stored is None or self._room_view is None:
            raise LookupError(f"table {self.id} has not been read yet")
        table, view = self.stored.table, self._room_view
        with_game = table.open_to(user)
        if with_game not in self._play:
            self._play[with_game] = table_view.play(table, with_game=with_game)
        if user not in self._private:
            self._private[user] = table_view.private(table, user, name)
        room = None if sent and sent.room == view.room else view.room
        seats = None if sent and sent.seats == view.seats else view.seats
        halves = self._play[with_game], self._private[user]
        return protocol.table(self.version, table_view.timing(table, with_game=with_game), room, seats, *halves), view


class Connections:
    """All sockets of a process. Use it on the event loop only."""

    def __init__(self) -> None:
        self.tables: dict[int, ConnectedTable] = {}
        self.sockets: set[TableSocket] = set()
        self.lobby: set[LobbySocket] = set()
        self.lobby_version = 0

    def of(self, users: Collection[int]) -> list[TableSocket]:
        """The table sockets of these people."""
        return [socket for socket in self.sockets if socket.user in users]
