"""What all tests share: static files, databases that are let go, real servers, Chromium."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from django.conf import settings
from django.core.management import call_command
from django.db import connections

from config.translations import compile_all

from .support.browsing import Browsing
from .support.servers import Server, prepare_folder

CI = os.environ.get("CI") == "true"
NOT_RUN: list[str] = []


# --- the run --------------------------------------------------------------------------------------------------------


def pytest_configure(config: pytest.Config) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # Argon2 is slow on purpose
    settings.ORIGINS.append("http://testserver")  # the Origin of sockets in tests, beside the host of Django's client
    first = not hasattr(config, "workerinput")
    if first:
        os.environ["BATIDA_TEST_STATIC"] = tempfile.mkdtemp(prefix="batida-static-")  # the workers of xdist inherit it
    settings.STATIC_ROOT = os.environ["BATIDA_TEST_STATIC"]
    if first:
        compile_all()
        call_command("collectstatic", interactive=False, verbosity=0)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop("BATIDA_TEST_STATIC"), ignore_errors=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that only make sense on PostgreSQL and Redis belong to the second pass of `make test`; only
    `make image-check` builds the container image."""
    elsewhere = {"production"} if settings.EMBEDDED else set()
    if os.environ.get("BATIDA_IMAGE_TEST") != "1":
        elsewhere.add("image")
    other = [item for item in items if elsewhere & {mark.name for mark in item.iter_markers()}]
    config.hook.pytest_deselected(items=other)
    items[:] = [item for item in items if item not in other]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """In CI nothing is skipped: a missing browser or server is a failure."""
    report: Any = yield
    if CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", f"not run: {report.longrepr[2]}"
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What could not run, in red; also into the file that `make test` shows at the very end."""
    for report in terminalreporter.stats.get("skipped", []):
        line = f"not run: {report.nodeid}: {report.longrepr[2].removeprefix('Skipped: ')}"
        terminalreporter.write_line(line, red=True)
        NOT_RUN.append(line)
    if NOT_RUN and (path := os.environ.get("BATIDA_NOT_RUN")):
        with Path(path).open("a") as file:
            file.writelines(f"{line}\n" for line in NOT_RUN)


# --- databases ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Before the test database is dropped, every thread lets go of its connection."""
    from lobby.tables.realtime import database_threads as live_db

    yield
    live_db.close()
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()  # that of asynchronous ORM calls


# --- servers --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder ready to be copied and served."""
    return prepare_folder(tmp_path_factory.mktemp("prepared") / "data")


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Server]:
    """One embedded server for all tests that do not stop it. Rooms and people of other tests may be there."""
    server = Server(shutil.copytree(prepared, tmp_path_factory.mktemp("served") / "data"), prepare=False)
    try:
        yield server.ready()
    finally:
        server.stop()


@pytest.fixture
def serve(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Callable[..., Server]]:
    """Starts servers of the test's own: `serve(*options, port=…, data=…, **environment)`, on a copy of a prepared
    data folder; or on a new one, with `prepare=True`."""
    started: list[Server] = []

    def start(*options: str, data: Path = tmp_path / "data", prepare: bool = False, **how: Any) -> Server:
        if not data.exists() and not prepare:
            shutil.copytree(request.getfixturevalue("prepared"), data)
        started.append(Server(data, *options, prepare=prepare, **how))
        return started[-1]

    yield start
    for server in started:
        server.kill()


# --- Chromium -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser a module: Playwright's own loop must not outlive it, or asynchronous tests could not run."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no Chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM)
        yield browser
        browser.close()


CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
]


@pytest.fixture
def browsing(chromium: Any, served: Server) -> Iterator[Browsing]:
    """Opens pages of `served`, each in a context of its own. At the end no page may have complained."""
    browsing = Browsing(chromium, served)
    yield browsing
    browsing.close()


@pytest.fixture
def page(browsing: Browsing) -> Any:
    """A visitor's page on a phone, in Portuguese."""
    return browsing.open()
