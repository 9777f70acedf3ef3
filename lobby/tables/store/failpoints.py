"""Places where a process can be made to die as by `kill -9`, for the fault tests (`python -m bench.chaos`).

With BATIDA_FAILPOINT=after_commit:7 a process dies the seventh time it has committed a change and not yet announced it.
That needs BATIDA_CHAOS=1 too (else ImproperlyConfigured); without a failpoint `reached` does nothing."""

import os
import signal

from django.core.exceptions import ImproperlyConfigured

PLACES = ("before_save", "after_save", "after_commit")

_armed: str | None = None
_left = 0


def arm(point: str) -> None:
    """Die at a `place` the first time, or with `place:n` the n-th time; empty: nowhere.

    Raises ImproperlyConfigured for an unknown place."""
    global _armed, _left  # a process dies once
    place, _, count = point.partition(":")
    if place and place not in PLACES:
        raise ImproperlyConfigured(f"BATIDA_FAILPOINT: choose from {', '.join(PLACES)}.")
    _armed, _left = place or None, int(count or 1)


def reached(place: str) -> None:
    """A change has come to this place: die if it is armed and its count is up."""
    global _left  # noqa: PLW0603
    if place == _armed:
        _left -= 1
        if _left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


if point := os.environ.get("BATIDA_FAILPOINT", ""):
    if os.environ.get("BATIDA_CHAOS") != "1":
        raise ImproperlyConfigured("BATIDA_FAILPOINT kills the server: it needs BATIDA_CHAOS=1.")
    arm(point)
