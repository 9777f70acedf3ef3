"""The modules of the pages, by Node's own test runner. Without Node there is nothing to run; in CI a skip fails."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.processes import ROOT

FILES = sorted((ROOT / "tests" / "js").glob("*.test.mjs"))


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name.removesuffix(".test.mjs"))
def test_javascript(file: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node")
    done = subprocess.run([node, "--test", str(file)], cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout[-4000:]
    assert "# pass 0\n" not in done.stdout, f"{file.name} tests nothing"


def test_what_node_installs_is_pinned_and_from_no_registry_in_particular() -> None:
    wanted = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    for name, version in wanted.items():
        assert packages[f"node_modules/{name}"]["version"] == version
    for name, package in packages.items():
        assert "resolved" not in package, name
        assert not name or package["integrity"], name
