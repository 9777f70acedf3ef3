"""T13 and T14: one person who floods, one who does not read, one who is banned, and everybody else."""

import asyncio
import time
from contextlib import closing

from accounts.models import User
from accounts.services import deactivate
from lobby.models import TableLog

from .actor import Actor
from .history import History
from .raw import Raw
from .verdict import Verdict, p
from .world import World, actors_of

FLOOD = 1000  # frames per second
FRAME = {"type": "pong", "v": 0}


async def t13(world: World, verdict: Verdict) -> None:
    """One flooder hurts nobody."""
    history, spans, span = History(), world.size(5, 2), world.size(6.0, 3.0)
    tables = await world.tables("cacheta-vidas", world.size(40, 10))
    flooder = (await world.tables("cacheta-vidas", 1, seats=2))[0]
    seated = await world.seat(tables, history, plays=True, pace=1.0)
    await asyncio.sleep(3)
    quiet: list[float] = []
    loud: list[float] = []
    closed: list[float] = []
    for _ in range(spans):
        quiet += await latencies(actors_of(seated), span)
        flooding = asyncio.create_task(flood(world, flooder.slug, flooder.people[0].session, closed))
        loud += await latencies(actors_of(seated), span)
        flooding.cancel()
    ratio = p(loud, 0.99) / p(quiet, 0.99)
    await world.quiet(actors_of(seated))
    verdict.must(
        bool(closed) and max(closed) <= 1.0, f"{len(closed)} floods, each closed within {max(closed, default=9):.2f} s"
    )
    verdict.must(
        ratio <= 1.5 or p(loud, 0.99) < 0.05,
        f"others' p99 {p(quiet, 0.99) * 1000:.0f} ms without, {p(loud, 0.99) * 1000:.0f} ms with it ({ratio:.2f} x)",
    )
    if not world.short:
        await slow_reader(world, verdict, flooder.slug, flooder.people[1].session)
    verdict.none(await world.judged(history, tables), "tables in disorder")
    await world.part(actors_of(seated))


async def latencies(actors: list[Actor], seconds: float) -> list[float]:
    """The times from request to answer, of all requests in this span."""
    found: list[float] = []
    until = time.monotonic() + seconds
    earlier = [set(actor.waiting) for actor in actors]  # begun before: nobody knows when
    marks: list[dict[str, float]] = [{} for _ in actors]
    while time.monotonic() < until:
        await asyncio.sleep(0.0005)
        now = time.monotonic()
        for actor, before, since in zip(actors, earlier, marks, strict=True):
            for asked in actor.waiting.keys() - before - since.keys():
                since[asked] = now
            found += [now - since.pop(asked) for asked in since.keys() - actor.waiting.keys()]
    return found


async def flood(world: World, slug: str, session: str, closed: list[float]) -> None:
    """Flood, be closed, connect again."""
    n = 0
    while True:
        n += 1
        raw = await Raw.open(world.urls[n % len(world.urls)], slug, session)
        with closing(raw):
            began = time.monotonic()
            while not raw.ended:
                for _ in range(FLOOD // 100):
                    raw.text(b'{"type":"pong","v":0}')
                await asyncio.sleep(0.01)  # FLOOD / 100 frames per hundredth of a second
            closed.append(time.monotonic() - began)
        await asyncio.sleep(0.05)


async def slow_reader(world: World, verdict: Verdict, slug: str, session: str) -> None:
    """A socket that reads nothing: it is closed after some unanswered pings, and costs no memory."""
    before = world.memory()
    raw = await Raw.open(world.urls[0], slug, session, reads=False)
    began = time.monotonic()
    sockets = world.sockets(world.urls[0])
    took = 0.0
    while took < 90 and world.sockets(world.urls[0]) >= sockets:
        raw.text(b'{"type":"sync"}')
        await asyncio.sleep(0.5)
        took = time.monotonic() - began
    raw.close()
    grown = (world.memory() - before) / 1e6
    verdict.must(took < 80, f"a socket that does not read is gone after {took:.0f} s")
    verdict.must(grown < 60, f"{grown:.0f} MB meanwhile")


# --- T14 ------------------------------------------------------------------------------------------------------------


async def t14(world: World, verdict: Verdict) -> None:
    """A ban takes effect at once, also mid-flood."""
    history, count = History(), world.size(40, 6)
    tables = await world.tables("cacheta-vidas", count, seats=3)
    seated = await world.seat(tables, history, plays=True, pace=0.3)
    await asyncio.sleep(2)
    found = await asyncio.gather(*(ban(world, seated[t.table][1], n) for n, t in enumerate(tables)))
    closed = [took for took, _, _ in found]
    after = sum(actions for _, actions, _ in found)
    let_in = sum(entered for _, _, entered in found)
    await world.quiet([actor for t in tables for actor in (seated[t.table][0], seated[t.table][2])])
    verdict.must(
        max(closed) <= 1.0,
        f"{count} bans, sockets closed after p50 {p(closed, 0.5) * 1000:.0f} max {max(closed) * 1000:.0f} ms",
    )
    verdict.must(after == 0, f"{after} actions after the ban")
    verdict.must(let_in == 0, f"{let_in} of {count} came in again")
    verdict.none(await world.judged(history, tables), "tables in disorder")
    await world.part(actors_of(seated))


async def ban(world: World, actor: Actor, n: int) -> tuple[float, int, int]:
    """Seconds until the socket is closed, actions accepted afterwards, times let in again. Every second one floods."""
    await asyncio.sleep(n * 0.2)
    user, table = actor.person.user, actor.at.table
    flooding = asyncio.create_task(hammer(actor)) if n % 2 else None
    await asyncio.sleep(0.1)
    assert actor.transport
    transport, actor.stay = actor.transport, False
    version = await world.db(_ban, user, table)
    began = time.monotonic()
    await asyncio.wait_for(transport.wait_disconnected(), 40)
    took = time.monotonic() - began
    actor.plays = False
    if flooding:
        flooding.cancel()
    await asyncio.sleep(1)
    accepted = await world.db(_accepted_after, user, table, version)
    actor.came.clear()
    let_in = 0
    try:
        await actor.connect_once(world.urls[n % len(world.urls)])
        await asyncio.wait_for(actor.came.wait(), 1.5)
        let_in = 1
    except (TimeoutError, OSError):
        pass
    actor.cut()
    return took, accepted, let_in


async def hammer(actor: Actor) -> None:
    """Send requests as fast as the limit allows."""
    while True:
        game = actor.game
        if game:
            actor.ask(
                {"type": "act", "round": game["round"], "turn": game["turn"], "action": {"do": "draw", "from": "stock"}}
            )
        await asyncio.sleep(0.15)


def _ban(user: int, table: int) -> int:
    """Ban; the version of the table at that moment or a little later."""
    from lobby.tables.store import table_store

    person = User.objects.get(pk=user)
    deactivate(person)
    return table_store.read(table).version


def _accepted_after(user: int, table: int, version: int) -> int:
    return TableLog.objects.filter(table_id=table, version__gt=version, user_id=user).count()
