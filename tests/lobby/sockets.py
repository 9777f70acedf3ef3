"""A person's page, as far as the socket goes."""

import asyncio
from typing import Any

import msgspec
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from lobby.routing import websocket_urlpatterns
from lobby.tables.realtime.hub import hub
from tests.support.client import whole

router = URLRouter(websocket_urlpatterns)
TIMEOUT = 3.0


class Page:
    """One socket. Pings are answered like a page answers them; `heard` keeps every frame that came."""

    def __init__(self, user: User | None, slug: str | None) -> None:
        path = "/ws/lobby/" if slug is None else f"/ws/table/{slug}/"
        self.socket = WebsocketCommunicator(router, path)
        self.socket.scope["user"] = user or AnonymousUser()
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.shown: dict[str, Any] = {}
        self.numbers = iter(range(1, 10_000))

    async def open(self) -> "Page":
        assert (await self.socket.connect(TIMEOUT))[0]
        return self

    async def close(self) -> None:
        await self.socket.disconnect()

    async def send(self, message: dict[str, Any]) -> None:
        await self.socket.send_to(text_data=msgspec.json.encode(message).decode())

    async def send_text(self, text: str) -> None:
        await self.socket.send_to(text_data=text)

    async def next(self, kind: str | tuple[str, ...], within: float = TIMEOUT) -> dict[str, Any]:
        """The next message of this kind; others are kept and passed over."""
        kinds = (kind,) if isinstance(kind, str) else kind
        async with asyncio.timeout(within):
            while True:
                output = await self.socket.receive_output(within)
                if output["type"] == "websocket.close":
                    message = {"type": "closed", "code": output["code"]}
                else:
                    self.raw.append(output["text"])
                    message = msgspec.json.decode(output["text"])
                    if message["type"] == "table":
                        self.shown = message = whole(message, self.shown)
                self.heard.append(message)
                if message["type"] == "ping":
                    await self.send({"type": "pong", "v": message["v"]})
                if message["type"] in kinds:
                    return message

    async def table(self, version: int = 0, within: float = TIMEOUT) -> dict[str, Any]:
        """A picture of at least this version; with a version, one that came already counts too."""
        seen = [message for message in self.heard if message["type"] == "table"]
        if version and seen and seen[-1]["v"] >= version:
            return seen[-1]
        while True:
            message = await self.next("table", within)
            if message["v"] >= version:
                return message

    async def answer(self, within: float = TIMEOUT) -> dict[str, Any]:
        return await self.next(("ack", "refused", "retry", "error", "closed"), within)

    async def act(self, view: dict[str, Any], action: dict[str, Any], action_id: str | None = None) -> dict[str, Any]:
        game = view["table"]["game"]
        message = {"type": "act", "round": game["round"], "turn": game["turn"], "action": action}
        await self.send({**message, "id": action_id or f"a{next(self.numbers)}"})
        return await self.answer()

    async def room(self, do: str, **fields: Any) -> dict[str, Any]:
        await self.send({"type": "room", "id": f"r{next(self.numbers)}", "do": do, **fields})
        return await self.answer()


async def rest() -> None:
    """Stop the hub of this test's loop. A connection to Redis that is just being made may swallow a cancellation."""
    pending = set(hub().tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=0.5)
