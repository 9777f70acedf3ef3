"""A client as players need it: it reconnects after every cut, resends what was not answered, and records all it sends
and receives. Left alone it plays, by what its own socket shows."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from picows import WSError, WSTransport

from tests.support.clients.player import Player, connect
from tests.support.clients.protocol import decode
from tests.support.games.play import mates

from .history import History, Sent

Condition = Callable[["Actor"], bool]
KEPT = 40  # views per socket, by version, to compare two sockets


@dataclass(frozen=True)
class Person:
    user: int
    name: str
    session: str


@dataclass(frozen=True)
class Seated:
    """A table and the people at it, in seat order."""

    table: int
    slug: str
    people: tuple[Person, ...]


class Seen:
    """Which socket saw which version of a table when: how far is each behind the first?"""

    def __init__(self) -> None:
        self.first: dict[int, dict[int, float]] = {}
        self.lags: list[float] = []

    def saw(self, table: int, before: int, version: int) -> None:
        """A socket that showed `before` now shows `version`."""
        now, first = time.monotonic(), self.first.setdefault(table, {})
        first.setdefault(version, now)
        if 0 <= before < version:
            newer = [at for v, at in first.items() if v > before]
            self.lags.append(now - min(newer))
        for old in [v for v in first if v < version - 200]:
            del first[old]


class Actor(Player):
    """One person's socket at one table. `sees` counts versions; if a server is dead, it goes to the next one."""

    def __init__(
        self,
        at: Seated,
        seat: int,
        urls: Sequence[str],
        history: History,
        *,
        plays: bool = False,
        pace: float = 0.2,
        seen: Seen | None = None,
    ) -> None:
        super().__init__()
        self.at, self.person, self.urls, self.history = at, at.people[seat], list(urls), history
        self.plays, self.pace, self.seen = plays, pace, seen
        self.views: dict[int, dict[str, Any]] = {}
        self.views_at = 0.0
        self.shows = -1  # the version of the last picture
        self.others: list[dict[str, Any]] = []  # messages beside views and pings
        self.stay = True
        self.connects, self.failed = 0, 0
        self.came = asyncio.Event()
        self._changed = asyncio.Event()
        self._planned: asyncio.TimerHandle | None = None
        self._keeping: asyncio.Task[None] | None = None
        self.rng = random.Random(f"{at.slug}{seat}")

    # --- the socket ---

    def start(self) -> "Actor":
        self._keeping = asyncio.create_task(self.keep())
        return self

    async def keep(self) -> None:
        """Stay connected while `stay` is set: back-off with jitter, another server each time."""
        turn, pause = self.rng.randrange(len(self.urls)), 0.1
        while self.stay:
            try:
                await self.connect_once(self.urls[turn % len(self.urls)])
                pause = 0.1
                assert self.transport
                await self.transport.wait_disconnected()
            except (OSError, WSError, TimeoutError):
                self.failed += 1
            if self.stay:
                turn += 1
                await asyncio.sleep(pause * (0.5 + self.rng.random()))
                pause = min(pause * 1.7, 2.0)

    async def connect_once(self, url: str) -> None:
        self.closed = None
        self.came.clear()
        await connect(url, self.at.slug, self.person.session, self)

    def on_ws_connected(self, transport: WSTransport) -> None:
        super().on_ws_connected(transport)
        self.connects += 1
        self.view, self.shows = {}, -1
        self.refused.clear()
        for asked, frame in list(self.waiting.items()):
            self.send_request(asked, frame)

    def heard(self, frame: bytes) -> None:
        if frame.startswith((b'{"type":"ack"', b'{"type":"refused"')):
            self._note(frame)
        super().heard(frame)

    def leave(self) -> None:
        """Close the socket and stay away."""
        self.stay = False
        if self._planned:
            self._planned.cancel()
        self.cut()

    def cut(self) -> None:
        """Break the connection, without a closing frame."""
        if self.transport:
            self.transport.disconnect(graceful=False)

    # --- out ---

    def ask(self, message: dict[str, Any]) -> str:
        asked, frame = self.request(message)
        self.history.sent[self.at.table, self.person.user, asked] = Sent(message, frame)
        self.send_request(asked, frame)
        return asked

    def send_request(self, asked: str, frame: bytes) -> None:
        self.sent(asked).times += 1
        self.send_frame(frame)

    def sent(self, asked: str) -> Sent:
        return self.history.sent[self.at.table, self.person.user, asked]

    # --- in ---

    def _note(self, payload: bytes) -> None:
        if (asked := decode(payload)["id"]) is not None:
            known = self.history.sent.get((self.at.table, self.person.user, asked))
            if known:
                known.replies.append(payload)

    def on_table(self, message: dict[str, Any]) -> None:
        before, self.shows, self.views_at = self.shows, message["v"], time.monotonic()
        self.views[message["v"]] = message
        if len(self.views) > KEPT:
            del self.views[min(self.views)]
        if self.seen:
            self.seen.saw(self.at.table, before, message["v"])
        self.came.set()
        self._changed.set()
        if self.plays:
            self.plan()

    def on_ack(self, message: dict[str, Any]) -> None:
        self._changed.set()

    def on_refused(self, message: dict[str, Any]) -> None:
        self._changed.set()
        if self.plays:
            self.plan()

    def on_other(self, message: dict[str, Any]) -> None:
        self.others.append(message)

    async def until(self, condition: Condition, within: float = 15) -> None:
        """Wait until what this socket shows meets a condition."""
        async with asyncio.timeout(within):
            while not condition(self):
                self._changed.clear()
                await self._changed.wait()

    async def reached(self, version: int, within: float = 20) -> None:
        """Wait until this socket shows a version, or a later one."""
        await self.until(lambda actor: actor.version >= version, within)

    async def answer(self, asked: str, within: float = 15) -> dict[str, Any]:
        """The reply to a request."""
        await self.until(lambda actor: bool(actor.sent(asked).replies), within)
        return decode(self.sent(asked).replies[-1])

    @property
    def left(self) -> float | None:
        """Seconds left of the phase now, as a page counts them down."""
        shown = self.view.get("left")
        return None if shown is None else shown / 1000 - (time.monotonic() - self.views_at)

    # --- playing ---

    def plan(self) -> None:
        if self._planned is None and self.plays:
            pause = self.pace * (0.5 + self.rng.random())
            self._planned = asyncio.get_running_loop().call_later(pause, self.move)

    def move(self) -> None:
        self._planned = None
        if self.waiting or not self.plays or not self.view or self.closed:
            return
        if self.my_turn or self.game.get("phase") == "window":
            if action := choose(self.you.get("legal") or [], self.you.get("hand") or [], self.rng):
                self.act(action)
        elif "start" in self.you.get("may", ()) and (not self.game or self.game["match"]["over"]):
            self.ask({"type": "room", "do": "start"})
        elif "start" in self.you.get("may", ()) and self.game["phase"] == "over":
            self.ask({"type": "room", "do": "start"})  # where the host deals


def choose(legal: list[dict[str, Any]], hand: list[str], rng: random.Random) -> dict[str, Any] | None:
    """Close if possible, meld and lay off what it can, draw, and discard the card with the fewest neighbours."""
    legal = [action for action in legal if action["do"] != "resign"]
    if not legal:
        return None
    for wanted in ("knock", "cut", "lay", "lay_off"):
        if found := [action for action in legal if action["do"] == wanted]:
            return rng.choice(found)
    if legal[0]["do"] == "draw":
        return legal[0] if rng.random() < 0.85 else legal[-1]
    return min(legal, key=lambda action: (mates(hand, action["card"]) if "card" in action else 0, rng.random()))
