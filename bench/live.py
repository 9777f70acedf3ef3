"""S6 to S9: live tables under load, on both stacks, by real accounts over the documented protocol.

    python -m bench live            all of them
    python -m bench live S7 --seconds 30

`stock` is the comparator of S6 (bench/baseline), measured in the same run. `others` is how many cores other
processes used meanwhile: rows with more than 0.1 say little about latency."""

import argparse
import asyncio
import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import uvloop

from tests.support.backing_services import postgres, redis
from tests.support.processes import Process, free_port
from tests.support.servers import Server, call
from tests.support.stack import Stack

from . import crowd, machine
from .baseline import crowd as baseline_crowd

RULESET = "cacheta-vidas"  # no cut-in window: a table can be as busy as S6 to S9 require


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
def platform(load: Load) -> Iterator[list[Server]]:
    """The servers of the platform as it runs in production, or of the embedded one."""
    with tempfile.TemporaryDirectory(prefix="batida-bench-") as name:
        folder = Path(name)
        if load.embedded:
            server = Server(folder).ready()
            try:
                yield [server]
            finally:
                server.stop()
            return
        folder.chmod(0o711)  # PostgreSQL may run as another user
        with Stack(folder, servers=load.servers) as stack:
            yield stack.start().servers


def memory(servers: list[Server]) -> float:
    """KB that the servers hold."""
    return sum(server.memory() for server in servers) / 1024


async def row(load: Load, seconds: float) -> dict[str, Any]:
    with platform(load) as servers:
        seeds = servers[0].call("bench.seed", RULESET, load.tables)
        empty = memory(servers)
        tables = await crowd.gather([server.url for server in servers], seeds, load.pace)
        await asyncio.sleep(2)
        before = machine.usage()
        figures = await crowd.measure(tables, seconds)
        ours, others = machine.between(before, machine.usage())
        acted = max(1, figures.actions) * (seconds + 3) / seconds  # the warm-up used the machine too
        cost = {f"{kind}_ms": round(spent * 1000 / acted, 2) for kind, spent in ours.items() if spent > 0.1}
        sockets = sum(len(table.players) for table in tables)
        grown = {"kb_a_socket": round((memory(servers) - empty) / sockets, 1)}
        return {"load": load.name, **figures.row(), **cost, **grown, "others": round(others, 2)}


async def stock_row(tables: int, seconds: float) -> dict[str, Any]:
    with contextlib.ExitStack() as at_end:
        env = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "bench.baseline.settings",
            "DATABASE_URL": at_end.enter_context(postgres(durable=True)),
            "REDIS_URL": at_end.enter_context(redis()),
        }
        made = call("bench.baseline.seed", tables, env=env)
        folder = Path(at_end.enter_context(tempfile.TemporaryDirectory(prefix="batida-stock-")))
        port = free_port()
        command = [sys.executable, "-m", "daphne", "-p", str(port), "bench.baseline.asgi:application"]
        server = Process(command, env=env, log=folder / "daphne.log")
        at_end.callback(server.stop)
        await asyncio.sleep(5)
        before = machine.usage()
        done = await baseline_crowd.measure(f"ws://127.0.0.1:{port}", made, seconds)
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
