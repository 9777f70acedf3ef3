"""T8 and T15: sockets that were cut and come back see exactly what uncut sockets see."""

import asyncio
import time
from typing import Any

from .actor import Actor
from .history import History
from .verdict import Verdict, p
from .world import World, actors_of

View = dict[str, Any]


async def t8(world: World, verdict: Verdict) -> None:
    """The view after coming back = the view of a socket never cut."""
    cuts, count, history = world.size(2000, 60), world.size(20, 5), History()
    tables = await world.tables("cacheta-vidas", count)
    seated = await world.seat(tables, history, plays=True, pace=0.5)
    each = cuts // count
    found = await asyncio.gather(*(cut_again(world, seated[t.table][n % 4], each) for n, t in enumerate(tables)))
    took = [seconds for seconds, _ in found for seconds in seconds]
    different = [problem for _, problems in found for problem in problems]
    await world.quiet(actors_of(seated))
    problems = await world.judged(history, tables)
    await world.part(actors_of(seated))
    verdict.must(
        p(took, 0.95) <= 1.0,
        f"{len(took)} cuts, back in p50 {p(took, 0.5) * 1000:.0f} p95 {p(took, 0.95) * 1000:.0f} ms",
    )
    verdict.none(different, "views that differ")
    verdict.none(problems, "tables in disorder")


async def cut_again(world: World, stays: Actor, cuts: int) -> tuple[list[float], list[str]]:
    """Cut a second socket of the same person at random moments; (seconds each return took, differences)."""
    took, problems = [], []
    other = Actor(stays.at, stays.at.people.index(stays.person), world.urls, stays.history)
    for n in range(cuts):
        began = time.monotonic()
        await other.connect_once(world.urls[n % len(world.urls)])
        await asyncio.wait_for(other.came.wait(), 20)
        took.append(time.monotonic() - began)
        problems += await compared(stays, other)
        await asyncio.sleep(other.rng.random() * 0.15)
        other.cut()
        assert other.transport
        await other.transport.wait_disconnected()
    return took, problems


async def compared(stays: Actor, other: Actor) -> list[str]:
    """Do both sockets show the same at a version both have seen? Versions may be skipped, so wait for one."""
    until = time.monotonic() + 5
    first = other.version
    while time.monotonic() < until:
        for version in sorted(v for v in stays.views.keys() & other.views.keys() if v >= first):
            same = picture(stays.views[version]) == picture(other.views[version])
            return [] if same else [f"{stays.at.slug} at version {version}"]
        await asyncio.sleep(0.01)
    return [f"{stays.at.slug}: no common version from {first} on"]


def picture(view: View) -> tuple[View, View]:
    """Everything but the time left, which is that of its moment."""
    return view["table"], view["you"]


async def t15(world: World, verdict: Verdict) -> None:
    """Everybody comes back at the same moment."""
    count, history = world.size(250, 40), History()
    tables = await world.tables("cacheta-vidas", count)
    seated = await world.seat(tables, history)
    everybody = actors_of(seated)
    for actor in everybody:
        actor.stay = False  # no back-off: all at once
        actor.cut()
    await asyncio.sleep(1)
    began = time.monotonic()
    back = await asyncio.gather(*(again(world, n, actor) for n, actor in enumerate(everybody)))
    late = await world.in_step(everybody, 15)
    took = time.monotonic() - began
    errors = [problem for problem in back if problem]
    verdict.none(errors, "errors")
    verdict.must(
        not late and took <= 15, f"{len(everybody)} sockets back and in step after {took:.1f} s ({len(late)} late)"
    )
    verdict.none(await world.judged(history, tables), "tables in disorder")
    await world.part(everybody)


async def again(world: World, n: int, actor: Actor) -> str:
    try:
        await actor.connect_once(world.urls[n % len(world.urls)])
        await asyncio.wait_for(actor.came.wait(), 30)
    except Exception as error:  # noqa: BLE001  whatever it is: that is what is counted
        return repr(error)
    return actor.closed or ""
