"""Friends, blocks that hold everywhere, invitations, privacy."""

import pytest
from django.test import Client

from accounts import relationships
from accounts.models import Block, Friendship, User, Who
from lobby.models import Invitation, Room
from lobby.pages import selectors
from lobby.pages.selectors import RoomFilters
from lobby.tables.core.errors import Refusal
from lobby.tables.realtime import access_checks
from lobby.tables.services import invitations, presence, rooms, seats

pytestmark = [pytest.mark.django_db, pytest.mark.live]


@pytest.fixture
def ana() -> User:
    return User.objects.create_user("ana")


@pytest.fixture
def bia() -> User:
    return User.objects.create_user("bia")


def opened(host: User, **how: object) -> Room:
    facts = {"ruleset": "pife", "options": {}, "name": "Quintal", "public": True, "spectators": True, **how}
    return rooms.create_room(actor=host, **facts)


def refused(code: str, work: object, **how: object) -> None:
    with pytest.raises(Refusal) as refusal:
        work(**how)
    assert refusal.value.code == code


def logged_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


# --- friends --------------------------------------------------------------------------------------------------------


def test_two_become_friends_and_part(ana: User, bia: User) -> None:
    assert not relationships.befriend(by=ana, person=bia)
    assert not relationships.befriend(by=ana, person=bia)
    assert relationships.friends(ana.pk) == set()
    assert relationships.befriend(by=bia, person=ana)
    assert relationships.friends(ana.pk) == {bia.pk}
    assert relationships.friends(bia.pk) == {ana.pk}
    relationships.part(by=ana, person=bia)
    assert not Friendship.objects.exists()


def test_a_block_ends_a_friendship_and_forbids_another(ana: User, bia: User) -> None:
    relationships.befriend(by=ana, person=bia)
    relationships.befriend(by=bia, person=ana)
    relationships.block(by=bia, person=ana)
    assert relationships.friends(ana.pk) == set()
    with pytest.raises(relationships.RelationshipError):
        relationships.befriend(by=ana, person=bia)
    with pytest.raises(relationships.RelationshipError):
        relationships.block(by=ana, person=ana)


def test_the_page_of_friends(ana: User, bia: User) -> None:
    page, other = logged_in(ana), logged_in(bia)
    page.post("/friends/change/", {"do": "befriend", "username": "BIA"})
    assert b"Friend requests" in other.get("/friends/").content
    other.post("/friends/change/", {"do": "befriend", "username": "ana"})
    assert relationships.friends(ana.pk) == {bia.pk}
    page.post("/friends/change/", {"do": "block", "username": "bia"})
    assert Block.objects.get().by == ana
    page.post("/friends/change/", {"do": "unblock", "username": "bia"})
    assert not Block.objects.exists()
    answer = page.post("/friends/change/", {"do": "block", "username": "nobody", "next": "https://evil.example/"})
    assert answer["Location"] == "/friends/"
    assert page.get("/friends/").status_code == 200
    assert Client().get("/friends/").status_code == 302


# --- blocks hold ----------------------------------------------------------------------------------------------------


def test_the_blocked_neither_sit_nor_watch_where_the_blocker_is_host(ana: User, bia: User) -> None:
    room = opened(ana)
    relationships.block(by=ana, person=bia)
    refused("blocked_by_host", seats.sit, room_id=room.pk, actor=bia, seat=1)
    refused("blocked_by_host", presence.arrived, slug=room.slug, user=bia.pk, process="p")
    answer = logged_in(bia).get(f"/room/{room.slug}/", follow=True)
    assert b"does not want to play with you" in answer.content
    relationships.unblock(by=ana, person=bia)
    seats.sit(room_id=room.pk, actor=bia, seat=1)


def test_who_watches_is_sent_away_but_not_who_sits(ana: User, bia: User) -> None:
    room = opened(ana)
    relationships.block(by=ana, person=bia)
    assert access_checks.barred({(bia.pk, room.pk), (ana.pk, room.pk)}) == {(bia.pk, room.pk): "blocked_by_host"}
    relationships.unblock(by=ana, person=bia)
    seats.sit(room_id=room.pk, actor=bia, seat=1)
    relationships.block(by=ana, person=bia)
    assert access_checks.barred({(bia.pk, room.pk)}) == {}


def test_a_mute_bars_nobody(ana: User, bia: User) -> None:
    room = opened(ana)
    relationships.mute(by=ana, person=bia)
    seats.sit(room_id=room.pk, actor=bia, seat=1)


