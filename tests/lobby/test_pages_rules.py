"""Rules pages follow their rule sets and the options of a room; every option, value and refusal has words."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

import games
from games.melds import MeldRules
from lobby.pages import refusals
from lobby.rulebook import labels, rules_page
from lobby.rulebook.sections import Rules

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A page that another test has asked for leaves its language behind."""
    with translation.override("en"):
        yield


@pytest.fixture
def visitor() -> Client:
    client = Client()
    client.cookies["django_language"] = "en"
    return client


def text(response: Any) -> str:
    return response.content.decode()


def lines(rules: games.RuleSet, **options: Any) -> str:
    page = rules_page.page(rules, options)
    return "\n".join(line for section in page.sections for line in section.lines)


def examples(rules: games.RuleSet, **options: Any) -> dict[str, bool]:
    page = rules_page.page(rules, options)
    return {" ".join(example.groups[0]): example.good for section in page.sections for example in section.examples}


def test_the_rules_page_follows_the_fields_of_the_rule_set() -> None:
    corte = games.get_ruleset("pife-corte")
    assert "window of 4 seconds" in lines(corte)
    assert "window of 7 seconds" in lines(replace(corte, window_seconds=7))
    without = replace(
        corte, window_seconds=None, bars_taken=True, turns_up=True, decks=lambda players: 1, joins="match"
    )
    changed = lines(without)
    assert "window" not in changed
    assert "its twin may" in lines(replace(without, decks=corte.decks))
    assert "its twin may" not in changed
    for shown in ("must not be thrown in the same turn", "the turn-up", "1 deck", "play from the next match on"):
        assert shown in changed
        assert shown not in lines(corte)


def test_what_leaving_and_sending_a_bot_away_comes_to_follows_the_rule_set() -> None:
    for game in games.RULESETS.values():
        said = lines(game)
        assert ("A bot that is sent away plays its match to the end." in said) == (game.joins == "match")
        assert ("A bot that is sent away finishes its round first." in said) == (game.joins == "round")
        assert ("the match is over and that one wins it" in said) == (game.alone == "last")
    lives = lines(games.get_ruleset("cacheta-vidas"))
    assert "Whoever comes back while the match goes on has the lives they left with." in lives
    assert "1 to a win with nine cards, 2 to a knock with ten" in lives


def test_limits_of_a_match_are_fields_that_the_game_keeps_and_the_page_tells() -> None:
    pife = games.get_ruleset("pife")
    said = lines(replace(pife, ties_limit=7, round_limit=lambda options: 50), points=5)
    assert "After 7 tied rounds in a row" in said
    assert "After 50 rounds, tied ones included" in said
    assert "After 7 tied rounds in a row" in lines(replace(pife, ties_limit=7))
    without = lines(replace(pife, ties_limit=None))
    assert "A tied round is followed by another one." in without
    assert "in a row" not in without


def test_the_examples_follow_the_meld_rules() -> None:
    corte = games.get_ruleset("pife-corte")
    assert examples(corte)["QS KS AS"]
    assert not examples(corte)["7C 7D 7H 7S"]
    loose = replace(corte, meld_rules=lambda options, wilds: MeldRules(closing="any", set_max=4, ace_high=False))
    assert not examples(loose)["QS KS AS"]
    assert examples(loose)["7C 7D 7H 7S"]
    assert "only before the two" in lines(loose)


