"""What happens to people, as far as ratings follow: listeners to accounts/signals.py."""

from typing import Any

from django.dispatch import receiver

from accounts import signals
from accounts.models import User

from . import ratings


@receiver(signals.exporting)
def hand_out(person: User, **kwargs: Any) -> dict[str, Any]:
    return {"ratings": ratings.kept(person)}


@receiver(signals.forgotten)
def forget(person: User, **kwargs: Any) -> None:
    ratings.forget(person)
