"""/metrics and the page shown while the database is away."""

from threading import Thread

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection
from django.test import Client

from config.ops.metrics import site
from lobby.tables.store import failpoints

TOKEN = "for monitoring only"


def ask(client: Client, token: str = TOKEN):
    return client.get("/metrics", headers={"authorization": f"Bearer {token}"})


@pytest.mark.parametrize(("configured", "given"), [("", ""), ("", TOKEN), (TOKEN, ""), (TOKEN, TOKEN[:-1])])
def test_without_the_token_there_is_no_such_page(client: Client, settings, configured: str, given: str) -> None:
    settings.METRICS_TOKEN = configured
    assert ask(client, given).status_code == 404


@pytest.mark.django_db
@pytest.mark.live
def test_with_it_prometheus_reads_counters_and_the_site(client: Client, settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    answer = ask(client)
    assert answer.status_code == 200
    text = answer.content.decode()
    for name in (
        'batida_sockets{kind="table"}',
        "batida_tables_held",
        "batida_database_up 1.0",
        "batida_overdue_seconds",
        "batida_outage_seconds",
        "batida_changes_total",
        "batida_bells_lost_total",
        "# TYPE batida_lateness_seconds histogram",
    ):
        assert name in text
    assert ("batida_redis_up 1.0" in text) is not settings.EMBEDDED


@pytest.mark.django_db(transaction=True)
@pytest.mark.production
def test_a_scrape_in_a_thread_of_its_own_gives_its_connection_back() -> None:
    """So a worker answers them. More scrapes than the pool has connections."""
    scrapes = 20
    assert scrapes > connection.settings_dict["OPTIONS"]["pool"]["max_size"]
    answers: list[float] = []
    for _ in range(scrapes):
        scrape = Thread(target=lambda: answers.append(next(site()).samples[0].value))
        scrape.start()
        scrape.join()
    assert answers == [1.0] * scrapes


@pytest.mark.django_db
def test_a_dead_database_is_a_figure(client: Client, settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.METRICS_TOKEN = TOKEN
    monkeypatch.setattr(connection, "cursor", away)
    assert "batida_database_up 0.0" in ask(client).content.decode()


def away(*args: object) -> None:
    raise OperationalError


@pytest.mark.django_db
def test_a_page_without_its_database_says_come_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr(connection, "cursor", away)
    answer = client.get("/")
    assert answer.status_code == 503
    assert answer["Retry-After"] == "3"
    assert 'http-equiv="refresh"' in answer.content.decode()


@pytest.mark.django_db
def test_any_other_failure_is_a_500(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise ZeroDivisionError

    client.raise_request_exception = False
    monkeypatch.setattr(connection, "cursor", broken)
    assert client.get("/").status_code == 500


def test_a_failpoint_is_a_known_place() -> None:
    with pytest.raises(ImproperlyConfigured):
        failpoints.arm("somewhere")
    failpoints.arm("")
