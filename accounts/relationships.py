"""Friends, blocks and mutes. Only this module writes those rows."""

from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from . import signals
from .models import Block, Friendship, User, Who

MOST = 500  # per user: friends, and blocks together with mutes

MESSAGES: dict[str, Promise] = {
    "yourself": _("That is you."),
    "too_many": _("Your list is full: take somebody off it first."),
    "apart": _("One of you has blocked the other."),
    "nobody": _("There is nobody with this user name."),
}


class RelationshipError(Exception):
    """Not possible. `code` says why; MESSAGES has the text."""

    def __init__(self, code: str):
        super().__init__(code)
        self.code = code


def block(*, by: User, person: User) -> None:
    """Block somebody, which also ends a friendship. A mute becomes a block."""
    with transaction.atomic():
        row = _blocked_or_muted(by, person, only_chat=False)
        if row.only_chat:
            Block.objects.filter(pk=row.pk).update(only_chat=False)
        _between(by, person).delete()
        _tell(by, person)


def mute(*, by: User, person: User) -> None:
    """Hide somebody's chat. A block stays a block. The muted person is not told."""
    with transaction.atomic():
        _blocked_or_muted(by, person, only_chat=True)
        _tell(by)


def _blocked_or_muted(by: User, person: User, *, only_chat: bool) -> Block:
    """The row between the two as it is; a new one if there is none."""
    if by == person:
        raise RelationshipError("yourself")
    User.objects.select_for_update(no_key=True).get(pk=by.pk)  # serialises concurrent requests of the same user
    found = Block.objects.filter(by=by, person=person).first()
    if found is not None:
        return found
    if Block.objects.filter(by=by).count() >= MOST:
        raise RelationshipError("too_many")
    return Block.objects.create(by=by, person=person, only_chat=only_chat)


def unblock(*, by: User, person: User) -> None:
    """Lift a block or a mute."""
    with transaction.atomic():
        found = Block.objects.filter(by=by, person=person)
        noticed = found.filter(only_chat=False).exists()
        found.delete()
        _tell(by, *([person] if noticed else []))


def unmute(*, by: User, person: User) -> None:
    """Lift a mute; a block stays."""
    with transaction.atomic():
        found = Block.objects.filter(by=by, person=person)
        noticed = found.filter(only_chat=False).exists()
        found.filter(only_chat=True).delete()
        _tell(by, *([person] if noticed else []))


# --- friends --------------------------------------------------------------------------------------------------------


def befriend(*, by: User, person: User) -> bool:
    """Ask somebody to be friends, or accept their request. Returns whether they are friends now."""
    if by == person:
        raise RelationshipError("yourself")
    if apart(by.pk, person.pk):
        raise RelationshipError("apart")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=min(by.pk, person.pk))  # both may ask at the same time
        asked = _between(by, person).first()
        if asked is None:
            if Friendship.objects.filter(Q(asker=by) | Q(other=by, accepted_at__isnull=False)).count() >= MOST:
                raise RelationshipError("too_many")
            Friendship.objects.create(asker=by, other=person)
        elif asked.other_id == by.pk and asked.accepted_at is None:
            Friendship.objects.filter(pk=asked.pk).update(accepted_at=timezone.now())
            return True
        return asked is not None and asked.accepted_at is not None


def part(*, by: User, person: User) -> None:
    """End a friendship, or withdraw or decline a request."""
    _between(by, person).delete()


def _between(one: User, other: User) -> QuerySet[Friendship]:
    return Friendship.objects.filter(Q(asker=one, other=other) | Q(asker=other, other=one))


def friends(user: int) -> set[int]:
    """The friends of this user."""
    mine = Friendship.objects.filter(Q(asker=user) | Q(other=user), accepted_at__isnull=False)
    return {each for pair in mine.values_list("asker", "other") for each in pair} - {user}


def may(choice: str, *, viewer: int | None, owner: int) -> bool:
    """Does the owner's choice of `Who` include this viewer? It never includes somebody who is blocked."""
    if viewer == owner:
        return True
    if viewer is not None and apart(viewer, owner):
        return False
    return choice == Who.EVERYBODY or (choice == Who.FRIENDS and viewer is not None and owner in friends(viewer))


def _tell(*people: User) -> None:
    for person in people:
        transaction.on_commit(partial(signals.changed.send, User, user_id=person.pk), robust=True)


# --- questions ------------------------------------------------------------------------------------------------------


def apart(one: int, other: int) -> bool:
    """Has one of the two blocked the other?"""
    return Block.objects.filter(Q(by=one, person=other) | Q(by=other, person=one), only_chat=False).exists()


def blocked_with(user: int) -> set[int]:
    """Everybody whom this user has blocked or who has blocked this user."""
    pairs = Block.objects.filter(Q(by=user) | Q(person=user), only_chat=False).values_list("by", "person")
    return {each for pair in pairs for each in pair} - {user}


def unheard(listeners: set[int], speakers: set[int]) -> set[tuple[int, int]]:
    """(listener, speaker) pairs whose chat is hidden. A block hides chat in both directions, a mute in one."""
    rows = Block.objects.filter(
        Q(by__in=listeners, person__in=speakers) | Q(by__in=speakers, person__in=listeners, only_chat=False)
    ).values_list("by", "person", "only_chat")
    found = {(by, person) for by, person, _ in rows}
    return found | {(person, by) for by, person, only_chat in rows if not only_chat}


def muted_names(listeners: set[int]) -> dict[int, list[str]]:
    """Per listener, the names of those they have muted or blocked."""
    found: dict[int, list[str]] = {}
    for by, name in Block.objects.filter(by__in=listeners).values_list("by", "person__display_name"):
        found.setdefault(by, []).append(name)
    return found
