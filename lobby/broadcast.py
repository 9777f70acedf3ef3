"""Tell everybody that something has changed: after commit, from any thread of any process. With the hub, the only user
of the channel layer."""

import logging
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from . import hub, metrics
from .hot import Known

GATHERED = 0.05  # seconds for which a sweep keeps its bells together
log = logging.getLogger(__name__)


class _Bells:
    """What a sweep has to tell: in a process without a hub each bell costs a new connection to the channel layer."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.versions: dict[int, int] = {}
        self.users: set[int] = set()
        self.talks: set[int] = set()
        self.since = time.monotonic()

    def add(self, versions: dict[int, int], users: Sequence[int], talks: Sequence[int]) -> None:
        self.versions.update(versions)
        self.users.update(users)
        self.talks.update(talks)
        if time.monotonic() - self.since > GATHERED:
            self.ring()

    def ring(self) -> None:
        layer = get_channel_layer()
        if layer is None or not (self.versions or self.users or self.talks):
            return
        bell = hub.bell(self.versions, sorted(self.users), sorted(self.talks))
        self.clear()
        try:
            async_to_sync(layer.group_send)(hub.GROUP, bell)
        except Exception as error:  # noqa: BLE001  the channel layer only affects speed: the patrols find the versions
            metrics.bells_lost.inc()
            log.warning("bell lost: %r", error)


class _Here(threading.local):
    bells: _Bells | None = None


_here = _Here()


@contextmanager
def gathered() -> Iterator[None]:
    """What is changed in here rings a few times a second, not once a change."""
    _here.bells = _Bells()
    try:
        yield
        _here.bells.ring()
    finally:
        _here.bells = None


def table_changed(table: Known) -> None:
    """A version was committed here."""
    _tell(table, {table.id: table.version})


def lobby_changed() -> None:
    """The public list of rooms looks different now."""
    _tell(None, {hub.LOBBY: 0})


def account_changed(user: int) -> None:
    """An account was banned or its sessions ended: its sockets are judged at once. Call after commit."""
    _tell(None, {}, [user])


def said(table_id: int) -> None:
    """Somebody has said something at this table. What, the database knows."""
    _tell(None, {}, talks=[table_id])


def _tell(table: Known | None, versions: dict[int, int], users: Sequence[int] = (), talks: Sequence[int] = ()) -> None:
    # "Has this process a hub", not "does its loop run": when the server stops, nobody would ever answer async_to_sync.
    if here := hub.of_this_process():
        try:
            here.loop.call_soon_threadsafe(here.wrote, table, versions, users, talks)
        except RuntimeError:  # the loop is closed: the patrols of the other processes find the version
            log.info("told nobody of %s: this process is stopping", versions)
    elif _here.bells is not None:
        _here.bells.add(versions, users, talks)
    else:  # a Celery worker, a command: no sockets here, only the bell
        bells = _Bells()
        bells.add(versions, users, talks)
        bells.ring()
