"""Health checks for supervisors and load balancers."""

import shutil

import redis
from django.conf import settings
from django.db import Error, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from .models import WriteProbe

DOWN, CANNOT_WRITE = "down", "cannot write"
MEGABYTE = 2**20
LEAST_SPACE = 16 * MEGABYTE  # bytes free for SQLite: its log grows by a few before it is written back


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Is the process alive? Touches nothing else, so that a dead database does not restart healthy processes."""
    return HttpResponse("ok", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Can this process serve users? 503 if the database is down or takes no write, or if migrations are pending.

    A dead Redis is reported but does not count: tables stay correct without it, only slower."""
    state = {"database": database_state(), "redis": redis_state()}
    ready = state["database"] == "ok"
    return JsonResponse({"ready": ready, **state}, status=200 if ready else 503)


def database_state() -> str:
    """ok, down, migrations pending, disk full or cannot write."""
    try:
        executor = MigrationExecutor(connection)
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Error:
        return DOWN
    if pending:
        return "migrations pending"
    if settings.EMBEDDED and shutil.disk_usage(settings.DATA).free < LEAST_SPACE:
        return "disk full"
    try:
        write()
    except Error:
        return CANNOT_WRITE
    return "ok"


def write() -> None:
    """Write one row: with a full disk, on a standby or in a read-only folder the database still answers reads."""
    with transaction.atomic():
        probe = WriteProbe(pk=1, at=timezone.now())
        WriteProbe.objects.bulk_create([probe], update_conflicts=True, update_fields=["at"], unique_fields=["id"])


def redis_state() -> str:
    """ok, down or not used (embedded mode)."""
    if settings.EMBEDDED:
        return "not used"
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=0.3, socket_connect_timeout=0.3) as client:
        try:
            client.ping()
        except redis.RedisError:
            return "down"
    return "ok"
