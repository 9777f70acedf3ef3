"""T1 to T3: what happens to actions when processes die, frames arrive twice and four people claim one card."""

import asyncio
import json
import random
import subprocess
import sys
import time
from typing import Any

from tests.support.processes import ROOT

from .actor import Actor, Seated
from .history import History
from .scenes import CUTTERS, cut_scene
from .verdict import Verdict
from .world import World, actors_of

PLACES = ("before_save", "after_save", "after_commit")


# --- T1 -------------------------------------------------------------------------------------------------------------


async def t1(world: World, verdict: Verdict) -> None:
    """An acknowledged action survives."""
    await forked(world, verdict, world.size(950, 40))
    await whole_servers(world, verdict, world.size(50, 2))


async def forked(world: World, verdict: Verdict, cases: int) -> None:
    tables = [*await world.tables("cacheta-vidas", 4), *await world.tables("pife-corte", 4)]
    await world.db(_open_connections, tables)
    lines = "".join(json.dumps({"table": each.table}) + "\n" for each in tables)
    command = [sys.executable, "-m", "bench.chaos.forks", str(cases)]
    done = await asyncio.to_thread(
        subprocess.run, command, input=lines, cwd=ROOT, env=world.stack.env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        verdict.must(False, f"forked processes: {done.stderr.strip().splitlines()[-1]}")
        return
    found = json.loads(done.stdout)
    verdict.say(f"{found['killed']} of {found['cases']} forked processes killed ({found['stored']} after their commit)")
    verdict.none(found["problems"], "lost or doubled by them")


def _open_connections(tables: list[Seated]) -> None:
    """Make the people of these tables count as present although they have no sockets."""
    from lobby.models import Connection
    from lobby.tables.store import clock

    clock.ensure()
    now = clock.now()
    facts = {"process": "forks", "opened": now, "last_frame": now}
    rows = [Connection(table_id=t.table, user_id=person.user, **facts) for t in tables for person in t.people]
    Connection.objects.bulk_create(rows)


async def whole_servers(world: World, verdict: Verdict, deaths: int) -> None:
    """Both servers have a failpoint; whichever dies restarts with another one. Everybody plays on meanwhile."""
    history, rng = History(), random.Random(1)
    kinds = (("cacheta-vidas", 12), ("rami", 4), ("pife-corte", 4))
    tables = [table for key, count in kinds for table in await world.tables(key, count)]
    for n in range(len(world.urls)):
        world.stack.servers[n].stop()
        arm(world, n, rng)
    world.stack.ready()
    seated = await world.seat(tables, history, come=False, plays=True)
    died = 0
    async with asyncio.timeout(60 + 30 * deaths):
        while died < deaths:
            await asyncio.sleep(0.1)
            for n, server in enumerate(world.stack.servers):
                if not server.running():
                    died += 1
                    arm(world, n, rng)
    for n, server in enumerate(world.stack.servers):
        server.kill()
        world.stack.start_server(n)
    await asyncio.to_thread(world.stack.ready)
    await asyncio.sleep(5)
    await world.quiet(actors_of(seated))
    problems = await world.judged(history, tables)
    await world.part(actors_of(seated))
    verdict.say(f"{died} servers killed under {history.acked} acknowledged requests")
    verdict.none(problems, "lost, doubled, or cards missing")


def arm(world: World, n: int, rng: random.Random) -> None:
    point = f"{rng.choice(PLACES)}:{rng.randint(10, 60)}"
    world.stack.start_server(n, BATIDA_CHAOS="1", BATIDA_FAILPOINT=point)


# --- T2 -------------------------------------------------------------------------------------------------------------


class Doubter(Actor):
    """Sends each action one to five times, over both of its owner's sockets, sometimes after the answer."""

    twin: "Actor"
    sends = 0

    def send_request(self, asked: str, frame: bytes) -> None:
        loop = asyncio.get_running_loop()
        for n in range(self.rng.randint(1, 5)):
            through = self.rng.choice((self, self.twin))
            delay = 0 if n == 0 else self.rng.choice((0, 0.002, 0.05, 0.4))
            loop.call_later(delay, self._once, through, asked, frame)

    def _once(self, through: Actor, asked: str, frame: bytes) -> None:
        if through.transport and not through.closed:  # the twin may not be connected yet
            self.sent(asked).times += 1
            through.send_frame(frame)


async def t2(world: World, verdict: Verdict) -> None:
    """A resent accepted action has one effect and the same reply."""
    actions, count, history = world.size(10_000, 200), world.size(40, 8), History()
    tables = await world.tables("cacheta-vidas", count)
    pairs = []
    for table in tables:
        for seat in range(len(table.people)):
            one = Doubter(table, seat, world.urls[:1], history, plays=True, pace=world.size(0.5, 0.25))
            one.twin = Actor(table, seat, world.urls[-1:], history).start()
            one.twin.waiting = one.waiting  # either socket may bring the answer
            pairs.append(one.start())
    everybody = [*pairs, *(one.twin for one in pairs)]
    await world.came(everybody)
    async with asyncio.timeout(60 + actions / 20):
        while history.acked < actions:  # noqa: ASYNC110
            await asyncio.sleep(0.2)
    await world.quiet(pairs)
    await asyncio.sleep(1)
    accepted = [sent for sent in history.sent.values() if sent.acks]
    until = time.monotonic() + 15
    while any(sent.times > len(sent.replies) for sent in accepted) and time.monotonic() < until:  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    problems = await world.judged(history, tables)
    problems += [f"{len(set(sent.replies))} replies" for sent in accepted if len(set(sent.replies)) != 1]
    unanswered = sum(max(0, sent.times - len(sent.replies)) for sent in accepted)
    lost = sum(one.connects - 1 for one in everybody)
    await world.part(everybody)
    verdict.say(f"{len(accepted)} actions sent {sum(sent.times for sent in accepted)} times over two sockets")
    verdict.must(unanswered == 0 or lost > 0, f"{unanswered} sendings without an answer")
    verdict.none(problems, "with two effects or two replies")


# --- T3 -------------------------------------------------------------------------------------------------------------


async def t3(world: World, verdict: Verdict) -> None:
    """One winner per cut-in window, the first confirmed."""
    windows, count, history = world.size(1000, 40), world.size(25, 8), History()
    tables = await world.tables("pife-corte", count, seats=5)
    seated = await world.seat(tables, history)
    found = await asyncio.gather(*(race(world, seated[t.table], windows // count) for t in tables))
    problems = [problem for each in found for problem in each]
    problems += await world.judged(history, tables, crafted=True)
    await world.part(actors_of(seated))
    verdict.say(f"{windows // count * count} windows, 4 sockets on {len(world.urls)} processes each")
    verdict.none(problems, "windows without exactly one winner")


async def race(world: World, actors: list[Actor], windows: int) -> list[str]:
    problems = []
    for n in range(windows):
        known = await world.craft(actors[0].at.table, cut_scene(discarder=n % 5))
        await asyncio.gather(*(actor.reached(known.version) for actor in actors))
        discarder, cutters = actors[n % 5], [actors[(n % 5 + step) % 5] for step in CUTTERS]
        discarder.act({"do": "discard", "card": "7H1"})
        answers = await asyncio.gather(*(cut(actor) for actor in cutters))
        won = [actor for actor, answer in zip(cutters, answers, strict=True) if answer["type"] == "ack"]
        table = (await world.read(actors[0].at.table)).table
        winner = table.game.result.winner if table.game and table.game.result else None
        if len(won) != 1 or winner != won[0].you["seat"]:
            problems.append(f"{len(won)} acknowledged, seat {winner} won")
    return problems


async def cut(actor: Actor) -> dict[str, Any]:
    """Claim the discard as soon as the socket shows it, and return the answer."""
    await actor.until(lambda each: each.game.get("phase") != "discard", 20)
    game = actor.game
    ask = {"type": "act", "round": game["round"], "turn": game["turn"], "action": {"do": "cut"}}
    return await actor.answer(actor.ask(ask), 20)
