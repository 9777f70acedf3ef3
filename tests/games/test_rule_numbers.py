"""No rule without a text and a test: the numbers stand on the page of the rules, and in names or docstrings of tests.

In a name `test_p0_13_…` is P0-13."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/rules/README.md"
LAST = {"P0": 39, "C4": 20, "M3": 20, "P3": 4, "C3": 9, "R2": 11, "A": 40}
ALL = {f"{letters}-{number}" for letters, last in LAST.items() for number in range(1, last + 1)}
CITING = ("accounts", "bench", "config", "games", "lobby", "static/js", "templates", "tests")

LETTERS = "|".join(LAST)
WRITTEN = re.compile(rf"(?<![\w-])(?:{LETTERS})-\d+(?![\w-])")  # A-2-3 is a run
NAMED = re.compile(rf"_({LETTERS.lower()})_(\d+)(?=_)")
NAMES = re.compile(rf"test(?:_(?:{LETTERS.lower()})_\d+(?=_))+")  # at the beginning: `a_500` is no rule


def numbers(text: str) -> set[str]:
    return set(WRITTEN.findall(text))


def files(*suffixes: str) -> Iterator[Path]:
    for folder in CITING:
        yield from (path for path in (ROOT / folder).rglob("*") if path.suffix in suffixes)


def named() -> set[str]:
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                if name := NAMES.match(f"{node.name}_"):
                    found |= {f"{letters.upper()}-{number}" for letters, number in NAMED.findall(f"{name[0]}_")}
                found |= numbers(ast.get_docstring(node) or "")
    return found


def test_every_rule_has_its_text():
    missing = ALL - numbers(PAGE.read_text())
    assert not missing


def test_every_rule_is_named_by_a_test():
    missing = ALL - named()
    assert not missing


def test_no_number_is_cited_that_does_not_exist():
    cited = {path.name: numbers(path.read_text()) - ALL for path in files(".py", ".js", ".mjs", ".html")}
    assert not {name: wrong for name, wrong in cited.items() if wrong}
    unknown = (named() | numbers(PAGE.read_text())) - ALL
    assert not unknown
