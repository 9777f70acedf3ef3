"""T12: malformed and hostile frames do nothing: no error, no leak, no effect."""

import asyncio
import hashlib
import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from lobby.models import Arrangement, Match, Room, Seat, Table, TableLog

from .actor import Actor, Seated
from .history import History
from .raw import BINARY, PING, Raw
from .verdict import Verdict
from .world import World, actors_of

UNHANDLED = re.compile(r"Traceback|socket error|Exception inside|never retrieved|Unhandled|ERROR")
CARD = re.compile(r'"([A23456789TJQK][CDHS][12])"')
OF_TABLE = ((Table, "pk"), (TableLog, "table"), (Room, "pk"), (Seat, "room"), (Match, "room"), (Arrangement, "table"))
A_SOCKET = 15  # frames per socket: twenty malformed ones would close it
Send = Callable[[Raw], None]

VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2**31, 2**63, 2**64, 1e308, -0.0, "", "1", "x" * 41, "\x00", "\u202e", "a" * 5000, [], {},
    [[]], {"": None}, "__proto__", "constructor", "'; DROP TABLE lobby_table;--", "<script>", "../../x", "7H1",
    ["7H1"] * 500,
)  # fmt: skip
BROKEN = (
    b"", b"{", b"}", b"null", b"true", b"0", b'""', b"[]", b"{}", b"NaN", b"[" * 8000, b'{"type":' * 900, b"\xff\xfe",
    b"\xc3(", b'{"type":"sync","type":"pong","v":1}', b'{"type":"pong","v":NaN}', b'{"type":"pong","v":Infinity}',
    b'{"type":"pong","v":1e999}', b'{"type":"pong","v":' + b"9" * 5000 + b"}", b'{"type":"why","id":"\\ud800"}',
    b'{"type":"why","id":"\\u0000"}', b'{"type":"websocket.close"}', b'{"type":"table","v":1}',
    b'{"type":"ban","user":1}', b'{"type":"receive"}', b'{"type":"act"}', b'{"type":"sync","x":1}',
    b'{"type":"sync"}' + b" " * 9000, b'{"__proto__":{"type":"sync"}}',
)  # fmt: skip


