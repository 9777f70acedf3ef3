"""Time zones to choose from, one per place, named in the reader's language; and every zone this machine knows."""

import unicodedata
import zoneinfo
from functools import cache

from babel import Locale
from babel.core import get_global
from babel.dates import get_timezone_location
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, to_locale
from django.utils.translation import gettext_lazy as _

EVERYWHERE = "001"  # CLDR's "World": zones that belong to no place


@cache
def known() -> frozenset[str]:
    """The zones this machine has data for, aliases included."""
    return frozenset(zoneinfo.available_timezones())


def validate_zone(name: str) -> None:
    if name not in known():
        raise ValidationError(_("There is no such time zone."), code="unknown_zone")


def locale() -> Locale:
    """The reader's language as a CLDR locale."""
    return Locale.parse(to_locale(get_language() or "en"))


def choices() -> list[tuple[str, str]]:
    """(name, "Brazil: São Paulo") for every place, sorted alphabetically in the reader's language."""
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
    """A sort key without accents, so that "África" sorts under A."""
    return unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode() or text.casefold()