@pytest.mark.parametrize("who_blocks", ["ana", "bia"])
def test_rooms_of_the_blocked_are_not_listed(ana: User, bia: User, who_blocks: str) -> None:
    opened(ana)
    assert len(selectors.open_rooms(bia, RoomFilters(), "en").cards) == 1
    by, person = (ana, bia) if who_blocks == "ana" else (bia, ana)
    relationships.block(by=by, person=person)
    page = selectors.open_rooms(bia, RoomFilters(), "en")
    assert (page.cards, page.total, page.open) == ([], 0, 0)


def test_rooms_where_the_blocked_sit_are_marked_and_play_now_avoids_them(ana: User, bia: User) -> None:
    room = opened(User.objects.create_user("caio"))
    seats.sit(room_id=room.pk, actor=ana, seat=1)
    relationships.block(by=bia, person=ana)
    card = selectors.open_rooms(bia, RoomFilters(), "en").cards[0]
    assert card.unwanted
    assert b"you do not play with" in logged_in(bia).get("/").content
    assert rooms.play_now(actor=bia, ruleset="pife") != room


# --- friends in the lobby -------------------------------------------------------------------------------------------


def test_rooms_of_friends_come_first(ana: User, bia: User) -> None:
    room = opened(ana)
    opened(User.objects.create_user("caio"))
    assert selectors.open_rooms(bia, RoomFilters(), "en").cards[0].slug != room.slug
    relationships.befriend(by=ana, person=bia)
    relationships.befriend(by=bia, person=ana)
    first = selectors.open_rooms(bia, RoomFilters(), "en").cards[0]
    assert first.slug == room.slug
    assert first.friends == ["ana"]


# --- invitations ----------------------------------------------------------------------------------------------------


def test_an_invitation_stands_in_the_lobby_until_it_is_answered(ana: User, bia: User) -> None:
    room = opened(ana, public=False)
    page, other = logged_in(ana), logged_in(bia)
    assert b"is invited" in page.post(f"/room/{room.slug}/invite/", {"username": "bia"}, follow=True).content
    assert room.slug.encode() in other.get("/").content
    assert b"You are invited" in other.get("/rooms/invitations/").content
    other.post(f"/rooms/invitations/{Invitation.objects.get().pk}/decline/")
    assert room.slug.encode() not in other.get("/").content
    page.post(f"/room/{room.slug}/invite/", {"username": "bia"})
    assert selectors.invitations(bia) == []


def test_who_comes_is_not_invited_any_more(ana: User, bia: User) -> None:
    room = opened(ana)
    invitations.invite(room=room, actor=ana, username="bia")
    assert len(selectors.invitations(bia)) == 1
    seats.sit(room_id=room.pk, actor=bia, seat=1)
    assert selectors.invitations(bia) == []


@pytest.mark.parametrize(("who", "friend", "allowed"), [
    (Who.EVERYBODY, False, True), (Who.FRIENDS, False, False), (Who.FRIENDS, True, True), (Who.NOBODY, True, False),
])  # fmt: skip
def test_everybody_chooses_who_may_invite_them(ana: User, bia: User, who: str, friend: bool, allowed: bool) -> None:
    User.objects.filter(pk=bia.pk).update(who_invites=who)
    if friend:
        relationships.befriend(by=ana, person=bia)
        relationships.befriend(by=bia, person=ana)
    room = opened(ana)
    if allowed:
        invitations.invite(room=room, actor=ana, username="bia")
    else:
        refused("not_invitable", invitations.invite, room=room, actor=ana, username="bia")


def test_no_invitations_between_the_blocked_from_outside_or_without_end(ana: User, bia: User) -> None:
    room = opened(ana)
    refused("not_seated", invitations.invite, room=room, actor=bia, username="ana")
    refused("no_such_person", invitations.invite, room=room, actor=ana, username="zeca")
    refused("not_invitable", invitations.invite, room=room, actor=ana, username="ana")
    invitations.invite(room=room, actor=ana, username="bia")
    relationships.block(by=bia, person=ana)
    assert selectors.invitations(bia) == []
    refused("not_invitable", invitations.invite, room=room, actor=ana, username="bia")
    for n in range(invitations.INVITATIONS.most - 1):
        User.objects.create_user(f"p{n}")
        invitations.invite(room=room, actor=ana, username=f"p{n}")
    User.objects.create_user("one-more")
    refused("rate_limited", invitations.invite, room=room, actor=ana, username="one-more")
