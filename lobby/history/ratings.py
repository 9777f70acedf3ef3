"""Ratings: every finished result is judged once, and those that count move the ratings of the people in it.

What counts is said in contests.py. A result that a moderator voids stops counting, as if it had never been judged: the
ratings of its game and size are then made anew from all the others, in the order in which those were judged."""

import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from openskill.models import PlackettLuce

from accounts.models import User
from lobby.models import Match, Round

from . import results
from .models import Judgement, Pool, Rating, RatingChange
from .rated_results import RATED, VOID, Contest, contest_of, judged
from .rating_scale import MU, SIGMA

log = logging.getLogger(__name__)

BATCH = 200  # results of one run; the next one goes on
Level = tuple[float, float]  # mu, sigma
UNKNOWN: Level = (MU, SIGMA)

_model = PlackettLuce(mu=MU, sigma=SIGMA)


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
    of_match = Judgement.objects.filter(match=OuterRef("pk"), round=None)
    matches = Match.objects.exclude(ruleset__in=results.BY_ROUND).filter(~Exists(of_match), ended_at__isnull=False)
    for match in matches.order_by("ended_at", "pk")[:BATCH]:
        yield match, None


def _judge(match: Match, round_: Round | None) -> None:
    """The row of the judgement comes first: its constraint lets only one run go on."""
    judgement = Judgement.objects.create(match=match, round=round_, verdict="")
    contest = judged(match, round_)
    if isinstance(contest, str):
        judgement.verdict = contest
    else:
        judgement.verdict = RATED
        _rate(judgement, contest)
    judgement.save(update_fields=["verdict"])


# --- the ratings ----------------------------------------------------------------------------------------------------


def _rate(judgement: Judgement, contest: Contest) -> None:
    _hold(contest.ruleset, contest.size)
    forgotten = set(User.objects.filter(pk__in=contest.places, deleted_at__isnull=False).values_list("pk", flat=True))
    rows = {user: _row(user, contest) for user in sorted(contest.places) if user not in forgotten}
    before = dict.fromkeys(forgotten, (MU, SIGMA)) | {user: (row.mu, row.sigma) for user, row in rows.items()}
    after = _after(contest, before)
    for user, rating in rows.items():
        (rating.mu, rating.sigma), rating.results = after[user], rating.results + 1
        rating.save(update_fields=["mu", "sigma", "results", "updated_at"])
    RatingChange.objects.bulk_create(
        RatingChange(judgement=judgement, user_id=user, delta=after[user][0] - before[user][0]) for user in rows
    )


def _hold(ruleset: str, size: str) -> None:
    """Until the end of the transaction nobody else writes the ratings of this game and size."""
    Pool.objects.get_or_create(ruleset=ruleset, size=size)
    Pool.objects.select_for_update(no_key=True).get(ruleset=ruleset, size=size)


def _row(user: int, contest: Contest) -> Rating:
    whose = {"user_id": user, "ruleset": contest.ruleset, "size": contest.size}
    return Rating.objects.get_or_create(**whose, defaults={"mu": MU, "sigma": SIGMA})[0]


def _after(contest: Contest, before: dict[int, Level]) -> dict[int, Level]:
    """What a result makes of these ratings."""
    users = sorted(contest.places)
    teams = [[_model.rating(mu=before[user][0], sigma=before[user][1])] for user in users]
    rated = _model.rate(teams, ranks=[float(contest.places[user]) for user in users])
    return {user: (new.mu, new.sigma) for user, (new,) in zip(users, rated, strict=True)}


# --- voided results -------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Anew:
    """The ratings of a game and size, reckoned from the beginning."""

    results: list[int] = field(default_factory=list)  # judgements of the game, in the order in which they were judged
    levels: dict[int, Level] = field(default_factory=dict)
    counts: Counter[int] = field(default_factory=Counter)
    deltas: dict[tuple[int, int], float] = field(default_factory=dict)  # (judgement, user)


