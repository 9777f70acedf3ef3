"""Invitations to a room: the invited see them in their lobby, and that is all."""

from django.db import transaction

from accounts import limits, relationships
from accounts.limits import Limit
from accounts.models import User
from lobby.models import Invitation, Room, Seat
from lobby.tables.announce import broadcast
from lobby.tables.core.errors import Refusal

INVITATIONS = Limit("invitations", 30, 3600)  # per person


def invite(*, room: Room, actor: User, username: str) -> User:
    """Invite somebody by user name. Only people in the room may; a repeat changes nothing, even if it was declined.

    Raises Refusal: `room_closed`, `not_seated`, `no_such_person`, `not_invitable`, `rate_limited`."""
    if room.closed_at is not None:
        raise Refusal("room_closed")
    if not Seat.objects.filter(room=room, user=actor).exists():
        raise Refusal("not_seated")
    person = User.objects.filter(username__iexact=username.strip(), is_active=True).first()
    if person is None:
        raise Refusal("no_such_person")
    if person == actor or not relationships.may(person.who_invites, viewer=actor.pk, owner=person.pk):
        raise Refusal("not_invitable")
    with transaction.atomic():
        _row, new = Invitation.objects.get_or_create(room=room, person=person, defaults={"by": actor})
        if new and limits.take(INVITATIONS, actor.pk) is None:
            raise Refusal("rate_limited")
        transaction.on_commit(broadcast.lobby_changed, robust=True)
    return person


def decline(*, invitation: int, person: User) -> None:
    """Decline an invitation of one's own. Nobody is notified."""
    Invitation.objects.filter(pk=invitation, person=person).update(declined=True)
