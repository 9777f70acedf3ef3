"""Every message of the sockets, both ways: this is the specification (docs/protocol.md explains it with examples).

Incoming messages are checked here before any work is done: size, strict JSON (no NaN, no lone surrogates), a closed
schema. Who sends one, and from which seat, is never taken from the message: the server knows. Functions that build a
message return it encoded as JSON."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from games import MOST_SEATS
from games.prospects import Prospect
from lobby.tables.core.chat import ChatLine

MAX_BYTES = 8192  # of one incoming message

Id = Annotated[str, Meta(pattern=r"\A[!-~]{1,40}\Z")]
Count = Annotated[int, Meta(ge=0, le=2**31)]
Name = Annotated[str, Meta(max_length=150)]
SeatIndex = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
CardId = Annotated[str, Meta(pattern=r"\A[A23456789TJQK][CDHS][12]\Z")]
Group = Annotated[list[CardId], Meta(max_length=14)]
Level = Literal["easy", "normal", "hard"]
Do = Literal[
    "sit", "leave", "cancel", "start", "pause", "resume", "close",
    "add_bot", "remove_bot", "level", "kick", "pass_host", "turn_seconds", "chat",
]  # fmt: skip


class Incoming(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a client may send. Unknown fields are malformed."""


class Act(Incoming, frozen=True, tag="act"):
    """A move. `round` and `turn` are those the player saw, so that a late click never acts on a later state."""

    id: Id
    round: Count
    turn: Count
    action: dict[str, Any]


class RoomRequest(Incoming, frozen=True, tag="room"):
    """A request about the room: `do` decides which fields count (request_table.py)."""

    id: Id
    do: Do
    seat: SeatIndex | None = None
    level: Level | None = None
    seconds: Annotated[int, Meta(ge=0, le=3600)] | None = None
    on: bool | None = None
    who: Name | None = None


class Arrange(Incoming, frozen=True, tag="arrange"):
    """The order of one's own hand. `n`: the client's own counter."""

    n: Count
    groups: Annotated[list[Group], Meta(max_length=20)]


class Ping(Incoming, frozen=True, tag="ping"):
    """Is this connection alive? Answered with a `ping`."""


class Pong(Incoming, frozen=True, tag="pong"):
    """The answer to a ping: the version this page shows."""

    v: Annotated[int, Meta(ge=-1, le=2**62)]


class Sync(Incoming, frozen=True, tag="sync"):
    """Send the whole picture again."""


class Why(Incoming, frozen=True, tag="why"):
    """Why can I not knock? Only the sender gets the answer."""

    id: Id


class Say(Incoming, frozen=True, tag="say"):
    """A line for the chat: a phrase, which everybody reads in their own language, or text."""

    id: Id
    kind: Literal["phrase", "text"]
    text: Annotated[str, Meta(min_length=1, max_length=1000)]


class Mute(Incoming, frozen=True, tag="mute"):
    """Mute somebody, or unmute them: the person in a seat, or who wrote a line of the chat."""

    id: Id
    on: bool
    seat: SeatIndex | None = None
    who: Name | None = None
    line: Annotated[int, Meta(ge=1, le=2**62)] | None = None


Message = Act | RoomRequest | Arrange | Ping | Pong | Sync | Why | Say | Mute


class Malformed(Exception):  # noqa: N818  the sender's error, not ours
    """Not a message of this protocol."""


_decode = msgspec.json.Decoder(Message).decode
_encode = msgspec.json.Encoder().encode


def parse(text: str) -> Message:
    """The message. Raises Malformed, without parsing, if it is longer than MAX_BYTES."""
    try:
        data = text.encode()
        if len(data) > MAX_BYTES:
            raise Malformed
        return _decode(data)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError, ValueError) as error:
        raise Malformed from error


def request_identity(message: RoomRequest) -> bytes:
    """What makes two requests with the same id the same request, encoded."""
    fields = [message.do, message.seat, message.level, message.seconds]
    more = [value for value in (message.on, message.who) if value is not None]
    return _encode([*fields, *more])


# --- out ------------------------------------------------------------------------------------------------------------


def table(version: int, timing: bytes, room: bytes | None, seats: bytes | None, play: bytes, private: bytes) -> bytes:
    """The picture of a table, from parts encoded before. `room` and `seats` are left out (None) if the socket has them.

    `play` (the fields `game` and `clock`) is built once per version, `private` once per version, per user; `timing` is
    that of this moment."""
    shared = (b"" if room is None else b'"room":%b,' % room) + (b"" if seats is None else b'"seats":%b,' % seats)
    return b'{"type":"table","v":%d,%b,"table":{%b%b},"you":%b}' % (version, timing, shared, play, private)


def ack(action_id: str, version: int) -> bytes:
    """The request is done; `version` is that of the table it led to."""
    return _encode({"type": "ack", "id": action_id, "v": version})


def refused(action_id: str | None, code: str) -> bytes:
    """The request is refused, and nothing has changed. `code`: a key of lobby/pages/refusals.py."""
    return _encode({"type": "refused", "id": action_id, "code": code})


def retry(action_id: str | None) -> bytes:
    """Not stored: send the same request again, with the same id."""
    return _encode({"type": "retry", "id": action_id})


def error(action_id: str | None, reference: str) -> bytes:
    """Something went wrong on the server, whose log names the `reference`."""
    return _encode({"type": "error", "id": action_id, "reference": reference})


def ping(version: int) -> bytes:
    """Is this page up to date? It answers with a `pong`. `version`: what it should show."""
    return b'{"type":"ping","v":%d}' % version


def arranged(n: int, groups: list[list[str]], complete: list[bool]) -> bytes:
    """The order of a hand. `complete`: for each group, whether it is a meld."""
    return _encode({"type": "arranged", "n": n, "groups": groups, "ok": complete})


def why(action_id: str, found: Prospect) -> bytes:
    """How near a hand is to winning, for whoever asked."""
    return _encode({"type": "why", "id": action_id, **found._asdict()})


def said(lines: Iterable[ChatLine], user: int, muted: list[str] | None) -> bytes:
    """Lines of the chat, oldest first. With `muted` (the names the person has muted) they replace all lines before."""
    shown = [
        {"n": line.n, "who": line.who, "own": line.user == user, "watching": line.spectators, "at": line.at}
        | {line.kind: line.text}
        for line in lines
    ]
    return _encode({"type": "said", "lines": shown} | ({} if muted is None else {"muted": muted}))


def lobby(version: int) -> bytes:
    """The public list has this version."""
    return b'{"type":"lobby","v":%d}' % version


def bye(code: str) -> bytes:
    """The last message before the server closes the socket, with the reason: a key of CLOSE."""
    return _encode({"type": "bye", "code": code})


# Reason -> close code of the socket.
CLOSE = {"not_logged_in": 4001, "account_inactive": 4003, "no_such_room": 4004, "removed_from_room": 4004,
         "blocked_by_host": 4004, "suspended": 4003,
         "too_many_sockets": 4009, "flood": 4008, "lagging": 4008}  # fmt: skip