# What each caption claims of the rules it stands under.
CLAIMS: dict[str, Callable[[Rules], bool]] = {
    "one value, four suits": lambda rules: rules.melds.set_max == 4 or rules.melds.fourth_any_suit,
    "a set has three cards": lambda rules: rules.melds.set_max == 3 and not rules.melds.fourth_any_suit,
    "hearts twice: both copies of a card never share a set": lambda rules: not rules.melds.fourth_any_suit,
    "hearts twice: a set of three has three suits": lambda rules: rules.melds.fourth_any_suit,
    "a suit may repeat": lambda rules: rules.melds.fourth_any_suit,
    "four in a row": lambda rules: rules.melds.run_limit >= 4,
    "a run has three cards": lambda rules: rules.melds.run_limit == 3,
    "a run may be of any length": lambda rules: rules.melds.run_max is None,
    "too long for a run": lambda rules: rules.melds.run_limit < 5,
    "the ace before the two": lambda rules: rules.melds.ace_low,
    "the ace does not stand before the two": lambda rules: not rules.melds.ace_low,
    "the ace after the king": lambda rules: rules.melds.ace_high,
    "the ace does not stand after the king": lambda rules: not rules.melds.ace_high,
    "the wild card stands for the five": lambda rules: rules.melds.max_wild != 0,
    "the wild card stands for a third seven": lambda rules: rules.melds.max_wild != 0,
    "no wild card may stand for another card": lambda rules: rules.melds.max_wild == 0,
    "two wild cards stand for others": lambda rules: rules.melds.wild_limit > 1,
    "too many wild cards in one meld": lambda rules: rules.melds.wild_limit == 1,
    "one wild card is in its own place and does not count, the other stands for the queen or the eight": (
        lambda rules: rules.melds.natural_free and rules.melds.max_wild != 0
    ),
    "a wild card counts as wild even in its own place": lambda rules: not rules.melds.natural_free,
    "one wild card is in its own place, but the other may not stand for another card": (
        lambda rules: rules.melds.natural_free and rules.melds.max_wild == 0
    ),
    "nine cards close, not ten": lambda rules: rules.melds.closing == "threes" and not rules.melds.ten,
    "two melds are not three": lambda rules: rules.melds.closing == "threes",
    "four and five cards": lambda rules: rules.melds.closing == "any",
    "ten cards, five and five": lambda rules: rules.melds.closing == "any",
    "eleven cards, two melds of four": lambda rules: rules.melds.closing == "any" and rules.hand_size == 10,
    "only in a knock with ten": lambda rules: rules.melds.ten,
}
OF_THE_CARDS = {  # captions that only say what is seen
    "one value, three suits",
    "three values in a row, one suit",
    "two suits",
    "runs do not go round the corner",
    "three melds of three",
    "six to nine and a jack are no run",
    "jack and queen are no meld",
    "ten cards, one meld of four",
}
OF_MELDS = ("hand_size", "ace", "wild_scope", "max_wild")


def every_table(game: games.RuleSet) -> Iterator[dict[str, Any]]:
    """Each value of each option by itself, and all values of those that make melds with each other."""
    values = {option.key: [value for value in possible(option) if option.accepts(value)] for option in game.options}
    for key, several in values.items():
        yield from ({key: value} for value in several)
    together = [key for key in OF_MELDS if key in values]
    yield from (dict(zip(together, chosen, strict=True)) for chosen in product(*(values[key] for key in together)))


def possible(option: games.Option) -> Iterator[Any]:
    yield from (None, False, True)
    yield from (value for value, _label in option.choices)
    yield from range(option.low or 0, (option.high or 0) + 1)


@pytest.mark.parametrize("key", games.RULESETS)
def test_every_caption_is_true_of_the_rules_it_is_shown_with(key: str) -> None:
    game = games.get_ruleset(key)
    seen: set[tuple[MeldRules, int, int]] = set()
    with translation.override("en"):
        for options in every_table(game):
            rules = rules_page.rules_of(game, options)
            if (facts := (rules.melds, rules.hand_size, rules.decks)) in seen:
                continue
            seen.add(facts)
            for example in (example for section in rules_page._sections(rules) for example in section.examples):
                cards = " / ".join(map(" ".join, example.groups))
                for claim in str(example.caption).split("; "):
                    assert claim in OF_THE_CARDS or CLAIMS[claim](rules), (options, cards, example.good, claim)


@pytest.mark.parametrize("key", ["pife", "cacheta-pontos"])
def test_a_hand_of_ten_is_shown_as_one(key: str) -> None:
    game = games.get_ruleset(key)
    section = next(section for section in rules_page.page(game, {"hand_size": 10}).sections if section.id == "closing")
    sizes = [sum(map(len, example.groups)) for example in section.examples if example.good]
    assert {10, 11} == set(sizes)
    assert any(not example.good for example in section.examples)
    assert "three of three" not in lines(game, hand_size=10)
    assert "two of three and one of four" in lines(game, hand_size=10)
    assert "three of three" in lines(game)


