"""Ratings: every finished result is judged once, and if it counts, it changes the ratings of the people in it.

rated_results.py decides what counts. When a moderator voids a result, it is as if it had never been judged: the ratings
of its game and table size are recalculated from all the others, in the order in which those were judged."""

import logging
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from openskill.models import PlackettLuce

from accounts.models import User
from lobby.models import Match, Round

from . import results
from .models import Judgement, Pool, Rating, RatingChange
from .rated_results import RATED, VOID, RatedResult, judged, result_of
from .rating_scale import MU, SIGMA

log = logging.getLogger(__name__)

BATCH = 200  # results per run; the next run continues
Estimate = tuple[float, float]  # mu, sigma
UNKNOWN: Estimate = (MU, SIGMA)

_model = PlackettLuce(mu=MU, sigma=SIGMA)


def rate_finished() -> int:
    """Judge what has ended since the last run, in order of ending. Returns how many results were judged."""
    done = 0
    for match, round_ in _waiting():
        try:
            with transaction.atomic():
                _judge(match, round_)
            done += 1
        except IntegrityError:
            continue  # another run judged it first
        except (DatabaseError, ValueError, LookupError):  # one bad result must not hold up the others
            log.exception("match %s, round %s could not be judged", match.pk, None if round_ is None else round_.number)
    return done


def _waiting() -> Iterator[tuple[Match, Round | None]]:
    rounds = Round.objects.filter(match__ruleset__in=results.BY_ROUND, ended_at__isnull=False, judgement=None)
    for round_ in rounds.select_related("match").order_by("ended_at", "pk")[:BATCH]:
        yield round_.match, round_
    of_match = Judgement.objects.filter(match=OuterRef("pk"), round=None)
    matches = Match.objects.exclude(ruleset__in=results.BY_ROUND).filter(~Exists(of_match), ended_at__isnull=False)
    for match in matches.order_by("ended_at", "pk")[:BATCH]:
        yield match, None


def _judge(match: Match, round_: Round | None) -> None:
    """Creates the judgement first, because its unique constraint lets only one run continue."""
    judgement = Judgement.objects.create(match=match, round=round_, verdict="")
    result = judged(match, round_)
    if isinstance(result, str):
        judgement.verdict = result
    else:
        judgement.verdict = RATED
        _rate(judgement, result)
    judgement.save(update_fields=["verdict"])


# --- the ratings ----------------------------------------------------------------------------------------------------


def _rate(judgement: Judgement, result: RatedResult) -> None:
    _lock(result.ruleset, result.size)
    deleted = _deleted(result.places)
    rows = {user: _row(user, result) for user in sorted(result.places) if user not in deleted}
    before = dict.fromkeys(deleted, UNKNOWN) | {user: (row.mu, row.sigma) for user, row in rows.items()}
    after = _after(result, before)
    for user, rating in rows.items():
        (rating.mu, rating.sigma), rating.results = after[user], rating.results + 1
        rating.save(update_fields=["mu", "sigma", "results", "updated_at"])
    RatingChange.objects.bulk_create(
        RatingChange(judgement=judgement, user_id=user, delta=after[user][0] - before[user][0]) for user in rows
    )


def _deleted(users: Collection[int]) -> set[int]:
    """Those of these users who have deleted their account: they have no rating any more."""
    return set(User.objects.filter(pk__in=users, deleted_at__isnull=False).values_list("pk", flat=True))


def _lock(ruleset: str, size: str) -> None:
    """Until the end of the transaction, nobody else writes the ratings of this game and size."""
    Pool.objects.get_or_create(ruleset=ruleset, size=size)
    Pool.objects.select_for_update(no_key=True).get(ruleset=ruleset, size=size)


def _row(user: int, result: RatedResult) -> Rating:
    initial = {"mu": MU, "sigma": SIGMA}
    return Rating.objects.get_or_create(user_id=user, ruleset=result.ruleset, size=result.size, defaults=initial)[0]


def _after(result: RatedResult, before: dict[int, Estimate]) -> dict[int, Estimate]:
    """The estimates after this result."""
    users = sorted(result.places)
    teams = [[_model.rating(mu=before[user][0], sigma=before[user][1])] for user in users]
    rated = _model.rate(teams, ranks=[float(result.places[user]) for user in users])
    return {user: (new.mu, new.sigma) for user, (new,) in zip(users, rated, strict=True)}


# --- voided results -------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Recalculation:
    """The ratings of a game and size, calculated from the beginning."""

    results: list[int] = field(default_factory=list)  # judgements of the game, in the order in which they were judged
    estimates: dict[int, Estimate] = field(default_factory=dict)
    counts: Counter[int] = field(default_factory=Counter)
    deltas: dict[tuple[int, int], float] = field(default_factory=dict)  # (judgement, user)


def void(judgement: Judgement, *, reason: str) -> bool:
    """A rated result stops counting, for everybody. False: it is not a rated one."""
    counting = _judgements(judgement).filter(verdict=RATED).exclude(pk=judgement.pk)
    return _change_verdict(judgement, RATED, VOID, reason, counting)


