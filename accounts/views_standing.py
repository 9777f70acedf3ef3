"""What moderators have decided about the reader."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from . import standing


@login_required
@require_POST
def read(request: HttpRequest, pk: int) -> HttpResponse:
    """I have read it."""
    standing.mark_read(sanction=pk, person=request.user)
    return redirect("lobby")
