"""python -m tests [pytest options and paths]: everything or what they choose, first embedded, then what is marked
`live` or `production` on real PostgreSQL and Redis. Each pass names its ten slowest tests. What could not run is listed
at the end, in red; a choice that fits no test at all is an error."""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from .support import backing_services

CI = os.environ.get("CI") == "true"
MODES = ("DATABASE_URL", "REDIS_URL")
PYTEST = [sys.executable, "-m", "pytest", "--durations=10"]
SERVICES = "live or production"  # marks of the tests that run on PostgreSQL and Redis
NO_TESTS = 5  # pytest's exit status when everything was deselected, by -k for example


def main(options: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder, "not-run")
        notes.touch()
        env = {name: value for name, value in os.environ.items() if name not in MODES}
        env["BATIDA_NOT_RUN"] = str(notes)
        print("== SQLite, layer in memory", flush=True)
        statuses = [run([*PYTEST, "-n", "2", "--dist", "loadfile", *options], env)]
        statuses += on_services(options, env, notes)
        for line in dict.fromkeys(notes.read_text().splitlines()):  # some of them from both passes
            print(f"\033[31m{line}\033[0m")
    return verdict(statuses)


def run(command: list[str], env: dict[str, str]) -> int:
    return subprocess.run(command, env=env, check=False).returncode


def on_services(options: list[str], env: dict[str, str], notes: Path) -> list[int]:
    """The exit status of the second pass; none where it cannot run, which is a failure in CI."""
    print("== PostgreSQL and Redis", flush=True)
    try:
        backing_services.postgres_binaries()
        backing_services.redis_binary()
    except backing_services.MissingError as missing:
        with notes.open("a") as file:
            file.write(f"not run: the tests on PostgreSQL and Redis: no {missing}\n")
        return [1] if CI else []
    return [run([sys.executable, "-m", "tests.support.backing_services", *PYTEST, *narrowed(options)], env)]


def narrowed(options: list[str]) -> list[str]:
    """These options for the second pass: of pytest's two `-m` only the last would count."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("-m")
    marks, rest = parser.parse_known_args(options)
    return ["-m", f"({SERVICES}) and ({marks.m})" if marks.m else SERVICES, *rest]


def verdict(statuses: list[int]) -> int:
    """One pass may have nothing to do for an area; that no pass has is a mistyped word or path."""
    if set(statuses) == {NO_TESTS}:
        print("\033[31mno test fits\033[0m")
        return NO_TESTS
    return 0 if set(statuses) <= {0, NO_TESTS} else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
