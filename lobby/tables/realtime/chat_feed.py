"""The chat at the tables of this process, shown to everybody who may see it.

A bell only says that a chat has changed: the last lines of the table are then read from the database, so bells may be
lost, duplicated or reordered. `patrol` finds lines that no bell announced."""

import asyncio
import logging
from collections.abc import Iterable

from accounts import relationships
from lobby.tables.core.chat import ChatLine
from lobby.tables.services import chat

from .connections import ConnectedTable, Connections
from .database_threads import db

OVERLAP = 100  # line numbers looked at again: they may be committed out of order
log = logging.getLogger(__name__)


class ChatFeed:
    """Sends new chat lines to the sockets of this process. It belongs to the hub and runs on its loop."""

    def __init__(self, connections: Connections) -> None:
        self.connections = connections
        self.stale: set[int] = set()
        self.reading: asyncio.Task[None] | None = None
        self.seen: int | None = None  # the newest line the patrol knows of

    def heard(self, table_ids: Iterable[int]) -> None:
        """These tables have new lines or a new socket: read and show them soon."""
        self.stale.update(table_id for table_id in table_ids if table_id in self.connections.tables)
        if self.stale:
            self.reading = self.reading or asyncio.get_running_loop().create_task(self.read())

    def choose_again(self, users: Iterable[int]) -> None:
        """Whose lines these people see may have changed: send them all lines again."""
        sockets = self.connections.of(set(users))
        for socket in sockets:
            socket.lines = None
        self.heard(socket.table_id for socket in sockets)

    async def read(self) -> None:
        """Read and show the stale tables until none is left."""
        try:
            while self.stale:
                table_ids, self.stale = self.stale, set()
                for table_id in table_ids:
                    if connected := self.connections.tables.get(table_id):
                        await self.show(connected)
        except Exception as error:  # noqa: BLE001  whatever it is, the patrol tries again
            log.warning("chat not read: %r", error)
            self.seen = None
        finally:
            self.reading = None

    async def show(self, connected: ConnectedTable) -> None:
        """Read the chat of a table and send each socket there the lines it may see."""
        sockets = list(connected.sockets)
        lines, unheard, muted = await db(_read, connected.id, {socket.user for socket in sockets})
        if connected.stored is None:  # not read yet: the hub calls again when it is
            return
        connected.lines = {line.n for line in lines}
        for socket in sockets:
            shown = chat.visible(lines, connected.stored.table, socket.user, unheard)
            await socket.show_lines(shown, muted.get(socket.user, []))

    async def patrol(self) -> None:
        """Find lines that no bell announced. The first time, and after an error, look at all tables here."""
        if self.seen is None:
            self.seen = await db(chat.newest)
            self.heard(list(self.connections.tables))
            return
        found = await db(chat.news, self.seen - OVERLAP)
        for n, table_id in found:
            self.seen = max(self.seen, n)
            connected = self.connections.tables.get(table_id)
            if connected and n not in connected.lines and n > min(connected.lines, default=0):
                self.heard([table_id])


Chat = tuple[list[ChatLine], set[tuple[int, int]], dict[int, list[str]]]


def _read(table_id: int, listeners: set[int]) -> Chat:
    """The last lines, the pairs (listener, writer) to leave out, and the names each listener has muted."""
    lines = chat.recent(table_id)
    return lines, relationships.unheard(listeners, {line.user for line in lines}), relationships.muted_names(listeners)
