"""Matches on the moderators' desk: how results changed ratings; voiding a result, or undoing that."""

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.member_request import MemberRequest
from lobby.history.models import Judgement
from lobby.models import Match
from lobby.rulebook import labels

from . import selectors, services
from .desk import attempt, moderators_only


@moderators_only
@require_safe
def match(request: MemberRequest, pk: int) -> HttpResponse:
    """Who played, the results, and what they changed. Never a card."""
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
def match_do(request: MemberRequest, pk: int) -> HttpResponse:
    """Void a result, or restore it."""
    text, do = request.POST.get("judgement", ""), request.POST.get("do")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
    found = get_object_or_404(Judgement.objects.select_related("match", "round"), pk=number, match=pk)
    if do == "void":
        reason = request.POST.get("reason", "")
        done = attempt(request, services.void_result, judgement=found, by=request.user, reason=reason)
    elif do == "count":
        done = attempt(request, services.count_result, judgement=found, by=request.user)
    else:
        raise BadRequest
    if done:
        messages.success(request, _("Done. Everybody's ratings in this game have been recalculated."))
    return redirect("moderation_match", pk)
