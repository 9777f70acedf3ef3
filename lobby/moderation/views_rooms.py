"""Rooms on the moderators' desk, and settings of the whole site."""

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.member_request import MemberRequest
from lobby.models import ChatMessage, House, Room
from lobby.rulebook import labels

from . import selectors, services
from .desk import attempt, moderators_only
from .forms import HouseForm

LINES = 200


@moderators_only
@require_safe
def rooms(request: MemberRequest) -> HttpResponse:
    """Search rooms by name; closed ones on request."""
    text, closed = request.GET.get("q", "").strip(), request.GET.get("closed") == "1"
    found = selectors.rooms(text, open_only=not closed)
    return render(request, "moderation/rooms.html", {"q": text, "closed": closed, "rooms": found})


@moderators_only
@require_safe
def room(request: MemberRequest, pk: int) -> HttpResponse:
    """Settings, people, finished rounds, chat. Never a hand."""
    found = get_object_or_404(Room.objects.select_related("host"), pk=pk)
    lines = ChatMessage.objects.filter(table_id=pk).select_related("user").order_by("-pk")[:LINES]
    context = {
        "room": found,
        "title": labels.title(found.ruleset),
        "time": labels.time_text(found.options.get("turn_seconds")),
        "differences": labels.differences(found.ruleset, found.options),
        "seats": found.seats.select_related("user").order_by("index", "reserved"),
        "name_before": services.name_before(found),
        "matches": found.matches.order_by("-pk")[: selectors.PAGE],
        "rounds": selectors.finished_rounds(found),
        "lines": list(reversed(lines)),
        "trail": selectors.trail(room=pk),
    }
    return render(request, "moderation/room.html", context)


@moderators_only
@require_POST
def room_do(request: MemberRequest, pk: int) -> HttpResponse:
    """Rename a room, undo that, or close it."""
    found, do = get_object_or_404(Room, pk=pk), request.POST.get("do")
    if do == "rename":
        done = attempt(request, services.rename_room, room=found, by=request.user, name=request.POST.get("name", ""))
    elif do == "undo_rename":
        done = attempt(request, services.undo_rename, room=found, by=request.user)
    elif do == "close":
        done = attempt(request, services.close_room, room=found, by=request.user)
    else:
        raise BadRequest
    if done:
        messages.success(request, _("Done. Everybody there sees it."))
    return redirect("moderation_room", pk)


@moderators_only
@require_http_methods(["GET", "HEAD", "POST"])
def house(request: MemberRequest) -> HttpResponse:
    """Stop new rooms before maintenance, and set the banner of every page."""
    row = House.objects.filter(pk=1).first() or House()
    form = HouseForm(request.POST or None, initial={"no_new_rooms": row.no_new_rooms, "banner": row.banner})
    if request.method != "POST" or not form.is_valid():
        return render(request, "moderation/house.html", {"form": form}, status=422 if form.errors else 200)
    if attempt(request, services.set_house, by=request.user, **form.cleaned_data):
        messages.success(request, _("Saved."))
    return redirect("moderation_house")
