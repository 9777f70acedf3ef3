"""python -m tests [pytest options]: everything, first embedded, then what is marked `live` or `production` on real
PostgreSQL and Redis. What could not run is listed at the end, in red."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from .support import backing_services

CI = os.environ.get("CI") == "true"
MODES = ("DATABASE_URL", "REDIS_URL")
PYTEST = [sys.executable, "-m", "pytest"]
NO_TESTS = 5  # pytest's exit code when everything was deselected, by -k for example


def run(command: list[str], env: dict[str, str]) -> bool:
    return subprocess.run(command, env=env, check=False).returncode in (0, NO_TESTS)


def main(options: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder, "not-run")
        notes.touch()
        env = {name: value for name, value in os.environ.items() if name not in MODES}
        env["BATIDA_NOT_RUN"] = str(notes)
        print("== SQLite, layer in memory", flush=True)
        good = run([*PYTEST, "-n", "2", "--dist", "loadfile", *options], env)
        good &= on_services(options, env, notes)
        for line in dict.fromkeys(notes.read_text().splitlines()):  # some of them from both passes
            print(f"\033[31m{line}\033[0m")
        return 0 if good else 1


def on_services(options: list[str], env: dict[str, str], notes: Path) -> bool:
    print("== PostgreSQL and Redis", flush=True)
    try:
        backing_services.postgres_binaries()
        backing_services.redis_binary()
    except backing_services.MissingError as missing:
        with notes.open("a") as file:
            file.write(f"not run: the tests on PostgreSQL and Redis: no {missing}\n")
        return not CI
    command = [sys.executable, "-m", "tests.support.backing_services", *PYTEST, "-m", "live or production", *options]
    return run(command, env)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
