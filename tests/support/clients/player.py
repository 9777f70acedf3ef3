"""A player over a real WebSocket: the example for people who write their own client.

`Player` keeps one socket to one table; what to do is decided by whoever holds it: see `Bot` here.

    python -m tests.support.clients.player http://127.0.0.1:8000 --session COOKIE --room SLUG [--level normal]
"""

import argparse
import asyncio
import random
from collections.abc import Callable
from typing import TypeVar

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from games import action_json, bots

from .protocol import Client, Message, encode

PATIENCE = 8.0  # seconds until a connection that does not open is given up, as by the page
AGAIN = 0.2  # seconds until a request is sent again for which the server could do nothing


class Player(Client, WSListener):
    """One seat's socket. `on_view` is called with each new picture."""

    def __init__(self, on_view: "Callable[[Player], None] | None" = None) -> None:
        super().__init__()
        self.on_view = on_view
        self.transport: WSTransport | None = None

    # --- the socket ---

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.closed = self.closed or "gone"

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.CLOSE:  # answered, as a browser does; else the server waits a second for it
            transport.send_close(frame.get_close_code())
            transport.disconnect()
        elif frame.msg_type == WSMsgType.TEXT:
            self.heard(frame.get_payload_as_bytes())

    def heard(self, frame: bytes) -> None:
        message, answer = self.take(frame)
        if answer:
            self.send_frame(answer)
        getattr(self, "on_" + message["type"], self.on_other)(message)

    # --- what has come, once `Client` has seen to it ---

    def on_table(self, message: Message) -> None:
        if self.on_view:
            self.on_view(self)

    def on_retry(self, message: Message) -> None:
        if again := self.waiting.get(message["id"]):
            asyncio.get_running_loop().call_later(AGAIN, self.send_frame, again)

    def on_other(self, message: Message) -> None:
        """Everything else, for which this client has no use."""

    # --- out ---

    def send(self, message: Message) -> None:
        """A message that is not answered."""
        self.send_frame(encode(message))

    def send_frame(self, frame: bytes) -> None:
        if self.transport and not self.closed:
            self.transport.send(WSMsgType.TEXT, frame)

    def ask(self, message: Message) -> str:
        """Sends a request under a new id, which is returned."""
        asked, frame = self.request(message)
        self.send_frame(frame)
        return asked

    def act(self, action: Message) -> str:
        return self.ask(self.action(action))

    def choose(self, level: str, rng: random.Random) -> Message:
        """What the house's own bot of that level would do with what this player sees."""
        return action_json(bots.choose({"public": self.game, "you": self.you}, level, rng))


P = TypeVar("P", bound="Player")


async def connect(url: str, slug: str, session: str, player: P) -> P:
    """Open the table's socket as the owner of `session`. `url` is the site's address (http or https).

    ConnectionError, or another OSError: it did not open."""
    socket = url.replace("http", "ws", 1) + f"/ws/table/{slug}/"
    headers = {"Origin": url, "Cookie": f"sessionid={session}"}
    transport, _ = await ws_connect(lambda: player, socket, extra_headers=headers, websocket_handshake_timeout=PATIENCE)
    if player.transport is not transport:  # a server that hangs up in the handshake is no error of picows'
        raise ConnectionError("closed before it was open")
    return player


class Bot:
    """Plays one seat for as long as the table lives, at a person's pace."""

    def __init__(self, level: str, pause: float = 1.0) -> None:
        self.level, self.pause, self.rng = level, pause, random.Random()
        self.moved: tuple[int, int, str] | None = None

    def __call__(self, player: Player) -> None:
        here = (player.game.get("round", 0), player.game.get("turn", 0), player.game.get("phase", ""))
        if player.my_turn and here != self.moved:
            self.moved = here
            asyncio.get_running_loop().call_later(self.pause, lambda: player.act(player.choose(self.level, self.rng)))


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--session", required=True, help="value of the sessionid cookie of a logged-in account")
    parser.add_argument("--room", required=True, help="the room's slug: the last part of its address")
    parser.add_argument("--level", default="normal", choices=bots.LEVELS)
    arguments = parser.parse_args()
    player = await connect(arguments.url.rstrip("/"), arguments.room, arguments.session, Player(Bot(arguments.level)))
    assert player.transport
    await player.transport.wait_disconnected()
    print("closed:", player.closed)


if __name__ == "__main__":
    asyncio.run(main())
