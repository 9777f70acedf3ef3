"""Imposing and lifting sanctions. Each takes effect on open sockets at once, can be undone and enters the audit log."""

import logging
from datetime import datetime
from functools import partial

from django.db import DatabaseError, transaction
from django.utils import timezone

from accounts import signals
from accounts.models import Sanction, User
from accounts.services import deactivate, reactivate
from accounts.standing import in_force

from . import audit_log
from .rights import may_moderate

log = logging.getLogger(__name__)
Kind = Sanction.Kind


class SanctionError(Exception):
    """Not allowed; `code` says why."""

    def __init__(self, code: str):
        super().__init__(code)
        self.code = code


def impose(
    *, by: User, person: User, kind: str, reason: str, until: datetime | None = None, report: int | None = None
) -> Sanction:
    """Warn, mute, suspend or ban. Nobody can sanction themselves, and only administrators can sanction staff.

    Raises SanctionError."""
    if not may_moderate(by) or kind not in Kind.values or not reason.strip():
        raise SanctionError("not_allowed")
    _check_rank(by, person)
    if person == by or person.deleted_at:
        raise SanctionError("not_this_person")
    with transaction.atomic():
        sanction = Sanction.objects.create(
            person=person, kind=kind, reason=reason.strip()[:300], by=by, report=report, until=until
        )
        term = {"until": until.isoformat(timespec="seconds")} if until else {}
        audit_log.record(by, kind, person=person, sanction=sanction, report=report, details=term)
        if kind == Kind.BAN:
            deactivate(person)
        elif kind == Kind.SUSPEND:
            transaction.on_commit(partial(signals.suspended.send, User, user_id=person.pk), robust=True)
            transaction.on_commit(partial(signals.changed.send, User, user_id=person.pk), robust=True)
    return sanction


def _check_rank(by: User, person: User) -> None:
    """Only administrators judge the staff."""
    if person.is_staff and not by.is_superuser:
        raise SanctionError("not_this_person")


def lift(*, by: User | None, sanction: Sanction) -> None:
    """Lift a sanction. `by` is None if its term is over. Undoing needs the rank that imposing needs.

    Raises SanctionError: not_this_person."""
    if by is not None:
        _check_rank(by, sanction.person)
    with transaction.atomic():
        now = timezone.now()
        if not Sanction.objects.filter(pk=sanction.pk, lifted_at=None).update(lifted_at=now):
            return
        audit_log.record(by, f"lifted_{sanction.kind}", person=sanction.person, sanction=sanction)
        if sanction.kind == Kind.BAN and not in_force(sanction.person_id, Kind.BAN).exists():
            reactivate(sanction.person)


def lift_bans(*, by: User, person: User) -> None:
    """Lift all bans. This also reactivates an account that is inactive without a recorded ban. Raises SanctionError."""
    _check_rank(by, person)
    if not may_moderate(by) or person.deleted_at:
        raise SanctionError("not_this_person")
    with transaction.atomic():
        for sanction in in_force(person.pk, Kind.BAN).select_related("person"):
            lift(by=by, sanction=sanction)
        person.refresh_from_db()
        if not person.is_active:
            audit_log.record(by, "lifted_ban", person=person)
            reactivate(person)


def end_terms() -> int:
    """Lift bans whose term is over; other kinds end by themselves. Returns how many were lifted."""
    over = Sanction.objects.filter(kind=Kind.BAN, lifted_at=None, until__lte=timezone.now()).select_related("person")
    lifted = 0
    for sanction in over:
        try:
            lift(by=None, sanction=sanction)
            lifted += 1
        except DatabaseError:  # the other sanctions still end
            log.exception("sanction %s could not be ended", sanction.pk)
    return lifted
