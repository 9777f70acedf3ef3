"""The page for whoever adds a game names only files, functions and commands that exist."""

import importlib
import re
from pathlib import Path

import pytest

import games

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/adding-a-game.md").read_text()
CODE = set(re.findall(r"`([^`\n]+)`", PAGE))
PACKAGES = ("games", "lobby", "tests")
PATHS = sorted(name for name in CODE if "/" in name)
DOTTED = sorted(name for name in CODE if re.fullmatch(rf"({'|'.join(PACKAGES)})(\.\w+)+", name))


@pytest.mark.parametrize("path", PATHS)
def test_each_file_exists(path):
    assert (ROOT / path).exists()


@pytest.mark.parametrize("name", DOTTED)
def test_each_module_and_function_exists(name):
    module, last = name.rpartition(".")[::2]
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        assert hasattr(importlib.import_module(module), last)


def test_each_target_of_make_exists():
    makefile = (ROOT / "Makefile").read_text()
    targets = {name.removeprefix("make ") for name in CODE if name.startswith("make ")}
    assert targets
    assert not [target for target in targets if f"\n{target}: " not in makefile]


def test_the_fields_it_names_are_fields_of_a_rule_set():
    fields = games.RuleSet.__dataclass_fields__
    assert {"deadwood", "gist", "hand_value"} <= fields.keys() & CODE


def test_the_parts_were_found():
    assert len(PATHS) > 15
    assert len(DOTTED) > 12
