"""The ticker of embedded mode: the Celery schedule, in the event loop."""

import asyncio
import contextlib
import logging
import threading
import time
from collections import Counter

import pytest
from channels.layers import get_channel_layer
from django.core.exceptions import ImproperlyConfigured

from config import embedded
from config.celery import app
from lobby.services import sweep

embedded.load_tasks(app)  # here, since it sets up Django's logging anew, which would undo caplog's
SWEEPS = ("sweep_tables", "sweep_presence", "sweep_rooms")


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the runs of each sweep, which do nothing else here."""
    counted: Counter[str] = Counter()
    for name in SWEEPS:
        monkeypatch.setattr(sweep, name, lambda name=name: counted.update([name]))
    return counted


async def tick_for(seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await embedded.beat(app)


async def test_every_entry_of_the_schedule_fires(ticks: Counter[str]) -> None:
    assert set(app.conf.beat_schedule) == set(SWEEPS)
    await tick_for(2.2)
    assert 6 <= ticks["sweep_tables"] <= 9
    assert 2 <= ticks["sweep_presence"] <= 3
    assert 2 <= ticks["sweep_rooms"] <= 3


async def test_a_slow_sweep_skips_its_ticks_and_holds_up_nobody(
    ticks: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Counter()

    def slow() -> None:
        running.update(["now"])
        assert running["now"] == 1
        time.sleep(0.7)
        running.subtract(["now"])
        ticks.update(["slow"])

    monkeypatch.setattr(sweep, "sweep_tables", slow)
    started, gaps = time.monotonic(), []
    ticker = asyncio.create_task(tick_for(2.2))
    while not ticker.done():
        before = time.monotonic()
        await asyncio.sleep(0.01)
        gaps.append(time.monotonic() - before)
    assert time.monotonic() - started < 3
    assert 1 <= ticks["slow"] <= 3
    assert ticks["sweep_rooms"] >= 2
    assert sorted(gaps)[len(gaps) // 2] < 0.1


async def test_a_failing_task_is_logged_and_tried_again(
    ticks: Counter[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        ticks.update(["failed"])
        raise ValueError("no such table")

    monkeypatch.setattr(sweep, "sweep_tables", fail)
    with caplog.at_level(logging.ERROR):
        await tick_for(0.8)
    assert ticks["failed"] >= 2
    assert "no such table" in caplog.text


async def test_what_a_task_sends_goes_out_on_the_loop_of_the_sockets(
    ticks: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from asgiref.sync import async_to_sync

    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add("ticks", channel)
    threads = []

    async def send() -> None:
        threads.append(threading.current_thread())
        await layer.group_send("ticks", {"type": "tick"})

    monkeypatch.setattr(sweep, "sweep_tables", async_to_sync(send))
    ticker = asyncio.create_task(tick_for(0.6))
    assert await asyncio.wait_for(layer.receive(channel), 5) == {"type": "tick"}
    await ticker
    assert set(threads) == {threading.current_thread()}


def test_a_schedule_with_an_unknown_task_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.conf.beat_schedule, "typo", {"task": "lobby.tasks.swep_tables", "schedule": 1})
    with pytest.raises(ImproperlyConfigured, match="swep_tables"):
        embedded.load_tasks(app)
