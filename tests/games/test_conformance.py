"""Every game conforms: the five that are offered, and those that only the tests know."""

from dataclasses import replace

import pytest

import games
from config.translations import compile_all
from games import scoring
from tests.games import conformance, sixth
from tests.support.scenes.matches import House

GAMES = {**games.RULESETS, **{rules.key: rules for rules in sixth.SIXTH}}
every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)


@pytest.fixture(autouse=True, scope="module")
def catalogues():
    compile_all(sixth.LOCALE)


@pytest.fixture(autouse=True)
def registered(monkeypatch, settings):
    sixth.register(monkeypatch, *sixth.SIXTH)
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, sixth.LOCALE]


@every_game
@pytest.mark.parametrize("check", conformance.ENGINE, ids=lambda check: check.__name__)
def test_the_engine_plays_it(rules, check):
    check(rules)


@every_game
@pytest.mark.parametrize("check", conformance.TEXTS, ids=lambda check: check.__name__)
def test_the_pages_word_it(rules, check):
    check(rules)


@every_game
@pytest.mark.django_db
def test_its_pages_are_served(rules, client, django_user_model):
    client.force_login(django_user_model.objects.create_user("reader"))
    conformance.shows_its_pages(rules, client)


@every_game
@pytest.mark.django_db
def test_a_room_plays_it_to_the_end(rules, monkeypatch, client):
    people = ("ana", "bruno")
    house = House(monkeypatch, *people, ruleset=rules.key, bots=min(1, rules.seats[-1] - len(people)))
    conformance.is_played_in_a_room(rules, house, client)


def test_the_suite_finds_a_sentence_that_is_not_true(monkeypatch):
    def lines(options):
        return scoring.ONE_POINT_LOST.lines({"points": 5})

    boasting = replace(sixth.STAKES, scoring=lambda options: replace(sixth.stakes.WINNER_GAINS, lines=lines))
    sixth.register(monkeypatch, boasting)
    with pytest.raises(AssertionError, match="Nobody wins points"):
        conformance.says_what_is_true(boasting)


def test_the_suite_finds_a_text_that_nobody_has_translated():
    with pytest.raises(AssertionError, match="Nothing like it"):
        conformance.speaks_every_language(replace(sixth.STAKES, title="Nothing like it"))
