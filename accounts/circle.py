"""Whom people want around: blocks and mutes. The only writer of those rows."""

from functools import partial

from django.db import transaction
from django.db.models import Q

from . import signals
from .models import Block, User

MOST = 500  # blocks and mutes of one person


class CircleError(Exception):
    """Not possible; `code` says why."""

    def __init__(self, code: str):
        super().__init__(code)
        self.code = code


def block(*, by: User, person: User, only_chat: bool = False) -> None:
    """Block somebody, or only mute them. A mute never weakens a block."""
    if by == person:
        raise CircleError("yourself")
    with transaction.atomic():
        found = Block.objects.filter(by=by, person=person).first()
        if found is None:
            if Block.objects.filter(by=by).count() >= MOST:
                raise CircleError("too_many")
            Block.objects.create(by=by, person=person, only_chat=only_chat)
        elif found.only_chat and not only_chat:
            Block.objects.filter(pk=found.pk).update(only_chat=False)
        _tell(by, person)


def unblock(*, by: User, person: User, only_chat: bool = False) -> None:
    """Take it back; with `only_chat` a mute only, a block stays."""
    with transaction.atomic():
        found = Block.objects.filter(by=by, person=person)
        (found.filter(only_chat=True) if only_chat else found).delete()
        _tell(by, person)


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
