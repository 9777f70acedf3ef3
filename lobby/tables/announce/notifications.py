"""Bells between processes: "this table now has that version", "this account has changed", "this chat has a new line".

They carry no cards, and only speed depends on them: whatever a lost bell would have announced, the patrols find."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

from channels.layers import BaseChannelLayer, get_channel_layer
from django.core.exceptions import ImproperlyConfigured

from lobby.tables.store import metrics

LOBBY = 0  # the "table" whose bell means that the public list has changed
GROUP = "tables"  # one for all tables: processes never join or leave it with a table, so nothing can race
log = logging.getLogger(__name__)


def channel_layer() -> BaseChannelLayer:
    """What carries bells between processes. Raises ImproperlyConfigured if there is none."""
    if (layer := get_channel_layer()) is None:
        raise ImproperlyConfigured("CHANNEL_LAYERS has no default.")
    return layer


class Bells:
    """What a process has to announce to the others. What is added while a message is being sent goes with the next.

    Use it on one event loop only. `by`: the sender, so that it can ignore its own bells. `pause`: seconds between two
    messages."""

    def __init__(self, by: str = "", pause: float = 0.0) -> None:
        self.by, self.pause = by, pause
        self.layer = channel_layer()
        self.versions: dict[int, int] = {}
        self.users: set[int] = set()
        self.chats: set[int] = set()
        self.ringing: asyncio.Task[None] | None = None

    def add(self, versions: dict[int, int], users: Iterable[int] = (), chats: Iterable[int] = ()) -> None:
        """Ring for these versions by table, accounts, and tables with new chat."""
        for table_id, version in versions.items():
            self.versions[table_id] = max(version, self.versions.get(table_id, 0))
        self.users.update(users)
        self.chats.update(chats)
        self.ringing = self.ringing or asyncio.get_running_loop().create_task(self._ring())

    async def _ring(self) -> None:
        try:
            while self.versions or self.users or self.chats:
                await self.layer.group_send(GROUP, self._taken())
                await asyncio.sleep(self.pause)  # what is added meanwhile shares the next message
        except Exception as error:  # noqa: BLE001  the channel layer only affects speed
            metrics.bells_lost.inc()
            log.warning("bell lost: %r", error)
        finally:
            self.ringing = None

    def _taken(self) -> dict[str, Any]:
        pairs = list(self.versions.items())  # msgpack refuses numbers as keys
        users, chats = sorted(self.users), sorted(self.chats)
        self.versions, self.users, self.chats = {}, set(), set()
        return {"type": "tables.changed", "versions": pairs, "users": users, "talks": chats, "by": self.by}
