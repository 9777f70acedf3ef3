"""T9 to T11: outages of Redis, PostgreSQL, everything at once, one server after the other, and a stepped clock."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import psycopg
import redis

from lobby.models import Pulse
from lobby.tables.core.state import SECOND, TableState

from .actor import Actor, Seated, Seen
from .history import History
from .scenes import cut_scene, left_of
from .verdict import Verdict, p
from .world import PASSWORD, World, actors_of

PLAY_ON = 10.0
SLACK = 2.0  # seconds of somebody's time
GIVEN = 6.0  # at most, if only servers were stopped, one by one


# --- T9 -------------------------------------------------------------------------------------------------------------


async def t9(world: World, verdict: Verdict) -> None:
    """Redis restarted, emptied, frozen: every socket keeps up, no action is lost, pages and log-in answer."""
    history, seen, down = History(), Seen(), world.size(10.0, 2.0)
    tables = await world.tables("cacheta-vidas", world.size(20, 6))
    person = (await world.people(1, password=PASSWORD))[0]
    seated = await world.seat(tables, history, plays=True, pace=0.4, seen=seen)
    server = world.stack.redis
    await asyncio.sleep(2)

    async def restart() -> None:
        server.kill()
        await pages_answer(world, verdict, person, "dead")
        await asyncio.sleep(down)
        await asyncio.to_thread(server.start)

    async def flush() -> None:
        with redis.Redis.from_url(server.url) as client:
            await asyncio.to_thread(client.flushall)

    async def freeze() -> None:
        server.freeze()
        await pages_answer(world, verdict, person, "frozen")
        await asyncio.sleep(down)
        server.thaw()

    for name, happens in (("restarted", restart), ("emptied", flush), ("frozen", freeze)):
        seen.lags.clear()
        before = history.acked
        await happens()
        await asyncio.sleep(world.size(3.0, 1.5))
        late = await world.in_step(actors_of(seated), 10)
        worst = max(seen.lags, default=0)
        figure = f"{name}: {history.acked - before} actions meanwhile, no socket more than {worst:.1f} s behind"
        verdict.must(not late and worst <= PLAY_ON and history.acked > before, figure)
    await world.quiet(actors_of(seated))
    verdict.none(await world.judged(history, tables), "actions lost or doubled")
    verdict.must(not any(actor.connects > 1 for actor in actors_of(seated)), "no socket closed")
    await world.part(actors_of(seated))


async def pages_answer(world: World, verdict: Verdict, person: Any, how: str) -> None:
    times = []
    for url in world.urls:
        status, took = await world.page(url + "/", person.session)
        good, logged = await world.log_in(url, person)
        verdict.must(status == 200, f"home {status} with Redis {how}")
        verdict.must(good, f"log-in with Redis {how}")
        times += [took, logged]
    verdict.must(max(times) < 3, f"slowest {max(times):.1f} s")
    del verdict.figures[-1 - 2 * len(world.urls) : -1]


# --- T10 ------------------------------------------------------------------------------------------------------------


async def t10(world: World, verdict: Verdict) -> None:
    """PostgreSQL restarted at once: no page is a 500, play goes on."""
    history, statuses, gaps = History(), [], []
    tables = await world.tables("cacheta-vidas", world.size(20, 6))
    session = tables[0].people[0].session
    seated = await world.seat(tables, history, plays=True, pace=0.3)
    reading = [asyncio.create_task(read_pages(world, url, session, statuses)) for url in world.urls]
    for _ in range(world.size(10, 1)):
        await asyncio.sleep(2)
        await asyncio.to_thread(world.stack.postgres.crash)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(world.stack.postgres.start)
        gaps.append(await goes_on(world, tables, actors_of(seated)))
    for task in reading:
        task.cancel()
    await world.quiet(actors_of(seated))
    late = await world.in_step(actors_of(seated), 10)
    problems = await world.judged(history, tables)
    await world.part(actors_of(seated))
    verdict.must(max(gaps) <= PLAY_ON, f"{len(gaps)} restarts, every table plays on after {max(gaps):.1f} s at most")
    shown = ", ".join(f"{statuses.count(status)} x {status}" for status in sorted(set(statuses)))
    verdict.must(not {500, 0} & set(statuses), f"pages meanwhile: {shown}")
    verdict.none(late, "sockets out of step")
    verdict.none(problems, "actions lost or doubled")


async def read_pages(world: World, url: str, session: str, statuses: list[int]) -> None:
    while True:
        statuses.append((await world.page(url + "/", session))[0])
        await asyncio.sleep(0.1)


async def goes_on(world: World, tables: list[Seated], actors: Iterable[Actor]) -> float:
    """Seconds until every table has a new version."""
    began, actors = time.monotonic(), list(actors)
    before = await world.versions(tables)
    while time.monotonic() - began < 60:
        now = await world.versions(tables)
        if all(now[table] > before[table] for table in now):
            return time.monotonic() - began
        await asyncio.sleep(0.1)
    return 60.0


# --- T11 ------------------------------------------------------------------------------------------------------------


async def t11(world: World, verdict: Verdict) -> None:
    """Outage, deploy and stepped clock cost nobody time, cards, seat or room."""
    away = world.size(180, 6)

    async def stopped() -> None:
        await asyncio.to_thread(world.stack.kill_ours)
        world.stack.redis.kill()
        await asyncio.to_thread(world.stack.postgres.crash)
        await asyncio.sleep(away)
        await asyncio.to_thread(world.stack.postgres.start)
        await asyncio.to_thread(world.stack.redis.start)
        await asyncio.to_thread(world.stack.start_ours)

    async def stepped_on() -> None:
        await step(world, "1 hour")

    async def stepped_back() -> None:
        await step(world, "-1 hour")

    async def everything() -> None:
        await stopped()
        await stepped_on()
        await step(world, "0")

    if world.short:
        what = f"by a stop of {away} s (180 s in full) and a clock that jumps 1 h on and back"
        await unharmed(world, verdict, what, everything)
    else:
        await unharmed(world, verdict, f"by a stop of everything for {away} s", stopped)
        await unharmed(world, verdict, "by a clock 1 h on", stepped_on)
        await step(world, "0")
        await unharmed(world, verdict, "by a clock 1 h back", stepped_back)
        await step(world, "0")
    await rolling(world, verdict)


async def step(world: World, by: str) -> None:
    """Make the clock of the database jump for all our processes."""

    def write() -> None:
        with psycopg.connect(world.stack.postgres.url) as connection:
            connection.execute("UPDATE chaos.step SET by = %s::interval", [by])

    await asyncio.to_thread(write)
    await asyncio.sleep(4)  # longer than the span after which a pulse is an outage


class Before:
    """The state of a table when things went wrong: hands, and the time left of every countdown."""

    def __init__(self, table: TableState, now: int) -> None:
        self.hands = hands(table)
        self.people = sorted(seat.user for seat in table.taken() if seat.user)
        self.clock = None if table.clock.due is None else (table.clock.due - now) / SECOND
        self.frozen = table.clock.left
        self.absent = [(now - each.absent_since) / SECOND for each in table.people() if each.absent_since]


def hands(table: TableState) -> list[list[str]]:
    return [] if table.game is None else [sorted(player.hand) for player in table.game.players if player]


async def unharmed(world: World, verdict: Verdict, what: str, happens: Callable[[], Awaitable[None]]) -> None:
    """A draw with a limit, a cut-in window, a paused room, somebody absent for a minute, a room asleep for a minute."""
    history = History()
    draw, absent, asleep, paused = await world.tables("cacheta-vidas", 4, seats=3, turn_seconds=120)
    window = (await world.tables("pife-corte", 1, seats=5))[0]
    tables = [draw, absent, asleep, paused, window]
    seated = await world.seat(tables, history)
    actors = actors_of(seated)
    host = seated[paused.table][0]
    await host.answer(host.ask({"type": "room", "do": "pause"}))
    for actor in (seated[absent.table][2], *seated[asleep.table]):
        actor.leave()
    await seated[absent.table][0].until(lambda each: not each.view["table"]["seats"][2]["present"], 40)
    await world.craft(draw.table, left_of(60))
    await asyncio.sleep(world.size(40, 2))
    opened = await world.craft(window.table, cut_scene(discarder=0, waiting=False))
    await seated[window.table][0].reached(opened.version)
    seated[window.table][0].act({"do": "discard", "card": "7H1"})
    await seated[window.table][0].until(lambda each: each.game.get("phase") == "window")
    before, at = await measured(world, tables)
    await happens()
    after, resumed = await measured(world, tables)
    verdict.none(compared(before, after, (resumed - at) / SECOND), f"tables harmed {what}")
    verdict.say(f"{(resumed - at) / SECOND:.1f} s of service time passed")
    await world.part(actors)


async def measured(world: World, tables: list[Seated]) -> tuple[list[Before], int]:
    """The state of these tables, and the service time at that moment."""
    pulse = await world.db(_service_time)
    return [Before((await world.read(table.table)).table, pulse) for table in tables], pulse


def _service_time() -> int:
    from lobby.tables.store import clock

    clock.renew()
    return clock.now()


def compared(before: list[Before], after: list[Before], passed: float) -> list[str]:
    """Service time may pass while people can play: `passed` is how much did. The times left must match it."""
    problems = []
    for n, (old, new) in enumerate(zip(before, after, strict=True)):
        if new.people != old.people:
            problems.append(f"table {n}: somebody was removed")
        if new.hands != old.hands and not (old.clock and old.clock < passed):
            problems.append(f"table {n}: other hands")
        if old.clock and new.clock and old.clock > passed and abs(old.clock - passed - new.clock) > SLACK:
            problems.append(f"table {n}: {old.clock:.1f} s were left, {new.clock:.1f} s are")
        if old.frozen != new.frozen:
            problems.append(f"table {n}: the pause did not hold")
    if passed > SLACK + OURS_START:
        problems.append(f"{passed:.1f} s went by")
    return problems


OURS_START = 8.0  # from the first pulse until this process has asked: servers come one after the other, people join


# --- rolling restart ------------------------------------------------------------------------------------------------


async def rolling(world: World, verdict: Verdict) -> None:
    """Restart the servers one by one, then worker and beat, during play: nobody has to wait and no outage is booked."""
    history, seen = History(), Seen()
    tables = await world.tables("cacheta-vidas", world.size(20, 6))
    timed = (await world.tables("cacheta-vidas", 1, seats=2, turn_seconds=120))[0]
    seated = await world.seat([*tables, timed], history, plays=True, pace=0.4, seen=seen)
    for actor in seated[timed.table]:
        actor.plays = False
    booked = await world.db(_outage)
    due = (await world.read(timed.table)).table.clock.due
    gaps = []
    for n, server in enumerate(list(world.stack.servers)):
        server.terminate()
        await asyncio.to_thread(server.wait, 15)
        gaps.append(await goes_on(world, tables, []))
        world.stack.start_server(n)
        await asyncio.to_thread(world.stack.ready)
        await asyncio.sleep(2)
    for processes, start in (
        (world.stack.workers, world.stack.start_worker),
        (world.stack.beats, world.stack.start_beat),
    ):
        for process in list(processes):
            if process.running():
                await asyncio.to_thread(process.stop, 20)
        start()
    await asyncio.sleep(3)
    late = await world.in_step(actors_of(seated), 15)
    await world.quiet(actors_of(seated))
    problems = await world.judged(history, [*tables, timed])
    after, still = await world.db(_outage), (await world.read(timed.table)).table
    await world.part(actors_of(seated))
    verdict.must(max(gaps) <= PLAY_ON, f"rolling restart: no table waited more than {max(gaps):.1f} s")
    given = (after - booked) / SECOND  # on a machine so busy that every pulse stalls, an outage is rightly booked
    verdict.must(0 <= given < GIVEN and still.clock.due == due, f"no time lost, {given:.1f} s given")
    verdict.must(len(still.people()) == 2, "nobody removed")
    verdict.none([*late, *problems], "lost, doubled or out of step")


def _outage() -> int:
    return Pulse.objects.get(pk=1).outage


__all__ = ["p", "t9", "t10", "t11"]
