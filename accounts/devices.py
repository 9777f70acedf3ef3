"""User-Agent headers in words, such as "Firefox on Android", so that people recognise their own devices."""

import re

from django.utils.translation import gettext as _

BROWSERS = (  # the first match counts: most browsers also name others
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
    """Browser and system; an unknown User-Agent is shown as it is, shortened."""
    browser = _named(user_agent, BROWSERS)
    system = _named(user_agent, SYSTEMS)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or user_agent[:60] or _("unknown device")


def _named(user_agent: str, names: tuple[tuple[str, str], ...]) -> str:
    return next((name for pattern, name in names if re.search(rf"\b{pattern}", user_agent)), "")
