"""The requirements: what is imported is named with a reason, and everything is pinned with hashes, from no host."""

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from config.requirements import BASE_DIR, canonical, explained, reasons

OURS = {"accounts", "bench", "config", "games", "lobby", "tests"}
PRODUCT = ("accounts", "config", "games", "lobby")
DISTRIBUTIONS = packages_distributions()
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)


def text(name: str) -> str:
    return (BASE_DIR / name).read_text()


def imported(*folders: str) -> dict[str, Path]:
    """Third-party top-level packages that the files of these folders import, each with a file that does."""
    found = {}
    for path in (path for folder in folders for path in (BASE_DIR / folder).rglob("*.py")):
        for node in at_run_time(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                names = [node.module]
            else:
                continue
            found |= {name.partition(".")[0]: path for name in names}
    return {name: path for name, path in found.items() if name not in OURS | set(sys.stdlib_module_names)}


def at_run_time(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node but those that only a type checker reads."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            yield node
            yield from at_run_time(node)


def undeclared(packages: dict[str, Path], declared: set[str]) -> list[str]:
    return [
        f"{name} ({path.relative_to(BASE_DIR)})"
        for name, path in packages.items()
        if not {canonical(each) for each in DISTRIBUTIONS.get(name, [])} & declared
    ]


def test_what_the_product_imports_is_named() -> None:
    packages = imported(*PRODUCT)
    assert {"django", "qrcode", "autobahn"} <= packages.keys()  # the search finds something
    assert undeclared(packages, set(reasons(text("requirements.in")))) == []


def test_what_tests_and_benchmarks_import_is_named() -> None:
    declared = set(reasons(text("requirements.in"))) | set(reasons(text("requirements-dev.in")))
    assert undeclared(imported("tests", "bench"), declared) == []


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_each_package_has_its_pin_its_hashes_and_its_reason(name: str) -> None:
    compiled = text(f"{name}.txt")
    blocks = re.split(r"\n(?=[a-z0-9-]+==)", compiled)[1:]
    assert len(blocks) > 30
    assert [block.split()[0] for block in blocks if "--hash=sha256:" not in block] == []
    for package, reason in reasons(text(f"{name}.in")).items():
        assert f"# {reason}\n{package}==" in compiled


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_the_compiled_pins_are_those_asked_for(name: str) -> None:
    asked = {
        (canonical(package), version)
        for package, version in re.findall(r"^([\w.-]+)(?:\[[^\]]*\])?==([^\s;#]+)", text(f"{name}.in"), re.MULTILINE)
    }
    assert asked
    assert asked <= set(PIN.findall(text(f"{name}.txt")))


def test_tests_run_on_the_pins_of_the_product() -> None:
    assert set(PIN.findall(text("requirements.txt"))) <= set(PIN.findall(text("requirements-dev.txt")))


@pytest.mark.parametrize("name", ["requirements.in", "requirements.txt", "requirements-dev.in", "requirements-dev.txt"])
def test_no_host_is_named(name: str) -> None:
    options = r"^\s*(-i|-f|--index|--extra-index|--find-links|--trusted)"
    assert not re.search(rf"https?:|file:|{options}", text(name), re.MULTILINE)


def test_a_requirement_without_a_reason_is_refused() -> None:
    assert reasons("# a heading\nPack_age[x]==1.0  # why\n-r other.in\n") == {"pack-age": "why"}
    for line in ("package==1.0", "package  # why", "package>=1  # why"):
        with pytest.raises(ValueError, match="reason"):
            reasons(line)


def test_the_reason_stands_above_the_pin() -> None:
    compiled = "one==1 \\\n    --hash=sha256:00\n    # via two\ntwo==2 \\\n    --hash=sha256:11\n"
    assert explained(compiled, {"two": "why"}) == compiled.replace("two==2", "# why\ntwo==2")
