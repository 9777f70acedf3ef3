"""The production stack on this machine: PostgreSQL, Redis, servers, a worker, a beat. Each is a process that can be
stopped, killed, frozen and started again on the same port with the same data."""

import os
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Self

from .backing_services import Postgres, Redis
from .processes import ROOT, Process, free_port
from .servers import Server, environment


class Stack:
    """All of it; as a context manager it is stopped at the end, whatever of it runs then.

    `servers`, `workers` and `beats` are those that run or have run; `env` is the environment of our own processes.
    `durable`: PostgreSQL waits for disks. `port`: that of the first server, the others follow; free ones without it."""

    def __init__(self, folder: Path, *, servers: int = 2, durable: bool = True, port: int | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.postgres = Postgres(folder / "postgres", durable=durable)
        self.redis = Redis(folder / "redis")
        self.ports = [port + n if port else free_port() for n in range(servers)]
        self.token = secrets.token_urlsafe(16)
        self.more = {"DATABASE_URL": self.postgres.url, "REDIS_URL": self.redis.url, "METRICS_TOKEN": self.token}
        self.servers: list[Server] = []
        self.workers: list[Process] = []
        self.beats: list[Process] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def env(self) -> dict[str, str]:
        return environment(self.folder, **self.more)

    @property
    def urls(self) -> list[str]:
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    def stand_behind(self, proxy: str) -> None:
        """The servers, started after this, are reached through a proxy at this address too."""
        self.more |= {"ORIGINS": ",".join([proxy, *self.urls]), "TRUSTED_PROXIES": "1"}

    def manage(self, *arguments: str) -> str:
        """What a command of manage.py prints."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, cwd=ROOT, env=self.env, check=True, capture_output=True, text=True).stdout

    # --- starting ---

    def start(self) -> Self:
        self.start_services()
        self.start_ours()
        return self

    def start_services(self) -> str:
        """PostgreSQL and Redis; what `manage.py prepare` prints."""
        self.postgres.start()
        self.redis.start()
        return self.manage("prepare")

    def start_ours(self) -> None:
        """Servers, one worker, one beat."""
        for n in range(len(self.ports)):
            self.start_server(n)
        self.start_worker()
        self.start_beat()
        self.ready()

    def start_server(self, n: int, **env: str) -> Server:
        """The server on the nth port, again if it ran before."""
        server = Server(self.folder, port=self.ports[n], prepare=False, **{**self.more, **env})
        self.servers[n : n + 1] = [server]
        return server

    def start_worker(self) -> Process:
        name = f"worker{len(self.workers) + 1}"
        arguments = f"worker -P threads -c 4 -Q deadlines,celery -n {name}@%h --without-gossip --without-mingle"
        self.workers.append(self._celery(name, *arguments.split()))
        return self.workers[-1]

    def start_beat(self) -> Process:
        self.beats.append(self._celery(f"beat{len(self.beats) + 1}", *"beat -S celery.beat.Scheduler".split()))
        return self.beats[-1]

    def _celery(self, name: str, *arguments: str) -> Process:
        first = ["nice", "-n", "-5"] if os.geteuid() == 0 else []  # as in deploy/systemd
        command = [*first, sys.executable, "-m", "celery", "-A", "config", *arguments]
        return Process(command, env=self.env, log=self.folder / f"{name}.log")

    def ready(self) -> None:
        """Waits until every server that runs answers."""
        for server in self.servers:
            if server.running():
                server.ready()

    def mend(self) -> None:
        """Whatever a test has stopped, killed or frozen runs again."""
        for service in (self.postgres, self.redis):
            service.thaw()
            if not service.running():
                service.start()
        for n, server in enumerate(self.servers):
            if not server.running():
                self.start_server(n)
        if not any(worker.running() for worker in self.workers):
            self.start_worker()
        if not any(beat.running() for beat in self.beats):
            self.start_beat()
        self.ready()

    # --- stopping ---

    @property
    def ours(self) -> list[Process]:
        return [process for process in (*self.beats, *self.workers, *self.servers) if process.running()]

    def stop_ours(self) -> None:
        """As a shutdown of the machine does: all are told, then waited for."""
        stopping = self.ours
        for process in stopping:
            process.terminate()
        for process in stopping:
            process.wait()

    def kill_ours(self) -> None:
        for process in self.ours:
            process.kill()

    def stop(self) -> None:
        self.stop_ours()
        self.redis.stop()
        self.postgres.stop()
