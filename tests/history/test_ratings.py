"""Which results count, and that each is counted once."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import transaction

from lobby.history import rated_results, rating_scale, ratings, stats
from lobby.history.models import Judgement, Rating, RatingChange
from lobby.history.tasks import rate
from lobby.models import Match, MatchPlayer, Round
from lobby.tables.services import seats
from tests.support.scenes.matches import House

pytestmark = pytest.mark.django_db


def verdicts() -> list[str]:
    return list(Judgement.objects.order_by("pk").values_list("verdict", flat=True))


def mu(name: str, size: str = "2") -> float:
    return Rating.objects.get(user__username=name, size=size).mu


def test_the_winner_of_a_match_gains_what_the_other_loses(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", ruleset="pife")
    house.play_match()
    assert ratings.rate_finished() == 1
    winner = MatchPlayer.objects.get(match=house.match, place=1).user.username
    loser = ({"ana", "bruno"} - {winner}).pop()
    assert mu(winner) > rating_scale.MU > mu(loser)
    assert verdicts() == ["rated"]
    assert {change.user.username: change.delta > 0 for change in RatingChange.objects.all()} == {
        winner: True,
        loser: False,
    }


def test_again_changes_nothing(monkeypatch) -> None:
    House(monkeypatch, "ana", "bruno", ruleset="pife").play_match()
    rate()
    before = list(Rating.objects.order_by("pk").values_list("mu", "sigma", "results"))
    rate()
    assert ratings.rate_finished() == 0
    assert list(Rating.objects.order_by("pk").values_list("mu", "sigma", "results")) == before


def test_a_second_run_at_the_same_time_loses_the_race(monkeypatch) -> None:
    House(monkeypatch, "ana", "bruno", ruleset="pife").play_match()
    waiting = list(ratings._waiting())
    ratings.rate_finished()
    monkeypatch.setattr(ratings, "_waiting", lambda: iter(waiting))
    with transaction.atomic():
        assert ratings.rate_finished() == 0
    assert set(Rating.objects.values_list("results", flat=True)) == {1}


def test_where_the_room_is_the_match_each_round_counts_at_once(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", "carla", ruleset="pife-corte")
    house.start()
    house.play_round()
    assert ratings.rate_finished() == 1
    house.start()
    house.play_round()
    house.start()
    house.play_round(steps=3)
    house.close()
    assert ratings.rate_finished() == 2
    assert verdicts() == ["rated", "rated", "closed"]
    assert set(Rating.objects.values_list("size", "results")) == {("3+", 2)}
    won = [round_.result["winner"] for round_ in Round.objects.exclude(result=None)]
    first = RatingChange.objects.filter(judgement__round__number=1)
    assert {change.user_id: change.delta > 0 for change in first} == {
        user.pk: seat == won[0] for seat, user in enumerate(house.people)
    }


def test_a_running_round_waits(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", ruleset="pife-corte")
    house.start()
    house.play_round(steps=3)
    assert ratings.rate_finished() == 0


@pytest.mark.parametrize("ruleset", ["pife", "pife-corte"])
def test_one_person_and_bots_are_not_rated(monkeypatch, ruleset: str) -> None:
    house = House(monkeypatch, "ana", ruleset=ruleset, bots=2)
    house.start()
    house.play_round()
    ratings.rate_finished()
    assert verdicts() == ["alone"]
    assert not Rating.objects.exists()


def test_a_match_closed_before_its_end_is_not_rated(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", ruleset="cacheta-vidas")
    house.start()
    house.play_round()
    house.close()
    ratings.rate_finished()
    assert verdicts() == ["closed"]


def test_a_result_during_which_somebody_was_removed_is_not_rated(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", "carla", ruleset="pife-corte")
    house.start()
    house.play_round(steps=4)
    seats.remove(room_id=house.id, actor=house.people[0], seat=2)
    house.play_round()
    house.start()
    house.play_round()
    ratings.rate_finished()
    assert verdicts() == ["removed", "rated"]


def test_a_round_won_by_a_bot_says_nothing_about_people(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", ruleset="pife-corte", bots=1)
    house.start()
    house.play_round()
    Round.objects.update(result={**house.round().result, "winner": 2})
    ratings.rate_finished()
    assert verdicts() == ["bot won"]


def test_a_bots_place_does_not_hide_the_order_of_people(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", ruleset="cacheta-vidas", bots=1)
    house.play_match()
    for seat, place in ((0, 3), (1, 2), (2, 1)):
        MatchPlayer.objects.filter(match=house.match, seat=seat).update(place=place)
    ratings.rate_finished()
    assert mu("bruno", "3+") > mu("ana", "3+")


def test_who_leaves_a_match_counts_as_beaten(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", "carla", ruleset="cacheta-vidas", lives=7)
    house.start()
    house.play_round(steps=5)
    seats.leave(room_id=house.id, actor=house.people[1])
    house.play_round()
    MatchPlayer.objects.filter(user=house.people[1]).update(place=None)
    Match.objects.update(ended_at=house.round().started_at + timedelta(hours=1), reason="last")
    MatchPlayer.objects.filter(user=house.people[0]).update(place=1)
    MatchPlayer.objects.filter(user=house.people[2]).update(place=2)
    ratings.rate_finished()
    assert mu("ana", "3+") > mu("carla", "3+") > mu("bruno", "3+")


def test_one_bad_row_does_not_stop_the_others(monkeypatch, caplog) -> None:
    House(monkeypatch, "ana", "bruno", ruleset="pife").play_match()
    House(monkeypatch, "carla", "davi", ruleset="pife").play_match()
    bad = Match.objects.earliest("pk")
    known = rated_results.removed_seats

    def removed(match, *, round_number=None):
        if match.pk == bad.pk:
            raise ValueError("a log nobody can read")
        return known(match, round_number=round_number)

    monkeypatch.setattr(rated_results, "removed_seats", removed)
    assert ratings.rate_finished() == 1
    assert "could not be judged" in caplog.text
    assert verdicts() == ["rated"]


def test_the_beat_rates() -> None:
    entry = settings.CELERY_BEAT_SCHEDULE["rate"]
    assert entry["task"] == rate.name
    assert entry["schedule"] == 30


@pytest.fixture
def settled(monkeypatch) -> House:
    """Ana and Bruno after thirty matches that they won by turns, Ana the last one."""
    house = House(monkeypatch, "ana", "bruno", ruleset="pife")
    house.play_match()
    ana, bruno = (user.pk for user in house.people)
    for turn in range(30):
        contest = rated_results.RatedResult("pife", 2, {ana: 1 + (turn + 1) % 2, bruno: 1 + turn % 2})
        Judgement.objects.all().delete()
        ratings._rate(Judgement.objects.create(match=house.match, verdict="rated"), contest)
        if turn == 4:
            assert not rating_scale.is_settled(Rating.objects.first().sigma)
            assert not stats.leaderboard("pife", "2", house.people[0]).lines
    return house


def test_a_rating_settles_and_then_shows_on_the_board(settled: House) -> None:
    board = stats.leaderboard("pife", "2", settled.people[1])
    lines = [(line.place, line.user.username, line.own) for line in board.lines]
    assert lines == [(1, "ana", False), (2, "bruno", True)]
    assert board.own.settled
    assert board.own.results == 30


def test_hidden_ratings_and_closed_accounts_are_not_on_the_board(settled: House) -> None:
    ana, bruno = settled.people
    ana.hide_rating = True
    ana.save()
    assert [line.user.username for line in stats.leaderboard("pife", "2", bruno).lines] == ["bruno"]
    bruno.is_active = False
    bruno.save()
    assert not stats.leaderboard("pife", "2", bruno).lines
