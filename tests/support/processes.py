"""Processes that tests and benchmarks start: each can be stopped, killed, frozen and thawed."""

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START = 60.0  # seconds; two cores may be busy
STOP = 20.0  # seconds until a process that does not end is killed


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
        return True
    return False


def wait_for(ready: Callable[[], object], what: str) -> None:
    """Returns as soon as `ready` answers with something true. TimeoutError, naming `what`, after a minute."""
    until = time.monotonic() + START
    while not ready():
        if time.monotonic() > until:
            raise TimeoutError(f"{what} does not start")
        time.sleep(0.05)


class Signalled:
    """Something that runs as a process of its own, perhaps not yet or no longer."""

    process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """LookupError: it has never been started."""
        if self.process is None:
            raise LookupError("not started")
        return self.process.pid

    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def signal(self, which: signal.Signals) -> None:
        """Nothing happens to a process that does not run."""
        if self.process is not None and self.running():
            self.process.send_signal(which)

    def freeze(self) -> None:
        self.signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.signal(signal.SIGCONT)

    def terminate(self) -> None:
        """Asks it to end, without waiting. A frozen process is thawed, or it would never hear of it."""
        self.signal(signal.SIGTERM)
        self.thaw()

    def stop(self, timeout: float = STOP) -> int:
        """Asks it to end and waits for that: its exit code."""
        self.terminate()
        return self.wait(timeout)

    def kill(self) -> None:
        """SIGKILL; returns when it is gone."""
        self.signal(signal.SIGKILL)
        self.wait()

    def wait(self, timeout: float = STOP) -> int:
        """The exit code, 0 if it never ran. subprocess.TimeoutExpired: it had to be killed."""
        if self.process is None:
            return 0
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise

    def memory(self) -> int:
        """Bytes that it holds in memory."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Process(Signalled):
    """A command that runs in the project's folder and writes a log."""

    process: subprocess.Popen[bytes]

    def __init__(self, command: Sequence[str], *, env: dict[str, str], log: Path) -> None:
        self.env, self.log = env, log
        with log.open("ab") as out:
            self.process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=out, stderr=subprocess.STDOUT)

    def said(self) -> str:
        return self.log.read_text()
