"""The number of ways on from stored positions is what it was: nothing became legal or illegal unnoticed."""

import pytest

import games
from tests.games import perft, playthrough

LINES = perft.FILE.read_text().splitlines()[perft.HEAD.count("\n") :]


@pytest.mark.parametrize("table", playthrough.TABLES, ids=lambda table: table.name)
def test_positions_go_on_in_as_many_ways_as_counted(table):
    stored = [line for line in LINES if line.split()[0] == table.name]
    assert stored
    assert [perft.line(name, int(number)) for name, number, *_ in map(str.split, stored)] == stored


def test_every_game_and_every_phase_has_positions():
    tables = {table.name: table.ruleset for table in playthrough.TABLES}
    assert {tables[line.split()[0]] for line in LINES} == set(games.RULESETS)
    assert {line.split()[2] for line in LINES} == set(playthrough.RUNNING)
