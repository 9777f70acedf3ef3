"""Listeners to accounts/signals.py: what ratings do when somebody exports their data or deletes their account."""

from typing import Any

from django.dispatch import receiver

from accounts import signals
from accounts.models import User

from . import ratings


@receiver(signals.exporting)
def hand_out(person: User, **kwargs: Any) -> dict[str, Any]:
    return {"ratings": ratings.exported(person)}


@receiver(signals.forgotten)
def forget(person: User, **kwargs: Any) -> None:
    ratings.forget(person)
