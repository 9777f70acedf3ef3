"""Access to the moderators' desk, and what its views share."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from accounts.second_factor import has_second_factor
from lobby.pages.refusals import refusal_message
from lobby.tables.core.errors import Refusal

from .rights import may_moderate

DeskView = Callable[..., HttpResponse]


def moderators_only(view: DeskView) -> DeskView:
    """Requires a moderator with a second factor; accounts.middleware sends staff without one to its setup page."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not may_moderate(request.user) or not has_second_factor(request.user):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


def attempt(request: HttpRequest, work: Callable[..., object], **arguments: Any) -> bool:
    """Call `work`. Returns whether it succeeded; a refusal is shown on the next page."""
    try:
        work(**arguments)
    except Refusal as refusal:
        messages.error(request, refusal_message(refusal.code))
        return False
    return True
