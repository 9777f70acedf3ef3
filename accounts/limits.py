"""Rate limits: one limiter for every page, ours and allauth's.

Attempts are counted in the database, so all processes share one count and a restart loses nothing. Each key has one
row, locked while it is counted, so concurrent attempts count as much as consecutive ones. A row is deleted once it has
expired, never earlier.

What comes many times per second over one connection is counted in memory, by that connection's `Bucket`."""

import time
from typing import NamedTuple

from allauth.core.exceptions import RateLimited
from allauth.core.internal import ratelimit
from django.db import transaction
from django.http import HttpRequest

from .models import Attempts, User

MICROSECONDS = 1_000_000
BATCH = 500  # rows deleted at once


class Limit(NamedTuple):
    """At most `most` attempts within any `seconds`, per key."""

    name: str
    most: int
    seconds: float


class Usage(NamedTuple):
    """An attempt that was allowed."""

    key: str
    at: int  # microseconds; identifies the attempt

    def rollback(self) -> None:
        """Uncount the attempt."""
        with transaction.atomic():
            row = Attempts.objects.select_for_update().filter(key=self.key).first()
            if row and self.at in row.times:
                row.times.remove(self.at)
                row.save()


def take(limit: Limit, who: object, *, at: float | None = None) -> Usage | None:
    """Count one attempt of `who`; None if there were too many already. `at`: seconds on any clock, by default the time
    of day."""
    now = _microseconds(at)
    length = round(limit.seconds * MICROSECONDS)
    with transaction.atomic():
        row = _locked(_key(limit, who))
        row.times = _recent(row, limit, now)
        if len(row.times) >= limit.most:
            return None
        while now in row.times:  # unique, so that `rollback` removes this attempt and no other
            now += 1
        row.times.append(now)
        row.until = max(row.until, now + length)
        row.save()
        return Usage(row.key, now)


def peek(limit: Limit, who: object, *, at: float | None = None) -> Usage | None:
    """What `take` would answer now; counts nothing."""
    now = _microseconds(at)
    with transaction.atomic():
        row = _locked(_key(limit, who))
        return Usage(row.key, now) if len(_recent(row, limit, now)) < limit.most else None


def _key(limit: Limit, who: object) -> str:
    return f"{limit.name}:{who}"


def _microseconds(at: float | None) -> int:
    return round((time.time() if at is None else at) * MICROSECONDS)


def _recent(row: Attempts, limit: Limit, now: int) -> list[int]:
    return [each for each in row.times if each > now - round(limit.seconds * MICROSECONDS)]


def _locked(key: str) -> Attempts:
    while True:
        Attempts.objects.bulk_create([Attempts(key=key, times=[], until=0)], ignore_conflicts=True)
        if row := Attempts.objects.select_for_update().filter(key=key).first():
            return row  # otherwise the row expired and was deleted in between


def clear(limit: Limit, who: object) -> None:
    """Forget all attempts of `who`."""
    Attempts.objects.filter(key=_key(limit, who)).delete()


def forget_old(*, at: float | None = None) -> None:
    """Delete the expired rows, a batch per transaction: after a flood there are very many."""
    expired = Attempts.objects.filter(until__lte=_microseconds(at))
    while keys := list(expired.values_list("pk", flat=True)[:BATCH]):
        expired.filter(pk__in=keys).delete()


class Bucket:
    """`burst` attempts at once, `refill` more per second. Refused attempts count too: `tokens` goes below zero."""

    def __init__(self, burst: float, refill: float) -> None:
        self.burst, self.refill = burst, refill
        self.tokens, self.filled = burst, time.monotonic()

    def take(self) -> bool:
        """Count one attempt; is it within the limit?"""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.filled) * self.refill) - 1
        self.filled = now
        return self.tokens >= 0


# --- allauth's limits, kept here ------------------------------------------------------------------------------------


def consume_single_rate(
    request: HttpRequest,
    *,
    app: str,
    action: str,
    rate: ratelimit.Rate,
    key: str | None = None,
    user: User | None = None,
    dry_run: bool = False,
    raise_exception: bool = False,
) -> Usage | None:
    """Replaces allauth's own, which counts in Django's cache, where rows may be evicted at any time."""
    who = _who(request, app, action, rate, key, user)
    usage = peek(_limit(rate), who) if dry_run else take(_limit(rate), who)
    if usage is None and raise_exception:
        raise RateLimited
    return usage


def clear_all(
    request: HttpRequest,
    *,
    app: str,
    action: str,
    config: dict[str, str] | None = None,
    key: str | None = None,
    user: User | None = None,
) -> None:
    """Replaces allauth's own `clear`."""
    for rate in ratelimit.get_rates(app=app, action=action, config=config):
        clear(_limit(rate), _who(request, app, action, rate, key, user))


def _limit(rate: ratelimit.Rate) -> Limit:
    return Limit("allauth", rate.amount, rate.duration)


def _who(request: HttpRequest, app: str, action: str, rate: ratelimit.Rate, key: str | None, user: User | None) -> str:
    who: str = ratelimit.get_cache_key(request, app=app, action=action, rate=rate, key=key, user=user)
    return who


def replace_allauth_limiter() -> None:
    """Patch allauth, which has no setting for where it counts."""
    ratelimit._consume_single_rate = consume_single_rate  # noqa: SLF001
    ratelimit.clear = clear_all
