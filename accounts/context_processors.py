"""Template context of every page of a logged-in user."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from .standing import unread


def standing(request: HttpRequest) -> dict[str, Any]:
    """`unread_sanction`: the oldest moderator's decision that the user has not read yet, or None."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    return {"unread_sanction": SimpleLazyObject(lambda: unread(user))}
