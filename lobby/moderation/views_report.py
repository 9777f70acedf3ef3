"""Complaining about somebody: from the table, or from their page."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.models import User
from lobby import hot, selectors
from lobby.errors import Refusal
from lobby.models import Room
from lobby.refusals import refusal_message

from . import services
from .forms import ReportForm


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def from_room(request: HttpRequest, slug: str) -> HttpResponse:
    """About who sits in `seat`, or who said `line`, in this room."""
    room = _room(request, slug)
    return _report(request, _meant(request, room), room)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def person(request: HttpRequest, username: str) -> HttpResponse:
    """About somebody, wherever."""
    return _report(request, get_object_or_404(User, username=username, deleted_at=None), None)


@never_cache
@login_required
@require_GET
def person_of_room(request: HttpRequest, slug: str) -> HttpResponse:
    """To the page of who sits in `seat`, or who said `line`."""
    return redirect("person", _meant(request, _room(request, slug)).username)


def _room(request: HttpRequest, slug: str) -> Room:
    room = get_object_or_404(Room, slug=slug)
    if selectors.refused_entry(room, request.user):
        raise Http404
    return room


def _meant(request: HttpRequest, room: Room) -> User:
    seat, line = request.GET.get("seat", ""), request.GET.get("line", "")
    found = None
    if line.isascii() and line.isdigit() and len(line) < 19:
        found = User.objects.filter(chat__pk=int(line), chat__table=room.pk).first()
    elif seat in set("01234567"):
        seats = hot.read(room.pk).live.seats
        holder = seats[int(seat)] if int(seat) < len(seats) else None
        found = User.objects.filter(pk=holder.user).first() if holder and holder.user else None
    if found is None:
        raise Http404
    return found


def _report(request: HttpRequest, about: User, room: Room | None) -> HttpResponse:
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.file_report(reporter=request.user, person=about, room=room, **form.cleaned_data)
        except Refusal as refusal:
            form.add_error(None, refusal_message(refusal.code))
        else:
            messages.success(request, _("Thank you. A moderator will look at it."))
            return redirect("room", room.slug) if room else redirect("friends")
    context = {"form": form, "person": about, "room": room}
    return render(request, "moderation/report_form.html", context, status=422 if form.errors else 200)
