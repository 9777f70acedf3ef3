"""Time zones to choose from: one for every place, called in the reader's language; and the names known here."""

import unicodedata
import zoneinfo
from functools import cache

from babel import Locale
from babel.core import get_global
from babel.dates import get_timezone_location
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, to_locale
from django.utils.translation import gettext_lazy as _

EVERYWHERE = "001"  # the territory of zones without a place


@cache
def known() -> frozenset[str]:
    """Those this machine has rules for."""
    return frozenset(zoneinfo.available_timezones())


def validate_zone(name: str) -> None:
    if name not in known():
        raise ValidationError(_("There is no such time zone."), code="unknown_zone")


def locale() -> Locale:
    """The reader's language, as CLDR has it."""
    return Locale.parse(to_locale(get_language() or "en"))


def choices() -> list[tuple[str, str]]:
    """(name, "Brazil: São Paulo") of every place, sorted as the reader would look for it."""
    return _choices(str(locale()))


@cache
def _choices(language: str) -> list[tuple[str, str]]:
    spoken = Locale.parse(language)
    countries, renamed = get_global("zone_territories"), get_global("zone_aliases")
    names = [name for name in known() if countries.get(name, EVERYWHERE) != EVERYWHERE and name not in renamed]
    found = [
        (name, f"{spoken.territories[countries[name]]}: {get_timezone_location(name, locale=spoken, return_city=True)}")
        for name in names
    ]
    return [("UTC", "UTC"), *sorted(found, key=lambda choice: _plain(choice[1]))]


def _plain(text: str) -> str:
    """Without accents: "África" is looked for among the others with A."""
    return unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode() or text.casefold()
