"""The pages of the history. Each checks access first, then calls selectors."""

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.member_request import MemberRequest
from accounts.models import User
from games import RULESETS
from lobby.models import Match, Round
from lobby.rulebook import labels

from . import access, export, page_data, rating_status, results, selectors, stats
from .replay import Unreplayable
from .scoresheet import sheet
from .selectors import OUTCOMES, HistoryFilters

OUTCOME_LABELS = {
    "won": lambda: _("Won"),
    "lost": lambda: _("Not won"),
    "cut_short": lambda: _("Closed early"),
    "running": lambda: _("Running"),
}


# --- own matches ----------------------------------------------------------------------------------------------------


@never_cache
@login_required
@require_safe
def history(request: MemberRequest) -> HttpResponse:
    """The reader's own matches."""
    filters = HistoryFilters.of(request.GET.dict())
    page = selectors.history(request.user, filters, _number(request.GET.get("page", "")))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "page": page,
        "filters": filters,
        "query": query.urlencode(),
        "games": labels.titles(),
        "outcomes": [(key, OUTCOME_LABELS[key]()) for key in OUTCOMES],
        "ratings": stats.most_used_ratings(request.user)[:3],
    }
    return render(request, "history/history.html", context)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 1


# --- one match ------------------------------------------------------------------------------------------------------


def _seen_match(request: HttpRequest, pk: int) -> Match | HttpResponse:
    """The match if this viewer may see it. Visitors are sent to log in; others get a 404, as if there were none."""
    match = Match.objects.select_related("room").filter(pk=pk).first()
    if match is not None and access.may_see(match, request.user, request.GET.get("key", "")):
        return match
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    raise Http404


@never_cache
@require_safe
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """The score sheet of one match."""
    found = _seen_match(request, pk)
    if isinstance(found, HttpResponse):
        return found
    dealt = access.dealt_rounds(found, request.user)
    key = request.GET.get("key", "")
    change = _rating_change(request.user, found) if dealt else None
    not_rated = rating_status.not_rated(found, with_reason=bool(dealt))
    context = {
        "match": found,
        "sheet": sheet(found, not_rated),
        "took_part": bool(dealt),
        "not_rated": not_rated.get(None, ""),
        "change": "" if change is None else results.signed(change),
        "share": _share(request, "history_match", found, pk) if dealt else "",
        "query": f"?key={key}" if key else "",
    }
    return render(request, "history/match.html", context)


@never_cache
@require_safe
def export_match(request: HttpRequest, pk: int) -> HttpResponse:
    """The match as a file, with seeds and cards of the rounds that are open to the reader."""
    found = _seen_match(request, pk)
    if isinstance(found, HttpResponse):
        return found
    content = export.exported(found, access.dealt_rounds(found, request.user))
    response = JsonResponse(content, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="batida-{found.pk}.json"'
    return response


def _rating_change(user: access.Viewer, match: Match) -> int | None:
    return selectors.rating_changes(user, [match.pk]).get(match.pk) if user.is_authenticated else None


def _share(request: HttpRequest, name: str, match: Match, *args: int) -> str:
    return request.build_absolute_uri(f"{reverse(name, args=args)}?key={access.share_key(match)}")


# --- one round ------------------------------------------------------------------------------------------------------


@never_cache
@require_safe
def replay(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A finished round, move by move."""
    found = _seen_match(request, pk)
    if isinstance(found, HttpResponse):
        return found
    round_ = get_object_or_404(Round, match=found, number=number, ended_at__isnull=False)
    round_.match = found
    dealt = access.dealt_rounds(found, request.user)
    open_ = access.is_open(round_, found, dealt)
    key = request.GET.get("key", "")
    try:
        data = page_data.replay(round_, request.user, open_=open_)
    except Unreplayable:
        data = None
    numbers = set(found.rounds.filter(ended_at__isnull=False).values_list("number", flat=True))
    context = {
        "match": found,
        "round": round_,
        "title": labels.title(found.ruleset),
        "data": data,
        "open": open_,
        "waits": found.ended_at is None and round_.pk in dealt,
        "took_part": bool(dealt),
        "share": _share(request, "history_round", found, pk, number) if dealt else "",
        "query": f"?key={key}" if key else "",
        "before": number - 1 if number - 1 in numbers else None,
        "after": number + 1 if number + 1 in numbers else None,
    }
    return render(request, "history/replay.html", context)


# --- people ---------------------------------------------------------------------------------------------------------


@never_cache
@require_safe
def person(request: HttpRequest, username: str) -> HttpResponse:
    """What somebody has played, as far as their privacy settings let this viewer see it."""
    user = get_object_or_404(User, username=username, is_active=True)
    own = user.pk == request.user.pk
    shown = access.shows_games(user, request.user)
    context = {
        "person": user,
        "own": own,
        "shown": shown,
        "hidden": user.hide_rating,
        "games": stats.profile(user, with_ratings=own or not user.hide_rating) if shown else [],
    }
    return render(request, "history/person.html", context)


@never_cache
@require_safe
def leaderboard(request: HttpRequest, key: str = "") -> HttpResponse:
    """The settled ratings of one game at one table size."""
    if not key:
        return redirect("leaderboard_one", next(iter(RULESETS)))
    if key not in RULESETS:
        raise Http404
    size = request.GET.get("size", "")
    size = size if size in stats.SIZES else stats.SIZES[-1]
    context = {
        "key": key,
        "title": labels.title(key),
        "games": labels.titles(),
        "size": size,
        "board": stats.leaderboard(key, size, request.user),
    }
    return render(request, "history/leaderboard.html", context)
