"""T7: two minutes of absence, in all the ways in which people vanish."""

import asyncio
import os
import signal
import sys
import time
from typing import Any

import msgspec

from lobby import clock
from lobby.live import SECOND
from lobby.models import TableLog
from tests.serving import ROOT, Process

from .actor import Actor, Seated
from .cable import Cable
from .history import History
from .verdict import Verdict
from .world import World, actors_of

decode = msgspec.json.decode


async def t7(world: World, verdict: Verdict) -> None:
    """Two minutes of absence, not more, not less."""
    history, count = History(), world.size(5, 1)
    ways = ("tab closed", "client killed", "cable cut", "server killed", "back at 119 s")
    tables = await world.tables("cacheta-vidas", count * len(ways), seats=3)
    cable = await Cable(world.urls[0]).open()
    groups = {way: tables[n * count : (n + 1) * count] for n, way in enumerate(ways)}
    leavers: dict[int, Any] = {}
    seated = await world.seat(tables, history, come=False)
    for way, some in groups.items():
        for table in some:
            leaver = seated[table.table][2]
            if way in ("cable cut", "server killed", "client killed"):
                leaver.leave()
                leavers[table.table] = await _go_through(world, way, table, cable, history)
            else:
                leavers[table.table] = leaver
    await world.came(actor for actors in seated.values() for actor in actors[:2])
    await asyncio.sleep(3)
    gone = await part_ways(world, groups, leavers, cable)
    if world.short:
        await came_back(world, verdict, groups, leavers, wait=6)
        verdict.say("short form: the two minutes are not waited for")
    else:
        await came_back(world, verdict, groups, leavers, wait=119 - (time.monotonic() - gone["began"]))
        await removed_in_time(world, verdict, groups, gone)
    await cable.close()
    await asyncio.to_thread(world.stack.ready)
    verdict.none(await world.judged(history, tables), "tables in disorder")
    await world.part(actors_of(seated))
    await world.part(each for each in leavers.values() if isinstance(each, Actor))


async def _go_through(world: World, way: str, table: Seated, cable: Cable, history: History) -> Actor | Process:
    """The third person's client where it can be made to vanish: behind a cable, at one server, in its own process."""
    if way == "client killed":
        command = [sys.executable, "-m", "bench.client", world.urls[0], "--room", table.slug]
        command += ["--session", table.people[2].session]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        return Process(command, env=env, log=world.stack.folder / "client.log")
    actor = Actor(table, 2, [cable.url if way == "cable cut" else world.urls[1]], history)
    return actor.start()


async def part_ways(
    world: World, groups: dict[str, list[Seated]], leavers: dict[int, Any], cable: Cable
) -> dict[Any, float]:
    """Everybody who goes, goes; table -> service time of the last frame that can have come from them."""
    await world.db(clock.ensure)
    gone: dict[Any, float] = {"began": time.monotonic()}
    for way, some in groups.items():
        for table in some:
            leaver = leavers[table.table]
            if isinstance(leaver, Process):
                leaver.process.send_signal(signal.SIGKILL)
                leaver.process.wait()
            else:
                if way in ("tab closed", "back at 119 s"):
                    leaver.leave()
            gone[table.table] = clock.now()
    cable.cut()
    for table in (*groups["cable cut"], *groups["server killed"]):
        leavers[table.table].stay = False
        gone[table.table] = clock.now()
    world.stack.servers[1].process.kill()
    world.stack.servers[1].process.wait()
    await asyncio.sleep(1)
    world.stack.start_server(1)
    return gone


async def came_back(
    world: World, verdict: Verdict, groups: dict[str, list[Seated]], leavers: dict[int, Any], *, wait: float
) -> None:
    """Those of the last group come back; seat and cards are theirs."""
    kept, hands = 0, {}
    for table in groups["back at 119 s"]:
        game = (await world.read(table.table)).live.game
        hands[table.table] = game.players[2].hand if game else None
    await asyncio.sleep(wait)
    for table in groups["back at 119 s"]:
        back = Actor(table, 2, world.urls[:1], leavers[table.table].history).start()
        leavers[table.table] = back
        await back.until(lambda each: bool(each.view) and each.you.get("seat") is not None, 30)
        kept += sorted(back.you.get("hand", ())) == sorted(hands[table.table] or ())
    total = len(groups["back at 119 s"])
    verdict.must(kept == total, f"back after {wait:.0f} s: {kept} of {total} kept seat and cards")


async def removed_in_time(
    world: World, verdict: Verdict, groups: dict[str, list[Seated]], gone: dict[Any, float]
) -> None:
    await asyncio.sleep(max(0, 128 - (time.monotonic() - gone["began"])))
    for way, some in groups.items():
        if way == "back at 119 s":
            continue
        spans = []
        for table in some:
            rows = await world.db(_removals, table.table)
            spans += [(at - gone[table.table]) / SECOND for at in rows]
        good = len(spans) == len(some) and all(119.5 <= span <= 125 for span in spans)
        least, most = min(spans, default=0), max(spans, default=0)
        verdict.must(good, f"{way}: removed after {least:.1f} to {most:.1f} s ({len(spans)}/{len(some)})")


def _removals(table: int) -> list[int]:
    """When seats of this table became free, by absence, in service time."""
    rows = TableLog.objects.filter(table_id=table).values_list("at", "entry")
    return [at for at, entry in rows for note in decode(bytes(entry)) if note["do"] == "leave"]
