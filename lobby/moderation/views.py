"""The queue of reports, one report, the audit log, statistics."""

from collections.abc import Callable, Mapping

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.member_request import MemberRequest
from lobby.models import Match

from . import selectors, services
from .desk import attempt, moderators_only
from .forms import SanctionForm
from .models import Report
from .selectors import STATES

# What a button of a report does: the service, and its arguments beside the report and the moderator.
ACTIONS: Mapping[str, tuple[Callable[..., None], Mapping[str, str]]] = {
    "take": (services.take, {}),
    "release": (services.release, {}),
    "resolve": (services.decide, {"status": Report.Status.RESOLVED}),
    "dismiss": (services.decide, {"status": Report.Status.DISMISSED}),
    "reopen": (services.decide, {"status": Report.Status.OPEN}),
}


def _queue(request: MemberRequest) -> dict[str, object]:
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
@require_safe
def queue(request: MemberRequest) -> HttpResponse:
    """The open reports, one's own, and the decided ones."""
    return render(request, "moderation/queue.html", _queue(request))


@moderators_only
@require_safe
def report(request: MemberRequest, pk: int) -> HttpResponse:
    """One report beside the queue: evidence, the reported person, and the forms for a decision."""
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
def report_do(request: MemberRequest, pk: int) -> HttpResponse:
    """Take a report, give it back, decide it, or add a note."""
    found = get_object_or_404(Report.objects.exclude(person=request.user), pk=pk)
    do = request.POST.get("do", "")
    if do == "note":
        attempt(request, services.note, report=found, by=request.user, text=request.POST.get("text", ""))
    elif do in ACTIONS:
        service, arguments = ACTIONS[do]
        attempt(request, service, report=found, by=request.user, **arguments)
    else:
        raise BadRequest
    return redirect("moderation_report", pk)


@moderators_only
@require_safe
def trail(request: MemberRequest) -> HttpResponse:
    """What each member of the staff has done."""
    return render(request, "moderation/trail.html", {"trail": selectors.trail()})


@moderators_only
@require_safe
def statistics(request: MemberRequest) -> HttpResponse:
    """How many reports there are, and how fast they are decided."""
    return render(request, "moderation/statistics.html", selectors.statistics())