def hidden(*lines: str) -> dict[str, bool]:
    return dict.fromkeys(lines, False)


def shown(*lines: str) -> dict[str, bool]:
    return dict.fromkeys(lines, True)


@pytest.mark.parametrize(
    ("key", "options", "expected"),
    [
        ("pife", {"points": 5}, shown("After 20 tied rounds in a row", "After 100 rounds, tied ones included")),
        ("pife", {}, shown("After 20 tied rounds in a row") | hidden("After 100 rounds")),
        ("cacheta-pontos", {"max_rounds": 7}, shown("After 7 rounds, tied") | hidden("tied rounds in a row")),
        ("pife", {}, shown("you are out and the others go on") | hidden("no points", "with nothing")),
        ("pife", {"points": 5}, shown("you are out with no points and the others go on")),
        (
            "pife",
            {"seats": 2},
            shown("(1 deck)", "Up to 1 bot may play", "then the other one wins")
            | hidden("2 decks", "its twin may", "every card exists twice", "with more you are out"),
        ),
        ("cacheta-vidas", {"seats": 2}, shown("Whoever is at zero is out") | hidden("fell later")),
        ("cacheta-vidas", {"seats": 3}, shown("Whoever fell later is placed higher")),
        ("pife", {"seats": 3}, shown("2 players: 1 deck; 3 players: 2 decks", "Up to 2 bots")),
        ("rami", {"seats": 2}, shown("(7 cards)") | hidden("10 cards")),
        *(
            (key, {"turn_seconds": None}, shown("no limit of time") | hidden("the time for", "clock never knocks"))
            for key in ("cacheta-vidas", "pife", "cacheta-pontos", "rami")
        ),
        (
            "pife-corte",
            {"turn_seconds": None},
            shown("Only somebody who has lost the connection has 30 seconds", "the time for drawing is over")
            | hidden("In a room without limit"),
        ),
        ("pife-corte", {}, shown("In a room without limit", "goes face up on the discard pile")),
        ("rami", {}, shown("the newest of the others", "keeps their score but is placed behind")),
        ("pife", {}, hidden("the newest of the others", "keeps their score")),
    ],
)
def test_what_is_said_of_a_table_is_true_of_it(key: str, options: dict[str, Any], expected: dict[str, bool]) -> None:
    said = lines(games.get_ruleset(key), **options)
    assert {line: line in said for line in expected} == expected


@pytest.mark.django_db
def test_a_room_that_differs_in_time_or_seats_alone_has_its_own_page(visitor: Client) -> None:
    page = text(visitor.get("/rules/pife/?turn_seconds=60&seats=2"))
    assert "Not standard there: 60 seconds for each action, 2 seats." in page
    assert "This room" in page
    assert "2 to 4 players" not in page
    standard = text(visitor.get("/rules/pife/"))
    assert "Not standard there" not in standard
    assert "2 to 4 players" in standard


def test_the_values_of_an_option_are_a_phrase_in_every_language() -> None:
    option = next(option for option in games.get_ruleset("pife").options if option.key == "points")
    said = {"en": "1 to 50, or a single round", "pt-br": "1 a 50, ou uma única mão", "bg": "само едно раздаване"}
    for language, phrase in said.items():
        with translation.override(language):
            assert phrase in labels.range_text(option)


def test_every_option_has_a_chip_of_its_own() -> None:
    with translation.override("en"):
        for game in games.RULESETS.values():
            for option in game.options:
                assert option.chip is not None
                chips = [labels.difference_text(option, value) for value in possible(option) if option.accepts(value)]
                assert all(chip[0] == chip[0].lower() for chip in chips)
        scope = next(option for option in games.get_ruleset("cacheta-pontos").options if option.key == "wild_scope")
        assert labels.difference_text(scope, "color") == "wild cards in both suits of the turn-up’s colour"


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
