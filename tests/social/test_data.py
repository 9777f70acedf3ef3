"""One's own data: taken along, and forgotten. Games stay readable, names are gone."""

import json

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.db import connection
from django.test import Client

from accounts import relationships
from accounts.models import Block, User
from accounts.privacy import anonymise, exported
from lobby.models import ChatMessage, MatchPlayer, Room, RoundPlayer
from lobby.tables.services import chat, hosting, rooms
from lobby.tables.store import table_store

pytestmark = [pytest.mark.django_db, pytest.mark.live]
PASSWORD = "caneca-azul-9"
NAME = "Filomena Prado"


@pytest.fixture
def filo() -> User:
    person = User.objects.create_user("filomena", email="filomena@example.com", password=PASSWORD, display_name=NAME)
    EmailAddress.objects.create(user=person, email=person.email, primary=True)
    return person


def play(person: User, *, closed: bool) -> Room:
    """A room of this person with a bot, in which a round is running or was closed."""
    room = rooms.create_room(
        actor=person, ruleset="pife", options={}, name=f"Mesa de {person}", public=True, spectators=True, bots=2
    )
    hosting.start(room_id=room.pk, actor=person)
    chat.say(table_id=room.pk, actor=person.pk, action_id="a", kind="text", text="sou a Filomena")
    if closed:
        hosting.close(room_id=room.pk, actor=person)
    return room


def test_the_export_has_what_is_theirs_and_no_card(filo: User) -> None:
    room = play(filo, closed=False)
    relationships.block(by=filo, person=User.objects.create_user("rude"))
    told = json.loads(json.dumps(exported(filo)))
    assert told["profile"]["display_name"] == NAME
    assert told["emails"] == ["filomena@example.com"]
    assert told["blocks"] == [{"name": "rude", "only_chat": False}]
    assert [line["text"] for line in told["messages"]] == ["sou a Filomena"]
    assert told["matches"][0]["ruleset"] == "pife"
    hand = table_store.read(room.pk).table.game.players[0].hand
    assert not [card for card in hand if card in json.dumps(told)]


def test_only_the_own_export(filo: User) -> None:
    assert Client().get("/accounts/data/export.json").status_code == 302
    client = Client()
    client.force_login(filo)
    answer = client.get("/accounts/data/export.json")
    assert answer.json()["profile"]["username"] == "filomena"
    assert "attachment" in answer["Content-Disposition"]
    assert client.get("/accounts/data/").status_code == 200


def rows_with(*words: str) -> list[str]:
    """Tables of the whole database in which one of these words stands."""
    found = []
    for table in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608
            text = repr([[bytes(v) if isinstance(v, memoryview) else v for v in row] for row in cursor.fetchall()])
        found += [f"{table}: {word}" for word in words if word.lower() in text.lower()]
    return found


@pytest.mark.parametrize("closed", [False, True])
def test_the_forgotten_leave_games_and_no_name(filo: User, closed: bool, django_capture_on_commit_callbacks) -> None:
    room = play(filo, closed=closed)
    with django_capture_on_commit_callbacks(execute=True):
        anonymise(filo)
    gone = f"gone-{filo.pk}"
    assert set(MatchPlayer.objects.filter(match__room=room, bot="").values_list("name", flat=True)) == {gone}
    assert set(RoundPlayer.objects.filter(round__match__room=room, bot="").values_list("name", flat=True)) == {gone}
    assert rows_with("filomena", "prado") == []
    assert not ChatMessage.objects.exists()
    assert rooms.room_of(filo) is None
    reader = Client()
    reader.force_login(User.objects.create_user("leitor"))
    match = MatchPlayer.objects.filter(match__room=room).first().match_id
    assert gone.encode() in reader.get(f"/history/{match}/").content


def sure() -> Client:
    """Logged in, and asked for the password once more."""
    client = Client()
    client.post("/accounts/login/", {"login": "filomena", "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def test_deleting_needs_the_password_and_the_name(filo: User, django_capture_on_commit_callbacks) -> None:
    client = Client()
    client.force_login(filo)
    assert "reauthenticate" in client.get("/accounts/data/delete/")["Location"]
    client = sure()
    assert UserSession.objects.filter(user=filo).exists()
    assert client.post("/accounts/data/delete/", {"username": "somebody"}).status_code == 422
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post("/accounts/data/delete/", {"username": "Filomena"}).status_code == 302
    filo.refresh_from_db()
    assert (filo.is_active, filo.email) == (False, "")
    assert filo.deleted_at
    assert client.get("/accounts/profile/").status_code == 302
    again = Client().post("/accounts/login/", {"login": "filomena", "password": PASSWORD})
    assert again.status_code == 200
    assert rows_with("filomena") == []


def test_staff_do_not_delete_themselves(filo: User) -> None:
    User.objects.filter(pk=filo.pk).update(is_staff=True)
    client = sure()
    assert client.post("/accounts/data/delete/", {"username": "filomena"}).status_code == 422


def test_two_forgotten_people_keep_apart(filo: User) -> None:
    other = User.objects.create_user("outra")
    Block.objects.create(by=filo, person=other)
    anonymise(filo)
    anonymise(other)
    assert not Block.objects.exists()
    assert str(filo) != str(other)
