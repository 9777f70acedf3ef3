"""/healthz and /readyz."""

import pytest
from django.db import OperationalError, connection
from django.test import Client


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