def restore(judgement: Judgement) -> bool:
    """A voided result counts again, in its old place. False: it is not a voided one."""
    counting = _judgements(judgement).filter(Q(verdict=RATED) | Q(pk=judgement.pk))
    return _change_verdict(judgement, VOID, RATED, "", counting)


def _judgements(judgement: Judgement) -> QuerySet[Judgement]:
    """Those of the same game."""
    return Judgement.objects.filter(match__ruleset=judgement.match.ruleset)


def _change_verdict(judgement: Judgement, old: str, new: str, reason: str, counting: QuerySet[Judgement]) -> bool:
    """`counting`: what counts after the change, as far as is known.

    Calculates before the transaction, which in SQLite would block every table; and once more within it, but only if
    something else was judged in the meantime."""
    result = result_of(judgement.match, judgement.round)
    pool = result.ruleset, result.size
    recalculation = _recalculated(counting, *pool)
    with transaction.atomic():
        _lock(*pool)
        if not Judgement.objects.filter(pk=judgement.pk, verdict=old).update(verdict=new, reason=reason):
            return False
        rated = _judgements(judgement).filter(verdict=RATED)
        if list(rated.order_by("pk").values_list("pk", flat=True)) != recalculation.results:
            recalculation = _recalculated(rated, *pool)
        _write(recalculation, *pool)
    return True


def _recalculated(counting: QuerySet[Judgement], ruleset: str, size: str) -> Recalculation:
    recalculation = Recalculation()
    with_people = counting.select_related("match", "round").prefetch_related("match__players", "round__players")
    for judgement in with_people.defer("round__seed", "round__start").order_by("pk").iterator(chunk_size=BATCH):
        recalculation.results.append(judgement.pk)
        result = result_of(judgement.match, judgement.round)
        if result.size != size:
            continue
        before = {user: recalculation.estimates.get(user, UNKNOWN) for user in result.places}
        after = _after(result, before)
        recalculation.estimates |= after
        recalculation.counts.update(after.keys())
        recalculation.deltas |= {(judgement.pk, user): after[user][0] - before[user][0] for user in after}
    return recalculation


def _write(recalculation: Recalculation, ruleset: str, size: str) -> None:
    estimates, counts = recalculation.estimates, recalculation.counts
    deleted = _deleted(estimates)
    _write_ratings(ruleset, size, {user: (*estimates[user], counts[user]) for user in estimates.keys() - deleted})
    _write_changes(ruleset, {key: delta for key, delta in recalculation.deltas.items() if key[1] not in deleted})


def _write_ratings(ruleset: str, size: str, ratings: dict[int, tuple[float, float, int]]) -> None:
    """`ratings`: mu, sigma and number of results by user id. Everybody else loses theirs."""
    rows = {row.user_id: row for row in Rating.objects.filter(ruleset=ruleset, size=size)}
    Rating.objects.filter(pk__in=[row.pk for user, row in rows.items() if user not in ratings]).delete()
    changed = []
    for user, rating in ratings.items():
        row = rows.get(user) or Rating(user_id=user, ruleset=ruleset, size=size)
        if (row.mu, row.sigma, row.results) != rating:
            row.mu, row.sigma, row.results = rating
            changed.append(row)
    Rating.objects.bulk_create([row for row in changed if row.pk is None])
    Rating.objects.bulk_update([row for row in changed if row.pk], ["mu", "sigma", "results"], batch_size=BATCH)


def _write_changes(ruleset: str, deltas: dict[tuple[int, int], float]) -> None:
    """Changes missing from `deltas` belong to the other table size and stay, except those of voided results."""
    of_game = RatingChange.objects.filter(judgement__match__ruleset=ruleset)
    of_game.filter(judgement__verdict=VOID).delete()
    rows = {(row.judgement_id, row.user_id): row for row in of_game}
    missing = [RatingChange(judgement_id=j, user_id=u, delta=d) for (j, u), d in deltas.items() if (j, u) not in rows]
    changed = [row for key, row in rows.items() if row.delta != deltas.get(key, row.delta)]
    for row in changed:
        row.delta = deltas[row.judgement_id, row.user_id]
    RatingChange.objects.bulk_create(missing, batch_size=BATCH)
    RatingChange.objects.bulk_update(changed, ["delta"], batch_size=BATCH)


# --- personal data --------------------------------------------------------------------------------------------------


def exported(person: User) -> list[dict[str, Any]]:
    """The person's ratings, for the export of personal data."""
    rows = Rating.objects.filter(user=person).values("ruleset", "size", "mu", "sigma", "results")
    return [dict(row) for row in rows]


def forget(person: User) -> None:
    """Delete the ratings of a deleted account. What others gained or lost against it stays."""
    Rating.objects.filter(user=person).delete()
    RatingChange.objects.filter(user=person).delete()
