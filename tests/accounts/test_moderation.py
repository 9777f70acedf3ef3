"""Bans and ended sessions: seats are free, sockets are judged, nobody is deleted."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from accounts.services import deactivate
from lobby.models import Room
from lobby.tables.announce import broadcast
from lobby.tables.services import rooms, seats
from tests.support.scenes.staff import with_factor

pytestmark = [pytest.mark.django_db, pytest.mark.live]
PASSWORD = "caneca-azul-9"


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The accounts whose sockets were judged anew."""
    judged: list[int] = []
    monkeypatch.setattr(broadcast, "account_changed", judged.append)
    return judged


@pytest.fixture
def ana() -> User:
    return User.objects.create_user("ana", password=PASSWORD)


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(with_factor(User.objects.create_superuser("marta", password=PASSWORD)))
    return client


def open_room(host: User, *, bots: int) -> Room:
    return rooms.create_room(
        actor=host, ruleset="pife", options={}, name="Quintal", public=True, spectators=True, bots=bots
    )


def test_a_ban_frees_the_seat_and_closes_sockets(ana, judged, django_capture_on_commit_callbacks) -> None:
    room = open_room(ana, bots=0)
    assert rooms.room_of(ana) == room
    with django_capture_on_commit_callbacks(execute=True):
        deactivate(ana)
    assert judged == [ana.pk]
    assert rooms.room_of(ana) is None


def test_banning_somebody_who_sits_nowhere(ana, judged, django_capture_on_commit_callbacks) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        deactivate(ana)
    assert judged == [ana.pk]


def test_the_desk_bans_and_lifts_bans_and_logs_it(desk, ana, judged, django_capture_on_commit_callbacks) -> None:
    for action, active in (("ban", False), ("lift_ban", True)):
        with django_capture_on_commit_callbacks(execute=True):
            desk.post("/admin/accounts/user/", {"action": action, "_selected_action": [ana.pk]})
        ana.refresh_from_db()
        assert ana.is_active is active
    assert judged == [ana.pk]
    assert LogEntry.objects.filter(object_id=str(ana.pk)).count() == 2


def test_the_active_box_of_the_form_bans_too(desk, ana, judged, django_capture_on_commit_callbacks) -> None:
    form = desk.get(f"/admin/accounts/user/{ana.pk}/change/").context["adminform"].form
    values = {name: value for name, value in form.initial.items() if value and name not in ("is_active", "password")}
    joined = {"date_joined_0": ana.date_joined.date(), "date_joined_1": ana.date_joined.strftime("%H:%M:%S")}
    with django_capture_on_commit_callbacks(execute=True):
        answer = desk.post(f"/admin/accounts/user/{ana.pk}/change/", values | joined)
    assert answer.status_code == 302
    assert judged == [ana.pk]


def test_nobody_bans_themselves_by_mistake(desk) -> None:
    marta = User.objects.get(username="marta")
    desk.post("/admin/accounts/user/", {"action": "ban", "_selected_action": [marta.pk]})
    marta.refresh_from_db()
    assert marta.is_active


def test_nobody_is_deleted(desk, ana) -> None:
    assert desk.get(f"/admin/accounts/user/{ana.pk}/delete/").status_code == 403
    desk.post("/admin/accounts/user/", {"action": "delete_selected", "_selected_action": [ana.pk], "post": "yes"})
    assert User.objects.filter(pk=ana.pk).exists()


def test_a_new_password_ends_the_other_sessions(ana, judged, django_capture_on_commit_callbacks) -> None:
    here, there = Client(), Client()
    for client in (here, there):
        client.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    form = {"oldpassword": PASSWORD, "password1": "nova-caneca-77", "password2": "nova-caneca-77"}
    with django_capture_on_commit_callbacks(execute=True):
        assert here.post("/accounts/password/change/", form).status_code == 302
    assert Session.objects.filter(session_key=there.session.session_key).count() == 0
    assert here.get("/accounts/profile/").status_code == 200
    assert judged == [ana.pk]


def test_a_reservation_is_free_too(ana, judged, django_capture_on_commit_callbacks) -> None:
    host = User.objects.create_user("bia")
    room = open_room(host, bots=1)
    seats.sit(room_id=room.pk, actor=ana, seat=2)
    with django_capture_on_commit_callbacks(execute=True):
        deactivate(ana)
    assert rooms.room_of(ana) is None
    assert rooms.room_of(host) == room
