"""Tell everybody that something has changed: after commit, from any thread of any process. With the hub, the only user
of the channel layer."""

import logging
from collections.abc import Sequence

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from . import hub
from .hot import Known

log = logging.getLogger(__name__)


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
    else:  # a Celery worker, a command: no sockets here, only the bell
        layer = get_channel_layer()
        if layer is not None:
            async_to_sync(layer.group_send)(hub.GROUP, hub.bell(versions, users, talks))
