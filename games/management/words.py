"""What is typed after the rule-set commands, made into rule sets and options; refusals end with exit status 2."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

import games
from games.checking import HandError, read_cards

USAGE_ERROR = 2


def refuse(message: str) -> CommandError:
    """An error of whoever typed the command."""
    return CommandError(message, returncode=USAGE_ERROR)


def add_table(parser: ArgumentParser) -> None:
    """The arguments that name a table."""
    parser.add_argument("ruleset", metavar="RULESET", help=", ".join(games.RULESETS))
    parser.add_argument("--option", metavar="KEY=VALUE", action="append", default=[], help="a table option")


def table(options: dict[str, Any]) -> tuple[games.RuleSet, dict[str, Any]]:
    """The rule set and all its options."""
    raw: dict[str, Any] = {}
    for pair in options["option"]:
        key, equals, value = pair.partition("=")
        if not equals:
            raise refuse(f"--option {pair}: write KEY=VALUE")
        raw[key] = _value(value)
    return ruleset(options["ruleset"]), clean(options["ruleset"], raw)


def ruleset(key: object) -> games.RuleSet:
    """The rule set of this key."""
    try:
        return games.get_ruleset(str(key))
    except games.UnknownRuleSet:
        raise refuse(f"No rule set {key!r}. There are: {', '.join(games.RULESETS)}") from None


def clean(key: str, raw: dict[str, Any]) -> dict[str, Any]:
    """All options of a table."""
    rules = ruleset(key)
    try:
        return games.clean_options(rules, raw)
    except games.InvalidOption as error:
        known = ", ".join(option.key for option in rules.options)
        raise refuse(f"Not a value or not an option of {key}: {error.option}. Its options: {known}") from None


def _value(text: str) -> Any:
    """none, true and false, numbers; anything else is a word."""
    try:
        return json.loads({"none": "null"}.get(text.lower(), text.lower()))
    except ValueError:
        return text


def cards(names: list[str]) -> tuple[str, ...]:
    """Cards as typed (7H, 7h1, 10S), each a physical card of its own."""
    try:
        return read_cards(map(str, names))
    except HandError as error:
        raise wrong_hand(error) from None


def wrong_hand(error: HandError, sizes: range = range(0)) -> CommandError:
    """Why these cards cannot be a hand; `sizes` are the numbers of cards a hand may have."""
    texts = {
        "not_a_card": f"Not a card: {error.card}. Write value and suit, 7H, TS or 10S, and the copy if it matters",
        "too_many_copies": f"More copies of {error.card} than there are",
        "no_turn_up": "This game is played with a turn-up: name it",
        "wrong_count": f"A hand here has {' or '.join(map(str, sizes))} cards",
    }
    return refuse(texts[error.problem])
