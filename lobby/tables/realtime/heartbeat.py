"""What a web process does once per second: update the pulse, record which sockets sent frames and which closed, ping,
close silent sockets, and close those of people who may no longer stay."""

import asyncio
import logging
import os
import secrets
from collections.abc import Callable, Iterable

from lobby.tables.services import presence
from lobby.tables.services.presence import Goodbye
from lobby.tables.store import clock

from . import access_checks
from .connections import Connections
from .database_threads import db

PROCESS = f"{os.uname().nodename[:20]}-{os.getpid()}-{secrets.token_hex(4)}"
# All in seconds.
PERIOD = 1.0
PING_EVERY = 10
SILENT = 35  # three pings unanswered
JUDGE_EVERY = 30  # check everybody's account and session; after a ban at once
LOBBY_EVERY = 5
LOBBY_PING_EVERY = 25  # if nothing arrives for 60 s, the lobby's page reconnects
log = logging.getLogger(__name__)


class Heartbeat:
    """Belongs to the hub and runs on its loop. It calls `list_changed` when the public list has changed and no bell
    announced it."""

    def __init__(self, connections: Connections, list_changed: Callable[[], None]) -> None:
        self.connections, self.list_changed = connections, list_changed
        self.suspects: set[int] = set()
        self.judging: asyncio.Task[None] | None = None
        self.second = 0
        self.lobby_print: object = None
        self.goodbyes: list[Goodbye] = []
        self.parts = (
            self.beat,
            self.write_frames,
            self.write_goodbyes,
            self.ping,
            self.look_at_lobby,
            self.ping_lobby,
            self.judge_all,
        )

    async def run(self) -> None:
        """Beat until cancelled."""
        while True:
            for part in self.parts:
                try:
                    await part()
                except Exception as error:  # noqa: BLE001  the other parts go on; the next beat tries again
                    log.warning("heartbeat, %s: %r", part.__name__, error)
            self.second += 1
            await asyncio.sleep(PERIOD)

    async def beat(self) -> None:
        """Update the pulse."""
        await db(clock.pulse)

    async def write_frames(self) -> None:
        """Record which sockets sent frames since the last beat, in one statement."""
        spoke = [socket for socket in self.connections.sockets if socket.spoke]
        if spoke:
            for socket in spoke:
                socket.spoke = False
            await db(presence.heard, connections=[socket.connection for socket in spoke], process=PROCESS)

    async def write_goodbyes(self) -> None:
        """Record the sockets closed since the last beat, all at once: whoever is back already was never absent."""
        gone, self.goodbyes = self.goodbyes, []
        if gone:
            await db(presence.gone, gone)  # if this fails, the sweep finds them by their age

    async def ping(self) -> None:
        """Ping each socket every PING_EVERY seconds, spread evenly; close those that have not answered for SILENT."""
        for socket in tuple(self.connections.sockets):
            if (self.second - socket.joined) % PING_EVERY == 0:
                if self.second - socket.answered > SILENT:
                    await socket.expel("lagging")
                else:
                    await socket.ping()
                    await asyncio.sleep(0)  # hundreds in a row would delay players' moves

    async def look_at_lobby(self) -> None:
        """Find a change of the public list whose bell was lost."""
        if self.second % LOBBY_EVERY or not self.connections.lobby:
            return
        seen, self.lobby_print = self.lobby_print, await db(access_checks.lobby_print)
        if seen is not None and seen != self.lobby_print:
            self.list_changed()

    async def ping_lobby(self) -> None:
        """Send each lobby socket the version every LOBBY_PING_EVERY seconds, spread evenly: proof to its page that the
        connection is alive."""
        for socket in tuple(self.connections.lobby):
            if self.second != socket.joined and (self.second - socket.joined) % LOBBY_PING_EVERY == 0:
                await socket.send_version(self.connections.lobby_version)
                await asyncio.sleep(0)  # as with pings: let players' moves in between

    # --- who may stay ---

    async def judge_all(self) -> None:
        """Check everybody, every JUDGE_EVERY seconds."""
        if self.second % JUDGE_EVERY == 0:
            await self.judge_now({socket.user for socket in self.connections.sockets})

    def judge(self, users: Iterable[int]) -> None:
        """These accounts have changed (a ban, an ended session, a block): check their sockets at once."""
        self.suspects.update(users)
        if self.suspects:
            self.judging = self.judging or asyncio.get_running_loop().create_task(self._judge_suspects())

    async def _judge_suspects(self) -> None:
        try:
            while self.suspects:
                users, self.suspects = self.suspects, set()
                await self.judge_now(users)
        except Exception as error:  # noqa: BLE001  everybody is checked again within JUDGE_EVERY seconds
            log.warning("accounts not checked: %r", error)
        finally:
            self.judging = None

    async def judge_now(self, users: set[int]) -> None:
        """Expel those sockets of these people that may no longer stay."""
        sockets = self.connections.of(users)
        if not sockets:
            return
        gone = await db(access_checks.expelled, {(socket.user, socket.session) for socket in sockets})
        barred = await db(access_checks.barred, {(socket.user, socket.table_id) for socket in sockets})
        for socket in sockets:
            if code := gone.get((socket.user, socket.session)) or barred.get((socket.user, socket.table_id)):
                await socket.expel(code)
