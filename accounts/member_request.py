"""The request of a view that only logged-in people reach."""

from django.http import HttpRequest

from .models import User


class MemberRequest(HttpRequest):
    """For the type checker: the view stands behind `login_required` or the like, so `user` is never anonymous.

    Requests themselves stay Django's own; nothing creates one of these."""

    user: User
