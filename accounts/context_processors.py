"""What every page of a logged-in person may have to say."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from .standing import unread


def standing(request: HttpRequest) -> dict[str, Any]:
    """`unread_sanction`: what a moderator has decided and the person has not yet read."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    return {"unread_sanction": SimpleLazyObject(lambda: unread(user))}
