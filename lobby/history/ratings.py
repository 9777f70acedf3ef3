"""Ratings: every finished result is judged once, and those that count move the ratings of the people in it.

What counts: a match, or where the room is the match a round, that came to its regular end with at least two people,
none of them removed by the host meanwhile, and that tells those people apart. Bots are not rated and do not count."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Exists, OuterRef
from openskill.models import PlackettLuce

from accounts.models import User
from lobby.models import Match, Round

from . import results
from .log import removed_seats
from .models import Judgement, Rating, RatingChange, Size
from .scale import MU, SIGMA

log = logging.getLogger(__name__)

BATCH = 200  # results of one run; the next one goes on
LEFT = 99  # the place of whoever left and was replaced: behind everybody

_model = PlackettLuce(mu=MU, sigma=SIGMA)


@dataclass(frozen=True, slots=True)
class Contest:
    """What a result says about people: their places (1 is best), at a table of so many seats."""

    ruleset: str
    seats: int
    places: dict[int, int]

    @property
    def size(self) -> str:
        return Size.TWO if self.seats == 2 else Size.MORE


def rate_finished() -> int:
    """Judge what has ended since the last run, in the order in which it ended. How many results were judged."""
    done = 0
    for match, round_ in _waiting():
        try:
            with transaction.atomic():
                _judge(match, round_)
            done += 1
        except IntegrityError:
            continue  # another run was faster
        except (DatabaseError, ValueError, LookupError):  # its own fault alone: the others are judged
            log.exception("match %s, round %s could not be judged", match.pk, round_ and round_.number)
    return done


def _waiting() -> Iterator[tuple[Match, Round | None]]:
    rounds = Round.objects.filter(match__ruleset__in=results.BY_ROUND, ended_at__isnull=False, judgement=None)
    for round_ in rounds.select_related("match").order_by("ended_at", "pk")[:BATCH]:
        yield round_.match, round_
    judged = Judgement.objects.filter(match=OuterRef("pk"), round=None)
    matches = Match.objects.exclude(ruleset__in=results.BY_ROUND).filter(~Exists(judged), ended_at__isnull=False)
    for match in matches.order_by("ended_at", "pk")[:BATCH]:
        yield match, None


def _judge(match: Match, round_: Round | None) -> None:
    """The row of the judgement comes first: its constraint lets only one run go on."""
    judgement = Judgement.objects.create(match=match, round=round_, verdict="")
    contest = _of_match(match) if round_ is None else _of_round(match, round_)
    if isinstance(contest, str):
        judgement.verdict = contest
    else:
        judgement.verdict = "rated"
        _rate(judgement, contest)
    judgement.save(update_fields=["verdict"])


# --- does it count? -------------------------------------------------------------------------------------------------


def _of_match(match: Match) -> Contest | str:
    if match.reason in results.CUT_SHORT:
        return "closed"
    players = list(match.players.order_by("pk"))
    # The last row of a person counts: who left and came back has two.
    last = {player.user_id: player for player in players if player.user_id is not None}
    places = {user: player.place or LEFT for user, player in last.items()}
    if not any(player.place for player in players):
        return "no winner"
    people = {player.seat for player in players if player.user_id is not None}
    return _checked(match, None, people, Contest(match.ruleset, len({player.seat for player in players}), places))


def _of_round(match: Match, round_: Round) -> Contest | str:
    if round_.result is None:
        return "closed"
    if round_.result["winner"] is None:
        return "no winner"
    players = list(round_.players.all())
    places = {p.user_id: 1 if p.seat == round_.result["winner"] else 2 for p in players if p.user_id is not None}
    people = {player.seat for player in players if player.user_id is not None}
    return _checked(match, round_.number, people, Contest(match.ruleset, len(players), places))


def _checked(match: Match, round_number: int | None, people: set[int], contest: Contest) -> Contest | str:
    if len(contest.places) < 2:
        return "alone"
    if removed_seats(match, round_number=round_number) & people:
        return "removed"
    if set(contest.places.values()) in ({2}, {LEFT}):
        return "bot won"  # and the people share what is left
    return contest


# --- the ratings ----------------------------------------------------------------------------------------------------


def _rate(judgement: Judgement, contest: Contest) -> None:
    users = sorted(contest.places)
    before = [_locked(user, contest) for user in users]
    teams = [[_model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = _model.rate(teams, ranks=[float(contest.places[user]) for user in users])
    changes = []
    for rating, (new,) in zip(before, after, strict=True):
        changes.append(RatingChange(judgement=judgement, user_id=rating.user_id, delta=new.mu - rating.mu))
        rating.mu, rating.sigma, rating.results = new.mu, new.sigma, rating.results + 1
        rating.save(update_fields=["mu", "sigma", "results", "updated_at"])
    RatingChange.objects.bulk_create(changes)


def _locked(user: int, contest: Contest) -> Rating:
    """The row of a person, held until the end of the transaction; always taken in the order of the people."""
    whose = {"user_id": user, "ruleset": contest.ruleset, "size": contest.size}
    Rating.objects.get_or_create(**whose, defaults={"mu": MU, "sigma": SIGMA})
    return Rating.objects.select_for_update(no_key=True).get(**whose)


# --- one's own ------------------------------------------------------------------------------------------------------


def kept(person: User) -> list[dict[str, Any]]:
    """For the file of one's own data."""
    rows = Rating.objects.filter(user=person).values("ruleset", "size", "mu", "sigma", "results")
    return [dict(row) for row in rows]


def forget(person: User) -> None:
    """The account was deleted by its owner. What others gained or lost against it stays theirs."""
    Rating.objects.filter(user=person).delete()
    RatingChange.objects.filter(user=person).delete()
