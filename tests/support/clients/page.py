"""A person's page, as far as the socket goes, in the process of the test: it speaks to the consumers directly."""

import asyncio
from typing import Any

from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from lobby.routing import websocket_urlpatterns
from lobby.tables.realtime.hub import hub

from .protocol import ANSWERS, Client, Message, encode

router = URLRouter(list[Any](websocket_urlpatterns))
TIMEOUT = 3.0


class Page(Client):
    """One socket: that of the table with this slug, or that of the lobby.

    `heard` keeps every message that came, `raw` every frame. A closed socket is a message too, {"type": "closed"}."""

    def __init__(self, user: User | None, slug: str | None) -> None:
        super().__init__()
        path = "/ws/lobby/" if slug is None else f"/ws/table/{slug}/"
        self.socket = WebsocketCommunicator(router, path)
        scope: dict[str, Any] = self.socket.scope  # type: ignore[assignment]  # is one of HTTP, its stubs say
        scope["user"] = user or AnonymousUser()
        self.heard: list[Message] = []
        self.raw: list[str] = []

    async def open(self) -> "Page":
        assert (await self.socket.connect(TIMEOUT))[0]
        return self

    async def close(self) -> None:
        await self.socket.disconnect()

    # --- out ---

    async def send(self, message: Message) -> None:
        await self.send_text(encode(message).decode())

    async def send_text(self, text: str) -> None:
        await self.socket.send_to(text_data=text)

    async def ask(self, message: Message, asked: str | None = None) -> Message:
        """The answer to a request, under a new id unless one is given."""
        asked, frame = self.request(message, asked)
        await self.send_text(frame.decode())
        return await self.answer(asked)

    async def act(self, view: Message, action: Message, asked: str | None = None) -> Message:
        """The answer to an action in the turn that `view` shows."""
        return await self.ask(self.action(action, view), asked)

    async def room(self, do: str, **fields: object) -> Message:
        """The answer to a wish about the room."""
        return await self.ask({"type": "room", "do": do, **fields})

    # --- in ---

    async def next(self, *kinds: str, within: float = TIMEOUT) -> Message:
        """The next message of these kinds; others are kept and passed over. TimeoutError: none came."""
        async with asyncio.timeout(within):
            while True:
                message = await self._receive(within)
                if message["type"] in kinds:
                    return message

    async def _receive(self, within: float) -> Message:
        output = await self.socket.receive_output(within)
        answer = None
        if output["type"] == "websocket.close":
            message: Message = {"type": "closed", "code": output["code"]}
        else:
            self.raw.append(output["text"])
            message, answer = self.take(output["text"])
        self.heard.append(message)
        if answer:
            await self.send_text(answer.decode())
        return message

    async def table(self, version: int = 0, within: float = TIMEOUT) -> Message:
        """A picture of at least this version; with a version, one that came already counts too."""
        if version and self.version >= version:
            return self.view
        while True:
            message = await self.next("table", within=within)
            if message["v"] >= version:
                return message

    async def answer(self, asked: str | None = None, within: float = TIMEOUT) -> Message:
        """The answer to the request with this id, or to any; a request that cannot be read is answered without its id.
        A closed socket is an answer as well."""
        while True:
            message = await self.next(*ANSWERS, "closed", within=within)
            if asked is None or message.get("id") in (asked, None):
                return message


async def rest() -> None:
    """Stop the hub of this test's loop. A connection to Redis that is just being made may swallow a cancellation."""
    pending = set(hub().tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=0.5)
