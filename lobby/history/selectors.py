"""The list of somebody's matches, and one match as everybody may see it. A constant number of queries each."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, Max, OuterRef, Prefetch, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from games import RULESETS
from lobby import labels
from lobby.models import Match, MatchPlayer, Round, RoundPlayer

from . import results
from .models import RatingChange
from .scale import points_of

PAGE = 20
NAMED = 3  # people named in a line of the list; the others are counted
OUTCOMES = ("won", "lost", "cut_short", "running")


@dataclass(frozen=True, slots=True)
class Filters:
    """What somebody wants to see of their history."""

    game: str = ""
    outcome: str = ""
    no_bots: bool = False
    name: str = ""

    @classmethod
    def of(cls, data: Any) -> "Filters":
        """From a query; whatever no filter knows is ignored."""
        game, outcome = data.get("game", ""), data.get("result", "")
        return cls(
            game=game if game in RULESETS else "",
            outcome=outcome if outcome in OUTCOMES else "",
            no_bots=data.get("people") == "1",
            name=data.get("with", "").strip()[:40],
        )

    @property
    def any(self) -> bool:
        return self != Filters()


class Line(NamedTuple):
    """A match in the list."""

    id: int
    title: str
    started_at: Any
    running: bool
    place: str
    place_spoken: str
    won: bool
    summary: str
    change: int | None  # of the rating; None: not rated


class Page(NamedTuple):
    lines: list[Line]
    number: int
    pages: int
    total: int


# --- the list -------------------------------------------------------------------------------------------------------


def history(user: User, filters: Filters, page: int = 1) -> Page:
    """Somebody's own matches, newest first."""
    found = _filtered(_of(user), user, filters)
    total = found.count()
    pages = max(1, -(-total // PAGE))
    number = min(max(1, page), pages)
    rows = list(
        found.order_by("-pk")
        .annotate(rounds_played=_count_rounds(), rounds_won=_count_rounds(players__user=user, players__won=True))
        .prefetch_related(Prefetch("players", MatchPlayer.objects.order_by("seat", "pk")))[
            (number - 1) * PAGE : number * PAGE
        ]
    )
    changes = rating_changes(user, [match.pk for match in rows])
    return Page([_line(match, user, changes.get(match.pk)) for match in rows], number, pages, total)


def _of(user: User) -> QuerySet[Match]:
    players = MatchPlayer.objects.filter(match=OuterRef("pk"))
    own = players.filter(user=user)
    return Match.objects.filter(Exists(own)).annotate(
        own_place=Coalesce(Subquery(own.order_by("-pk").values("place")[:1]), 0),
        own_score=_best_score(own),
        best_score=_best_score(players),
    )


def _best_score(players: QuerySet[MatchPlayer]) -> Any:
    return Coalesce(Subquery(players.order_by().values("match").annotate(best=Max("score")).values("best")), 0)


def _count_rounds(**only: Any) -> Any:
    """Rounds with a result; those of one person where `only` says so."""
    rounds = Round.objects.filter(match=OuterRef("pk"), result__isnull=False, **only)
    counted = rounds.order_by().values("match").annotate(n=Count("pk", distinct=True)).values("n")
    return Coalesce(Subquery(counted), 0)


def _filtered(found: QuerySet[Match], user: User, filters: Filters) -> QuerySet[Match]:
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
    """How much each of these matches changed this person's ratings."""
    changes = RatingChange.objects.filter(user=user, judgement__match__in=list(matches))
    sums = changes.values_list("judgement__match").annotate(Sum("delta")).order_by()
    return {match: points_of(delta) for match, delta in sums}


def _line(match: Any, user: User, change: int | None) -> Line:
    people = standing(match)
    own = next((each for each in reversed(people) if each.user_id == user.pk), None)
    place = own.place if own and results.came_to_an_end(match) else None
    return Line(
        id=match.pk,
        title=labels.title(match.ruleset),
        started_at=match.started_at,
        running=match.ended_at is None,
        place=_place(place),
        place_spoken=_("Place %(place)d") % {"place": place} if place else _("no place"),
        won=place == 1,
        summary=_summary(match, user, people),
        change=change,
    )


def _place(place: int | None) -> str:
    return pgettext("place in a match", "%(place)d.") % {"place": place} if place else "–"


def _summary(match: Any, user: User, people: list["Standing"]) -> str:
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
    parts.append(ngettext("%(n)d round", "%(n)d rounds", played) % {"n": played})
    if results.counts_by_round(match.ruleset):
        parts.append(ngettext("%(n)d won", "%(n)d won", match.rounds_won) % {"n": match.rounds_won})
    if match.ended_at and not results.came_to_an_end(match):
        parts.append(_("closed before its end"))
    return " · ".join(parts)


# --- who held which seat, and how it ended for them -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """A player of a match; a seat may have had several."""

    seat: int
    user_id: int | None
    bot: str
    name: str
    score: int | None
    place: int | None
    left: bool


def standing(match: Any) -> list[Standing]:
    """The players in seat order, with places: the engine's, or by rounds won where the room was the match."""
    rows = [Standing(p.seat, p.user_id, p.bot, p.name, p.score, p.place, p.left) for p in match.players.all()]
    if not results.counts_by_round(match.ruleset) or match.ended_at is None:
        return rows
    scores = [each.score or 0 for each in rows]
    if not any(scores):
        return rows
    places = [1 + sum(other > score for other in scores) for score in scores]
    return [
        Standing(each.seat, each.user_id, each.bot, each.name, each.score, place, each.left)
        for each, place in zip(rows, places, strict=True)
    ]


# --- one match ------------------------------------------------------------------------------------------------------


class Cell(NamedTuple):
    """What a round was for one seat."""

    dealt: bool
    change: str
    won: bool
    out: bool
    points: int | None


class RoundRow(NamedTuple):
    number: int
    kind: str
    ended: bool
    name: str  # the winner's
    cells: list[Cell]
    open: bool


class Sheet(NamedTuple):
    """A match with its score sheet."""

    title: str
    options: list[str]
    rules_url: str
    rules_version: int
    reason: str
    score_head: str
    seats: list[int]
    columns: list[list[Standing]]  # a seat's holders, the last one last
    rounds: list[RoundRow]
    players: list[Standing]  # by place
    with_hands: bool


def sheet(match: Match, dealt: set[int]) -> Sheet:
    """Scores per round, placement, options. `dealt`: the rounds into which the viewer was dealt."""
    players = standing(match)
    seats = sorted({each.seat for each in players})
    rounds = list(match.rounds.order_by("number").prefetch_related(Prefetch("players", RoundPlayer.objects.all())))
    kind = results.score_kind(match.ruleset, match.options)
    rows = [_round_row(round_, seats, round_.pk in dealt and match.ended_at is not None) for round_ in rounds]
    return Sheet(
        title=labels.title(match.ruleset),
        options=labels.differences(match.ruleset, match.options),
        rules_url=labels.rules_url(match.ruleset, match.options),
        rules_version=match.rules_version,
        reason=results.reason_text(match.reason),
        score_head=results.score_head(kind),
        seats=seats,
        columns=[[each for each in players if each.seat == seat] for seat in seats],
        rounds=rows,
        players=sorted(players, key=lambda each: (each.place or 99, -(each.score or 0), each.seat)),
        with_hands=any(cell.points is not None for row in rows for cell in row.cells),
    )


def _round_row(round_: Round, seats: list[int], open_: bool) -> RoundRow:
    result = round_.result or {}
    names = {player.seat: player.name for player in round_.players.all()}
    winner = result.get("winner")
    return RoundRow(
        number=round_.number,
        kind=results.kind_text(result.get("kind")) if round_.ended_at else _("running"),
        ended=round_.ended_at is not None,
        name=names.get(winner, ""),
        cells=[_cell(result, seat, seat in names) for seat in seats],
        open=open_,
    )


def _cell(result: dict[str, Any], seat: int, dealt: bool) -> Cell:
    change = result.get("changes", {}).get(str(seat))
    return Cell(
        dealt=dealt,
        change=results.signed(change) if change else "",
        won=result.get("winner") == seat,
        out=seat in result.get("eliminated", ()),
        points=result.get("points", {}).get(str(seat)),
    )
