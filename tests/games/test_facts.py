"""What pages are told of a game, so that they need not know it by its name."""

import json
import re
from pathlib import Path

import pytest

import games

ROOT = Path(__file__).parents[2]
FACTS = ROOT / "tests" / "js" / "rules.json"
PAGES = sorted((ROOT / "static" / "js").rglob("*.js")) + sorted((ROOT / "templates").rglob("*.html"))
SERVER = [path for folder in ("games", "lobby", "accounts", "config") for path in (ROOT / folder).rglob("*.py")]


def all_facts():
    return {key: games.facts(rules, games.clean_options(rules, {})) for key, rules in games.RULESETS.items()}


def test_the_tests_of_the_page_know_the_same_games():
    assert json.loads(FACTS.read_text()) == all_facts()


@pytest.mark.parametrize("key", games.RULESETS)
def test_facts_follow_the_options_and_carry_no_rule_that_is_none(key):
    rules = games.get_ruleset(key)
    for option in rules.options:
        values = [value for value, _ in option.choices] or [option.low, option.high]
        for value in filter(lambda value: value is not None, values):
            options = games.clean_options(rules, {option.key: value})
            facts = games.facts(rules, options)
            melds = rules.meld_rules(options, frozenset())
            assert facts["melds"] | {"wilds": frozenset()} == {
                name: getattr(melds, name) for name in melds.__dataclass_fields__
            }
            assert facts["score"] == rules.score_kind(options)


@pytest.mark.parametrize("path", PAGES + SERVER, ids=lambda path: str(path.relative_to(ROOT)))
def test_nobody_but_the_rule_sets_knows_a_game_by_its_name(path):
    if path.name == "rulesets.py" or "migrations" in path.parts:
        return
    assert not re.search(r"""["'](pife-corte|cacheta-vidas|pife|cacheta-pontos|rami)["']""", path.read_text())
