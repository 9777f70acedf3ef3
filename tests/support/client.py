"""A player over the documented protocol: the example for people who write their own client.

`Player` keeps one socket to one table, answers the server's pings, remembers the last picture it was shown and resends
what was not acknowledged. What to do is decided by whoever holds it: see `Bot` here, or `bench.live` for a crowd.

    python -m tests.support.client http://127.0.0.1:8000 --session COOKIE --room SLUG [--level normal]
"""

import argparse
import asyncio
import itertools
import random
from collections.abc import Callable
from typing import Any

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from games import action_json, bots

PATIENCE = 8.0  # seconds until a connection that does not open is given up, as by the page
decode = msgspec.json.decode
encode = msgspec.json.encode


def whole(message: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """A picture with the room and the seats that the one before it has told, where it leaves them out."""
    table = {**{key: before["table"][key] for key in ("room", "seats") if before}, **message["table"]}
    if table["game"]:
        table["game"] |= {key: table["room"][key] for key in ("options", "rules")}
    return {**message, "table": table}


class Player(WSListener):
    """One seat's socket. `view` is the last {"type": "table"} message; `on_view` is called with each new one."""

    def __init__(self, on_view: "Callable[[Player], None] | None" = None):
        self.on_view = on_view
        self.view: dict[str, Any] = {}
        self.waiting: dict[str, bytes] = {}  # sent, neither acknowledged nor refused
        self.refused: list[str] = []
        self.closed: str | None = None
        self.transport: WSTransport | None = None
        self._ids = itertools.count(1)
        self._salt = f"{random.getrandbits(48):012x}"

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.closed = self.closed or "gone"

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.CLOSE:  # answered, as a browser does; else the server waits a second for it
            transport.send_close(frame.get_close_code())
            transport.disconnect()
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = decode(frame.get_payload_as_bytes())
        getattr(self, "on_" + message["type"], self.on_other)(message)

    def on_table(self, message: dict[str, Any]) -> None:
        self.view = whole(message, self.view)
        if self.on_view:
            self.on_view(self)

    def on_ping(self, message: dict[str, Any]) -> None:
        self.send({"type": "pong", "v": self.version})

    def on_ack(self, message: dict[str, Any]) -> None:
        self.waiting.pop(message["id"], None)

    def on_refused(self, message: dict[str, Any]) -> None:
        self.waiting.pop(message["id"], None)
        self.refused.append(message["code"])

    def on_retry(self, message: dict[str, Any]) -> None:
        if again := self.waiting.get(message["id"]):
            asyncio.get_running_loop().call_later(0.2, self._raw, again)

    def on_bye(self, message: dict[str, Any]) -> None:
        self.closed = message["code"]

    def on_other(self, message: dict[str, Any]) -> None:
        """Messages this client has no use for: arrangement, hints."""

    def send(self, message: dict[str, Any]) -> None:
        self._raw(encode(message))

    def _raw(self, payload: bytes) -> None:
        if self.transport and not self.closed:
            self.transport.send(WSMsgType.TEXT, payload)

    def ask(self, message: dict[str, Any]) -> str:
        """Send an `act` or `room` message under a fresh id; it stays in `waiting` until it is answered."""
        message["id"] = f"{self._salt}-{next(self._ids)}"
        self.waiting[message["id"]] = encode(message)
        self._raw(self.waiting[message["id"]])
        return message["id"]

    def act(self, action: dict[str, Any]) -> str:
        game = self.game
        return self.ask({"type": "act", "round": game["round"], "turn": game["turn"], "action": action})

    @property
    def version(self) -> int:
        return self.view.get("v", 0)

    @property
    def game(self) -> dict[str, Any]:
        """The public half of the game as last shown; empty before the first deal."""
        return (self.view.get("table") or {}).get("game") or {}

    @property
    def you(self) -> dict[str, Any]:
        return self.view.get("you") or {}

    @property
    def my_turn(self) -> bool:
        game = self.game
        return bool(game) and game["phase"] in ("draw", "discard") and game["active"] == self.you.get("seat")

    def choose(self, level: str, rng: random.Random) -> dict[str, Any]:
        """What the house's own bot of that level would do with what this player sees."""
        return action_json(bots.choose({"public": self.game, "you": self.you}, level, rng))


async def connect(url: str, slug: str, session: str, player: Player) -> Player:
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

    def __init__(self, level: str, pause: float = 1.0):
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
    player = Player(Bot(arguments.level))
    await connect(arguments.url.rstrip("/"), arguments.room, arguments.session, player)
    assert player.transport
    await player.transport.wait_disconnected()
    print("closed:", player.closed)


if __name__ == "__main__":
    asyncio.run(main())
