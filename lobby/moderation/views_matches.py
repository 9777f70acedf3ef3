"""Finished results at the desk: what they did to ratings; void one, or undo that."""

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from lobby.history.models import Judgement
from lobby.models import Match
from lobby.rulebook import labels

from . import selectors, services
from .desk import moderators_only, tried


@moderators_only
@require_GET
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """Who played, what came of it, what it changed. Never a card."""
    found = get_object_or_404(Match.objects.select_related("room__host"), pk=pk)
    context = {
        "match": found,
        "title": labels.title(found.ruleset),
        "players": found.players.select_related("user").order_by("seat", "pk"),
        "results": selectors.results_of(found),
        "took_part": services.took_part(found, request.user),
        "trail": selectors.trail(room=found.room_id, details__match=pk),
    }
    return render(request, "moderation/match.html", context)


@moderators_only
@require_POST
def match_do(request: HttpRequest, pk: int) -> HttpResponse:
    """Void a result, or let it count again."""
    number = request.POST.get("judgement", "")
    number = int(number) if number.isascii() and number.isdigit() and len(number) < 19 else 0
    found, do = get_object_or_404(Judgement.objects.select_related("match", "round"), pk=number, match=pk), request.POST
    how = {"judgement": found, "by": request.user}
    if do.get("do") == "void":
        done = tried(request, services.void_result, **how, reason=do.get("reason", ""))
    elif do.get("do") == "count":
        done = tried(request, services.count_result, **how)
    else:
        raise BadRequest
    if done:
        messages.success(request, _("Done. Everybody's ratings in this game have been recalculated."))
    return redirect("moderation_match", pk)
