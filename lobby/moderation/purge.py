"""Deletes personal data after a retention period. What games need stays.

A table may have millions of rows, so it is walked by its key: each transaction looks at a fixed number of rows, however
many there are and however few of them must go."""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.db.models import Exists, Manager, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import PersonNote
from lobby.models import ChatMessage, Invitation

from .models import Report, ReportNote

log = logging.getLogger(__name__)
CHAT, INVITATIONS, REPORTS, NOTES = timedelta(days=90), timedelta(days=7), timedelta(days=180), timedelta(days=730)
BATCH = 2000  # rows looked at per transaction
PAUSE = 0.01  # seconds after a transaction that wrote, so that games can write too
A_DAY, ONE_RUN, REMEMBERED = 86_400, 600, 366 * 86_400  # seconds

Drop = Callable[["QuerySet[Any]"], int]


class Kind(NamedTuple):
    """What expires: the `rows` that `over` chooses at a given time. `drop` removes them and returns how many."""

    rows: "Manager[Any]"
    over: Callable[[datetime], Q]
    drop: Drop


def delete(rows: "QuerySet[Any]") -> int:
    return rows.delete()[0]


def empty(reports: "QuerySet[Any]") -> int:
    """Decided reports stay for statistics, without text and evidence."""
    return reports.exclude(text="", evidence={}).update(text="", evidence={})


def without_session(now: datetime) -> Q:
    return ~Q(Exists(Session.objects.filter(pk=OuterRef("session_key"), expire_date__gte=now)))


KINDS = {
    "lines of chat": Kind(ChatMessage.objects, lambda now: Q(at__lt=now - CHAT), delete),
    "invitations": Kind(Invitation.objects, lambda now: Q(at__lt=now - INVITATIONS), delete),
    "notes on reports": Kind(ReportNote.objects, lambda now: Q(report__decided_at__lt=now - REPORTS), delete),
    "reports emptied": Kind(Report.objects, lambda now: Q(decided_at__lt=now - REPORTS), empty),
    "notes on people": Kind(PersonNote.objects, lambda now: Q(at__lt=now - NOTES), delete),
    "log-ins": Kind(UserSession.objects, without_session, delete),
    "sessions": Kind(Session.objects, lambda now: Q(expire_date__lt=now), delete),
}


def purge_kind(name: str) -> int:
    """Purge one kind. Returns the number of rows. If a batch raises DatabaseError, those before stay committed."""
    rows, over, drop = KINDS[name]
    condition = over(timezone.now())
    gone = 0
    ahead: Q | None = Q()
    while ahead is not None:
        keys = rows.filter(ahead).order_by("pk").values_list("pk", flat=True)
        last = keys[BATCH - 1 : BATCH].first()  # None: the rest of the table is one batch
        batch = ahead if last is None else ahead & Q(pk__lte=last)
        with transaction.atomic():
            dropped = drop(rows.filter(batch, condition))
        if dropped:
            time.sleep(PAUSE)
        gone += dropped
        ahead = None if last is None else Q(pk__gt=last)
    return gone


def purge() -> dict[str, int | None]:
    """Purge all kinds. Returns the number of rows of each; None: it failed, which is logged and stops no other kind."""
    return {name: attempt(name) for name in KINDS}


def attempt(name: str) -> int | None:
    try:
        gone = purge_kind(name)
    except DatabaseError:
        log.exception("purge: %s failed", name)
        return None
    cache.set(_mark(name), time.time(), REMEMBERED)
    if gone:
        log.info("purge: %s: %d", name, gone)
    return gone


def purge_due() -> None:
    """Each kind once per day, whenever the site is running: the marks are stored in the database and survive restarts.
    A kind that failed is tried again on the next tick."""
    for name in KINDS:
        due = last_successes()[name] <= time.time() - A_DAY  # read again: another worker may be purging too
        if due and cache.add(f"purging:{_slug(name)}", True, ONE_RUN):
            attempt(name)
            cache.delete(f"purging:{_slug(name)}")


def last_successes() -> dict[str, float]:
    """When each kind was last purged completely, in Unix time; 0: never, or more than a year ago."""
    marks = cache.get_many([_mark(name) for name in KINDS])
    return {name: marks.get(_mark(name), 0.0) for name in KINDS}


def _mark(name: str) -> str:
    return f"purged:{_slug(name)}"


def _slug(name: str) -> str:
    return name.replace(" ", "-")
