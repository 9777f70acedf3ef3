"""The queue of reports, one report, the trail, the figures."""

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from lobby.models import Match

from . import selectors, services
from .desk import moderators_only, tried
from .forms import SanctionForm
from .models import Report
from .selectors import STATES

ACTIONS = {
    "take": (services.take, {}),
    "release": (services.release, {}),
    "resolve": (services.decide, {"status": Report.Status.RESOLVED}),
    "dismiss": (services.decide, {"status": Report.Status.DISMISSED}),
    "reopen": (services.decide, {"status": Report.Status.OPEN}),
}


def _queue(request: HttpRequest) -> dict[str, object]:
    state = request.GET.get("state", "open")
    state = state if state in STATES else "open"
    category = request.GET.get("category", "")
    return {
        "state": state,
        "category": category,
        "categories": Report.Category.choices,
        "counts": selectors.counts(request.user),
        "reports": selectors.queue(request.user, state, category)[: selectors.PAGE],
    }


@moderators_only
@require_GET
def queue(request: HttpRequest) -> HttpResponse:
    """What waits, what is mine, what is done."""
    return render(request, "moderation/queue.html", _queue(request))


@moderators_only
@require_GET
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """One report beside the queue: evidence, the person, what can be decided."""
    found = get_object_or_404(Report.objects.exclude(person=request.user), pk=pk)
    context = {
        **_queue(request),
        "report": found,
        "others": Report.objects.filter(person=found.person, status=Report.Status.OPEN).exclude(pk=pk).count(),
        "lines": selectors.evidence_lines(found),
        "log": selectors.log_lines(found),
        "sockets": found.evidence.get("sockets", []),
        "match": Match.objects.filter(room=found.room_id, number=found.match).first() if found.room_id else None,
        "card": selectors.person_card(found.person),
        "form": SanctionForm(initial={"report": pk, "kind": "warn"}),
        "thread": found.thread.select_related("by").order_by("pk"),
        "trail": selectors.trail(report=pk),
    }
    return render(request, "moderation/report.html", context)


@moderators_only
@require_POST
def report_do(request: HttpRequest, pk: int) -> HttpResponse:
    """Take it, hand it back, decide it, say something about it."""
    found = get_object_or_404(Report.objects.exclude(person=request.user), pk=pk)
    do = request.POST.get("do", "")
    if do == "note":
        tried(request, services.note, report=found, by=request.user, text=request.POST.get("text", ""))
    elif do in ACTIONS:
        service, how = ACTIONS[do]
        tried(request, service, report=found, by=request.user, **how)
    else:
        raise BadRequest
    return redirect("moderation_report", pk)


@moderators_only
@require_GET
def trail(request: HttpRequest) -> HttpResponse:
    """Who of the staff has done what."""
    return render(request, "moderation/trail.html", {"trail": selectors.trail()})


@moderators_only
@require_GET
def statistics(request: HttpRequest) -> HttpResponse:
    """How much there is, and how fast it goes."""
    return render(request, "moderation/statistics.html", selectors.statistics())