def set_void(judgement: Judgement, *, void: bool, reason: str = "") -> bool:
    """A rated result stops counting, or counts again, for everybody. False: it is not one that could.

    Reckoned before the transaction, which with SQLite would hold up every table; again within it only if something
    else was judged meanwhile."""
    was, becomes = (RATED, VOID) if void else (VOID, RATED)
    contest = contest_of(judgement.match, judgement.round)
    pool = contest.ruleset, contest.size
    rated = Judgement.objects.filter(match__ruleset=contest.ruleset)
    counting = rated.filter(verdict=RATED)
    anew = _reckoned(counting.exclude(pk=judgement.pk) if void else counting | rated.filter(pk=judgement.pk), *pool)
    with transaction.atomic():
        _hold(*pool)
        if not Judgement.objects.filter(pk=judgement.pk, verdict=was).update(verdict=becomes, reason=reason):
            return False
        if list(counting.order_by("pk").values_list("pk", flat=True)) != anew.results:
            anew = _reckoned(counting, *pool)
        _write(anew, *pool)
    return True


def _reckoned(counting: QuerySet[Judgement], ruleset: str, size: str) -> Anew:
    anew = Anew()
    with_people = counting.select_related("match", "round").prefetch_related("match__players", "round__players")
    for judgement in with_people.defer("round__seed", "round__start").order_by("pk").iterator(chunk_size=BATCH):
        anew.results.append(judgement.pk)
        contest = contest_of(judgement.match, judgement.round)
        if contest.size != size:
            continue
        before = {user: anew.levels.get(user, UNKNOWN) for user in contest.places}
        after = _after(contest, before)
        anew.levels |= after
        anew.counts.update(after.keys())
        anew.deltas |= {(judgement.pk, user): after[user][0] - before[user][0] for user in after}
    return anew


def _write(anew: Anew, ruleset: str, size: str) -> None:
    forgotten = set(User.objects.filter(pk__in=anew.levels, deleted_at__isnull=False).values_list("pk", flat=True))
    people = anew.levels.keys() - forgotten
    _write_levels(ruleset, size, {user: (*anew.levels[user], anew.counts[user]) for user in people})
    _write_changes(ruleset, {key: delta for key, delta in anew.deltas.items() if key[1] not in forgotten})


def _write_levels(ruleset: str, size: str, levels: dict[int, tuple[float, float, int]]) -> None:
    rows = {row.user_id: row for row in Rating.objects.filter(ruleset=ruleset, size=size)}
    Rating.objects.filter(pk__in=[row.pk for user, row in rows.items() if user not in levels]).delete()
    changed = []
    for user, level in levels.items():
        row = rows.get(user) or Rating(user_id=user, ruleset=ruleset, size=size)
        if (row.mu, row.sigma, row.results) != level:
            row.mu, row.sigma, row.results = level
            changed.append(row)
    Rating.objects.bulk_create([row for row in changed if row.pk is None])
    Rating.objects.bulk_update([row for row in changed if row.pk], ["mu", "sigma", "results"], batch_size=BATCH)


def _write_changes(ruleset: str, deltas: dict[tuple[int, int], float]) -> None:
    """What is not in `deltas` belongs to the other size of the game and stays, but for what was voided."""
    of_game = RatingChange.objects.filter(judgement__match__ruleset=ruleset)
    of_game.filter(judgement__verdict=VOID).delete()
    there = {(row.judgement_id, row.user_id): row for row in of_game}
    missing = [RatingChange(judgement_id=j, user_id=u, delta=d) for (j, u), d in deltas.items() if (j, u) not in there]
    changed = [row for key, row in there.items() if row.delta != deltas.get(key, row.delta)]
    for row in changed:
        row.delta = deltas[row.judgement_id, row.user_id]
    RatingChange.objects.bulk_create(missing, batch_size=BATCH)
    RatingChange.objects.bulk_update(changed, ["delta"], batch_size=BATCH)


# --- one's own ------------------------------------------------------------------------------------------------------


def kept(person: User) -> list[dict[str, Any]]:
    """For the file of one's own data."""
    rows = Rating.objects.filter(user=person).values("ruleset", "size", "mu", "sigma", "results")
    return [dict(row) for row in rows]


def forget(person: User) -> None:
    """The account was deleted by its owner. What others gained or lost against it stays theirs."""
    Rating.objects.filter(user=person).delete()
    RatingChange.objects.filter(user=person).delete()
