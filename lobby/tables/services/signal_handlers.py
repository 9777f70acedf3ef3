"""What rooms and sockets do when something happens to an account: the receivers of accounts/signals.py."""

from typing import Any

from django.dispatch import receiver

from accounts import signals
from accounts.models import User
from lobby.tables.announce import broadcast

from . import privacy, seats


@receiver(signals.changed)
def check_sockets(user_id: int, **kwargs: Any) -> None:
    """After a ban, an ended session or a block: check the sockets and choose the visible chat lines again."""
    broadcast.account_changed(user_id)


@receiver(signals.banned)
def free_seats(user_id: int, **kwargs: Any) -> None:
    """Free a banned person's seats and reservations at once."""
    seats.leave_everywhere(user_id=user_id)


@receiver(signals.exporting)
def export(person: User, **kwargs: Any) -> dict[str, Any]:
    """The lobby's part of a person's data export."""
    return privacy.export(person)


@receiver(signals.forgotten)
def forget(person: User, name: str, **kwargs: Any) -> None:
    """Anonymise what the lobby stores about a deleted account."""
    privacy.forget(person, name)


@receiver(signals.suspended)
def free_seats_in_public_rooms(user_id: int, **kwargs: Any) -> None:
    """Free a suspended person's seats and reservations in public rooms at once."""
    seats.leave_public_rooms(user_id=user_id)
