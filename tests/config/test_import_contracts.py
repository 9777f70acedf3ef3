"""The direction of imports is held by import-linter; here it is seen that its contracts refuse what they should. And
what they do not see: tests that import benchmarks, and imports hidden in functions."""

import ast
import io
import re
import shutil
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes import ROOT

PACKAGES = ("games", "lobby", "accounts", "config")
LINT = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()", "--no-cache"]
NOQA = re.compile(r"#\s*noqa(: *[A-Z0-9, ]+)?")


# --- contracts ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the product's modules and of the contracts."""
    copy = tmp_path_factory.mktemp("packages")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, copy / package, ignore=_not_modules)
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


def _not_modules(folder: str, names: list[str]) -> set[str]:
    return {
        name for name in names if not (name.endswith(".py") or Path(folder, name).is_dir()) or name == "__pycache__"
    }


def lint(packages: Path) -> tuple[bool, str]:
    """Are all contracts kept, and what is said, in one line."""
    done = subprocess.run(LINT, cwd=packages, capture_output=True, text=True)
    return done.returncode == 0, " ".join(done.stdout.split())


def test_the_tree_as_it_stands_keeps_them(packages: Path) -> None:
    kept, said = lint(packages)
    assert kept, said
    assert " 0 broken" in said


@pytest.mark.parametrize(
    "folder", ["accounts", "lobby", "lobby/tables", "lobby/tables/services", "lobby/tables/realtime", "lobby/history"]
)
def test_a_new_file_is_refused_until_it_has_a_layer(packages: Path, folder: str) -> None:
    planted = packages / folder / "stray.py"
    planted.touch()
    try:
        kept, said = lint(packages)
    finally:
        planted.unlink()
    assert not kept
    assert f"{folder.replace('/', '.')}.stray" in said


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("lobby.tables.services.play", "lobby.tables.realtime.hub"),
        ("lobby.tables.core.state", "lobby.models"),
        ("accounts.services", "lobby.models"),
        ("games.engine", "django.db"),
        ("games.bots", "games.engine"),
    ],
)
@pytest.mark.parametrize("where", ["module", "function"])
def test_an_import_that_points_up_is_refused(packages: Path, importer: str, imported: str, where: str) -> None:
    planted = next(
        path
        for stem in (importer.replace(".", "/"),)
        for path in (packages / f"{stem}.py", packages / stem / "__init__.py")
        if path.exists()
    )
    before = planted.read_text()
    line = f"import {imported}\n"
    planted.write_text(before + (line if where == "module" else f"\ndef planted() -> None:\n    {line}"))
    try:
        kept, said = lint(packages)
    finally:
        planted.write_text(before)
    assert not kept
    assert f"{importer} -> {imported.split('.', maxsplit=1)[0] if imported.startswith('django') else imported}" in said


# --- what no contract sees ------------------------------------------------------------------------------------------


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imported_by(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def foreign(source: str, folder: str) -> set[str]:
    """What a test in this folder of tests/ takes from a benchmark, or from another folder of tests."""
    found = {name for name in imported_by(ast.parse(source)) if name.split(".")[0] in ("bench", "tests")}
    return {name for name in found if not re.fullmatch(rf"tests\.(support|{folder})(\..*)?", name)}


def test_tests_share_by_way_of_support_only() -> None:
    """No test imports a benchmark, or a helper from another folder of tests."""
    paths = [path.relative_to(ROOT) for path in modules("tests")]
    found = {path: foreign((ROOT / path).read_text(), Path(path.parts[1]).stem) for path in paths}
    assert {path: names for path, names in found.items() if names} == {}


def test_a_foreign_import_would_be_found() -> None:
    planted = "import bench.laws\nfrom bench import crowd\nfrom tests.lobby import room\nfrom tests import support\n"
    planted += "from tests.support.stack import Stack\nfrom tests.games.perft import count\n"
    assert foreign(planted, "games") == {"bench.laws", "bench.crowd", "tests.lobby.room"}


def comments(source: str) -> dict[int, str]:
    """The comments by line, without the words that are said to a linter."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {
        token.start[0]: NOQA.sub("", token.string).strip("# ") for token in tokens if token.type == tokenize.COMMENT
    }


def unexplained(source: str) -> list[int]:
    """Lines of imports in functions without a comment beside or above them. One comment does for imports that follow
    each other."""
    functions = [
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    ends = {
        node.lineno: node.end_lineno or node.lineno
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    said = comments(source)
    found, above = [], 0
    for line, end in sorted(ends.items()):
        if said.get(line) or said.get(end) or said.get(line - 1) or line - 1 == above:
            above = end
        else:
            found.append(line)
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_in_functions_say_why_they_stand_there(package: str) -> None:
    """At the top of a file they are seen by everybody, and the arrow of imports can be read there."""
    found = {str(path.relative_to(ROOT)): unexplained(path.read_text()) for path in modules(package)}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_an_unexplained_import_would_be_found() -> None:
    planted = """
import top

async def one():
    import plain
    import noted  # noqa: F401
    # because of a circle
    import above
    import follows
    x = 1
    import beside  # slow to load

    def inner():
        import deep
"""
    assert unexplained(planted) == [5, 6, 14]
