"""Reporting somebody, from the table or from their page."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.member_request import MemberRequest
from accounts.models import User
from lobby.models import Room
from lobby.pages import selectors
from lobby.pages.refusals import refusal_message
from lobby.tables.core.errors import Refusal
from lobby.tables.services import chat

from . import services
from .forms import ReportForm

SALT = "report from a room"


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def from_room(request: MemberRequest, slug: str) -> HttpResponse:
    """Report whoever sat in `seat`, or wrote the chat line `line`, when the form was opened."""
    if request.method == "POST":
        room = get_object_or_404(Room, slug=slug)
        return _report(request, _named(request, room), room)
    room = _room(request, slug)
    return _report(request, _meant(request, room), room)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: MemberRequest, username: str) -> HttpResponse:
    """Report somebody, without a room."""
    return _report(request, get_object_or_404(User, username=username, deleted_at=None), None)


@never_cache
@login_required
@require_safe
def person_of_room(request: MemberRequest, slug: str) -> HttpResponse:
    """Redirect to the page of whoever sits in `seat`, or wrote the chat line `line`."""
    return redirect("person", _meant(request, _room(request, slug)).username)


def _room(request: MemberRequest, slug: str) -> Room:
    room = get_object_or_404(Room, slug=slug)
    if selectors.refused_entry(room, request.user):
        raise Http404
    return room


def _meant(request: MemberRequest, room: Room) -> User:
    person = chat.meant(room.pk, _number(request.GET.get("seat", "")), _number(request.GET.get("line", "")))
    if person is None:
        raise Http404
    return person


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def _about(request: MemberRequest, room: Room, person: User) -> str:
    """Identifies the person in the form, because by the time it is sent somebody else may sit there, or the reporter
    may have been removed. Signed, so that evidence is collected only about somebody whom this reporter saw there."""
    return signing.dumps([request.user.pk, room.pk, person.pk], salt=SALT)


def _named(request: MemberRequest, room: Room) -> User:
    try:
        reporter, table, person = signing.loads(request.POST.get("about", ""), salt=SALT)
    except signing.BadSignature as error:
        raise Http404 from error
    if (reporter, table) != (request.user.pk, room.pk):
        raise Http404
    return get_object_or_404(User, pk=person)


def _report(request: MemberRequest, about: User, room: Room | None) -> HttpResponse:
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.file_report(reporter=request.user, person=about, room=room, **form.cleaned_data)
        except Refusal as refusal:
            form.add_error(None, refusal_message(refusal.code))
        else:
            messages.success(request, _("Thank you. A moderator will look at it."))
            return redirect("room", room.slug) if room else redirect("friends")
    context = {"form": form, "person": about, "room": room, "about": _about(request, room, about) if room else ""}
    return render(request, "moderation/report_form.html", context, status=422 if form.errors else 200)
