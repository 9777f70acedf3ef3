"""Names: readable, of one alphabet, not of the house, not look-alikes."""

import itertools

import pytest
from django.core.exceptions import ValidationError

from accounts.models import User, name_taken
from accounts.names import clean_display_name, is_reserved, name_key, username_validators


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ana", "Ana"),
        ("  João da Silva ", "João da Silva"),
        ("Мария Иванова", "Мария Иванова"),
        ("D'Ávila-Souza_2", "D'Ávila-Souza_2"),
        ("ＡＮＡ", "ANA"),  # full width letters
        ("Joa\u0303o", "João"),  # a combining accent
    ],
)
def test_good_names_are_normalised(typed: str, shown: str) -> None:
    assert clean_display_name(typed) == shown


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("A", "name_length"),
        ("A" * 25, "name_length"),
        ("", "name_length"),
        ("An\u200ba", "name_characters"),  # zero width space
        ("An\u200da", "name_characters"),  # zero width joiner
        ("\u202eanA", "name_characters"),  # right-to-left override
        ("An\u2066a", "name_characters"),
        ("An\x00a", "name_characters"),
        ("An\na", "name_characters"),
        ("An\u00ada", "name_characters"),  # soft hyphen
        ("An\ufe0fa", "name_characters"),  # variation selector
        ("A\u0301\u0301\u0301na", "name_characters"),  # a tower of accents
        ("Ana<b>", "name_characters"),
        ("Ana 🃏", "name_characters"),
        ("Ana  Rosa", "name_shape"),
        ("1234", "name_shape"),
        ("Аna", "name_script"),  # a Cyrillic A
        ("안나", "name_script"),
        ("Admin", "name_reserved"),
        ("B0T Ana", "name_reserved"),
        ("moderator-2", "name_reserved"),
        ("админ", "name_reserved"),
        ("Bátida", "name_reserved"),
    ],
)
def test_bad_names_are_refused(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        clean_display_name(typed)
    assert refused.value.code == code


def test_two_hundred_lookalikes_of_admin_are_reserved() -> None:
    twins = {"a": "aAаАáÀ", "d": "dDԁ", "m": "mMм", "i": "iIlL1íіι", "n": "nNη"}
    names = {""}
    for letter in "admin":
        names = {name + twin for name in names for twin in twins[letter]}
    assert len(names) > 200
    assert all(map(is_reserved, names))


@pytest.mark.django_db
def test_two_hundred_lookalikes_of_a_name_are_refused() -> None:
    User.objects.create_user("milena", display_name="Milena")
    twins = {"m": ("m", "M", "м", "rn"), "i": ("i", "1", "l", "í"), "l": ("l", "I", "1"), "e": ("e", "É", "е"),
             "n": ("n", "ñ", "n."), "a": ("a", "Ã", "а")}  # fmt: skip
    names = {"".join(name) for name in itertools.product(*(twins[letter] for letter in "milena"))} - {"milena"}
    assert len(names) > 200
    assert not [name for name in names if not refused_to_a_second(name)]


def refused_to_a_second(name: str) -> bool:
    try:
        return name_taken(clean_display_name(name))
    except ValidationError:
        return True


@pytest.mark.parametrize("name", ["Botelho", "Modesto", "Hosta", "Casa", "Rob", "Steam", "Robotina"])
def test_names_that_only_contain_a_reserved_word_are_free(name: str) -> None:
    assert not is_reserved(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana Rosa", "ana_rosa"),
        ("João", "joao"),
        ("Milla", "MiIIa"),
        ("Marna", "Mama"),
        ("Coco", "Сосо"),
        ("Z0e", "Zoé"),
    ],
)
def test_lookalikes_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_different_names_have_different_keys() -> None:
    assert len({name_key(name) for name in ("Ana", "Anna", "Bia", "Maria", "Мария", "Rosa", "Ana2")}) == 7


@pytest.mark.parametrize("username", ["ana maria", "ana@b.c", "аna", "-ana", "a" * 25, "admin", "bot.1"])
def test_user_names_are_plain(username: str) -> None:
    refusals = 0
    for validate in username_validators:
        try:
            validate(username)
        except ValidationError:
            refusals += 1
    assert refusals == 1


@pytest.mark.django_db
def test_a_user_is_called_by_the_user_name_first() -> None:
    ana = User.objects.create_user("ana.maria")
    assert (str(ana), ana.letters, ana.deck4, ana.sounds) == ("ana.maria", "en", False, True)
    assert name_taken("Ana Maria")
    assert not name_taken("Ana Maria", besides=ana.pk)


@pytest.mark.django_db
def test_a_new_name_frees_the_old_one() -> None:
    ana = User.objects.create_user("ana")
    ana.display_name = "Rosa"
    ana.save(update_fields=["display_name"])
    assert name_taken("rosa")
    assert not name_taken("ana")
