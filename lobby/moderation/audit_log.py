"""Writes the audit log of the staff. Only this module adds rows; nothing changes or deletes them."""

from typing import Any

from accounts.models import ModerationAction, User


def record(by: User | None, kind: str, **about: Any) -> ModerationAction:
    """Record an action, in the transaction that performs it. `about`: person, sanction, room, report, details."""
    return ModerationAction.objects.create(by=by, kind=kind, **about)
