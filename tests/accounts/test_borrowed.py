"""The texts of allauth that we translate ourselves are texts it has."""

from pathlib import Path

import allauth
import pytest
from babel.messages.pofile import read_po
from django.utils.translation import gettext, override

from accounts.borrowed import TEXTS
from config.translations import LOCALES


def test_each_is_a_text_of_allauth_as_it_is_now():
    with (Path(allauth.__file__).parent / "locale/bg/LC_MESSAGES/django.po").open("rb") as file:
        known = {message.id for message in read_po(file)}
    assert set(TEXTS) <= known


@pytest.mark.parametrize("locale", LOCALES)
def test_readers_see_our_translation(locale):
    with (Path(__file__).parents[2] / "locale" / locale / "LC_MESSAGES/django.po").open("rb") as file:
        ours = {message.id: message.string for message in read_po(file)}
    with override(locale.lower().replace("_", "-")):
        for text in TEXTS:
            if ours.get(text):
                assert gettext(text) == ours[text]
