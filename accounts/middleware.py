"""Who reads. Their time zone is that of their pages; and the staff need a second factor: without one the pages of the
staff lead to where one gets it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from . import timezones
from .second_factor import has_second_factor

GUARDED = ("admin/", "moderation/")  # routes, not addresses: what a client says of the address changes nothing
OPEN = frozenset({"admin:login", "admin:logout", "admin:jsi18n"})
NO_PAGES = frozenset({"healthz", "readyz", "metrics", "javascript-catalog"})  # they ask nobody who reads them


class ReadersTimeZone:
    """Pages are written in the time zone that the reader has chosen."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()

    def process_view(self, request: HttpRequest, *args: Any) -> None:
        if request.resolver_match.view_name in NO_PAGES:
            return
        chosen = getattr(request.user, "time_zone", "")
        if chosen in timezones.known():  # of a visitor none; and rules for zones come and go with the machine
            timezone.activate(chosen)


class StaffSecondFactor:
    """Log-in asks for the factor whenever somebody has one; this makes sure that the staff have one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *args: Any) -> HttpResponse | None:
        found, user = request.resolver_match, request.user
        if not found.route.startswith(GUARDED) or found.view_name in OPEN:
            return None
        if not user.is_authenticated or not user.is_staff or has_second_factor(user):
            return None
        messages.warning(request, _("Staff accounts need a second factor: set one up, then come back."))
        return redirect("mfa_activate_totp")
