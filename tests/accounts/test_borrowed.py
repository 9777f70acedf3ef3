"""The texts of allauth that we translate ourselves are texts it has."""

import re
from pathlib import Path

import allauth
import pytest
from babel.messages.pofile import read_po
from django.contrib import auth
from django.utils.translation import gettext, ngettext, override, pgettext

from accounts.allauth_messages import DJANGO_TEXTS, TEXTS
from config.translations import LOCALES, flaws

OURS = Path(__file__).parents[2] / "locale"


def catalogue(folder, locale):
    with (folder / locale / "LC_MESSAGES/django.po").open("rb") as file:
        return {message.id: message for message in read_po(file, locale=locale) if message.id}


def test_each_is_a_text_of_allauth_or_django_as_they_are_now():
    assert set(TEXTS) <= catalogue(Path(allauth.__file__).parent / "locale", "bg").keys()
    assert set(DJANGO_TEXTS) <= catalogue(Path(auth.__file__).parent / "locale", "bg").keys()


def test_english_has_other_words_only_for_these():
    english = catalogue(OURS, "en")
    assert {key for key in english if isinstance(key, str)} <= {*TEXTS, *DJANGO_TEXTS, "Login"}
    assert not [problem for message in english.values() for problem in flaws(message)]
    assert not [text for text in english.values() if re.search("(?i)sign(ed)? (in|out)", str(text.string))]


@pytest.mark.parametrize("locale", [*LOCALES, "en"])
def test_readers_see_our_words(locale):
    ours = {text: message.string for text, message in catalogue(OURS, locale).items()}
    with override(locale.lower().replace("_", "-")):
        for text in (*TEXTS, *DJANGO_TEXTS):
            if ours.get(text):
                assert gettext(text) == ours[text]


@pytest.mark.parametrize(("language", "label"), [("en", "User name or e-mail"), ("pt-br", "Nome"), ("bg", "Име")])
def test_words_with_a_context_or_a_number_are_ours_too(language, label):
    one = "Your password must contain at least %(min_length)d character."
    more = "Your password must contain at least %(min_length)d characters."
    with override(language):
        assert pgettext("field label", "Login").startswith(label)
        assert ngettext(one, more, 8) not in {more, "Вашата парола трябва да съдържа поне %(min_length)d символа."}
