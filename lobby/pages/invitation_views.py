"""Invitations to a room: the page that shares a room, and the invitations in one's own lobby."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.member_request import MemberRequest
from lobby.models import Room
from lobby.tables.core.errors import Refusal
from lobby.tables.services import invitations as service

from . import selectors
from .refusals import refusal_message
from .views import link_of, no_room


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def room_invite(request: MemberRequest, slug: str) -> HttpResponse:
    """Link, code and QR code to share; friends with an account are invited with one tap."""
    found = selectors.room_by_slug(slug)
    if found is None or found.closed_at is not None or selectors.refused_entry(found, request.user):
        return no_room(request)
    if request.method == "POST":
        return _invited(request, found)
    inside = selectors.belongs(found, request.user)
    context = {
        "room": found,
        "card": selectors.card(found, request.user),
        "link": link_of(request, found),
        "code": found.code if inside else None,
        "inside": inside,
        "friends": selectors.invitable(found, request.user) if inside else [],
    }
    return render(request, "lobby/room_invite.html", context)


def _invited(request: MemberRequest, room: Room) -> HttpResponse:
    try:
        person = service.invite(room=room, actor=request.user, username=request.POST.get("username", ""))
    except Refusal as refusal:
        messages.error(request, refusal_message(refusal.code))
    else:
        messages.success(request, _("%(name)s is invited, and sees it in their list of rooms.") % {"name": person})
    return redirect("room_invite", room.slug)


@never_cache
@require_safe
def invitations(request: HttpRequest) -> HttpResponse:
    """The invitations alone, which the lobby fetches when something has changed."""
    return render(request, "lobby/_invitations.html", {"invitations": selectors.invitations(request.user)})


@login_required
@require_POST
def decline(request: MemberRequest, pk: int) -> HttpResponse:
    """Decline an invitation."""
    service.decline(invitation=pk, person=request.user)
    return redirect("lobby")
