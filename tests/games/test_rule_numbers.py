"""No rule without a test that names it: the numbers stand in the names of the tests (`test_p0_13_…` is P0-13)."""

import ast
import re
from pathlib import Path

NUMBERS = {"p0": 39, "c4": 20, "m3": 20, "p3": 4, "c3": 9, "r2": 11, "a": 40}
LAST = {letters: set(range(1, last + 1)) for letters, last in NUMBERS.items()}

ELSEWHERE = {
    # the live table: pause, presence, hosts, expiry
    "p0": {23, 33, 36, 37, 38, 39},
    "c4": {19},
    "a": {10, 28, 30, 32},
}
BOTS = {"p0": {34}, "c4": {20}}


def named():
    found = {letters: set() for letters in NUMBERS}
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for letters, number in re.findall(r"(?<=_)(p0|c4|m3|p3|c3|r2|a)_(\d+)(?=_)", node.name):
                    found[letters].add(int(number))
    return found


def test_every_rule_of_the_engine_is_named_by_a_test():
    found = named()
    missing = {
        f"{letters}-{number}"
        for letters, numbers in LAST.items()
        for number in numbers - ELSEWHERE.get(letters, set()) - BOTS.get(letters, set()) - found[letters]
    }
    assert not missing


def test_no_test_names_a_rule_that_does_not_exist():
    assert not {(letters, number) for letters, numbers in named().items() for number in numbers - LAST[letters]}
