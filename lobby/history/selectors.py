"""The list of one's own matches, in a constant number of queries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from games import RULESETS
from lobby.models import Match, MatchPlayer, Round
from lobby.rulebook import labels

from . import results
from .models import RatingChange
from .placements import PLAYERS, Placement, placements
from .rating_scale import points_of
from .rating_status import voided

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class RoundCounts(TypedDict):
        rounds_played: int
        rounds_won: int

    ListedMatch = WithAnnotations[Match, RoundCounts]

PAGE = 20
NAMED = 3  # people named per line; the others are counted
OUTCOMES = ("won", "lost", "cut_short", "running")


@dataclass(frozen=True, slots=True)
class HistoryFilters:
    """Which of their matches somebody wants to see."""

    game: str = ""
    outcome: str = ""
    no_bots: bool = False
    name: str = ""

    @classmethod
    def of(cls, data: Mapping[str, str]) -> "HistoryFilters":
        """From a query. Unknown values are ignored."""
        game, outcome = data.get("game", ""), data.get("result", "")
        return cls(
            game=game if game in RULESETS else "",
            outcome=outcome if outcome in OUTCOMES else "",
            no_bots=data.get("people") == "1",
            name=data.get("with", "").strip()[:40],
        )

    @property
    def any(self) -> bool:
        return self != HistoryFilters()


class HistoryLine(NamedTuple):
    """A match in the list."""

    id: int
    title: str
    started_at: datetime
    running: bool
    place: str
    place_spoken: str
    won: bool
    summary: str
    change: str  # of the rating; "": not rated
    lost: bool


class HistoryPage(NamedTuple):
    lines: list[HistoryLine]
    number: int
    pages: int
    total: int


# --- the list -------------------------------------------------------------------------------------------------------


def history(user: User, filters: HistoryFilters, page: int = 1) -> HistoryPage:
    """The user's own matches, newest first."""
    found = _filtered(_of(user), user, filters)
    total = found.count()
    pages = max(1, -(-total // PAGE))
    number = min(max(1, page), pages)
    rows = list(
        found.order_by("-pk")
        .annotate(rounds_played=_count_rounds(), rounds_won=_count_rounds(Q(players__user=user, players__won=True)))
        .prefetch_related(PLAYERS)[(number - 1) * PAGE : number * PAGE]
    )
    ids = [match.pk for match in rows]
    changes, void = rating_changes(user, ids), voided(ids)
    lines = [_line(match, user, changes.get(match.pk), void=match.pk in void) for match in rows]
    return HistoryPage(lines, number, pages, total)


def _of(user: User) -> QuerySet[Match]:
    players = MatchPlayer.objects.filter(match=OuterRef("pk"))
    own = players.filter(user=user)
    return Match.objects.filter(Exists(own)).annotate(
        own_place=Coalesce(Subquery(own.order_by("-pk").values("place")[:1]), 0),
        own_score=_best_score(own),
        best_score=_best_score(players),
    )


def _best_score(players: QuerySet[MatchPlayer]) -> Coalesce:
    return Coalesce(Subquery(players.order_by().values("match").annotate(best=Max("score")).values("best")), 0)


def _count_rounds(only: Q = Q()) -> Coalesce:  # noqa: B008  immutable
    """The number of rounds with a result, among those that `only` selects."""
    rounds = Round.objects.filter(only, match=OuterRef("pk"), result__isnull=False)
    counted = rounds.order_by().values("match").annotate(n=Count("pk", distinct=True)).values("n")
    return Coalesce(Subquery(counted), 0)


def _filtered(found: QuerySet[Match], user: User, filters: HistoryFilters) -> QuerySet[Match]:
    if filters.game:
        found = found.filter(ruleset=filters.game)
    if filters.outcome:
        found = found.filter(_outcome(filters.outcome))
    players = MatchPlayer.objects.filter(match=OuterRef("pk"))
    if filters.no_bots:
        found = found.exclude(Exists(players.exclude(bot="")))
    if filters.name:
        found = found.filter(Exists(players.exclude(user=user).filter(name__icontains=filters.name)))
    return found


def _outcome(outcome: str) -> Q:
    by_round = Q(ruleset__in=results.BY_ROUND)
    ended = Q(ended_at__isnull=False) & (by_round | ~Q(reason__in=results.CUT_SHORT))
    won = (by_round & Q(own_score=F("best_score"), own_score__gt=0)) | (~by_round & Q(own_place=1))
    return {
        "won": ended & won,
        "lost": ended & ~won,
        "cut_short": ~by_round & Q(reason__in=results.CUT_SHORT),
        "running": Q(ended_at=None),
    }[outcome]


def rating_changes(user: User, matches: Iterable[int]) -> dict[int, int]:
    """Match id -> how many points it changed this user's ratings by; rated matches only."""
    changes = RatingChange.objects.filter(user=user, judgement__match__in=list(matches))
    sums = changes.values_list("judgement__match").annotate(Sum("delta")).order_by()
    return {match: points_of(delta) for match, delta in sums}


def _line(match: "ListedMatch", user: User, change: int | None, *, void: bool) -> HistoryLine:
    people = placements(match)
    own = next((each for each in reversed(people) if each.user_id == user.pk), None)
    place = own.place if own and results.came_to_an_end(match) else None
    return HistoryLine(
        id=match.pk,
        title=labels.title(match.ruleset),
        started_at=match.started_at,
        running=match.ended_at is None,
        place=_place(place),
        place_spoken=_("Place %(place)d") % {"place": place} if place else _("no place"),
        won=place == 1,
        summary=_summary(match, user, people) + (" · " + _("not rated") if void else ""),
        change="" if change is None else results.signed(change),
        lost=(change or 0) < 0,
    )


def _place(place: int | None) -> str:
    return pgettext("place in a match", "%(place)d.") % {"place": place} if place else "–"


def _summary(match: "ListedMatch", user: User, people: list[Placement]) -> str:
    """ "with Ana, Bruno and 2 bots · 11 rounds"."""
    names = list(dict.fromkeys(each.name for each in people if not each.bot and each.user_id != user.pk))
    bots = len({each.seat for each in people if each.bot})
    with_whom = names[:NAMED]
    if len(names) > NAMED:
        more = len(names) - NAMED
        with_whom.append(ngettext("%(n)d more person", "%(n)d more people", more) % {"n": more})
    if bots:
        with_whom.append(ngettext("%(n)d bot", "%(n)d bots", bots) % {"n": bots})
    parts = [_("with %(names)s") % {"names": ", ".join(with_whom)}] if with_whom else []
    played = match.rounds_played
    if played:
        parts.append(ngettext("%(n)d round", "%(n)d rounds", played) % {"n": played})
    if match.rounds_won and results.counts_by_round(match.ruleset):
        parts.append(ngettext("%(n)d won", "%(n)d won", match.rounds_won) % {"n": match.rounds_won})
    if match.ended_at and not results.came_to_an_end(match):
        parts.append(_("closed before its end"))
    return " · ".join(parts)
