"""S6 to S9: live tables under load, on both stacks, by real accounts over the documented protocol.

    python -m bench live            all of them
    python -m bench live S7 --seconds 30

`stock` is the comparator of S6 (bench/baseline), measured in the same run. `others` are the cores that processes which
are not ours used meanwhile: rows with more than 0.1 say little about latency."""

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import uvloop

from tests.support.backing_services import free_port, postgres, redis
from tests.support.servers import ROOT, Process, Server, environment

from . import crowd, machine
from .baseline import crowd as baseline_crowd

RULESET = "cacheta-vidas"  # without a window: a table can be as busy as the promise says


class Load(NamedTuple):
    """One row: how many tables, how many seconds between two actions of a table (None: saturated), how many servers."""

    name: str
    tables: int
    pace: float | None
    servers: int = 1
    embedded: bool = False


LOADS = (
    Load("S6", 200, None, servers=2),
    Load("S7", 200, 1.0),
    Load("S8", 500, 1.0),
    Load("S9", 100, 2.0, embedded=True),
)


@contextlib.contextmanager
def stack(load: Load) -> Iterator[tuple[list[str], dict[str, str]]]:
    """The platform as it runs in production, or embedded: addresses, and the environment of its commands."""
    with contextlib.ExitStack() as at_end:
        folder = Path(at_end.enter_context(tempfile.TemporaryDirectory(prefix="batida-bench-")))
        more = {}
        if not load.embedded:
            more = {
                "DATABASE_URL": at_end.enter_context(postgres(durable=True)),
                "REDIS_URL": at_end.enter_context(redis()),
                "SECRET_KEY": "benchmark only",
            }
        servers = []
        for n in range(load.servers):
            servers.append(Server(folder, prepare=n == 0, **more))
            at_end.callback(servers[-1].stop)
            servers[-1].ready()
        if not load.embedded:
            env = environment(folder, **more)
            for part in (["worker", "-c", "1", "-Q", "deadlines"], ["beat", "-S", "celery.beat.Scheduler"]):
                command = [sys.executable, "-m", "celery", "-A", "config.celery", *part]
                at_end.callback(Process(command, env=env, log=folder / f"{part[0]}.log").stop)
        yield [server.url for server in servers], servers[0].env


def seeded(module: str, *arguments: object, env: dict[str, str]) -> str:
    """What a seeding command prints."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout


async def row(load: Load, seconds: float) -> dict[str, Any]:
    with stack(load) as (urls, env):
        seeds = seeded("bench.seed", RULESET, load.tables, env=env)
        empty = machine.memory("serve")
        tables = await crowd.gather(urls, seeds.splitlines(), load.pace)
        await asyncio.sleep(2)
        before = machine.usage()
        figures = await crowd.measure(tables, seconds)
        ours, others = machine.between(before, machine.usage())
        acted = max(1, figures.actions) * (seconds + 3) / seconds  # the warm-up used the machine too
        cost = {f"{kind}_ms": round(spent * 1000 / acted, 2) for kind, spent in ours.items() if spent > 0.1}
        sockets = sum(len(table.players) for table in tables)
        grown = {"kb_a_socket": round((machine.memory("serve") - empty) / sockets, 1)}
        return {"load": load.name, **figures.row(), **cost, **grown, "others": round(others, 2)}


async def stock_row(tables: int, seconds: float) -> dict[str, Any]:
    with contextlib.ExitStack() as at_end:
        env = {
            **os.environ,
            "DATABASE_URL": at_end.enter_context(postgres(durable=True)),
            "REDIS_URL": at_end.enter_context(redis()),
        }
        made = seeded("bench.baseline.seed", tables, env=env)
        folder = Path(at_end.enter_context(tempfile.TemporaryDirectory(prefix="batida-stock-")))
        port = free_port()
        command = [sys.executable, "-m", "daphne", "-p", str(port), "bench.baseline.asgi:application"]
        server = Process(command, env=env, log=folder / "daphne.log")
        at_end.callback(server.stop)
        await asyncio.sleep(5)
        before = machine.usage()
        done = await baseline_crowd.measure(f"ws://127.0.0.1:{port}", [int(pk) for pk in made.split()], seconds)
        _, others = machine.between(before, machine.usage())
        return {"load": "stock", "tables": tables, "per_second": round(done, 1), "others": round(others, 2)}


async def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench live", description=__doc__)
    parser.add_argument("names", nargs="*", help="S6 S7 S8 S9; all by default")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args(arguments)
    for load in LOADS:
        if options.names and load.name not in options.names:
            continue
        rows = [await stock_row(load.tables, options.seconds)] if load.name == "S6" else []
        rows.append(await row(load, options.seconds))
        if load.name == "S6":
            rows[-1]["times_stock"] = round(rows[-1]["per_second"] / rows[0]["per_second"], 1)
        for each in rows:
            print(json.dumps(each) if options.json else "  ".join(f"{k} {v}" for k, v in each.items()), flush=True)


def run(arguments: list[str]) -> None:
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    asyncio.run(main(arguments))


if __name__ == "__main__":
    run(sys.argv[1:])
