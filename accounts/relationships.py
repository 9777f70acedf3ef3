"""Whom people want around: friends, blocks, mutes. The only writer of those rows."""

from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from . import signals
from .models import Block, Friendship, User, Who

MOST = 500  # friends, and blocks with mutes, of one person

MESSAGES: dict[str, Promise] = {
    "yourself": _("That is you."),
    "too_many": _("Your list is full: take somebody off it first."),
    "apart": _("One of you has blocked the other."),
    "nobody": _("There is nobody with this user name."),
}


class CircleError(Exception):
    """Not possible; `code` says why, MESSAGES in words."""

    def __init__(self, code: str):
        super().__init__(code)
        self.code = code


def block(*, by: User, person: User, only_chat: bool = False) -> None:
    """Block somebody, or only mute them. A mute never weakens a block."""
    if by == person:
        raise CircleError("yourself")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=by.pk)  # two of their pages may ask in the same moment
        found = Block.objects.filter(by=by, person=person).first()
        if found is None:
            if Block.objects.filter(by=by).count() >= MOST:
                raise CircleError("too_many")
            Block.objects.create(by=by, person=person, only_chat=only_chat)
        elif found.only_chat and not only_chat:
            Block.objects.filter(pk=found.pk).update(only_chat=False)
        if not only_chat:
            _between(by, person).delete()
        _tell(by, *([] if only_chat else [person]))  # who is muted does not notice


def unblock(*, by: User, person: User, only_chat: bool = False) -> None:
    """Take it back; with `only_chat` a mute only, a block stays."""
    with transaction.atomic():
        found = Block.objects.filter(by=by, person=person)
        noticed = found.filter(only_chat=False).exists()
        (found.filter(only_chat=True) if only_chat else found).delete()
        _tell(by, *([person] if noticed else []))


# --- friends --------------------------------------------------------------------------------------------------------


def befriend(*, by: User, person: User) -> bool:
    """Ask somebody, or say yes to their asking. True: friends now."""
    if by == person:
        raise CircleError("yourself")
    if apart(by.pk, person.pk):
        raise CircleError("apart")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=min(by.pk, person.pk))  # both may ask in the same moment
        asked = _between(by, person).first()
        if asked is None:
            if Friendship.objects.filter(Q(asker=by) | Q(other=by, accepted_at__isnull=False)).count() >= MOST:
                raise CircleError("too_many")
            Friendship.objects.create(asker=by, other=person)
        elif asked.other_id == by.pk and asked.accepted_at is None:
            Friendship.objects.filter(pk=asked.pk).update(accepted_at=timezone.now())
            return True
        return asked is not None and asked.accepted_at is not None


def part(*, by: User, person: User) -> None:
    """Friends no more; or an asking taken back or declined."""
    _between(by, person).delete()


def _between(one: User, other: User) -> QuerySet[Friendship]:
    return Friendship.objects.filter(Q(asker=one, other=other) | Q(asker=other, other=one))


def friends(user: int) -> set[int]:
    """Whose friend this person is."""
    mine = Friendship.objects.filter(Q(asker=user) | Q(other=user), accepted_at__isnull=False)
    return {each for pair in mine.values_list("asker", "other") for each in pair} - {user}


def may(choice: str, *, viewer: int | None, owner: int) -> bool:
    """Does the owner's choice of `Who` allow it to this viewer? Never to somebody blocked."""
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
    """Whom this person has blocked, and by whom they are blocked."""
    pairs = Block.objects.filter(Q(by=user) | Q(person=user), only_chat=False).values_list("by", "person")
    return {each for pair in pairs for each in pair} - {user}


def unheard(listeners: set[int], speakers: set[int]) -> set[tuple[int, int]]:
    """(listener, speaker): who does not hear whom. A block is deaf in both directions, a mute in one."""
    rows = Block.objects.filter(
        Q(by__in=listeners, person__in=speakers) | Q(by__in=speakers, person__in=listeners, only_chat=False)
    ).values_list("by", "person", "only_chat")
    found = {(by, person) for by, person, _ in rows}
    return found | {(person, by) for by, person, only_chat in rows if not only_chat}


def muted_names(listeners: set[int]) -> dict[int, list[str]]:
    """Of each listener, the names of those they have muted or blocked."""
    found: dict[int, list[str]] = {}
    for by, name in Block.objects.filter(by__in=listeners).values_list("by", "person__display_name"):
        found.setdefault(by, []).append(name)
    return found
