"""DATABASE_URL and REDIS_URL, looked at before anybody connects: a password with characters that mean something in a
URL would silently name another host or another database."""

import re
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

ADVICE = {
    "DATABASE_URL": "percent-encode them (/ is %2F), or leave the password out and set PGPASSWORD, which takes any.",
    "REDIS_URL": "percent-encode them (/ is %2F).",
}


def checked(name: str, url: str) -> str:
    """Return the URL. Raises ImproperlyConfigured, without quoting the URL, if a part of it ended up in another."""
    if not reads_as_meant(url):
        raise ImproperlyConfigured(
            f"{name} is not what it seems: it has characters such as / ? # @ % [ ] inside its user name or password. "
            f"In a URL {ADVICE[name]}"
        )
    return url


def reads_as_meant(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _ = parts.port  # a number, or ValueError
    except ValueError:
        return False
    stray = "@" in parts.path + parts.query or parts.fragment or parts.netloc.count("@") > 1
    return not stray and not re.search(r"%(?![0-9A-Fa-f]{2})", url)
