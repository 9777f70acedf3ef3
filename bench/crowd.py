"""Many tables of players in one process: when each acts, and how long until the next player's socket shows it."""

import asyncio
import random
import re
import statistics
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from tests.support.clients.player import Player, connect

LEVEL = "normal"  # real play: rounds end, matches end, hosts deal again


class Game(msgspec.Struct):
    """The little of a picture that a player must know before it is their turn."""

    round: int
    turn: int
    phase: str
    active: int | None
    match: dict[str, Any]


class Room(msgspec.Struct):
    match: int


class Shown(msgspec.Struct):
    game: Game | None
    room: Room | None = None


class You(msgspec.Struct):
    seat: int | None
    may: list[str]


class Glance(msgspec.Struct):
    v: int
    table: Shown
    you: You


_glance = msgspec.json.Decoder(Glance).decode
_PICTURE = b'{"type":"table"'
_HOUSE = re.compile(rb'"(?:room|seats)":')


class Hasty(Player):
    """A player of a crowd in one process. It decodes a picture only as far as it must: real players have
    a device each."""

    def __init__(self, on_view: Any) -> None:
        super().__init__(on_view)
        self.unread: list[bytes] = []
        self.match = 0
        self.glance: Glance | None = None

    def heard(self, frame: bytes) -> None:
        if not frame.startswith(_PICTURE):
            super().heard(frame)
            return
        self.glance = _glance(frame)
        if self.glance.table.room:
            self.match = self.glance.table.room.match
        self.unread = [each for each in self.unread if _HOUSE.search(each)] + [frame]
        if self.on_view:
            self.on_view(self)

    @property
    def version(self) -> int:
        return self.glance.v if self.glance else -1

    def look(self) -> None:
        """Decode fully what was only glanced at."""
        for data in self.unread:
            self.take(data)
        self.unread.clear()


@dataclass
class Table:
    """Four sockets of one room. At most one action is under way: sent, but not yet seen by the next player's socket."""

    players: list[Hasty]
    latencies: list[float]
    pace: float | None = None  # seconds between two actions; None: as soon as the last one has arrived
    actions: int = 0
    sent_at: float | None = None
    version: int = 0
    watcher: Hasty | None = None
    done: tuple[int, int, int, str] = (0, 0, 0, "")
    rng: random.Random = field(default_factory=random.Random)

    def saw(self, player: Hasty) -> None:
        if self.sent_at is not None and player is self.watcher and player.version > self.version:
            self.latencies.append(time.perf_counter() - self.sent_at)
            self.actions += 1
            self.sent_at = None
        if self.pace is None:
            for each in self.players:
                self.move(each)

    def move(self, player: Hasty) -> bool:
        """Let `player` act if it is their turn and nothing is under way."""
        seen = player.glance
        if self.sent_at is not None or seen is None:
            return False
        game, you = seen.table.game, seen.you
        here = (player.match, game.round, game.turn, game.phase) if game else (player.match, 0, 0, "")
        if here == self.done:
            return False
        if game and game.phase in ("draw", "discard") and game.active == you.seat:
            player.look()
            action = player.choose(LEVEL, self.rng)
            self.sending(player, here)
            player.act(action)
            return True
        if "start" in you.may and (not game or game.match["over"]):
            self.done = here
            player.ask({"type": "room", "do": "start"})
        return False

    def sending(self, player: Hasty, here: tuple[int, int, int, str]) -> None:
        self.done = here
        seat = self.players.index(player)
        self.watcher = self.players[(seat + 1) % len(self.players)]
        self.version = max(self.watcher.version, player.version)
        self.sent_at = time.perf_counter()

    async def keep_pace(self, until: float) -> None:
        """Act once per `pace` seconds, starting at a random moment."""
        assert self.pace
        next_at = time.perf_counter() + self.rng.random() * self.pace
        while next_at < until:
            await asyncio.sleep(max(0, next_at - time.perf_counter()))
            next_at += self.pace
            any(self.move(player) for player in self.players)


@dataclass
class Figures:
    tables: int
    actions: int
    per_second: float
    p50_ms: float
    p99_ms: float
    refused: int
    lost_sockets: int
    stuck: int

    def row(self) -> dict[str, Any]:
        return {name: round(value, 2) if isinstance(value, float) else value for name, value in vars(self).items()}


async def gather(urls: list[str], seeds: Iterable[dict[str, Any]], pace: float | None) -> list[Table]:
    """Connect everybody of the seeded tables (what bench.seed returns), each table at one of the servers."""
    tables = []
    for n, seed in enumerate(seeds):
        table = Table([], [], pace)
        table.players = [Hasty(lambda player, table=table: table.saw(player)) for _ in seed["sessions"]]
        await asyncio.gather(
            *(
                connect(urls[n % len(urls)], seed["slug"], session, player)
                for session, player in zip(seed["sessions"], table.players, strict=True)
            )
        )
        tables.append(table)
    return tables


async def measure(tables: list[Table], seconds: float, warm_up: float = 3.0) -> Figures:
    """Play for `seconds` after a warm-up."""
    began = time.perf_counter()
    until = began + warm_up + seconds
    if tables[0].pace:
        paces = [asyncio.create_task(table.keep_pace(until)) for table in tables]
    else:
        paces = []
        for table in tables:
            table.saw(table.players[0])
    await asyncio.sleep(warm_up)
    for table in tables:
        table.latencies.clear()
        table.actions = 0
    since = time.perf_counter()
    await asyncio.sleep(until - since)
    elapsed = time.perf_counter() - since
    actions = sum(table.actions for table in tables)
    latencies = sorted(latency for table in tables for latency in table.latencies) or [float("nan")]
    await asyncio.gather(*paces)
    stuck = sum(table.sent_at is not None and time.perf_counter() - table.sent_at > 5 for table in tables)
    players = [player for table in tables for player in table.players]
    return Figures(
        tables=len(tables),
        actions=actions,
        per_second=actions / elapsed,
        p50_ms=statistics.median(latencies) * 1000,
        p99_ms=latencies[int(len(latencies) * 0.99)] * 1000,
        refused=sum(len(player.refused) for player in players),
        lost_sockets=sum(player.closed is not None for player in players),
        stuck=stuck,
    )
