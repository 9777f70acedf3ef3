"""The page's half of the socket protocol (docs/protocol.md), whatever carries the frames."""

import itertools
import random
from typing import Any

import msgspec

Message = dict[str, Any]
ANSWERS = ("ack", "refused", "retry", "error")
decode = msgspec.json.decode
encode = msgspec.json.encode


class Client:
    """What every client of a table does: it gives requests their ids and keeps them until they are answered, puts
    pictures together, answers pings and remembers why it was sent away.

    It has no socket. A transport hands every text frame to `take` and sends what that returns; the frames of requests
    come from `request`."""

    def __init__(self) -> None:
        self.view: Message = {}  # the last picture, whole; empty before the first one
        self.waiting: dict[str, bytes] = {}  # the frames of requests without a final answer, by id
        self.refused: list[str] = []  # codes
        self.faults: list[str] = []  # references of errors in the server's log
        self.closed: str | None = None
        self._ids = itertools.count(1)
        self._salt = f"{random.getrandbits(48):012x}"

    # --- in ---

    def take(self, frame: str | bytes) -> tuple[Message, bytes | None]:
        """The message in a text frame, a picture made whole, and the frame to send back at once, if there is one."""
        message: Message = decode(frame)
        answer = None
        match message["type"]:
            case "table":
                self.view = message = whole(message, self.view)
            case "ping":
                answer = encode({"type": "pong", "v": self.version})
            case "ack":
                self.waiting.pop(message["id"], None)
            case "refused":
                self.waiting.pop(message["id"], None)
                self.refused.append(message["code"])
            case "error":
                self.waiting.pop(message["id"], None)
                self.faults.append(message["reference"])
            case "bye":
                self.closed = message["code"]
        return message, answer

    # --- out ---

    def request(self, message: Message, asked: str | None = None) -> tuple[str, bytes]:
        """Id and frame of a message that is answered. It stays in `waiting` until the answer comes: `retry`, or none,
        means to send the same frame again. Without `asked` the id is a new one."""
        asked = asked or f"{self._salt}-{next(self._ids)}"
        self.waiting[asked] = encode({**message, "id": asked})
        return asked, self.waiting[asked]

    def action(self, action: Message, view: Message | None = None) -> Message:
        """The message that asks for an action, in the turn that `view` shows: the last picture unless it is given."""
        game = (view or self.view)["table"]["game"]
        return {"type": "act", "round": game["round"], "turn": game["turn"], "action": action}

    # --- what is shown ---

    @property
    def version(self) -> int:
        """That of the last picture; -1 before the first one."""
        version: int = self.view.get("v", -1)
        return version

    @property
    def game(self) -> Message:
        """The public half of the game as last shown; empty before the first deal."""
        return (self.view.get("table") or {}).get("game") or {}

    @property
    def you(self) -> Message:
        """The private half of the last picture; empty before the first one."""
        return self.view.get("you") or {}

    @property
    def my_turn(self) -> bool:
        game = self.game
        return bool(game) and game["phase"] in ("draw", "discard") and game["active"] == self.you.get("seat")


def whole(message: Message, before: Message) -> Message:
    """A picture, with the room and the seats of the one before it where it leaves them out as unchanged."""
    table = {**{key: before["table"][key] for key in ("room", "seats") if before}, **message["table"]}
    if table["game"]:
        table["game"] |= {key: table["room"][key] for key in ("options", "rules")}
    return {**message, "table": table}


def handshake(host: str, path: str, **headers: str) -> bytes:
    """The request that opens a socket, for those who write it by hand. Underscores in names of headers are hyphens."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode()
