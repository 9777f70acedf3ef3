"""Template context of every page."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from lobby.models import House


def house(request: HttpRequest) -> dict[str, Any]:
    """`house`: the row with the banner of the whole site, or None."""
    return {"house": SimpleLazyObject(lambda: House.objects.filter(pk=1).first())}
