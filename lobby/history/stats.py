"""Statistics per user, and the leaderboards. A constant number of queries."""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import Count, Q
from django.db.models.fields.json import KeyTextTransform

from accounts.models import User
from games import RULESETS
from lobby.models import MatchPlayer, RoundPlayer
from lobby.rulebook import labels

from . import results
from .access import Viewer
from .models import Rating, Size
from .rating_scale import SETTLED, is_settled, points

BOARD = 100


class RatingLine(NamedTuple):
    size: str
    points: int
    settled: bool
    results: int


class GameStats(NamedTuple):
    """One game on a profile."""

    key: str
    title: str
    matches: int
    wins: int | None  # matches won; None where rounds count by themselves
    rounds: int
    rounds_won: int
    kinds: list[tuple[str, int]]  # how the won rounds ended
    ratings: list[RatingLine]


class BoardLine(NamedTuple):
    place: int
    user: User
    points: int
    results: int
    own: bool


class Board(NamedTuple):
    lines: list[BoardLine]
    own: RatingLine | None
    waiting: int  # how many ratings are still provisional


def profile(user: User, *, with_ratings: bool) -> list[GameStats]:
    """Every game in which this user has finished a round, most played first."""
    matches = _matches(user)
    rounds = _rounds(user)
    kinds = _kinds(user)
    ratings = _ratings(user) if with_ratings else {}
    games = [
        GameStats(
            key=key,
            title=labels.title(key),
            matches=matches.get(key, (0, 0))[0],
            wins=None if results.counts_by_round(key) else matches.get(key, (0, 0))[1],
            rounds=rounds[key][0],
            rounds_won=rounds[key][1],
            kinds=kinds.get(key, []),
            ratings=ratings.get(key, []),
        )
        for key in rounds
    ]
    return sorted(games, key=lambda game: -game.rounds)


def _matches(user: User) -> dict[str, tuple[int, int]]:
    """Game -> (matches played to the end, matches won)."""
    ended = Q(match__ended_at__isnull=False) & (
        Q(match__ruleset__in=results.BY_ROUND) | ~Q(match__reason__in=results.CUT_SHORT)
    )
    rows = MatchPlayer.objects.filter(ended, user=user).order_by().values_list("match__ruleset")
    won = Count("match", distinct=True, filter=Q(place=1))
    counted = rows.annotate(played=Count("match", distinct=True), won=won)
    return {key: (played, won) for key, played, won in counted}


def _rounds(user: User) -> dict[str, tuple[int, int]]:
    """Game -> (rounds with a result, rounds won)."""
    rows = RoundPlayer.objects.filter(user=user, round__result__isnull=False).order_by()
    wins = Count("pk", filter=Q(won=True))
    counted = rows.values_list("round__match__ruleset").annotate(played=Count("pk"), wins=wins)
    return {key: (played, won) for key, played, won in counted}


def _kinds(user: User) -> dict[str, list[tuple[str, int]]]:
    won = RoundPlayer.objects.filter(user=user, won=True).annotate(kind=KeyTextTransform("kind", "round__result"))
    found: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for key, kind, count in won.values_list("round__match__ruleset", "kind").annotate(n=Count("pk")).order_by("-n"):
        found[key].append((results.kind_text(kind), count))
    return found


def _ratings(user: User) -> dict[str, list[RatingLine]]:
    found: dict[str, list[RatingLine]] = defaultdict(list)
    for rating in Rating.objects.filter(user=user).order_by("size"):
        found[rating.ruleset].append(_rating_line(rating))
    return found


def _rating_line(rating: Rating) -> RatingLine:
    return RatingLine(rating.size, points(rating.mu), is_settled(rating.sigma), rating.results)


def most_used_ratings(user: User) -> list[tuple[str, RatingLine]]:
    """(game title, rating) for every rating of this user, the one with most results first."""
    rows = Rating.objects.filter(user=user, ruleset__in=list(RULESETS)).order_by("-results")
    return [(labels.title(rating.ruleset), _rating_line(rating)) for rating in rows]


def leaderboard(ruleset: str, size: str, viewer: Viewer) -> Board:
    """The settled ratings of a game, best first, without hidden ratings and closed accounts."""
    shown = Rating.objects.filter(ruleset=ruleset, size=size, user__is_active=True, user__hide_rating=False)
    settled = shown.filter(sigma__lte=SETTLED).select_related("user").order_by("-mu", "pk")[:BOARD]
    lines: list[BoardLine] = []
    for place, rating in enumerate(settled, 1):
        shown_points = points(rating.mu)
        if lines and lines[-1].points == shown_points:
            place = lines[-1].place
        lines.append(BoardLine(place, rating.user, shown_points, rating.results, rating.user_id == viewer.pk))
    own = Rating.objects.filter(ruleset=ruleset, size=size, user_id=viewer.pk).first() if viewer.pk else None
    waiting = shown.filter(sigma__gt=SETTLED).count()
    return Board(lines, None if own is None else _rating_line(own), waiting)


SIZES = tuple(Size.values)
