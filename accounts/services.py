"""Changes of accounts that sockets and seats must follow: bans and ended sessions."""

from functools import partial

from allauth.usersessions.adapter import get_adapter as get_sessions_adapter
from allauth.usersessions.models import UserSession
from django.db import transaction

from . import signals
from .models import User


def deactivate(person: User) -> None:
    """Ban somebody. Once the ban is committed, their sockets are closed, their seats and reservations freed."""
    with transaction.atomic():
        person.is_active = False
        person.save(update_fields=["is_active"])
        remove_on_commit(person.pk)


def reactivate(person: User) -> None:
    """Lift the ban."""
    person.is_active = True
    person.save(update_fields=["is_active"])


def remove_on_commit(user_id: int) -> None:
    """After the transaction, close the sockets of this account and free its seats and reservations."""
    transaction.on_commit(partial(_remove, user_id), robust=True)


def _remove(user_id: int) -> None:
    signals.changed.send(User, user_id=user_id)
    signals.banned.send(User, user_id=user_id)


def end_other_sessions(*, person: User, current: str | None) -> None:
    """End every session of this user but the current one, with its sockets."""
    others = UserSession.objects.filter(user=person).exclude(session_key=current or "")
    get_sessions_adapter().end_sessions(others)
    transaction.on_commit(partial(signals.changed.send, User, user_id=person.pk), robust=True)
