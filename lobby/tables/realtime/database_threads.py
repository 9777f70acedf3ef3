"""Database work from async code. Each thread keeps one connection, so there are as many connections as threads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.db import Error, InterfaceError, OperationalError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

P = ParamSpec("P")
R = TypeVar("R")

# Transient: the database restarts, all its connections are in use, a lock took too long, a deadlock. Any other database
# error is a bug of ours and would recur on every retry.
AWAY = (OperationalError, InterfaceError)

_connections: list[BaseDatabaseWrapper] = []


def _begin() -> None:
    connection.inc_thread_sharing()  # so that `close` may close it from the main thread
    _connections.append(connections["default"])


POOL = ThreadPoolExecutor(settings.DB_THREADS, thread_name_prefix="db", initializer=_begin)


async def db(work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Run `work` (a service or a selector) in a database thread, without blocking the loop. Raises what it raises."""
    run = copy_context().run
    return await asyncio.get_running_loop().run_in_executor(POOL, lambda: run(_run, work, args, kwargs))


def _run(work: Callable[..., R], args: tuple[Any, ...], kwargs: dict[str, Any]) -> R:
    try:
        return work(*args, **kwargs)
    except Error:
        connection.close()  # it may be broken: the next call opens a new one
        raise


def close() -> None:
    """Stop the threads and close their connections, at the end of the process or of the tests."""
    POOL.shutdown()
    for each in _connections:
        each.close()
