"""People on the moderators' desk."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.member_request import MemberRequest
from accounts.models import Sanction, User

from . import sanctions, selectors, services
from .desk import attempt, moderators_only
from .forms import SanctionForm
from .sanctions import SanctionError


@moderators_only
@require_safe
def people(request: MemberRequest) -> HttpResponse:
    """Search people by name."""
    text = request.GET.get("q", "").strip()
    return render(request, "moderation/people.html", {"q": text, "people": selectors.people(text)})


@moderators_only
@require_safe
def person(request: MemberRequest, pk: int) -> HttpResponse:
    """Everything about a person that helps to decide fairly."""
    found = get_object_or_404(User, pk=pk)
    context = {
        "card": selectors.person_card(found),
        "form": SanctionForm(initial={"kind": "warn"}),
        "trail": selectors.trail(person=found),
    }
    return render(request, "moderation/person.html", context)


@moderators_only
@require_POST
def person_do(request: MemberRequest, pk: int) -> HttpResponse:
    """Add a note about a person, or impose a sanction."""
    found = get_object_or_404(User, pk=pk)
    if request.POST.get("do") == "note":
        attempt(request, services.note_on_person, person=found, by=request.user, text=request.POST.get("text", ""))
        return redirect("moderation_person", pk)
    form = SanctionForm(request.POST)
    if not form.is_valid():
        context = {"card": selectors.person_card(found), "form": form, "trail": selectors.trail(person=found)}
        return render(request, "moderation/person.html", context, status=422)
    data = form.cleaned_data
    try:
        sanctions.impose(
            by=request.user,
            person=found,
            kind=data["kind"],
            reason=data["reason"],
            until=form.until(),
            report=data["report"],
        )
    except SanctionError:
        messages.error(request, _("You cannot decide this about this person."))
    else:
        messages.success(request, _("Done. It takes effect at once and can be undone."))
    return redirect("moderation_report", data["report"]) if data["report"] else redirect("moderation_person", pk)


@moderators_only
@require_POST
def lift(request: MemberRequest, pk: int) -> HttpResponse:
    """Lift a sanction; not one of one's own."""
    found = get_object_or_404(Sanction.objects.select_related("person").exclude(person=request.user), pk=pk)
    try:
        sanctions.lift(by=request.user, sanction=found)
    except SanctionError:
        messages.error(request, _("You cannot decide this about this person."))
    else:
        messages.success(request, _("Undone."))
    return redirect("moderation_person", found.person_id)
