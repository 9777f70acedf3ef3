"""The admin pages of the lobby: they show no secret and close rooms."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from lobby.models import Match, Room, TableLog
from lobby.tables.announce import broadcast
from lobby.tables.services import hosting, rooms
from tests.support.scenes.staff import with_factor
from tests.support.scenes.tables import of, person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "table_changed", lambda table: None)
    monkeypatch.setattr(broadcast, "lobby_changed", lambda: None)


def opened(name: str, **how: Any) -> Room:
    facts: dict[str, Any] = {"options": {}, "name": f"room {name}", "public": True, "spectators": True, **how}
    return rooms.create_room(actor=person(name), ruleset="pife-corte", **facts)


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.cookies["django_language"] = "en"
    client.force_login(with_factor(person("boss", is_staff=True, is_superuser=True)))
    return client


def test_the_admin_shows_no_secret(staff: Client) -> None:
    room = opened("bruno", public=False, bots=1)
    hosting.start(room_id=room.pk, actor=room.host)
    match = Match.objects.get()
    dealt = match.rounds.get()
    entry = TableLog.objects.latest("version")
    table = of(room.pk)
    secrets = [
        bytes(dealt.seed).hex(),
        room.code,
        *(f'"{card}"' for player in table.game.players[:2] for card in player.hand),
    ]
    for name, pk in [("room", room.pk), ("match", match.pk), ("tablelog", entry.pk)]:
        for address in (f"/admin/lobby/{name}/", f"/admin/lobby/{name}/{pk}/change/"):
            page = staff.get(address)
            assert page.status_code == 200
            seen = page.content.decode().replace("&quot;", '"')
            assert not [secret for secret in secrets if secret in seen]
        assert staff.get(f"/admin/lobby/{name}/add/").status_code == 403
        assert staff.post(f"/admin/lobby/{name}/{pk}/delete/").status_code == 403
    for name in ("table", "round", "arrangement"):
        assert staff.get(f"/admin/lobby/{name}/").status_code == 404


def test_a_moderator_closes_rooms(staff: Client) -> None:
    room, gone = opened("bruno"), opened("ana")
    hosting.close(room_id=gone.pk, actor=gone.host)
    chosen = {"action": "close_rooms", "_selected_action": [room.pk, gone.pk]}
    page = staff.post("/admin/lobby/room/", chosen, follow=True).content.decode()
    assert "1 room was closed." in page
    assert "This room is closed." in page
    room.refresh_from_db()
    assert room.closed_reason == "moderator"
    looker = person("looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_room"))
    staff.force_login(looker)
    other = opened("eva")
    staff.post("/admin/lobby/room/", {**chosen, "_selected_action": [other.pk]})
    other.refresh_from_db()
    assert other.closed_at is None
