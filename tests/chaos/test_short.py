"""The short form of `make chaos`: every promise T1 to T15 against real processes. Its long form takes half an hour."""

import subprocess
import sys

import pytest

from tests.services import MissingError, postgres_binaries, redis_binary
from tests.serving import ROOT

MINUTES = 10  # for a machine on which much else goes on; alone it takes one


@pytest.mark.production
@pytest.mark.timeout(60 * MINUTES)
def test_every_promise_in_its_short_form() -> None:
    try:
        postgres_binaries()
        redis_binary()
    except MissingError as missing:
        pytest.skip(f"no {missing}")
    command = [sys.executable, "-m", "bench.chaos", "--short"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    assert done.stdout.count("… pass") == 15
