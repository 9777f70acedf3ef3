"""Everything a moderator decides can be taken back at the desk, and both stand in the trail; closing a room cannot, and
the page says so."""

import pytest

from accounts import standing
from accounts.models import ModerationAction, Sanction, User
from lobby.moderation import sanctions, services
from lobby.moderation.words import ACTIONS
from lobby.tables.services import rooms
from tests.support.scenes.staff import at, moderator

pytestmark = [pytest.mark.django_db, pytest.mark.live]


@pytest.mark.parametrize("kind", Sanction.Kind.values)
def test_every_sanction_is_undone_with_one_button(kind: str) -> None:
    dora, rafa = moderator(), User.objects.create_user("rafa")
    sanction = sanctions.impose(by=dora, person=rafa, kind=kind, reason="x")
    lift, desk = f"/moderation/sanctions/{sanction.pk}/lift/", at(dora)
    pages = (f"/moderation/people/{rafa.pk}/", "/moderation/trail/")
    assert all(f'action="{lift}"' in desk.get(page).content.decode() for page in pages)
    assert desk.post(lift).status_code == 302
    assert not any(f'action="{lift}"' in desk.get(page).content.decode() for page in pages)
    assert not standing.in_force(rafa.pk, kind).exists()
    assert standing.unread(rafa) is None
    assert User.objects.get(pk=rafa.pk).is_active
    assert list(ModerationAction.objects.order_by("pk").values_list("kind", flat=True)[1:]) == [kind, f"lifted_{kind}"]


def test_the_trail_has_words_for_all_it_says() -> None:
    kinds = {*Sanction.Kind.values, *(f"lifted_{kind}" for kind in Sanction.Kind.values)}
    assert kinds <= ACTIONS.keys()


@pytest.mark.parametrize("name", ["Quintal", ""])
def test_a_rename_is_undone_with_one_button(name: str) -> None:
    dora, lu = moderator(), User.objects.create_user("lu")
    room = rooms.create_room(actor=lu, ruleset="pife", options={}, name=name, public=True, spectators=True)
    page, desk = f"/moderation/rooms/{room.pk}/", at(dora)
    assert "undo_rename" not in desk.get(page).content.decode()
    services.rename_room(room=room, by=dora, name="Mesa 17")
    assert 'value="undo_rename"' in desk.get(page).content.decode()
    desk.post(f"{page}do/", {"do": "undo_rename"})
    room.refresh_from_db()
    assert room.name == name


def test_a_closed_room_stays_closed_and_the_button_says_so_before() -> None:
    dora, lu = moderator(), User.objects.create_user("lu")
    room = rooms.create_room(actor=lu, ruleset="pife", options={}, name="x", public=True, spectators=True)
    page, desk = f"/moderation/rooms/{room.pk}/", at(dora)
    assert "It cannot be opened again" in desk.get(page).content.decode()
    desk.post(f"{page}do/", {"do": "close"})
    shown = desk.get(page).content.decode()
    assert "A closed room cannot be opened again." in shown
    assert 'value="close"' not in shown
