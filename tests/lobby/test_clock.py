"""Service time: an outage costs nobody time, whoever finds it."""

import time
from typing import Any

import pytest

from lobby.models import Pulse
from lobby.tables.core.state import SECOND
from lobby.tables.store import clock

pytestmark = [pytest.mark.django_db, pytest.mark.live]


@pytest.fixture(autouse=True)
def unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "_known", None)


def aged(seconds: float) -> None:
    """As if the last pulse had been so long ago (negative: the clock was stepped back)."""
    row = Pulse.objects.get()
    Pulse.objects.update(at=row.at - int(seconds * SECOND))


def test_time_goes_on_between_pulses() -> None:
    clock.pulse()
    before = clock.now()
    time.sleep(0.05)
    clock.pulse()
    assert 0.04 * SECOND < clock.now() - before < SECOND


@pytest.mark.parametrize("seconds", [180, 3600, -3600])
def test_outage_is_booked_by_whoever_finds_it(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """T11: stopped for three minutes, clock stepped an hour either way."""
    clock.pulse()
    before = clock.now()
    aged(seconds)
    Pulse.objects.update(outage=-int(seconds * SECOND))  # so that service time at that pulse is what it was
    monkeypatch.setattr(clock, "_known", None)  # another process
    assert abs(clock.now() - before) < SECOND
    assert clock.now() >= before - SECOND // 10
    renewed = Pulse.objects.get()
    assert abs(renewed.outage) < SECOND


def test_found_twice_is_booked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock.pulse()
    aged(60)
    for _ in range(3):
        monkeypatch.setattr(clock, "_known", None)
        clock.ensure()
    assert 59 * SECOND < Pulse.objects.get().outage < 61 * SECOND


def test_a_process_that_was_stopped_does_not_run_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its monotonic clock went on; until it has looked at the pulse, its time stands."""
    clock.pulse()
    before = clock.now()
    real: Any = clock._monotonic
    monkeypatch.setattr(clock, "_monotonic", lambda: real() + 60 * SECOND)
    assert clock.now() - before <= clock.OUTAGE
    aged(60)  # what a real minute would have done to the pulse
    clock.ensure()
    assert 59 * SECOND < Pulse.objects.get().outage < 61 * SECOND


def test_pulse_slightly_in_the_future_is_no_outage() -> None:
    clock.pulse()
    aged(-0.05)
    clock.renew()
    assert Pulse.objects.get().outage == 0


def test_a_late_answer_does_not_put_the_clock_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """T4: between question and answer a busy machine slept for a fifth of a second; the clock knows better."""
    clock.pulse()
    before = clock.renew().offset
    answers = clock._read

    def slow() -> tuple[int, int | None, int]:
        found = answers()
        time.sleep(0.2)  # the late answer itself
        return found

    monkeypatch.setattr(clock, "_read", slow)
    assert abs(clock.renew().offset - before) < SECOND // 50
    monkeypatch.setattr(clock, "_known", None)
    assert abs(clock.renew().offset - before) > SECOND // 20  # so slow an answer is all a new process has …
    monkeypatch.setattr(clock, "_read", answers)
    assert abs(clock.renew().offset - before) < SECOND // 50  # … until it gets a better one


def test_a_clock_that_was_set_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second further on than what is known can be: that is no late answer."""
    clock.pulse()
    before = clock.renew().offset
    answers = clock._read

    def stepped() -> tuple[int, int | None, int]:
        raw, at, outage = answers()
        return raw + SECOND // 2, at, outage

    monkeypatch.setattr(clock, "_read", stepped)
    assert abs(clock.renew().offset - before - SECOND // 2) < SECOND // 50
