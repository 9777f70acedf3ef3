"""What a web process does each second: say that it lives, write down whose sockets spoke, ping, speak to the lobby, let
go of the silent, and close the sockets of whoever may stay no longer."""

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
PERIOD = 1.0
PING_EVERY = 10
SILENT = 35  # seconds: three pings unanswered
JUDGE_EVERY = 30  # everybody's account and session; a ban is judged at once
LOBBY_EVERY = 5
LOBBY_WORD_EVERY = 25  # the lobby's page takes a line for dead after a minute of silence
log = logging.getLogger(__name__)


class Heartbeat:
    """Runs beside the hub. `list_changed` is called when the public list has changed and no bell told of it."""

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
            self.speak_to_lobby,
            self.judge_all,
        )

    async def run(self) -> None:
        while True:
            for part in self.parts:
                try:
                    await part()
                except Exception as error:  # noqa: BLE001  one part's failure must not stop the heart; the next second tries again
                    log.warning("heartbeat, %s: %r", part.__name__, error)
            self.second += 1
            await asyncio.sleep(PERIOD)

    async def beat(self) -> None:
        await db(clock.pulse)

    async def write_frames(self) -> None:
        """One statement for all sockets that spoke since the last time."""
        spoke = [socket for socket in self.connections.sockets if socket.spoke]
        if spoke:
            for socket in spoke:
                socket.spoke = False
            await db(presence.heard, connections=[socket.connection for socket in spoke], process=PROCESS)

    async def write_goodbyes(self) -> None:
        """Sockets closed since the last time, all at once: whoever is back already was never away."""
        gone, self.goodbyes = self.goodbyes, []
        if gone:
            await db(presence.gone, gone)  # if that fails, the sweep finds them by their age

    async def ping(self) -> None:
        """Each socket every PING_EVERY seconds, spread over them; who has not answered for long is let go."""
        for socket in tuple(self.connections.sockets):
            if (self.second - socket.joined) % PING_EVERY == 0:
                if self.second - socket.answered > SILENT:
                    await socket.expel("lagging")
                else:
                    await socket.ping()
                    await asyncio.sleep(0)  # hundreds in a row would hold up whoever moves

    async def look_at_lobby(self) -> None:
        """Finds a change of the public list whose bell was lost."""
        if self.second % LOBBY_EVERY or not self.connections.lobby:
            return
        seen, self.lobby_print = self.lobby_print, await db(access_checks.lobby_print)
        if seen is not None and seen != self.lobby_print:
            self.list_changed()

    async def speak_to_lobby(self) -> None:
        """The version to each lobby socket now and then, spread over them: its page sees that the line lives."""
        for socket in tuple(self.connections.lobby):
            if self.second != socket.joined and (self.second - socket.joined) % LOBBY_WORD_EVERY == 0:
                await socket.tell(self.connections.lobby_version)
                await asyncio.sleep(0)  # as with pings: whoever moves comes in between

    # --- who may stay ---

    async def judge_all(self) -> None:
        if self.second % JUDGE_EVERY == 0:
            await self.judge_now({socket.user for socket in self.connections.sockets})

    def judge(self, users: Iterable[int]) -> None:
        """An account has changed (a ban, a session ended): its sockets are judged at once."""
        self.suspects.update(users)
        if self.suspects:
            self.judging = self.judging or asyncio.get_running_loop().create_task(self._judge_suspects())

    async def _judge_suspects(self) -> None:
        try:
            while self.suspects:
                users, self.suspects = self.suspects, set()
                await self.judge_now(users)
        except Exception as error:  # noqa: BLE001  everybody is judged again within JUDGE_EVERY seconds
            log.warning("accounts not judged: %r", error)
        finally:
            self.judging = None

    async def judge_now(self, users: set[int]) -> None:
        sockets = self.connections.of(users)
        if not sockets:
            return
        gone = await db(access_checks.expelled, {(socket.user, socket.session) for socket in sockets})
        barred = await db(access_checks.barred, {(socket.user, socket.table_id) for socket in sockets})
        for socket in sockets:
            if code := gone.get((socket.user, socket.session)) or barred.get((socket.user, socket.table_id)):
                await socket.expel(code)
