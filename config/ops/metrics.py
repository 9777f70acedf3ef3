"""/metrics, for Prometheus: the counters of this process (lobby/tables/store/metrics.py) and the current state of the
whole site.

Requires METRICS_TOKEN; if none is set, the page does not exist. A worker answers on METRICS_PORT instead."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import redis
from django.conf import settings
from django.db import Error, connection
from django.db.models import Count, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest
from prometheus_client.core import GaugeMetricFamily as Gauge
from prometheus_client.registry import Collector

from lobby.moderation import purge
from lobby.tables.core.state import PRESENT, SECOND
from lobby.tables.realtime import hub
from lobby.tables.realtime.connections import Connections
from lobby.tables.store import metrics as counted  # registers its counters

from .models import Mail

QUEUE = "deadlines"
# Open rooms, sleeping rooms, live sockets, when the most overdue table was due, total outage.
SITE = """
SELECT (SELECT count(*) FROM lobby_room WHERE closed_at IS NULL),
       (SELECT count(*) FROM lobby_room WHERE closed_at IS NULL AND asleep),
       (SELECT count(*) FROM lobby_connection WHERE closed IS NULL AND last_frame > p.at - p.outage - %s),
       (SELECT p.at - p.outage - min(check_at) FROM lobby_table),
       p.outage
FROM lobby_pulse p WHERE p.id = 1"""


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The page. 404 without the token."""
    token = settings.METRICS_TOKEN
    if not token or not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {token}"):
        raise Http404
    return HttpResponse(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)


class CurrentState(Collector):
    """Gauges that are read on each scrape."""

    def describe(self) -> Iterable[Gauge]:
        """Nothing, so that registering does not query the database."""
        return ()

    def collect(self) -> Iterator[Gauge]:
        """Figures of this process, the site and, in production, the broker."""
        yield from process()
        yield from site()
        if not settings.EMBEDDED:
            yield from broker()


def process() -> Iterator[Gauge]:
    """Sockets and tables of this process."""
    here = hub.of_this_process()
    connections = here.connections if here else Connections()
    sockets = Gauge("batida_sockets", "Open sockets of this process", labels=["kind"])
    sockets.add_metric(["table"], len(connections.sockets))
    sockets.add_metric(["lobby"], len(connections.lobby))
    yield sockets
    yield Gauge("batida_tables_held", "Tables with sockets in this process", len(connections.tables))


def site() -> Iterator[Gauge]:
    try:
        rooms, asleep, connections, overdue, outage = _row() or (0, 0, 0, 0, 0)
        mails, oldest = _mails()
        purged = _purged()
    except Error:
        yield Gauge("batida_database_up", "Does the database answer?", 0)
        return
    yield Gauge("batida_database_up", "Does the database answer?", 1)
    yield Gauge("batida_rooms_open", "Open rooms", rooms)
    yield Gauge("batida_rooms_asleep", "Open rooms without anybody present", asleep)
    yield Gauge("batida_connections", "Sockets of the whole site with a frame in the last 25 s", connections)
    yield Gauge(
        "batida_overdue_seconds",
        "How long the most overdue table waits for a sweep",
        max(0, overdue or 0) / SECOND,
    )
    yield Gauge("batida_outage_seconds", "Total outage since the site was installed", outage / SECOND)
    yield Gauge("batida_mails_waiting", "Mails that no mail server has taken yet", mails)
    yield Gauge("batida_mail_oldest_seconds", "How long the oldest of them has waited", oldest)
    kinds = Gauge("batida_purged_at_seconds", "Last purge without a failure, in Unix time; 0: never", labels=["kind"])
    for kind, at in purged.items():
        kinds.add_metric([kind], at)
    yield kinds


@contextmanager
def _released() -> Iterator[None]:
    """Close the connection afterwards: a worker answers each scrape in a new thread, which never reuses it."""
    try:
        yield
    finally:
        if not connection.in_atomic_block:
            connection.close()


def _row() -> tuple[int, int, int, int | None, int] | None:
    with _released(), connection.cursor() as cursor:
        cursor.execute(SITE, [PRESENT])
        row: tuple[int, int, int, int | None, int] | None = cursor.fetchone()
        return row


def _mails() -> tuple[int, float]:
    """The number of waiting mails, and for how many seconds the oldest has waited."""
    with _released():
        waiting = Mail.objects.aggregate(count=Count("pk"), oldest=Min("queued_at"))
    if not waiting["oldest"]:
        return 0, 0.0
    return waiting["count"], max(0.0, (timezone.now() - waiting["oldest"]).total_seconds())


def broker() -> Iterator[Gauge]:
    """Does Redis answer, and do ticks pile up there?"""
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=0.3, socket_connect_timeout=0.3) as client:
        try:
            waiting = client.llen(QUEUE)
        except redis.RedisError:
            yield Gauge("batida_redis_up", "Does Redis answer?", 0)
            return
    yield Gauge("batida_redis_up", "Does Redis answer?", 1)
    yield Gauge("batida_queue_length", "Scheduled ticks that no worker has taken yet", int(waiting))


def _purged() -> dict[str, float]:
    with _released():
        return purge.last_successes()


REGISTRY.register(CurrentState())

__all__ = ["counted", "metrics"]
