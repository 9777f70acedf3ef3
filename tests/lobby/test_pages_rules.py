"""Rules pages follow their rule sets and the options of a room; every option, value and refusal has words."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

import games
from games.melds import MeldRules
from lobby import labels, refusals, rules_text

ROOT = Path(__file__).parents[2]


@pytest.fixture
def visitor() -> Client:
    client = Client()
    client.cookies["django_language"] = "en"
    return client


def text(response: Any) -> str:
    return response.content.decode()


def lines(rules: games.RuleSet, **options: Any) -> str:
    page = rules_text.page(rules, options)
    return "\n".join(line for section in page.sections for line in section.lines)


def examples(rules: games.RuleSet, **options: Any) -> dict[str, bool]:
    page = rules_text.page(rules, options)
    return {" ".join(example.groups[0]): example.good for section in page.sections for example in section.examples}


def test_the_rules_page_follows_the_fields_of_the_rule_set() -> None:
    corte = games.get_ruleset("pife-corte")
    assert "window of 4 seconds" in lines(corte)
    without = replace(corte, window=False, bars_taken=True, turns_up=True, decks=lambda players: 1, joins="match")
    changed = lines(without)
    assert "window" not in changed
    for shown in ("its twin may", "the turn-up", "1 deck", "play from the next match on"):
        assert shown in changed
        assert shown not in lines(corte)


def test_the_examples_follow_the_meld_rules() -> None:
    corte = games.get_ruleset("pife-corte")
    assert examples(corte)["QS KS AS"]
    assert not examples(corte)["7C 7D 7H 7S"]
    loose = replace(corte, meld_rules=lambda options, wilds: MeldRules(closing="any", set_max=4, ace_high=False))
    assert not examples(loose)["QS KS AS"]
    assert examples(loose)["7C 7D 7H 7S"]
    assert "only before the two" in lines(loose)


@pytest.mark.django_db
def test_the_rules_page_follows_the_options_of_a_room(visitor: Client) -> None:
    pontos = games.get_ruleset("cacheta-pontos")
    assert "A common knock costs each opponent 1" in lines(pontos)
    assert "A common knock costs each opponent 3" in lines(pontos, knock_cost=3)
    assert "in all four suits" in lines(pontos, wild_scope="all")
    assert examples(pontos, max_wild=2)["4H TS TS"]
    options = games.clean_options(pontos, {"knock_cost": 3, "max_wild": None, "ace": "low", "restricted_take": True})
    address = labels.rules_url("cacheta-pontos", options)
    page = text(visitor.get(address))
    for shown in ("common knock: −3", "any number of wild cards", "ace only before the 2", "This room"):
        assert shown in page
    again = labels.options_from_query(pontos, visitor.get(address).wsgi_request.GET.dict())
    assert games.clean_options(pontos, again) == options
    assert visitor.get("/rules/pife/?hand_size=99&ace=&points=-1&x=y").status_code == 200


def test_every_option_and_value_has_words() -> None:
    for key, rules in games.RULESETS.items():
        for option in rules.options:
            assert labels.option_label(option)
            assert labels.range_text(option)
        other = {
            option.key: option.choices[0][0] if option.choices else option.low if option.kind == "number" else True
            for option in rules.options
        }
        changed = [option for option in rules.options if other[option.key] != option.default]
        facts = sum(option.key in labels.TABLE_FACTS for option in changed)
        assert len(labels.differences(key, other)) == len(changed) - facts


def test_every_refusal_code_has_a_message_and_every_message_a_code() -> None:
    files = [*(ROOT / "games").rglob("*.py"), *(ROOT / "lobby").rglob("*.py")]
    source = "\n".join(file.read_text() for file in files if file.name != "refusals.py")
    used = set(re.findall(r'(?:Refusal|IllegalAction|super\(\).__init__)\(\s*"(\w+)"', source))
    assert used <= refusals.REFUSALS.keys()
    assert not [code for code in refusals.REFUSALS if f'"{code}"' not in source]
    with translation.override("en"):
        assert refusals.refusal_message("no-such-code") == "That was not possible."
        assert all(refusals.refusal_message(code).endswith(".") for code in refusals.REFUSALS)
