"""Personal data goes when its term is over: in batches, each kind alone, once a day."""

import logging
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from config.ops.metrics import site
from lobby.models import ChatMessage, Room
from lobby.moderation import purge, tasks
from lobby.tables.services import rooms

pytestmark = [pytest.mark.django_db, pytest.mark.live]
MANY = 3000
OLD = timedelta(days=400)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(purge, "BATCH", 250)
    monkeypatch.setattr(purge, "PAUSE", 0)
    yield
    cache.clear()


@pytest.fixture
def rafa() -> User:
    return User.objects.create_user("rafa")


@pytest.fixture
def room(rafa: User) -> Room:
    facts = {"ruleset": "pife", "options": {}, "name": "Quintal", "public": True, "spectators": True, "bots": 2}
    return rooms.create_room(actor=rafa, **facts)


def lines(room: Room, rafa: User, count: int, age: timedelta) -> None:
    line = {"table_id": room.pk, "user": rafa, "kind": "text", "text": "x"}
    before = ChatMessage.objects.count()
    made = ChatMessage.objects.bulk_create(ChatMessage(**line, action_id=str(before + n)) for n in range(count))
    keys = [line.pk for line in made]
    ChatMessage.objects.filter(pk__gte=min(keys), pk__lte=max(keys)).update(at=timezone.now() - age)


def sessions(rafa: User) -> None:
    """Every third is over."""
    now = timezone.now()
    Session.objects.bulk_create(
        Session(session_key=f"s{n:05}", session_data="", expire_date=now + timedelta(days=1 if n % 3 else -1))
        for n in range(MANY)
    )
    UserSession.objects.bulk_create(
        UserSession(user=rafa, session_key=f"s{n:05}", ip="127.0.0.1", user_agent="x") for n in range(MANY + 100)
    )


def test_many_rows_go_in_batches(room: Room, rafa: User) -> None:
    lines(room, rafa, MANY, OLD)
    lines(room, rafa, 700, timedelta())
    lines(room, rafa, 300, OLD)
    sessions(rafa)
    with CaptureQueriesContext(connection) as queries:
        gone = purge.purge()
    assert gone["lines of chat"] == MANY + 300
    assert gone["sessions"] == MANY // 3
    assert gone["log-ins"] == MANY // 3 + 100  # those without a session that runs
    assert ChatMessage.objects.count() == 700
    assert UserSession.objects.count() == Session.objects.count() == MANY * 2 // 3
    deletes = [query["sql"] for query in queries if query["sql"].startswith('DELETE FROM "lobby_chatmessage"')]
    assert len(deletes) == (MANY + 1000) // 250 + 1
    assert not any(purge.purge().values())


def break_kind(monkeypatch: pytest.MonkeyPatch, name: str, after: int) -> None:
    """The batches of this kind fail after the first few."""
    kind, ran = purge.KINDS[name], []

    def drop(rows: object) -> int:
        ran.append(rows)
        if len(ran) > after:
            raise DatabaseError("canceling statement due to statement timeout")
        return kind.drop(rows)

    monkeypatch.setitem(purge.KINDS, name, kind._replace(drop=drop))


def purged_at() -> dict[str, float]:
    (family,) = [family for family in site() if family.name == "batida_purged_at_seconds"]
    return {sample.labels["kind"]: sample.value for sample in family.samples}


def test_one_kinds_failure_stops_no_other_and_undoes_nothing(
    room: Room, rafa: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lines(room, rafa, MANY, OLD)
    sessions(rafa)
    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
        break_kind(broken, "lines of chat", after=2)
        tasks.purge_personal_data()
    assert ChatMessage.objects.count() == MANY - 500
    assert Session.objects.count() == MANY * 2 // 3
    assert "lines of chat failed" in caplog.text
    assert [kind for kind, at in purged_at().items() if not at] == ["lines of chat"]

    tasks.purge_personal_data()  # the next time somebody looks
    assert not ChatMessage.objects.exists()
    assert all(at > time.time() - 60 for at in purged_at().values())


def test_the_command_says_what_failed(
    room: Room, rafa: User, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines(room, rafa, 10, OLD)
    break_kind(monkeypatch, "sessions", after=0)
    with pytest.raises(CommandError, match="sessions"):
        call_command("purge_personal_data")
    said = capsys.readouterr().out
    assert "lines of chat: 10\n" in said
    assert "sessions: failed\n" in said


def test_the_beat_purges_each_kind_once_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []
    monkeypatch.setattr(purge, "purge_kind", lambda name: ran.append(name) or 0)
    for _ in range(3):
        tasks.purge_personal_data()
    assert ran == list(purge.KINDS)
    now = time.time()
    monkeypatch.setattr("lobby.moderation.purge.time.time", lambda: now + purge.A_DAY)
    tasks.purge_personal_data()
    assert ran == [*purge.KINDS, *purge.KINDS]


def test_nobody_purges_what_another_worker_is_at(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def purging(name: str) -> int:
        ran.append(name)
        if len(ran) == 1:
            tasks.purge_personal_data()  # the other worker, meanwhile
        return 0

    monkeypatch.setattr(purge, "purge_kind", purging)
    tasks.purge_personal_data()
    assert sorted(ran) == sorted(purge.KINDS)