def corpus(rng: random.Random, victim: dict[str, Any]) -> Iterator[Send]:
    """Hostile frames without end. `victim`: facts about the table, for frames that look almost right."""
    while True:
        yield from (sending(frame) for frame in BROKEN)
        for _ in range(60):
            yield sending(
                json.dumps(almost(rng, victim), ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
            )
        yield lambda raw: raw.frame(b'{"type":"sync"}', opcode=BINARY)
        yield lambda raw: raw.frame(rng.randbytes(200), opcode=BINARY)
        yield lambda raw: raw.frame(b'{"type":"sync"}', bits=0x40)  # marked as compressed
        yield lambda raw: raw.frame(b'{"type":"sync"}', masked=False)
        yield lambda raw: raw.frame(b"x" * 200, opcode=PING)  # a control frame that is too long
        yield lambda raw: raw.frame(b"", opcode=0)  # the continuation of nothing
        yield lambda raw: raw.frame(b"x" * 70_000)
        yield pieces


def sending(payload: bytes) -> Send:
    return lambda raw: raw.frame(payload)


def pieces(raw: Raw) -> None:
    """A message in many one-byte fragments that never ends."""
    raw.frame(b"{", last=False)
    for _ in range(300):
        raw.frame(b" ", opcode=0, last=False)


def almost(rng: random.Random, victim: dict[str, Any]) -> dict[str, Any]:
    """A message of the protocol with something wrong: a type, a seat, a round, a card of somebody else."""
    action = rng.choice(
        (
            {"do": "discard", "card": rng.choice(victim["foreign"])},
            {"do": "discard", "card": rng.choice(("8H3", "1H1", "7h1", "7H1 ", "", "back"))},
            {"do": "draw", "from": rng.choice(("hand", "stock ", "", "seat 2"))},
            {"do": "lay", "cards": rng.sample(victim["foreign"], 3)},
            {"do": "lay_off", "meld": rng.choice((-1, 0, 2**40)), "cards": victim["foreign"][:1]},
            {"do": "knock", "melds": [victim["foreign"][:3]] * 3, "discard": victim["foreign"][0]},
            {"do": "cut", "seat": 1},
            {"do": rng.choice(("deal", "timeout", "leave", "close_window", "__class__", ""))},
            {},
        )
    )
    message: dict[str, Any] = rng.choice(
        (
            {
                "type": "act",
                "id": f"h{rng.getrandbits(40)}",
                "round": victim["round"],
                "turn": victim["turn"],
                "action": action,
            },
            {"type": "act", "id": f"h{rng.getrandbits(40)}", "round": victim["round"] - 1, "turn": 0, "action": action},
            {
                "type": "room",
                "id": f"h{rng.getrandbits(40)}",
                "do": rng.choice(("start", "kick", "pause", "close", "pass_host")),
            },
            {
                "type": "room",
                "id": f"h{rng.getrandbits(40)}",
                "do": "add_bot",
                "seat": rng.choice((0, 7)),
                "level": "god",
            },
            {"type": "room", "id": f"h{rng.getrandbits(40)}", "do": "kick", "seat": 0},
            {"type": "room", "id": f"h{rng.getrandbits(40)}", "do": "sit", "seat": rng.choice((0, 2, 7, 8, -1))},
            {"type": "why", "id": rng.choice(("", "a b", "x" * 41, "ü"))},
            {"type": "pong", "v": rng.choice((-2, 2**62 + 1, "1"))},
        )
    )
    if rng.random() < 0.6:
        message[rng.choice((*message, "seat", "user", "extra"))] = rng.choice(VALUES)
        message["type"] = message.get("type") if rng.random() < 0.9 else rng.choice(VALUES)
    return message


async def t12(world: World, verdict: Verdict) -> None:
    """Hostile frames from somebody with a seat, from a spectator and from a removed person."""
    frames, history = world.size(10_000, 600), History()
    tables = await world.tables("cacheta-vidas", world.size(8, 4), seats=3)
    watchers = await world.people(len(tables))
    seated = await world.seat(tables, history)
    await asyncio.sleep(2)
    marks = [len(server.said()) for server in world.stack.servers]
    before = await world.db(effects, tables)
    found = await asyncio.gather(
        *(
            attack(world, seated[t.table], watchers[n].session if n % 2 else None, frames // len(tables), n)
            for n, t in enumerate(tables)
        )
    )
    await asyncio.sleep(1)
    after = await world.db(effects, tables)
    sent, leaks, errors = (sum(each[n] for each in found) for n in range(3))
    said = "".join(server.said()[mark:] for server, mark in zip(world.stack.servers, marks, strict=True))
    logged = UNHANDLED.findall(said)
    await world.part(actors_of(seated))
    verdict.say(f"{sent} frames")
    verdict.must(not logged and not errors, f"{len(logged) + errors} unhandled errors")
    verdict.must(leaks == 0, f"{leaks} leaks")
    verdict.must(before == after, "0 effects" if before == after else f"effects: {before} -> {after}")


async def attack(world: World, actors: list[Actor], watcher: str | None, frames: int, n: int) -> tuple[int, int, int]:
    """(frames sent, replies that name a card not shown to the sender, errors reported)."""
    rng, victim = random.Random(n), actors[1]
    session = watcher or victim.person.session
    game, own = victim.game, set(victim.you["hand"]) if watcher is None else set()
    foreign = [card for actor in (actors[0], actors[2]) for card in actor.you["hand"]]
    frames_of = corpus(rng, {"round": game["round"], "turn": game["turn"], "foreign": foreign})
    sent = leaks = errors = 0
    while sent < frames:
        raw = await Raw.open(world.urls[n % len(world.urls)], victim.at.slug, session)
        for _ in range(A_SOCKET):
            next(frames_of)(raw)
            sent += 1
        await asyncio.sleep(0.25)
        for payload in raw.heard:
            errors += payload.startswith(b'{"type":"error"')
            leaks += leaked(payload, foreign, own)
        raw.close()
    return sent, leaks, errors


def leaked(payload: bytes, foreign: list[str], own: set[str]) -> bool:
    """Does it name a card of somebody else? (The picture shows the top of the pile, which is nobody's.)"""
    told = json.loads(payload)
    told.pop("id", None)  # the reply repeats the sender's own id
    named = set(CARD.findall(json.dumps(told)))
    return bool(named & (set(foreign) - own))


def effects(tables: list[Seated]) -> str:
    """Everything about these tables that must stay as it is."""
    ids = [table.table for table in tables]
    digest = hashlib.sha256()
    for model, of in OF_TABLE:
        for row in model.objects.filter(**{f"{of}__in": ids}).order_by("pk").values_list():
            digest.update(repr([bytes(value) if isinstance(value, memoryview) else value for value in row]).encode())
    return f"{TableLog.objects.filter(table__in=ids).count()} versions {digest.hexdigest()[:12]}"
