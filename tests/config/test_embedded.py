"""The ticker of embedded mode: the Celery schedule, in the event loop."""

import asyncio
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable

import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.core.exceptions import ImproperlyConfigured

from config.celery import app
from config.ops import embedded
from lobby.tables.services import sweep

embedded.load_tasks(app)  # here, since it sets up Django's logging anew, which would undo caplog's
SWEEPS = ("sweep_tables", "sweep_presence", "sweep_rooms")


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the runs of each sweep, which do nothing else here."""
    counted: Counter[str] = Counter()
    for name in SWEEPS:
        monkeypatch.setattr(sweep, name, lambda name=name: counted.update([name]))
    return counted


async def tick_until(enough: Callable[[], bool]) -> float:
    """How long it took. A busy machine may take its time, so nothing here counts on seconds."""
    started, ticker = time.monotonic(), asyncio.create_task(embedded.beat(app))
    while not enough():
        assert time.monotonic() - started < 30
        await asyncio.sleep(0.01)
    ticker.cancel()
    return time.monotonic() - started


async def test_every_entry_of_the_schedule_fires(monkeypatch: pytest.MonkeyPatch) -> None:
    fired: Counter[str] = Counter()
    for name, entry in app.conf.beat_schedule.items():
        monkeypatch.setitem(entry, "schedule", min(entry["schedule"], 0.25))
        monkeypatch.setattr(app.tasks[entry["task"]], "run", lambda name=name: fired.update([name]))
    await tick_until(lambda: set(fired) == set(app.conf.beat_schedule))
    others = {"end_sanctions", "forget_attempts", "deliver_mails", "rate", "purge_personal_data"}
    assert set(fired) == {*SWEEPS, *others}


async def test_ticks_come_when_they_are_due_and_not_before(ticks: Counter[str]) -> None:
    took = await tick_until(lambda: ticks["sweep_rooms"] == 2)
    assert took >= 1.9
    assert 3 <= ticks["sweep_tables"] <= took / 0.25 + 1


async def test_a_slow_sweep_skips_its_ticks_and_holds_up_nobody(
    ticks: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    running: Counter[str] = Counter()

    def slow() -> None:
        running.update(["now"])
        assert running["now"] == 1
        time.sleep(0.7)
        running.subtract(["now"])
        ticks.update(["slow"])

    monkeypatch.setattr(sweep, "sweep_tables", slow)
    took = await tick_until(lambda: ticks["slow"] == 3)
    assert took >= 3 * 0.7
    assert ticks["sweep_rooms"] >= 1


def test_skipped_ticks_are_told_when_they_matter_and_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [100.0]
    monkeypatch.setattr("config.ops.embedded.time.monotonic", lambda: now[0])
    entry = embedded.LoopScheduler(app, print).schedule["sweep_tables"]
    run = embedded.Run(entry, None)  # due again at 100.25
    for at, told in ((100.25, 0), (101.2, 0), (101.3, 1), (105.0, 1)):
        now[0] = at
        run.skipped()
        assert caplog.text.count("sweep_tables still runs") == told


async def test_a_failing_task_is_logged_and_tried_again(
    ticks: Counter[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        ticks.update(["failed"])
        raise ValueError("no such table")

    monkeypatch.setattr(sweep, "sweep_tables", fail)
    with caplog.at_level(logging.ERROR):
        await tick_until(lambda: ticks["failed"] == 2)
    assert "no such table" in caplog.text


async def test_what_a_task_sends_goes_out_on_the_loop_of_the_sockets(
    ticks: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add("ticks", channel)
    threads = []

    async def send() -> None:
        threads.append(threading.current_thread())
        await layer.group_send("ticks", {"type": "tick"})

    monkeypatch.setattr(sweep, "sweep_tables", async_to_sync(send))
    await tick_until(lambda: len(threads) == 2)
    assert await layer.receive(channel) == {"type": "tick"}
    assert set(threads) == {threading.current_thread()}


def test_a_schedule_with_an_unknown_task_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.conf.beat_schedule, "typo", {"task": "lobby.tasks.swep_tables", "schedule": 1})
    with pytest.raises(ImproperlyConfigured, match="swep_tables"):
        embedded.load_tasks(app)
