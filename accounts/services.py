"""What happens to accounts beyond their own row: bans and sessions, which sockets and seats must follow."""

from functools import partial

from allauth.usersessions.adapter import get_adapter as get_sessions_adapter
from allauth.usersessions.models import UserSession
from django.db import transaction

from . import signals
from .models import User


def set_active(*, person: User, active: bool) -> None:
    """Ban somebody, or lift the ban. A ban counts from its commit: sockets are closed, seats and reservations free."""
    with transaction.atomic():
        person.is_active = active
        person.save(update_fields=["is_active"])
        if not active:
            expel_after_commit(person.pk)


def expel_after_commit(user_id: int) -> None:
    """Sockets of this account are closed, its seats and reservations free, as soon as what bans it is committed."""
    transaction.on_commit(partial(signals.changed.send, User, user_id=user_id), robust=True)
    transaction.on_commit(partial(signals.banned.send, User, user_id=user_id), robust=True)


def end_other_sessions(*, person: User, current: str | None) -> None:
    """After a new password: every other log-in of this person ends, sockets too."""
    others = UserSession.objects.filter(user=person).exclude(session_key=current or "")
    get_sessions_adapter().end_sessions(others)
    transaction.on_commit(partial(signals.changed.send, User, user_id=person.pk), robust=True)
