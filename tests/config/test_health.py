"""/healthz and /readyz."""

from types import SimpleNamespace

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client

from config.ops import health


def test_healthz_needs_no_database(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")


@pytest.mark.django_db
def test_readyz_with_everything(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["database"] == "ok"


@pytest.mark.django_db
def test_readyz_without_a_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*args: object) -> None:
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", down)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["ready"] is False


@pytest.mark.django_db
@pytest.mark.live
def test_readyz_of_a_database_that_keeps_nothing(client: Client) -> None:
    """A full disk, a standby, a read-only folder: they answer, and every page that writes fails."""
    assert client.get("/readyz").status_code == 200
    sqlite = connection.vendor == "sqlite"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON" if sqlite else "SET TRANSACTION READ ONLY")
        answer = client.get("/readyz")
        if sqlite:
            cursor.execute("PRAGMA query_only = OFF")
    assert answer.status_code == 503
    assert answer.json()["database"] == "cannot write"


@pytest.mark.django_db
def test_readyz_of_a_full_disk(client: Client, settings, monkeypatch: pytest.MonkeyPatch) -> None:
    free = SimpleNamespace(free=health.LEAST_SPACE - 1)
    monkeypatch.setattr("config.ops.health.shutil.disk_usage", lambda path: free)
    settings.EMBEDDED = True
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "disk full")
    free.free += 1
    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db
@pytest.mark.live
def test_readyz_tells_of_redis_but_does_not_need_it(client: Client, settings) -> None:
    if not settings.EMBEDDED:
        assert client.get("/readyz").json()["redis"] == "ok"
    settings.EMBEDDED, settings.REDIS_URL = False, "redis://127.0.0.1:1/0"
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["redis"] == "down"


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_health_cannot_be_posted_to(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405
