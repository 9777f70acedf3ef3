"""Counters of attempts: exact, also at once and under many others; nothing is forgotten before its time."""

import inspect
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import limits
from accounts.limits import Limit
from accounts.models import Attempts, User

FIVE = Limit("five", 5, 60)
WRONG = {"login": "ana", "password": "wrong"}


@pytest.mark.django_db
def test_so_many_in_so_long_and_then_again() -> None:
    assert [limits.take(FIVE, "ana", at=n) is not None for n in range(7)] == [True] * 5 + [False] * 2
    assert limits.take(FIVE, "bia", at=6) is not None  # each key on its own
    assert limits.take(Limit("other", 5, 60), "ana", at=6) is not None
    assert limits.take(FIVE, "ana", at=59.9) is None
    assert limits.take(FIVE, "ana", at=60) is not None  # the first one is a minute old
    assert limits.take(FIVE, "ana", at=60.5) is None


@pytest.mark.django_db
def test_what_did_not_count_is_given_back() -> None:
    taken = [limits.take(FIVE, "ana", at=n) for n in range(5)]
    taken[2].rollback()
    taken[2].rollback()  # twice is once
    assert limits.take(FIVE, "ana", at=5) is not None
    assert limits.take(FIVE, "ana", at=5) is None
    limits.clear(FIVE, "ana")
    assert limits.take(FIVE, "ana", at=5) is not None


@pytest.mark.django_db
def test_asking_alone_takes_nothing() -> None:
    for _ in range(9):
        assert limits.peek(FIVE, "ana", at=1) is not None
    assert not any(Attempts.objects.values_list("times", flat=True))
    assert [limits.take(FIVE, "ana", at=n) is not None for n in range(6)] == [True] * 5 + [False]


@pytest.mark.django_db
def test_only_what_is_over_is_forgotten() -> None:
    limits.take(FIVE, "ana", at=1000)
    limits.take(FIVE, "bia", at=1030)
    limits.forget_old(at=1060)
    assert list(Attempts.objects.values_list("key", flat=True)) == ["five:bia"]


@pytest.mark.django_db
def test_what_a_flood_left_is_forgotten_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BATCH", 100)
    Attempts.objects.bulk_create(Attempts(key=f"flood:{n}", times=[], until=1) for n in range(1050))
    limits.take(FIVE, "bia", at=1030)
    with CaptureQueriesContext(connection) as queries:
        limits.forget_old(at=1060)
    assert list(Attempts.objects.values_list("key", flat=True)) == ["five:bia"]
    assert sum(query["sql"].startswith("DELETE") for query in queries) == 11


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
def test_at_once_as_many_as_one_after_the_other() -> None:
    together = threading.Barrier(12)

    def attempt(_n: int) -> bool:
        together.wait()
        try:
            return limits.take(FIVE, "ana") is not None
        finally:
            connection.close()

    with ThreadPoolExecutor(12) as pool:
        assert sum(pool.map(attempt, range(12))) == 5


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
def test_wrong_passwords_at_once_and_after_a_flood_of_others() -> None:
    """Five in half an hour are judged, whoever else tries meanwhile."""
    User.objects.create_user("ana", password="caneca-azul-9")

    def wrong(n: int) -> bool:
        try:
            page = Client(REMOTE_ADDR=f"10.0.0.{n}").post("/accounts/login/", WRONG)
            return b"Too many" not in page.content
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        judged = sum(pool.map(wrong, range(16)))
    assert judged == 5
    for n in range(400):  # more keys than a cache of Django's keeps
        limits.take(FIVE, f"somebody-{n}")
        cache.set(f"something-{n}", n)
    assert not any(wrong(n) for n in range(20, 30))


@pytest.mark.django_db
def test_the_right_password_costs_nothing() -> None:
    User.objects.create_user("ana", password="caneca-azul-9")
    for _ in range(8):
        answer = Client().post("/accounts/login/", {"login": "ana", "password": "caneca-azul-9"})
        assert answer.status_code == 302


def test_allauth_asks_our_counters() -> None:
    """Its own functions are replaced by ones of the same shape: a new version of another shape shows here."""
    assert ratelimit._consume_single_rate is limits.consume_single_rate
    assert ratelimit.clear is limits.clear_all
    shape = {"request", "app", "action", "rate", "key", "user", "dry_run", "raise_exception"}
    assert set(inspect.signature(limits.consume_single_rate).parameters) == shape
    assert "_consume_single_rate(" in inspect.getsource(ratelimit.consume)
