"""A result that a moderator voids counts for nobody, as if it had never been judged; and again when it is undone."""

import random
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from lobby.history import ratings
from lobby.history.models import Judgement, Rating, RatingChange
from lobby.history.rated_results import RatedResult, result_of
from lobby.models import Match, MatchPlayer, Room, Round, RoundPlayer
from tests.support.scenes.matches import House

pytestmark = [pytest.mark.django_db, pytest.mark.live]
State = tuple[set[tuple[int, str, float, float, int]], set[tuple[int, int, float]]]


def state() -> State:
    """Ratings and changes, to the last bit."""
    return (
        set(Rating.objects.values_list("user", "size", "mu", "sigma", "results")),
        set(RatingChange.objects.values_list("judgement", "user", "delta")),
    )


@pytest.fixture
def people() -> list[User]:
    return [User.objects.create_user(f"p{n}") for n in range(6)]


def finished(ruleset: str, places: dict[User, int]) -> Judgement:
    """A result with these places, judged."""
    room = Room.objects.create(name="x", ruleset=ruleset)
    match = Match.objects.create(room=room, number=1, ruleset=ruleset, reason="target")
    seats = list(enumerate(places.items()))
    if ruleset == "pife-corte":
        winner = next(seat for seat, (_user, place) in seats if place == 1)
        round_ = Round.objects.create(match=match, number=1, seed=b"", start=b"", result={"winner": winner})
        RoundPlayer.objects.bulk_create(RoundPlayer(round=round_, seat=s, user=u, name="x") for s, (u, _) in seats)
        places = {user: min(place, 2) for user, place in places.items()}
    else:
        round_ = None
        MatchPlayer.objects.bulk_create(
            MatchPlayer(match=match, seat=seat, user=user, name="x", place=place) for seat, (user, place) in seats
        )
    judgement = Judgement.objects.create(match=match, round=round_, verdict="rated")
    ratings._rate(judgement, RatedResult(ruleset, len(places), {user.pk: place for user, place in places.items()}))
    return judgement


def evening(rng: random.Random, people: list[User], ruleset: str, results: int) -> list[Judgement]:
    found = []
    for _ in range(results):
        table = rng.sample(people, rng.choice((2, 2, 3, 4)))
        found.append(finished(ruleset, {user: place for place, user in enumerate(table, 1)}))
    return found


@pytest.mark.parametrize("ruleset", ["pife", "pife-corte"])
@pytest.mark.parametrize("which", [0, 7, 14])
def test_the_others_are_what_they_would_be_without_it(people: list[User], ruleset: str, which: int) -> None:
    rng = random.Random(which)
    evening(rng, people, "cacheta-vidas", 3)
    judgements = evening(rng, people, ruleset, 15)
    before = state()
    voided = judgements[which]
    assert ratings.void(voided, reason="two accounts of one person")
    without = state()
    assert without != before
    assert not RatingChange.objects.filter(judgement=voided).exists()
    assert ratings.restore(voided)
    assert state() == before
    # the same evening without that result
    Judgement.objects.filter(match__ruleset=ruleset).delete()
    Rating.objects.filter(ruleset=ruleset).delete()
    for each in judgements:
        if each != voided:
            again = Judgement.objects.create(match=each.match, round=each.round, verdict="rated")
            ratings._rate(again, result_of(each.match, each.round))
    assert state()[0] == without[0]


def test_other_games_and_sizes_do_not_move(people: list[User]) -> None:
    ana, bia, caio = people[:3]
    voided = finished("pife", {ana: 1, bia: 2})
    finished("pife", {ana: 1, bia: 2, caio: 3})
    finished("rami", {bia: 1, ana: 2})
    others = set(Rating.objects.exclude(ruleset="pife", size="2").values_list("user", "ruleset", "mu", "sigma"))
    ratings.void(voided, reason="x")
    assert set(Rating.objects.values_list("user", "ruleset", "mu", "sigma")) == others
    assert RatingChange.objects.count() == 5


def test_what_is_judged_meanwhile_counts_too(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bia, caio = people[:3]
    voided = finished("pife", {ana: 1, bia: 2})
    reckoned, during = ratings._recalculated, []

    def slowly(*args: Any) -> ratings.Recalculation:
        anew = reckoned(*args)
        if not during:
            during.append(finished("pife", {bia: 1, caio: 2}))
        return anew

    monkeypatch.setattr(ratings, "_recalculated", slowly)
    assert ratings.void(voided, reason="x")
    assert set(Rating.objects.values_list("user", "results")) == {(bia.pk, 1), (caio.pk, 1)}
    assert set(RatingChange.objects.values_list("judgement", flat=True)) == {during[0].pk}
    assert Rating.objects.get(user=bia).mu - 25 == pytest.approx(25 - Rating.objects.get(user=caio).mu)


def test_only_what_was_rated_and_only_once(people: list[User]) -> None:
    judgement = finished("pife", {people[0]: 1, people[1]: 2})
    assert not ratings.restore(judgement)
    assert ratings.void(judgement, reason="x")
    assert not ratings.void(judgement, reason="y")
    judgement.refresh_from_db()
    assert (judgement.verdict, judgement.reason) == ("void", "x")
    assert not Rating.objects.exists()
    Judgement.objects.filter(pk=judgement.pk).update(verdict="closed")
    assert not ratings.restore(judgement)


def test_the_forgotten_stay_forgotten_and_still_count_for_the_others(people: list[User]) -> None:
    ana, bia, caio = people[:3]
    finished("pife", {ana: 1, bia: 2})
    last = finished("pife", {bia: 1, caio: 2})
    before = Rating.objects.get(user=bia).mu
    User.objects.filter(pk=ana.pk).update(deleted_at=timezone.now())
    ratings.forget(ana)
    ratings.void(last, reason="x")
    assert not Rating.objects.filter(user__in=[ana, caio]).exists()
    assert not RatingChange.objects.filter(user=ana).exists()
    ratings.restore(last)
    assert Rating.objects.get(user=bia).mu == before


def test_a_voided_result_is_not_judged_again(monkeypatch) -> None:
    House(monkeypatch, "ana", "bruno", ruleset="pife").play_match()
    ratings.rate_finished()
    ratings.void(Judgement.objects.get(), reason="x")
    assert ratings.rate_finished() == 0
    assert not Rating.objects.exists()


def test_a_round_without_a_result_cannot_be_voided(people: list[User]) -> None:
    rated = finished("pife-corte", {people[0]: 1, people[1]: 2})
    Round.objects.filter(pk=rated.round_id).update(result=None)
    Judgement.objects.filter(pk=rated.pk).update(verdict="closed")
    before = state()
    assert not ratings.void(Judgement.objects.get(pk=rated.pk), reason="x")
    assert state() == before
