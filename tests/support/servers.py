"""Real server processes for tests: `manage.py serve` on a free port with a data folder of its own."""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from .backing_services import free_port

ROOT = Path(__file__).resolve().parents[2]
START = 60.0  # seconds; two cores may be busy
MODES = ("DATABASE_URL", "REDIS_URL")


def environment(data: Path, **more: str) -> dict[str, str]:
    """That of an embedded server on `data`, unless `more` names a database and Redis."""
    inherited = {name: value for name, value in os.environ.items() if name not in (*MODES, "ORIGINS")}
    return {
        **inherited,
        "BATIDA_DATA": str(data),
        "PYTHONUNBUFFERED": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        **more,
    }


class Process:
    """A process of ours with its log."""

    def __init__(self, command: list[str], *, env: dict[str, str], log: Path) -> None:
        self.env, self.log = env, log
        with log.open("ab") as out:
            self.process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=out, stderr=subprocess.STDOUT)

    def running(self) -> bool:
        return self.process.poll() is None

    def said(self) -> str:
        return self.log.read_text()

    def stop(self, timeout: float = 10) -> int:
        """SIGTERM; the exit code."""
        self.process.terminate()
        return self.wait(timeout)

    def wait(self, timeout: float = 10) -> int:
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise


def prepare_folder(data: Path) -> Path:
    """A data folder as `serve --prepare` leaves it: made once, copied by many tests."""
    command = [sys.executable, "-c", "import django; django.setup(); from config.ops.prepare import prepare; prepare()"]
    subprocess.run(command, cwd=ROOT, env=environment(data), check=True)
    return data


class Server(Process):
    """`manage.py serve`. `url`, `port`, `data`; `people` makes accounts that are logged in."""

    def __init__(self, data: Path, *options: str, port: int | None = None, prepare: bool = True, **env: str) -> None:
        data.mkdir(parents=True, exist_ok=True)
        self.data, self.port = data, port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port), *options]
        command += ["--prepare"] if prepare else []
        super().__init__(command, env=environment(data, **env), log=data / f"serve-{self.port}.log")

    def ready(self, timeout: float = START) -> "Server":
        """Wait until it answers."""
        until = time.monotonic() + timeout
        while not self.answers():
            if not self.running() or time.monotonic() > until:
                raise RuntimeError(f"the server does not answer:\n{self.said()}")
            time.sleep(0.05)
        return self

    def answers(self) -> bool:
        try:
            return self.get("/healthz")[0] == 200
        except OSError:
            return False

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Status and body."""
        request = urllib.request.Request(self.url + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def people(self, *names: str) -> dict[str, dict[str, str]]:
        """Accounts by these user names (made where they are missing), logged in: the cookies of each."""
        command = [sys.executable, "-m", "tests.support.people", *names]
        done = subprocess.run(command, cwd=ROOT, env=self.env, check=True, capture_output=True, text=True)
        return json.loads(done.stdout)
