"""Which names are allowed: readable, in one script, not reserved for the site, and unlike anybody else's."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

LONGEST = 24
SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")
PUNCTUATION = frozenset(" .-_'")
RESERVED = frozenset(
    "admin administrator administrador moderator moderador mod mods staff team equipe support suporte system sistema "
    "root batida bot bots robot host dealer house official oficial "
    "админ администратор модератор мод екип поддръжка система бот батида".split()
)
# Letters and digits that look alike, each mapped to one of them. Look-alikes from other scripts map to Latin.
TWINS = str.maketrans(
    "авеѕіјкмнорстухҳԁԛԝһгпзαβεικνορτυχμηωγ01356ıiøđ",
    "abesljkmhopctyxxdqwhrnzabelknoptuxmnwyolzsbllod",
)
PAIRS = (("rn", "m"), ("vv", "w"))


def clean_display_name(name: str) -> str:
    """The name as it will be shown. Raises ValidationError if it is not allowed."""
    name = " ".join(unicodedata.normalize("NFKC", name).split(" ")).strip()
    if not 2 <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has 2 to %(longest)d characters."), code="name_length", params={"longest": LONGEST}
        )
    if not all(char.isalpha() or char.isdecimal() or char in PUNCTUATION for char in name):
        raise ValidationError(_("Letters, digits, spaces and . - _ ' only."), code="name_characters")
    if "  " in name or not any(char.isalpha() for char in name):
        raise ValidationError(_("A name has letters, and single spaces."), code="name_shape")
    if len(scripts := {script(char) for char in name if char.isalpha()}) != 1 or not scripts <= set(SCRIPTS):
        raise ValidationError(_("Write the whole name in one alphabet."), code="name_script")
    if is_reserved(name):
        raise ValidationError(_("This name is reserved."), code="name_reserved")
    return name


def script(char: str) -> str:
    return unicodedata.name(char, "").split(" ")[0]


def name_key(name: str) -> str:
    """A key that names which look alike share: it ignores case, accents, spaces, and look-alikes in other scripts.

    >>> name_key("Ana Rosa") == name_key("АNA-R0SА")
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    plain = "".join(char for char in plain if char.isalnum()).translate(TWINS)
    for pair, twin in PAIRS:
        plain = plain.replace(pair, twin)
    return plain or name


RESERVED_KEYS = frozenset(map(name_key, RESERVED))


def is_reserved(name: str) -> bool:
    """Is the name, or one of its words, reserved for the site? "Admin", "B0T Ana", "moderator-2"."""
    words = {name, *re.split(r"[ ._'\-]+", name)}
    return not RESERVED_KEYS.isdisjoint(name_key(form) for word in words for form in (word, word.rstrip("0123456789")))


def not_reserved(name: str) -> None:
    if is_reserved(name):
        raise ValidationError(_("This name is reserved."), code="name_reserved")


username_validators = [
    MaxLengthValidator(LONGEST),
    RegexValidator(r"\A[A-Za-z0-9][A-Za-z0-9._-]*\Z", _("Letters without accents, digits and . - _ only.")),
    not_reserved,
]
