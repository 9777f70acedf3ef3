"""Asking people to come to a room: shown in their lobby, never more than that."""

from django.db import transaction

from accounts import limits, relationships
from accounts.limits import Limit
from accounts.models import User
from lobby.models import Invitation, Room, Seat
from lobby.tables.announce import broadcast
from lobby.tables.core.errors import Refusal

INVITATIONS = Limit("invitations", 30, 3600)  # of one person


def invite(*, room: Room, actor: User, username: str) -> User:
    """Invite somebody by user name; asking again, also after a no, changes nothing. Only from inside the room."""
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
    """No, thanks. Nobody is told."""
    Invitation.objects.filter(pk=invitation, person=person).update(declined=True)
