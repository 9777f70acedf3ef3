"""Per-user middleware: pages use the reader's time zone, and the staff pages require a second factor; staff without
one are redirected to its setup page."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from . import timezones
from .second_factor import has_second_factor

GUARDED = ("admin/", "moderation/")  # routes, not paths: a client cannot influence how they are written
OPEN = frozenset({"admin:login", "admin:logout", "admin:jsi18n"})
NO_PAGES = frozenset({"healthz", "readyz", "metrics", "javascript-catalog"})  # never look at request.user


class ReadersTimeZone:
    """Activates the time zone that the reader has chosen, for the duration of the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()

    def process_view(self, request: HttpRequest, *args: Any) -> None:
        if request.resolver_match is None or request.resolver_match.view_name in NO_PAGES:
            return
        chosen = getattr(request.user, "time_zone", "")
        if chosen in timezones.known():  # visitors have none, and a new machine may not know a stored zone
            timezone.activate(chosen)


class StaffSecondFactor:
    """Ensures that staff have a second factor; log-in then asks for it, as it does for everybody who has one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *args: Any) -> HttpResponse | None:
        found, user = request.resolver_match, request.user
        if found is None or not found.route.startswith(GUARDED) or found.view_name in OPEN:
            return None
        if not user.is_authenticated or not user.is_staff or has_second_factor(user):
            return None
        messages.warning(request, _("Staff accounts need a second factor: set one up, then come back."))
        return redirect("mfa_activate_totp")
