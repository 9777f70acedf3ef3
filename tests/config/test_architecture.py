"""docs/architecture.md tells the truth: the files and functions that it names are where it says."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/architecture.md").read_text()
FOLDERS = "accounts|bench|config|docs|games|lobby|locale|static|templates|tests"
PATH = re.compile(rf"(?:{FOLDERS})/[\w/.-]*")


class Pointer(NamedTuple):
    """A row that answers a question: these functions or classes are defined in this file."""

    what: str
    file: str
    functions: tuple[str, ...]


def section(heading: str) -> str:
    return TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def rows(heading: str) -> list[list[str]]:
    """The cells of the only table of a section, without its head."""
    lines = [line for line in section(heading).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def code(text: str) -> list[str]:
    """Code spans, outside of fenced blocks."""
    return re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def journey() -> list[Pointer]:
    found = rows("The journey of one discard")
    return [Pointer(step, code(file)[0], tuple(code(names))) for step, file, names, _ in found]


def questions() -> list[Pointer]:
    found = rows("Twelve questions, one minute each")
    return [
        Pointer(question, f"{code(folder)[0]}/{code(file)[0]}", tuple(code(names)))
        for question, folder, file, names, _ in found
    ]


def defined(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name


@pytest.mark.parametrize("pointer", [*journey(), *questions()], ids=lambda pointer: pointer.what)
def test_what_a_row_names_is_defined_there(pointer: Pointer) -> None:
    assert pointer.functions
    missing = set(pointer.functions) - set(defined((ROOT / pointer.file).read_text()))
    assert not missing, f"{pointer.file} does not define {missing}"


def test_twelve_questions_are_asked() -> None:
    found = questions()
    assert len({pointer.what for pointer in found}) == len(found) == 12
    assert all(pointer.what.endswith("?") for pointer in found)


def test_the_journey_has_the_five_steps_of_a_change() -> None:
    steps = [pointer.what for pointer in journey()]
    assert [step for step in steps if step in {"load", "settle", "decide", "store", "announce"}] == [
        "load",
        "settle",
        "decide",
        "store",
        "announce",
    ]


def test_every_path_it_names_exists() -> None:
    named = [span for span in code(TEXT) if PATH.fullmatch(span)]
    assert len(named) > 30
    assert not [path for path in named if not (ROOT / path).exists()]


def test_every_file_of_the_live_tables_is_named() -> None:
    """Of the rooms in which a stranger gets lost, the page shows every door."""
    told = section("What is where")
    files = (ROOT / "lobby/tables").rglob("*.py")
    assert not [path.name for path in files if path.name not in {"__init__.py", *code(told)}]
