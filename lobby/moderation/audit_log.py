"""The trail of the moderators: the only way a row comes into it. No way leads out."""

from typing import Any

from accounts.models import ModerationAction, User


def record(by: User | None, kind: str, **about: Any) -> ModerationAction:
    """`about`: person, sanction, room, report, details. Inside the transaction of what is done."""
    return ModerationAction.objects.create(by=by, kind=kind, **about)
