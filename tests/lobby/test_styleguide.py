"""The style guide: for developers only, and nothing is missing on it."""

import re

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from config.requirements import BASE_DIR

STATIC = BASE_DIR / "static"
# of cards that move, which stand nowhere, and of what only the pages of a table have around a card
MOVING = {"flyer", "is-dragging", "moves", "talk", "steps"}


@pytest.fixture
def page(client: Client, settings: LazySettings, db: None) -> str:
    settings.DEBUG = True
    answer = client.get(reverse("styleguide"))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db
def test_there_is_none_without_debug(client: Client) -> None:
    assert client.get(reverse("styleguide")).status_code == 404


@pytest.mark.parametrize("sheet", ["components.css", "cards.css"])
def test_every_component_is_shown(page: str, sheet: str) -> None:
    css = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", (STATIC / "css" / sheet).read_text(), flags=re.DOTALL)
    wanted = set(re.findall(r"\.([a-z][\w-]*)", css))
    shown = {name for names in re.findall(r'class="([^"]*)"', page) for name in names.split()}
    assert {"btn", "toast"} & wanted or {"card", "fan"} & wanted
    assert wanted - shown - MOVING == set()


def test_every_icon_and_every_card_is_shown(page: str) -> None:
    for sprite, prefix in (("icons.svg", "i-"), ("cards.svg", "c-")):
        wanted = set(re.findall(rf'id="({prefix}[^"]+)"', (STATIC / "img" / sprite).read_text()))
        assert len(wanted) >= 50
        assert wanted - set(re.findall(r"#([ci]-\w+)", page)) == set()


def test_every_colour_is_shown(page: str) -> None:
    root = (STATIC / "css" / "tokens.css").read_text().partition("}")[0]
    wanted = set(re.findall(r"^\s*--([\w-]+): #", root, re.MULTILINE))
    assert "felt" in wanted
    assert wanted == set(re.findall(r'fill="var\(--([\w-]+)\)"', page))


def test_nothing_on_it_needs_a_style_that_the_policy_forbids(page: str) -> None:
    assert not re.search(r"\sstyle=|<style", page)
