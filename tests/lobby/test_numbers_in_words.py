"""Numbers that texts spell out, or that the page has for itself, are those the table keeps."""

import re
from pathlib import Path

import pytest
from django.utils import translation

import games
from lobby.history import results
from lobby.tables.core.state import GRACE, PAUSE_RIGHT, SECOND

ROOT = Path(__file__).parents[2]
TEXTS = [
    *sorted((ROOT / "static" / "js").rglob("words*.js")),
    ROOT / "lobby" / "pages" / "refusals.py",
    *sorted((ROOT / "templates" / "lobby").rglob("*.html")),
]
MINUTES = {"two": GRACE, "five": PAUSE_RIGHT}
NUMBERS = {"two": 2, "five": 5}


def minutes():
    """(file, number) of every "… minutes" in a text."""
    return [(path.name, word) for path in TEXTS for word in re.findall(r"(\w+) minutes", _texts(path))]


def _texts(path):
    lines = path.read_text().splitlines()
    return "\n".join(line for line in lines if "gettext(" in line or "_(" in line or "translate" in line)


def test_minutes_are_those_of_absence_and_of_a_pause():
    found = minutes()
    assert {word for _, word in found} == MINUTES.keys()
    for _, word in found:
        assert MINUTES[word] == NUMBERS[word] * 60 * SECOND


def test_the_history_tells_the_number_of_tied_rounds_from_the_rules():
    ties = games.get_ruleset("pife").ties_limit
    with translation.override("en"):
        assert results.reason_text("pife", "ties") == f"{ties} tied rounds in a row."
        assert results.reason_text("no-longer-offered", "ties") == "Too many tied rounds in a row."
        assert results.reason_text("pife", "last") == "One player was left."


@pytest.mark.parametrize("key", games.RULESETS)
def test_the_times_a_host_can_choose_at_the_table_are_allowed(key):
    source = (ROOT / "static" / "js" / "table" / "dialogs.js").read_text()
    listed = re.search(r"const TIMES = \[(.*), null\];", source)
    option = next(option for option in games.get_ruleset(key).options if option.key == "turn_seconds")
    times = [int(time) for time in listed[1].split(",")]
    assert all(option.accepts(time) for time in times)
    assert (times[0], times[-1]) == (option.low, option.high)
