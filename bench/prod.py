"""python -m bench.prod: the production stack on this machine, until Ctrl-C. Its data stays in the data folder.

--servers N (2), --port P (8001: the first server's, the others follow). If Caddy is installed it runs in front, on the
port before: one address for all servers, as in production."""

import argparse
import os
import shutil
import signal
import time
from pathlib import Path

from tests.support.processes import ROOT, Process
from tests.support.stack import Stack


def proxy(stack: Stack, port: int) -> Process | None:
    """Caddy with the configuration of production, if it is installed."""
    caddy = shutil.which("caddy")
    if caddy is None:
        return None
    upstreams = " ".join(f"127.0.0.1:{each}" for each in stack.ports)
    env = {**os.environ, "SITE": f"http://localhost:{port}", "UPSTREAMS": upstreams, "HOME": str(stack.folder)}
    command = [caddy, "run", "--adapter", "caddyfile", "--config", str(ROOT / "deploy" / "Caddyfile")]
    return Process(command, env=env, log=stack.folder / "caddy.log")


def stopped(*_: object) -> None:
    raise KeyboardInterrupt


def watch(processes: list[Process]) -> None:
    """Wait until Ctrl-C, or until one of them ends by itself."""
    while all(process.running() for process in processes):
        time.sleep(0.5)
    ended = [process.log.name for process in processes if not process.running()]
    print(f"Ended by itself: {', '.join(ended)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.prod", description=__doc__)
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--port", type=int, default=8001)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, stopped)
    front = f"http://localhost:{options.port - 1}" if shutil.which("caddy") else None
    folder = Path(os.environ.get("BATIDA_DATA") or ROOT / "data") / "prod-local"
    stack = Stack(folder, servers=options.servers, port=options.port)
    if front:
        stack.stand_behind(front)
    caddy = None
    try:
        print(stack.start_services(), end="")
        stack.start_ours()
        caddy = proxy(stack, options.port - 1)
        for address in ([front] if front else []) + stack.urls:
            print(f"Batida: {address}/")
        print(f"PostgreSQL: {stack.postgres.url}\nRedis: {stack.redis.url}\nMetrics token: {stack.token}")
        print(f"Logs: {folder}   Ctrl-C stops all of it.", flush=True)
        watch([*stack.ours, *([caddy] if caddy else [])])
    except KeyboardInterrupt:
        print("Stopping.", flush=True)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if caddy:
            caddy.stop()
        stack.stop()


if __name__ == "__main__":
    main()
