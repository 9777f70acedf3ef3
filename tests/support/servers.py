"""Real server processes: `manage.py serve` on a free port with a data folder of its own."""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Self

from .processes import ROOT, START, Process, free_port

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


def call(module: str, *arguments: object, env: dict[str, str]) -> Any:
    """What `module.main(*arguments)`, called with strings, returns in a process of its own with Django set up."""
    command = [sys.executable, "-m", "tests.support.in_django", module, *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, env=env, check=False, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{module} failed:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


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

    def ready(self, timeout: float = START) -> Self:
        """Waits until it answers. RuntimeError, with its log: it does not."""
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

    def call(self, module: str, *arguments: object) -> Any:
        """`call`, in the database of this server."""
        return call(module, *arguments, env=self.env)

    def people(self, *names: str) -> dict[str, dict[str, str]]:
        """Accounts by these user names (made where they are missing), logged in: the cookies of each."""
        cookies: dict[str, dict[str, str]] = self.call("tests.support.scenes.logged_in", *names)
        return cookies
