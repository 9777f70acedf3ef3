"""The pure modules of the table page, by Node's own test runner where there is one."""

import shutil
import subprocess

import pytest

from tests.support.processes import ROOT


def test_the_modules_of_the_table() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node")
    files = sorted(str(path) for path in (ROOT / "tests" / "js").glob("*.test.mjs"))
    done = subprocess.run([node, "--test", *files], cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout[-4000:]
