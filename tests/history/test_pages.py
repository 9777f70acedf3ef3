"""The pages of the history as a browser asks for them."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import privacy, relationships
from accounts.models import User
from lobby.history import access, ratings, stats
from lobby.history.models import Rating
from lobby.history.selectors import PAGE, HistoryFilters, history
from lobby.models import Match, MatchPlayer, Room, Round, RoundPlayer
from tests.support.scenes.matches import House

pytestmark = pytest.mark.django_db


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def house(monkeypatch) -> House:
    house = House(monkeypatch, "ana", "bruno", ruleset="pife", bots=1, public=False)
    house.play_match()
    house.close()
    ratings.rate_finished()
    return house


def fake_matches(user: User, number: int, **facts) -> list[Match]:
    """Rows of finished matches, without the play."""
    other = User.objects.get_or_create(username="zoe")[0]
    found = []
    for n in range(number):
        room = Room.objects.create(name="r", ruleset="pife", options={})
        match = Match.objects.create(room=room, number=1, ruleset="pife", options={}, reason="knock")
        Match.objects.filter(pk=match.pk).update(ended_at=match.started_at, **facts)
        round_ = Round.objects.create(
            match=match, number=1, seed=b"", commitment="", start=b"", result={"kind": "common", "winner": n % 2}
        )
        for seat, person in enumerate((user, other)):
            place = 1 if seat == n % 2 else 2
            MatchPlayer.objects.create(match=match, seat=seat, user=person, name=str(person), place=place)
            RoundPlayer.objects.create(round=round_, seat=seat, user=person, name=str(person), won=place == 1)
        found.append(match)
    return found


# --- the list -------------------------------------------------------------------------------------------------------


def test_the_history_is_ones_own(house: House) -> None:
    ana = client_of(house.people[0])
    page = ana.get("/history/")
    assert page.status_code == 200
    assert f"with p{house.people[1].pk}, 1 bot · 1 round" in page.content.decode()
    stranger = User.objects.create_user("carla")
    assert "You have not played yet" in client_of(stranger).get("/history/").content.decode()
    assert Client().get("/history/").status_code == 302


def test_any_number_of_matches_takes_as_many_queries() -> None:
    ana = User.objects.create_user("ana")

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            history(ana, HistoryFilters(outcome="won", no_bots=True, name="zoe"))
        return len(asked)

    fake_matches(ana, 2)
    few = queries()
    fake_matches(ana, 30)
    assert queries() == few <= 5


def test_filters_and_pages() -> None:
    ana = User.objects.create_user("ana")
    fake_matches(ana, 30)
    fake_matches(ana, 2, reason="host")
    client = client_of(ana)
    first = client.get("/history/").context["page"]
    assert (len(first.lines), first.total, first.pages) == (PAGE, 32, 2)
    assert len(client.get("/history/?page=2").context["page"].lines) == 12
    assert client.get("/history/?page=99").context["page"].number == 2
    assert client.get("/history/?page=x&game=nonsense&result=nonsense").context["page"].total == 32

    def total(query: str) -> int:
        return client.get(f"/history/?{query}").context["page"].total

    assert total("result=won") == total("result=lost") == 15
    assert total("result=cut_short") == 2
    assert total("result=running") == 0
    assert total("game=pife") == 32
    assert total("game=rami") == 0
    assert total("with=zo") == 32
    assert total("with=ana") == 0
    assert total("people=1") == 32
    MatchPlayer.objects.filter(user__username="zoe").update(user=None, bot="hard")
    assert total("people=1") == 0


def test_where_the_room_is_the_match_wins_decide_the_place(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", ruleset="pife-corte")
    house.play_match()
    wins = dict(MatchPlayer.objects.values_list("user__username", "score"))
    for user in house.people:
        won = wins[user.username] == max(wins.values())
        assert history(user, HistoryFilters()).lines[0].won == won
        assert history(user, HistoryFilters(outcome="won")).total == won
        assert history(user, HistoryFilters(outcome="lost")).total == (not won)


# --- one match ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["pife-corte", "cacheta-vidas", "pife", "cacheta-pontos", "rami"])
def test_every_games_match_round_and_export_open(monkeypatch, ruleset: str) -> None:
    house = House(monkeypatch, "ana", "bruno", ruleset=ruleset, bots=1)
    house.play_match()
    ana = client_of(house.people[0])
    match = house.match
    page = ana.get(f"/history/{match.pk}/").content.decode()
    assert "Rules of this match" in page
    assert "normal bot" in page
    for number in match.rounds.values_list("number", flat=True):
        assert f"/history/{match.pk}/{number}/" in page
        assert ana.get(f"/history/{match.pk}/{number}/").status_code == 200
    exported = ana.get(f"/history/{match.pk}/export.json")
    assert exported["Content-Disposition"] == f'attachment; filename="batida-{match.pk}.json"'
    assert all(round_["check"] and round_["log"] for round_ in exported.json()["rounds"])
    assert exported.json()["players"][2]["bot"] == "normal"


def test_the_number_of_rounds_does_not_change_the_number_of_queries(monkeypatch) -> None:
    ana = User.objects.create_user("ana")
    (match,) = fake_matches(ana, 1)
    client = client_of(ana)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/history/{match.pk}/").status_code == 200
        return len(asked)

    few = queries()
    for number in range(2, 20):
        Round.objects.create(match=match, number=number, seed=b"", commitment="", start=b"", result={"kind": "tied"})
    assert queries() == few


def test_options_are_shown_as_differences(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", ruleset="cacheta-pontos", points=3, wild_scope="all")
    house.start()
    page = client_of(house.people[0]).get(f"/history/{house.match.pk}/").content.decode()
    assert "3 points" in page
    assert "wild_scope=all" in page
    assert "version 1 of the rule set" in page


# --- who may see ----------------------------------------------------------------------------------------------------


def urls(house: House) -> list[str]:
    pk = house.match.pk
    return [f"/history/{pk}/", f"/history/{pk}/1/", f"/history/{pk}/export.json"]


def test_a_private_match_is_for_its_players_and_whom_they_give_the_link(house: House) -> None:
    stranger = client_of(User.objects.create_user("carla"))
    key = access.share_key(house.match)
    for url in urls(house):
        assert client_of(house.people[1]).get(url).status_code == 200
        assert stranger.get(url).status_code == 404
        assert stranger.get(f"{url}?key=wrong").status_code == 404
        assert Client().get(url).status_code == 302
        assert stranger.get(f"{url}?key={key}").status_code == 200
        assert Client().get(f"{url}?key={key}").status_code == 200
    other = Match.objects.create(room=house.match.room, number=7, ruleset="pife", options={})
    assert stranger.get(f"/history/{other.pk}/?key={key}").status_code == 404


def test_a_public_match_that_let_people_watch_is_for_everybody_with_an_account(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", ruleset="pife")
    house.play_match()
    stranger = client_of(User.objects.create_user("carla"))
    assert {stranger.get(url).status_code for url in urls(house)} == {200}
    Room.objects.update(spectators=False)
    assert {stranger.get(url).status_code for url in urls(house)} == {404}
    Room.objects.update(spectators=True, public=False)
    assert {stranger.get(url).status_code for url in urls(house)} == {404}


def test_only_players_are_offered_the_link(house: House) -> None:
    key = access.share_key(house.match)
    assert key in client_of(house.people[0]).get(urls(house)[1]).content.decode()
    staff = User.objects.create_user("mod", is_staff=True)
    page = client_of(staff).get(urls(house)[1])
    assert page.status_code == 200
    assert key not in page.content.decode()


# --- people and boards ----------------------------------------------------------------------------------------------


def test_a_profile_counts_matches_rounds_and_kinds(house: House) -> None:
    winner = MatchPlayer.objects.filter(place=1).first()
    ana, bruno = house.people
    (game,) = stats.profile(ana, with_ratings=True)
    won = winner.user_id == ana.pk
    assert (game.title, game.matches, game.wins, game.rounds, game.rounds_won) == ("Pife", 1, won, 1, won)
    for user in (ana, bruno):
        assert client_of(bruno).get(reverse("person", args=[user.username])).status_code == 200
    games = [game for user in (ana, bruno) for game in stats.profile(user, with_ratings=False)]
    total = sum(count for game in games for _kind, count in game.kinds)
    assert total == (winner.user_id is not None)


def test_hidden_ratings_are_for_oneself(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", ruleset="pife")
    house.play_match()
    ratings.rate_finished()
    ana, bruno = house.people
    form = client_of(ana).get("/accounts/profile/").context["form"]
    filled = {field.html_name: field.value() for field in form if field.value()}
    client_of(ana).post("/accounts/profile/", {**filled, "hide_rating": "on"})
    ana.refresh_from_db()
    assert ana.hide_rating
    own, others = (client_of(user).get("/people/ana/").content.decode() for user in (ana, bruno))
    assert "rating, two players" in own
    assert "rating, two players" not in others
    assert "hides their ratings" in others
    assert "rating, two players" in client_of(ana).get("/people/bruno/").content.decode()


def test_who_shows_what_they_played_is_asked_first(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", ruleset="pife")
    house.play_match()
    carla = User.objects.create_user("carla")
    ana, bruno = house.people

    def seen() -> tuple[bool, bool]:
        client = client_of(carla)
        return "Pife" in client.get("/people/ana/").content.decode(), client.get(urls(house)[0]).status_code == 200

    assert seen() == (True, True)
    User.objects.filter(pk=ana.pk).update(who_sees_history="friends")
    assert seen() == (False, False)
    relationships.befriend(by=carla, person=ana)
    relationships.befriend(by=ana, person=carla)
    assert seen() == (True, True)
    relationships.block(by=bruno, person=carla)
    assert seen() == (True, False)
    assert client_of(bruno).get(urls(house)[0]).status_code == 200


def test_a_forgotten_person_has_no_rating_and_the_others_keep_theirs(house: House) -> None:
    ana, bruno = house.people
    assert privacy.exported(ana)["ratings"][0]["ruleset"] == "pife"
    privacy.anonymise(ana)
    assert [rating.user for rating in Rating.objects.all()] == [bruno]
    page = client_of(bruno).get(urls(house)[0]).content.decode()
    assert f"gone-{ana.pk}" in page
    assert "/people/ana/" not in page


def test_closed_accounts_have_no_page(house: House) -> None:
    User.objects.filter(username="ana").update(is_active=False)
    assert client_of(house.people[1]).get("/people/ana/").status_code == 404
    assert client_of(house.people[1]).get("/people/nobody/").status_code == 404


def test_boards_of_every_game_and_size_open_for_anybody() -> None:
    assert Client().get("/leaderboard/")["Location"] == "/leaderboard/pife-corte/"
    for key in ("pife-corte", "cacheta-vidas", "pife", "cacheta-pontos", "rami"):
        for size in ("2", "3%2B", "x"):
            assert Client().get(f"/leaderboard/{key}/?size={size}").status_code == 200
    assert Client().get("/leaderboard/chess/").status_code == 404
    assert not stats.leaderboard("pife", "2", AnonymousUser()).lines
