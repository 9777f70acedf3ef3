"""Places at which a process can be made to die as by `kill -9`, for the fault tests (`python -m bench.chaos`).

BATIDA_FAILPOINT=after_commit:7 dies the seventh time a change has been committed and nobody has been told. It is
refused unless BATIDA_CHAOS=1 stands beside it; without both, `reached` does nothing."""

import os
import signal

from django.core.exceptions import ImproperlyConfigured

PLACES = ("before_save", "after_save", "after_commit")

_armed: str | None = None
_left = 0


def arm(point: str) -> None:
    """`place` or `place:n`; empty: nowhere."""
    global _armed, _left  # one process, one death
    place, _, count = point.partition(":")
    if place and place not in PLACES:
        raise ImproperlyConfigured(f"BATIDA_FAILPOINT: choose from {', '.join(PLACES)}.")
    _armed, _left = place or None, int(count or 1)


def reached(place: str) -> None:
    global _left  # noqa: PLW0603
    if place == _armed:
        _left -= 1
        if _left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


if point := os.environ.get("BATIDA_FAILPOINT", ""):
    if os.environ.get("BATIDA_CHAOS") != "1":
        raise ImproperlyConfigured("BATIDA_FAILPOINT kills the server: it needs BATIDA_CHAOS=1.")
    arm(point)
