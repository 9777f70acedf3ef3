"""What happens to people, as far as rooms and sockets follow: the listeners to accounts/signals.py."""

from typing import Any

from django.dispatch import receiver

from accounts import signals
from accounts.models import User
from lobby.tables.announce import broadcast

from . import privacy, seats


@receiver(signals.changed)
def look_anew(user_id: int, **kwargs: Any) -> None:
    """A ban, an ended session, a block: sockets are judged and lines of chat chosen again."""
    broadcast.account_changed(user_id)


@receiver(signals.banned)
def free_seats(user_id: int, **kwargs: Any) -> None:
    """A banned person's seats and reservations are free at once."""
    seats.leave_everywhere(user_id=user_id)


@receiver(signals.exporting)
def hand_out(person: User, **kwargs: Any) -> dict[str, Any]:
    return privacy.kept(person)


@receiver(signals.forgotten)
def forget(person: User, name: str, **kwargs: Any) -> None:
    privacy.forget(person, name)


@receiver(signals.suspended)
def free_seats_in_public_rooms(user_id: int, **kwargs: Any) -> None:
    seats.leave_public_rooms(user_id=user_id)
