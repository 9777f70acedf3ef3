"""Whole matches, written down once, come out the same again; brute force agrees with every hand that closed in them."""

from functools import cache

import pytest

import games
from tests.games import playthrough
from tests.games.test_rule_numbers import ALL, numbers
from tests.support.games import brute

TABLES = {table.name: table for table in playthrough.TABLES}
CLOSED = ("nine", "ten", "cut", "common", "all")


@cache
def played(name):
    table = TABLES[name]
    return tuple(playthrough.by_words(table, playthrough.path_of(table).read_text()))


def game_of(state):
    options = state.options
    limit = {"cacheta-vidas": 1, "cacheta-pontos": options.get("max_wild")}.get(state.ruleset, 0)
    size = options.get("hand_size", 9)
    return brute.Game(state.ruleset, size, options.get("ace", "both"), frozenset(state.wilds), limit)


@pytest.mark.parametrize("name", TABLES)
def test_a_match_is_played_again_to_the_letter(name):
    assert playthrough.written(TABLES[name], iter(played(name))) == playthrough.path_of(TABLES[name]).read_text()


def test_every_game_has_a_playthrough_and_every_file_a_table():
    assert {table.ruleset for table in playthrough.TABLES} == set(games.RULESETS)
    assert {path.stem for path in playthrough.FOLDER.iterdir()} == set(TABLES)


@pytest.mark.parametrize("name", TABLES)
def test_brute_force_agrees_with_every_hand_that_closed(name):
    for step in played(name):
        state = step.step.state
        if state.phase == "over" and state.result.kind in CLOSED:
            game, hand = game_of(state), state.players[state.result.winner].hand
            assert brute.closes(game, hand)
            assert all(brute.meld(game, meld) for meld in state.result.melds)
            assert sorted(card for meld in state.result.melds for card in meld) == sorted(hand)


@pytest.mark.parametrize("name", [name for name in TABLES if games.get_ruleset(TABLES[name].ruleset).closes_on_discard])
def test_brute_force_agrees_that_no_discard_was_missed(name):
    for step in played(name):
        if step.move.startswith("discard") and step.step.state.phase != "over":
            assert not brute.closes(game_of(step.before), step.step.state.players[step.seat].hand)


@pytest.mark.parametrize("name", [name for name in TABLES if games.get_ruleset(TABLES[name].ruleset).lays])
def test_brute_force_agrees_with_every_meld_on_the_table(name):
    for step in played(name):
        if step.move.startswith("lay"):
            assert all(brute.meld(game_of(step.before), meld.cards) for meld in step.step.state.melds)


def test_the_rules_named_exist_and_the_important_ones_are_shown():
    text = " ".join(playthrough.path_of(table).read_text() for table in playthrough.TABLES)
    named = numbers(text)
    assert named <= ALL
    wanted = "P0-13 P0-14 P0-17 P0-21 P0-29 C4-11 C4-12 C4-13 C4-16 M3-8 M3-10 M3-12 M3-17 M3-18 M3-20"
    wanted += " P3-2 P3-4 C3-6 C3-7 C3-8 R2-4 R2-5 R2-6 R2-8 R2-9 R2-10 A-9 A-40"
    assert set(wanted.split()) <= named
