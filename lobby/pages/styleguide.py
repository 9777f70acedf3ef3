"""Every colour, component, icon and card on one page, for those who work on the pages: only while DEBUG is on.

Its words are for developers and in English only. Colours and icons are read from the style sheet and the sprite, so
that a new one appears by itself."""

import re
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

RANKS, SUITS = "A23456789TJQK", "HSDC"
STATES: tuple[tuple[str, str, dict[str, str], str], ...] = (  # title, classes, attributes and mark of one card
    ("face up", "", {}, ""),
    ("wild", "is-wild", {}, "star"),
    ("just drawn", "is-new", {}, "plus"),
    ("known", "", {}, "eye"),
    ("hint", "is-hint", {}, ""),
    ("chosen", "", {"aria-pressed": "true"}, ""),
    ("not now", "", {"aria-disabled": "true"}, "lock"),
    ("out", "is-off", {}, ""),
    ("on its way", "ghost", {}, ""),
)
MARKS = {"star": "wild", "plus": "new", "eye": "known", "lock": "lock"}


def page(request: HttpRequest) -> HttpResponse:
    """The style guide. Raises Http404 unless DEBUG is on."""
    if not settings.DEBUG:
        raise Http404
    return render(request, "styleguide.html", context())


def context() -> dict[str, Any]:
    """What the page shows: colours by custom property, icons by name, faces by suit, states of a card."""
    return {
        "colours": _found("css/tokens.css", r"^  --([\w-]+): #[0-9a-f]{3,8};"),
        "icons": _found("img/icons.svg", r'id="i-([\w-]+)"'),
        "suits": [[rank + suit for rank in RANKS] for suit in SUITS],
        "states": [
            {"title": title, "css": css, "attributes": attributes, "icon": mark, "mark": MARKS.get(mark, "")}
            for title, css, attributes, mark in STATES
        ],
        "avatars": range(1, 9),
    }


def _found(path: str, pattern: str) -> list[str]:
    """The matches in one of our static files, each once."""
    text = (settings.BASE_DIR / "static" / path).read_text()
    return list(dict.fromkeys(re.findall(pattern, text, re.MULTILINE)))
