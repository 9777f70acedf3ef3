"""Run the site: Daphne on uvloop, the hub, and in embedded mode the ticker too."""

import argparse
import asyncio
import fcntl
import gc
import logging
import os
import sys
import threading
from typing import Any, TextIO

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.celery import app
from config.ops import embedded
from config.ops.prepare import first_words, prepare

log = logging.getLogger(__name__)
LAST_WORDS = 1.0  # seconds for threads at work when the server has stopped


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
        lock = only_one() if settings.EMBEDDED else None
        if options["prepare"] and (password := prepare()):
            self.stdout.write(first_words(password, address(host, port)))
        allow_local_pages(port)
        if settings.EMBEDDED:
            embedded.load_tasks(app)
        self.serve(host, port)
        if lock:
            lock.close()
        leave(self.exit_code)

    def serve(self, host: str, port: int) -> None:
        # The order matters: Daphne makes its loop when it is imported.
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
        from config.asgi import application
        from config.ops import web_server

        self.server = web_server.make(application, host, port, self.ready)
        self.stdout.write(f"Batida: {address(host, port)}/")
        self.stdout.flush()
        self.server.run()
        if not self.server.listening_addresses:
            self.stderr.write(f"Port {port} of {host} is taken.")
            self.exit_code = 1

    def ready(self) -> None:
        """Daphne's loop is about to run."""
        self.ticker = asyncio.get_event_loop().create_task(self.table())
        self.ticker.add_done_callback(self.ended)

    async def table(self) -> None:
        from lobby.tables.realtime.hub import hub

        log.info("serving on %s", type(asyncio.get_running_loop()).__module__)
        settle_memory()

        hub()  # before the first request: threads of pages reach the sockets through it
        if settings.EMBEDDED:
            await embedded.beat(app)

    def ended(self, task: asyncio.Task[None]) -> None:
        """Deadlines must not die in silence: without its ticker the server stops."""
        if not task.cancelled() and (error := task.exception()):
            self.stderr.write(f"The ticker has crashed: {error!r}")
            self.exit_code = 1
            self.server.stop()


def settle_memory() -> None:
    """What is loaded by now stays for ever: the collector need not look at it again. A full look at the rest is rare,
    since nobody can move while it lasts."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


def address(host: str, port: int) -> str:
    """Where a browser on this machine finds the site."""
    return f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}"  # noqa: S104


def only_one() -> TextIO:
    """The lock of the data folder: sockets, deadlines and the layer in memory live in one process."""
    lock = (settings.DATA / "serve.lock").open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise CommandError(f"Another server runs on {settings.DATA}.") from error
    return lock


def allow_local_pages(port: int) -> None:
    """Sockets accept the pages of this machine at this port. In production only if no address is configured."""
    if settings.EMBEDDED or not settings.ORIGINS:
        settings.ORIGINS += [f"http://127.0.0.1:{port}", f"http://localhost:{port}"]


def leave(code: int) -> None:
    """Exit, also when a sweep still runs: what it has not committed is undone, as by any crash."""
    sys.stdout.flush()
    sys.stderr.flush()
    last = threading.Timer(LAST_WORDS, os._exit, [code])
    last.daemon = True
    last.start()
    sys.exit(code)
