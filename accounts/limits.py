"""How often somebody may try something: one limiter for every page, ours and allauth's.

Attempts are counted in the database, so all processes count together and a restart forgets nothing; each key has one
row, locked while it is counted, so attempts at once are as many as attempts one after the other. Rows are deleted when
their time is over and never before.

What comes many times per second over one connection is counted in memory, by a `Bucket` of that connection."""

import time
from typing import Any, NamedTuple

from allauth.core.exceptions import RateLimited
from allauth.core.internal import ratelimit
from django.db import transaction
from django.http import HttpRequest

from .models import Attempts

MICROSECONDS = 1_000_000


class Limit(NamedTuple):
    """At most `most` attempts within any `seconds`, for each key."""

    name: str
    most: int
    seconds: float


class Usage(NamedTuple):
    """An attempt that was allowed."""

    key: str
    at: int  # microseconds

    def rollback(self) -> None:
        """It does not count after all."""
        with transaction.atomic():
            row = Attempts.objects.select_for_update().filter(key=self.key).first()
            if row and self.at in row.times:
                row.times.remove(self.at)
                row.save()


def take(limit: Limit, who: object, *, at: float | None = None, dry_run: bool = False) -> Usage | None:
    """One attempt of `who`, or None: too many already. `at`: seconds since whenever, else the time of day. `dry_run`:
    only ask."""
    key = f"{limit.name}:{who}"
    now = round((time.time() if at is None else at) * MICROSECONDS)
    length = round(limit.seconds * MICROSECONDS)
    with transaction.atomic():
        row = _locked(key)
        row.times = [each for each in row.times if each > now - length]
        if len(row.times) >= limit.most:
            return None
        if not dry_run:
            while now in row.times:  # each can be given back by its time
                now += 1
            row.times.append(now)
            row.until = max(row.until, now + length)
            row.save()
        return Usage(key, now)


def _locked(key: str) -> Attempts:
    while True:
        Attempts.objects.bulk_create([Attempts(key=key, times=[], until=0)], ignore_conflicts=True)
        if row := Attempts.objects.select_for_update().filter(key=key).first():
            return row  # else it has just been deleted, since its time was over


def clear(limit: Limit, who: object) -> None:
    """All attempts are forgotten."""
    Attempts.objects.filter(key=f"{limit.name}:{who}").delete()


def forget_old(*, at: float | None = None) -> None:
    """Delete the rows whose time is over."""
    now = round((time.time() if at is None else at) * MICROSECONDS)
    Attempts.objects.filter(until__lte=now).delete()


class Bucket:
    """`burst` attempts at once, `refill` more per second. Whoever goes on trying gets into debt."""

    def __init__(self, burst: float, refill: float) -> None:
        self.burst, self.refill = burst, refill
        self.tokens, self.filled = burst, time.monotonic()

    def take(self) -> bool:
        """One attempt; is it within the limit?"""
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
    user: Any = None,
    dry_run: bool = False,
    raise_exception: bool = False,
) -> Usage | None:
    """In the place of allauth's own, which keeps its history in Django's cache: that pushes out rows at will."""
    usage = take(_limit(rate), _who(request, app, action, rate, key, user), dry_run=dry_run)
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
    user: Any = None,
) -> None:
    """In the place of allauth's own `clear`."""
    for rate in ratelimit.get_rates(app=app, action=action, config=config):
        clear(_limit(rate), _who(request, app, action, rate, key, user))


def _limit(rate: ratelimit.Rate) -> Limit:
    return Limit("allauth", rate.amount, rate.duration)


def _who(request: HttpRequest, app: str, action: str, rate: ratelimit.Rate, key: str | None, user: Any) -> str:
    return ratelimit.get_cache_key(request, app=app, action=action, rate=rate, key=key, user=user)


def keep_allauths() -> None:
    """allauth has no setting for where it counts."""
    ratelimit._consume_single_rate = consume_single_rate  # noqa: SLF001
    ratelimit.clear = clear_all
