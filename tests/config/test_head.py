"""Every page that answers GET answers HEAD: link checkers and monitoring ask so."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver
from django.urls.resolvers import RegexPattern

from accounts.models import User
from tests.support.scenes.staff import at, with_factor

DJANGOS = "/admin/login/"  # shows HEAD the form where it sends GET on
PARTS = {"int": "1", "uuid": "00000000-0000-0000-0000-000000000001"}  # of a path; anything else is a word


def addresses(patterns: list[Any] | None = None, before: str = "/") -> Iterator[str]:
    """An address for every pattern of the site. What has a parameter names nothing that exists."""
    for entry in patterns or get_resolver().url_patterns:
        address = before + filled(entry.pattern)
        if isinstance(entry, URLPattern):
            yield address
        else:
            yield from addresses(entry.url_patterns, address)


def filled(pattern: Any) -> str:
    if isinstance(pattern, RegexPattern):
        return re.sub(r"\(\?P<\w+>[^)]*\)", "x", str(pattern)).strip("^$").replace("\\", "")
    return re.sub(r"<(?:(\w+):)?\w+>", lambda part: PARTS.get(part[1], "x"), str(pattern))


@pytest.mark.django_db
def test_every_page_answers_head_as_it_answers_get() -> None:
    boss = with_factor(User.objects.create_superuser("boss", password="caneca-azul-9"))
    asked = sorted(set(addresses()) - {DJANGOS})
    assert {"/", "/rules/", "/moderation/", "/accounts/login/", "/accounts/profile/", "/healthz"} < set(asked)
    compared = 0
    for who in (lambda: at(boss), Client):
        for address in asked:
            got = who().get(address)
            if got.status_code == 405:
                continue
            head = who().head(address)
            assert head.status_code == got.status_code, address
            compared += 1
    assert compared > 150
