"""Run the site: Daphne on uvloop, the hub, and in embedded mode also the periodic tasks."""

import argparse
import asyncio
import errno
import fcntl
import gc
import logging
import os
import socket
import sys
import threading
from typing import Any, TextIO

import uvloop
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from config.celery import app
from config.ops import embedded
from config.ops.health import CANNOT_WRITE, DOWN, database_state
from config.ops.prepare import first_admin_notice, prepare
from lobby.tables.realtime.hub import hub

log = logging.getLogger(__name__)
LAST_PORT = 65_535
SHUTDOWN_GRACE = 1.0  # seconds for working threads to finish once the server has stopped


class Command(BaseCommand):
    help = (
        "Serve pages and sockets. Embedded (no DATABASE_URL, REDIS_URL): the one process there is, deadlines included."
    )
    ticker: asyncio.Task[None] | None = None
    exit_code = 0

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--prepare", action="store_true", help="first migrate, compile translations, collect static files"
        )

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        check_address(host, port)
        lock = only_one() if settings.EMBEDDED else None
        if options["prepare"] and (password := prepare()):
            self.stdout.write(first_admin_notice(password, address(host, port)))
        if settings.EMBEDDED:
            check_database()
        allow_local_pages(port)
        if settings.EMBEDDED:
            embedded.load_tasks(app)
        self.serve(host, port)
        if lock:
            lock.close()
        leave(self.exit_code)

    def serve(self, host: str, port: int) -> None:
        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
        # Not earlier: Daphne creates its event loop when it is imported.
        from config.asgi import application
        from config.ops import web_server

        self.address = address(host, port)
        self.server = web_server.make(application, host, port, ready=self.ready, listening=self.listening)
        self.server.run()
        if not self.server.listening_addresses:
            self.stderr.write(f"Port {port} of {host} is taken.")
            self.exit_code = 1

    def listening(self) -> None:
        self.stdout.write(f"Batida: {self.address}/")
        self.stdout.flush()

    def ready(self) -> None:
        """Called when Daphne's loop is about to run."""
        self.ticker = asyncio.get_event_loop().create_task(self.run_beside_server())
        self.ticker.add_done_callback(self.ended)

    async def run_beside_server(self) -> None:
        log.info("serving on %s", type(asyncio.get_running_loop()).__module__)
        settle_memory()
        hub()  # before the first request: page threads reach the sockets through it
        if settings.EMBEDDED:
            await embedded.beat(app)

    def ended(self, task: asyncio.Task[None]) -> None:
        """Stop the server if the ticker fails, because deadlines would no longer be kept."""
        if not task.cancelled() and (error := task.exception()):
            self.stderr.write(f"The ticker has crashed: {error!r}")
            self.exit_code = 1
            self.server.stop()


def settle_memory() -> None:
    """Exempt everything loaded so far from garbage collection, and make full collections rare: nobody can move while
    one runs."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


def address(host: str, port: int) -> str:
    """The URL of the site for a browser on this machine."""
    return f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}"  # noqa: S104


def check_address(host: str, port: int) -> None:
    """Check that we can listen there, before anything is prepared. Raises CommandError with the reason."""
    if not 1 <= port <= LAST_PORT:
        raise CommandError(f"There is no port {port}: choose one from 1 to {LAST_PORT}.")
    try:
        family, kind, *_, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(where)
            trial.listen()
    except OSError as error:
        why = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror}"
        raise CommandError(f"Port {port} of {host} {why}.") from error


def check_database() -> None:
    """Raise CommandError if the database cannot be used, instead of failing on every page later."""
    if (state := database_state()) in (DOWN, CANNOT_WRITE):
        raise CommandError(f"The database in {settings.DATA} cannot be {'read' if state == DOWN else 'written'}.")
    connection.close()


def only_one() -> TextIO:
    """Lock the data folder: in embedded mode, sockets, deadlines and the channel layer live in one process."""
    try:
        lock = (settings.DATA / "serve.lock").open("a")
    except OSError as error:
        raise CommandError(f"The data folder {settings.DATA} cannot be written: {error.strerror}.") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise CommandError(f"Another server runs on {settings.DATA}.") from error
    return lock


def allow_local_pages(port: int) -> None:
    """Accept sockets from pages of this machine on this port; in production only if no origin is configured."""
    if settings.EMBEDDED or not settings.ORIGINS:
        settings.ORIGINS += [f"http://127.0.0.1:{port}", f"http://localhost:{port}"]


def leave(code: int) -> None:
    """Exit even if a sweep is still running; like in a crash, what it has not committed is rolled back."""
    sys.stdout.flush()
    sys.stderr.flush()
    last = threading.Timer(SHUTDOWN_GRACE, os._exit, [code])
    last.daemon = True
    last.start()
    sys.exit(code)
