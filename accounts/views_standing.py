"""Decisions of moderators about the reader."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from . import standing
from .member_request import MemberRequest


@login_required
@require_POST
def read(request: MemberRequest, pk: int) -> HttpResponse:
    """The reader confirms having read a decision."""
    standing.mark_read(sanction=pk, person=request.user)
    return redirect("lobby")
