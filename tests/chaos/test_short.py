"""The short form of `make chaos`: every promise T1 to T15 against real processes. Its long form takes half an hour."""

import re
import subprocess
import sys

import pytest

from tests.services import MissingError, postgres_binaries, redis_binary
from tests.serving import ROOT

MINUTES = 10  # for a machine on which much else goes on; alone it takes one
TRIES = 3
FAILED = re.compile(r"^(T\d+) .*FAIL", re.MULTILINE)


@pytest.mark.production
@pytest.mark.timeout(60 * MINUTES)
def test_every_promise_in_its_short_form() -> None:
    try:
        postgres_binaries()
        redis_binary()
    except MissingError as missing:
        pytest.skip(f"no {missing}")
    said, failed = tried("--short")
    assert len(re.findall(r"^T\d+ ", said, re.MULTILINE)) == 15
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
