"""Part of `make chaos` in its short form, against real processes: what takes a minute. All of it takes half an hour."""

import re
import subprocess
import sys

import pytest

from tests.support.backing_services import MissingError, postgres_binaries, redis_binary
from tests.support.processes import ROOT

MINUTES = 10  # for a machine on which much else goes on; alone it takes one
TRIES = 3
QUICK = ["T2", "T3", "T8", "T12", "T14"]
FAILED = re.compile(r"^(T\d+) .*FAIL", re.MULTILINE)


@pytest.mark.production
@pytest.mark.timeout(60 * MINUTES)
def test_promises_of_the_live_tables_in_their_short_form() -> None:
    try:
        postgres_binaries()
        redis_binary()
    except MissingError as missing:
        pytest.skip(f"no {missing}")
    said, failed = tried("--short", "--only", ",".join(QUICK))
    assert re.findall(r"^(T\d+) ", said, re.MULTILINE) == QUICK
    for _ in range(TRIES - 1):  # some promise milliseconds, which a machine with much else to do cannot keep each time
        if failed:
            _said, failed = tried("--short", "--only", ",".join(failed))
    assert not failed


def tried(*options: str) -> tuple[str, list[str]]:
    """What was said, and the promises that failed; all of it is shown when the test fails."""
    command = [sys.executable, "-m", "bench.chaos", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    print(done.stdout, done.stderr[-3000:])
    failed = FAILED.findall(done.stdout)
    assert bool(failed) == bool(done.returncode), "the exit status says something else than the lines"
    return done.stdout, failed
