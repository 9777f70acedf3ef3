"""A browser's own description, in words: "Firefox on Android". Only for people to recognise their devices by."""

import re

from django.utils.translation import gettext as _

BROWSERS = (  # the first that is named: most call themselves by the names of others too
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Vivaldi", "Vivaldi"),
    ("YaBrowser", "Yandex"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("(?:Headless)?Chrom", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def device(user_agent: str) -> str:
    """What nobody knows is said as it came, in short."""
    browser = _named(user_agent, BROWSERS)
    system = _named(user_agent, SYSTEMS)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or user_agent[:60] or _("unknown device")


def _named(user_agent: str, names: tuple[tuple[str, str], ...]) -> str:
    return next((name for mark, name in names if re.search(rf"\b{mark}", user_agent)), "")
