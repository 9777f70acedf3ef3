"""Health checks for supervisors and load balancers."""

import redis
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Is the process alive? Touches nothing else, so that a dead database does not restart healthy processes."""
    return HttpResponse("ok", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Can this process serve users? 503 if the database is down or migrations are pending.

    A dead Redis is reported but does not count: tables stay correct without it, only slower."""
    state = {"database": database_state(), "redis": redis_state()}
    ready = state["database"] == "ok"
    return JsonResponse({"ready": ready, **state}, status=200 if ready else 503)


def database_state() -> str:
    """ok, down or migrations pending."""
    try:
        executor = MigrationExecutor(connection)
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Error:
        return "down"
    return "migrations pending" if pending else "ok"


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
