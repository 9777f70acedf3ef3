"""The pages of the lobby: parse the request, call a service or selector, render the response."""

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.member_request import MemberRequest
from games import RULESETS, GameError
from lobby.models import Room
from lobby.rulebook import hand_checker, labels, rules_page
from lobby.tables.core.errors import Refusal
from lobby.tables.services import rooms

from . import qr, selectors
from .forms import CodeForm, RoomForm
from .refusals import refusal_message
from .selectors import PAGE, RoomFilters

FILTERS = "lobby_filters"  # session key


# --- lists ----------------------------------------------------------------------------------------------------------


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """One's own rooms, "play now", and the public rooms."""
    context = {
        "invitations": selectors.invitations(request.user),
        "games": labels.titles(),
        "code_form": CodeForm(),
        **_rooms(request),
    }
    return render(request, "lobby/lobby.html", context)


@never_cache
@require_safe
def room_list(request: HttpRequest) -> HttpResponse:
    """The lists alone, which the page fetches when the lobby's socket announces a change."""
    return render(request, "lobby/_room_list.html", _rooms(request))


def _rooms(request: HttpRequest) -> dict[str, object]:
    filters = _filters(request)
    show = request.GET.get("show", "")
    wanted = int(show) if show.isascii() and show.isdigit() and len(show) < 5 else PAGE
    page = selectors.open_rooms(request.user, filters, get_language() or "", wanted)
    return {"mine": selectors.my_rooms(request.user), "page": page, "filters": filters}


def _filters(request: HttpRequest) -> RoomFilters:
    """The filters of the query, or else those stored in the session."""
    if "filtered" not in request.GET:
        stored = request.session.get(FILTERS, {})
        return RoomFilters.of(stored, stored.get("games", ()))
    filters = RoomFilters.of(request.GET.dict(), request.GET.getlist("game"))
    if filters.stored() != request.session.get(FILTERS, RoomFilters().stored()):
        request.session[FILTERS] = filters.stored()
    return filters


# --- ways into a room -----------------------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def room_new(request: MemberRequest) -> HttpResponse:
    """Open a room."""
    asked = request.GET.get("game", "")
    first = asked if asked in RULESETS else next(iter(RULESETS))
    form = RoomForm(request.POST or None, initial={"ruleset": first})
    if request.method != "POST" or not form.is_valid():
        return render(request, "lobby/room_new.html", {"form": form}, status=422 if form.errors else 200)
    data = form.cleaned_data
    try:
        room = rooms.create_room(
            actor=request.user,
            ruleset=data["ruleset"],
            options=data["options"],
            name=data["name"],
            public=not data["private"],
            spectators=data["spectators"],
            bots=data["bots"],
            bot_level=data["bot_level"],
        )
    except (Refusal, GameError) as refusal:
        form.add_error(None, refusal_message(refusal.code))
        mine = selectors.my_rooms(request.user)
        return render(request, "lobby/room_new.html", {"form": form, "mine": mine}, status=409)
    return redirect("room", room.slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: MemberRequest) -> HttpResponse:
    """Join a suitable table at once. A GET only follows a log-in in between; the lobby then offers the button again."""
    if request.method != "POST":
        return redirect("lobby")
    try:
        room = rooms.play_now(actor=request.user, ruleset=request.POST.get("ruleset") or None)
    except (Refusal, GameError) as refusal:
        messages.error(request, refusal_message(refusal.code))
        return redirect("lobby")
    return redirect("room", room.slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def room_code(request: MemberRequest) -> HttpResponse:
    """Enter the room with this code."""
    form = CodeForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "lobby/room_code.html", {"code_form": form}, status=422 if form.errors else 200)
    if not ratelimit.consume(request, action="room_code"):  # per IP address; wrong codes also per user
        form.add_error("code", refusal_message("rate_limited"))
        return render(request, "lobby/room_code.html", {"code_form": form}, status=429)
    try:
        room = rooms.find_by_code(code=form.cleaned_data["code"], actor=request.user)
    except Refusal as refusal:
        form.add_error("code", refusal_message(refusal.code))
        return render(request, "lobby/room_code.html", {"code_form": form}, status=422)
    return redirect("room", room.slug)


# --- one room -------------------------------------------------------------------------------------------------------


@never_cache
@require_safe
def room(request: HttpRequest, slug: str) -> HttpResponse:
    """The table; for visitors who are not logged in, a description of the room."""
    found = selectors.room_by_slug(slug)
    if found is None:
        return no_room(request)
    if not request.user.is_authenticated:
        return render(request, "lobby/room_door.html", {"room": found, "card": selectors.card(found, request.user)})
    if code := selectors.refused_entry(found, request.user):
        messages.error(request, refusal_message(code))
        return redirect("lobby")
    rules_url = labels.rules_url(found.ruleset, found.options)
    context = {"room": found, "game": labels.title(found.ruleset), "rules_url": rules_url}
    return render(request, "lobby/table.html", context)


@never_cache
@login_required
@require_safe
def room_qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The room's link as a QR code."""
    found = selectors.room_by_slug(slug)
    if found is None or found.closed_at is not None:
        return no_room(request)
    return HttpResponse(qr.svg(link_of(request, found)), content_type="image/svg+xml")


def link_of(request: HttpRequest, found: Room) -> str:
    return request.build_absolute_uri(selectors.card(found, request.user).url)


def no_room(request: HttpRequest) -> HttpResponse:
    return render(request, "lobby/no_room.html", {"code_form": CodeForm()}, status=404)


# --- rules ----------------------------------------------------------------------------------------------------------


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """All games, side by side."""
    pages = [rules_page.page(game) for game in RULESETS.values()]
    return render(request, "lobby/rules.html", {"games": pages, "comparison": rules_page.comparison()})


@require_safe
def rules_one(request: HttpRequest, key: str) -> HttpResponse:
    """The rules of one game. Options in the query describe a room; cards in the query are checked."""
    if key not in RULESETS:
        return render(request, "404.html", status=404)
    game = RULESETS[key]
    query = request.GET.dict()
    options = labels.options_from_query(game, query)
    context = {"page": rules_page.page(game, options), "checker": hand_checker.checker(game, options, query)}
    return render(request, "lobby/rules_one.html", context)
