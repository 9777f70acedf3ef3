"""T4 to T7: time at the table. The log decides, in service time; clients only act at given moments."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from lobby.models import TableLog
from lobby.tables.core.state import SECOND
from lobby.tables.store import clock

from .actor import Actor, Seated
from .history import History
from .scenes import cut_scene, due_at
from .verdict import Verdict, p
from .world import World, actors_of

WINDOW = 4.0
LATE = 0.75  # seconds, p99
JUDGED = 0.09  # seconds from the moment to the reply; with more, it is unknown on which side of 4.0 s it was judged
decode = msgspec.json.decode


@asynccontextmanager
async def frozen_sweeps(world: World) -> AsyncIterator[None]:
    """Freeze worker and beat."""
    ours = [*world.stack.workers, *world.stack.beats]
    for process in ours:
        process.freeze()
    try:
        yield
    finally:
        for process in ours:
            process.thaw()


# --- T4 -------------------------------------------------------------------------------------------------------------


async def t4(world: World, verdict: Verdict) -> None:
    """The window is 4.0 s, always, also if nobody could cut in, with the sweep stopped."""
    each, history = world.size(200, 4), History()
    tables = await world.tables("pife-corte", min(each, 25), seats=5)
    seated = await world.seat(tables, history)
    plans = [(3.9, True, True), (4.1, True, False), (3.9, False, False), (4.1, False, True)]
    results: dict[tuple[float, bool], list[tuple[bool, float]]] = {}
    async with frozen_sweeps(world):
        for after, waiting, _ in plans:
            done: list[tuple[bool, float]] = []
            while len(done) < each:
                some = tables[: each - len(done)]
                done += await asyncio.gather(
                    *(at_moment(world, seated[t.table], after, waiting, n / 25) for n, t in enumerate(some))
                )
            results[after, waiting] = done
    problems = await world.judged(history, tables, crafted=True)
    await world.part(actors_of(seated))
    for after, waiting, accepted in plans:
        judged = [ok for ok, took in results[after, waiting] if after > WINDOW or took < JUDGED]
        what = "a cut-in" if waiting else "the next draw, where nobody could cut in,"
        verdict.must(
            all(ok is accepted for ok in judged) and len(judged) >= each // 3,
            f"{what} at {after} s {'accepted' if accepted else 'refused'} {len(judged)}/{len(judged)}"
            if all(ok is accepted for ok in judged)
            else f"{what} at {after} s: {sum(judged)} of {len(judged)} accepted",
        )
    verdict.none(problems, "tables in disorder")


async def at_moment(world: World, actors: list[Actor], after: float, waiting: bool, wait: float) -> tuple[bool, float]:
    """Open a window; `after` seconds later claim the card, or play on; (accepted, seconds from then to the answer)."""
    await asyncio.sleep(wait)
    known = await world.craft(actors[0].at.table, cut_scene(discarder=0, waiting=waiting))
    await asyncio.gather(*(actor.reached(known.version) for actor in actors))
    actors[0].act({"do": "discard", "card": "7H1"})
    actor = actors[1]
    await actor.until(lambda each: each.game.get("phase") == "window", 20)
    game, due = actor.game, (await world.read(actor.at.table)).table.clock.due
    await world.db(clock.ensure)
    moment = time.monotonic() + (due - clock.now()) / SECOND - (WINDOW - after)
    await asyncio.sleep(moment - time.monotonic())  # the exact moment is what is tested
    action = {"do": "cut"} if waiting else {"do": "draw", "from": "stock"}
    turn = game["turn"] + (0 if waiting else 1)
    if not waiting and after < WINDOW:
        turn = game["turn"]
    reply = await actor.answer(actor.ask({"type": "act", "round": game["round"], "turn": turn, "action": action}))
    return reply["type"] == "ack", time.monotonic() - moment


# --- T5 -------------------------------------------------------------------------------------------------------------


async def t5(world: World, verdict: Verdict) -> None:
    """Pause freezes exactly; absence and expiry go on."""
    history, count = History(), world.size(20, 3)
    draws = await world.tables("cacheta-vidas", count, turn_seconds=60)
    windows = await world.tables("pife-corte", count, seats=5)
    seated = await world.seat([*draws, *windows], history)
    pause = 60.0 if not world.short else 3.0
    errors = await asyncio.gather(
        *(paused(world, seated[t.table], n / 10, pause, window=False) for n, t in enumerate(draws)),
        *(paused(world, seated[t.table], n / 10, pause, window=True) for n, t in enumerate(windows)),
    )
    rows, pages = [row for row, _ in errors], [page for _, page in errors]
    verdict.must(
        max(rows) <= 0.05, f"{2 * count} pauses of {pause:.0f} s: time left off by {max(rows) * 1000:.1f} ms at most"
    )
    verdict.say(f"as pages count it {max(pages) * 1000:.0f} ms")
    await absent_in_pause(world, verdict, seated[draws[0].table], seated[draws[1].table])
    verdict.none(await world.judged(history, [*draws, *windows], crafted=True), "tables in disorder")
    await world.part(actors_of(seated))


async def paused(world: World, actors: list[Actor], wait: float, pause: float, *, window: bool) -> tuple[float, float]:
    """Pause at some moment of a phase; by how many seconds the time left is off afterwards: in the row, on the page."""
    await asyncio.sleep(wait)
    host, table = actors[0], actors[0].at.table
    if window:
        known = await world.craft(table, cut_scene(discarder=0, waiting=False))
        await host.reached(known.version)
        host.act({"do": "discard", "card": "7H1"})
        await host.until(lambda each: each.game.get("phase") == "window")
        await asyncio.sleep(0.2 + host.rng.random())
    before = (await world.read(table)).table.clock
    await host.answer(host.ask({"type": "room", "do": "pause"}))
    await host.until(lambda each: each.view["table"]["room"]["paused"])
    frozen = (await world.read(table)).table
    expected = before.due - frozen.paused_at
    await asyncio.sleep(pause)
    await host.answer(host.ask({"type": "room", "do": "resume"}))
    await host.until(lambda each: not each.view["table"]["room"]["paused"])
    page = host.view["left"] / 1000
    log = await world.db(_at, table, "resume")
    after = await world.db(_due_after, table, log)
    left = frozen.clock.left if after is None else after - log
    return abs(left - expected) / SECOND, abs(page - expected / SECOND)


def _at(table: int, what: str) -> int:
    """When this happened last, in service time."""
    for entry in TableLog.objects.filter(table_id=table).order_by("-version").values_list("entry", flat=True):
        for note in decode(bytes(entry)):
            if note["do"] == what:
                return note["at"]
    raise LookupError(what)


def _due_after(table: int, at: int) -> int | None:
    from lobby.tables.store import table_store

    current = table_store.read(table).table
    return current.clock.due if current.at == at else None


async def absent_in_pause(world: World, verdict: Verdict, some: list[Actor], all_: list[Actor]) -> None:
    """One person leaves a paused table; everybody leaves another one."""
    for actors in (some, all_):
        await actors[0].answer(actors[0].ask({"type": "room", "do": "pause"}))
    await some[0].until(lambda each: each.view["table"]["room"]["paused"])
    gone = some[2]
    for actor in (gone, *all_):
        actor.leave()
    await some[0].until(lambda each: each.view["table"]["seats"][2]["present"] is False, 40)
    before, at = some[0].view["absent"]["2"], some[0].views_at
    await asyncio.sleep(2)
    version_was = some[0].views_at
    some[0].send({"type": "sync"})
    await some[0].until(lambda each: each.views_at > version_was)
    counted, elapsed = (before - some[0].view["absent"]["2"]) / 1000, some[0].views_at - at
    verdict.must(abs(counted - elapsed) < 0.3, f"absence counts on in a pause ({counted:.1f} s of {elapsed:.1f} s)")
    if world.short:
        return
    await some[0].until(lambda each: each.view["table"]["seats"][2]["kind"] == "free", 140)
    table = (await world.read(all_[0].at.table)).table
    until = time.monotonic() + 30
    while table.closed is None and time.monotonic() < until:
        await asyncio.sleep(0.5)
        table = (await world.read(all_[0].at.table)).table
    verdict.must(table.closed == "expired", "a paused room left by all is closed")


# --- T6 -------------------------------------------------------------------------------------------------------------


async def t6(world: World, verdict: Verdict) -> None:
    """Time-outs act once and on time, also with two sweepers and two beats."""
    count, history = world.size(500, 40), History()
    tables = await world.tables("cacheta-vidas", count, seats=2, turn_seconds=120)
    seated = await world.seat(tables, history)
    await due_together(world, verdict, tables, "one worker, one beat")
    worker, beat = world.stack.start_worker(), world.stack.start_beat()
    await asyncio.sleep(world.size(8, 5))
    await due_together(world, verdict, tables, "two workers, two beats")
    for process in (beat, worker):
        process.stop()
    verdict.none(await world.judged(history, tables), "tables in disorder")
    await world.part(actors_of(seated))


async def due_together(world: World, verdict: Verdict, tables: list[Seated], how: str) -> None:
    await world.db(clock.ensure)
    moment = clock.now() + int((2 + len(tables) / 40) * SECOND)
    setting = [due_at(moment + n * SECOND // len(tables)) for n in range(len(tables))]
    known = await asyncio.gather(*(world.craft(t.table, change) for t, change in zip(tables, setting, strict=True)))
    await asyncio.sleep((moment - clock.now()) / SECOND + world.size(4.0, 2.5))
    late: list[float] = []
    wrong = 0
    for each in known:
        found = await world.db(_timeouts, each.id, each.version)
        wrong += len(found) != 1
        late += found
    figure = f"{how}: {len(tables)} due in one second, p50 {p(late, 0.5):.2f} s p99 {p(late, 0.99):.2f} s late"
    verdict.must(p(late, 0.99) <= LATE, figure)
    verdict.must(wrong == 0, f"{wrong} of {len(tables)} not timed out exactly once")


def _timeouts(table: int, version: int) -> list[float]:
    """How late each time-out since this version was acted on."""
    rows = TableLog.objects.filter(table_id=table, version__gt=version).values_list("at", "entry")
    notes = [(at, note) for at, entry in rows for note in decode(bytes(entry))]
    return [(at - note["at"]) / SECOND for at, note in notes if note["do"] == "timeout"]
