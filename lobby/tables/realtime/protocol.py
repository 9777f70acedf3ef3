"""Every message of the sockets, in and out: this is the specification (docs/protocol.md explains it with examples).

What comes in is checked here before any work is done: size, strict JSON (no NaN, no lone surrogates), a closed schema.
Nothing of it names a seat, a person or a version that decides: those are the server's."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from games import MOST_SEATS
from lobby.tables.core.chat import ChatLine

MAX_BYTES = 8192

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
    pass


class Act(Incoming, frozen=True, tag="act"):
    """A move. `round` and `turn` are those the player saw: a late click never hits a later state."""

    id: Id
    round: Count
    turn: Count
    action: dict[str, Any]


class RoomRequest(Incoming, frozen=True, tag="room"):
    """A wish about the room: which fields count depends on `do`."""

    id: Id
    do: Do
    seat: SeatIndex | None = None
    level: Level | None = None
    seconds: Annotated[int, Meta(ge=0, le=3600)] | None = None
    on: bool | None = None
    who: Name | None = None


class Arrange(Incoming, frozen=True, tag="arrange"):
    """The order of one's own hand."""

    n: Count
    groups: Annotated[list[Group], Meta(max_length=20)]


class Ping(Incoming, frozen=True, tag="ping"):
    """Is this line alive? Answered with a `ping`."""


class Pong(Incoming, frozen=True, tag="pong"):
    """The answer to a ping: the version this page shows."""

    v: Annotated[int, Meta(ge=-1, le=2**62)]


class Sync(Incoming, frozen=True, tag="sync"):
    """Send the whole picture again."""


class Why(Incoming, frozen=True, tag="why"):
    """Why can't I knock? Answered to the asker alone."""

    id: Id


class Say(Incoming, frozen=True, tag="say"):
    """Something for the others at the table: a phrase, which everybody reads in their own language, or words."""

    id: Id
    kind: Literal["phrase", "text"]
    text: Annotated[str, Meta(min_length=1, max_length=1000)]


class Mute(Incoming, frozen=True, tag="mute"):
    """Not to hear somebody any more, or to hear them again: the person in a seat, or who said a line."""

    id: Id
    on: bool
    seat: SeatIndex | None = None
    who: Name | None = None
    line: Annotated[int, Meta(ge=1, le=2**62)] | None = None


Message = Act | RoomRequest | Arrange | Ping | Pong | Sync | Why | Say | Mute


class Malformed(Exception):  # noqa: N818  said to the sender, no error of ours
    """Not a message of this protocol."""


_decode = msgspec.json.Decoder(Message).decode
_encode = msgspec.json.Encoder().encode


def parse(text: str) -> Message:
    """The message, or Malformed. Never looks further than the first MAX_BYTES."""
    try:
        data = text.encode()
        if len(data) > MAX_BYTES:
            raise Malformed
        return _decode(data)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError, ValueError) as error:
        raise Malformed from error


def request_identity(message: RoomRequest) -> bytes:
    """What makes two requests with one id the same request."""
    told = [message.do, message.seat, message.level, message.seconds]
    more = [value for value in (message.on, message.who) if value is not None]
    return _encode([*told, *more])


# --- out ------------------------------------------------------------------------------------------------------------


def table(version: int, timing: bytes, room: bytes | None, seats: bytes | None, play: bytes, private: bytes) -> bytes:
    """The picture, with `room` and `seats` unless the socket was sent the same before. `play`, the fields `game` and
    `clock`, is built once a version, `private` once a person; the time left is that of this moment."""
    house = (b"" if room is None else b'"room":%b,' % room) + (b"" if seats is None else b'"seats":%b,' % seats)
    return b'{"type":"table","v":%d,%b,"table":{%b%b},"you":%b}' % (version, timing, house, play, private)


def ack(action_id: str, version: int) -> bytes:
    return _encode({"type": "ack", "id": action_id, "v": version})


def refused(action_id: str | None, code: str) -> bytes:
    return _encode({"type": "refused", "id": action_id, "code": code})


def retry(action_id: str | None) -> bytes:
    """Not stored: send the same request with the same id again."""
    return _encode({"type": "retry", "id": action_id})


def error(action_id: str | None, reference: str) -> bytes:
    """Something went wrong on the server; `reference` is in its log."""
    return _encode({"type": "error", "id": action_id, "reference": reference})


def ping(version: int) -> bytes:
    return b'{"type":"ping","v":%d}' % version


def arranged(n: int, groups: list[list[str]], complete: list[bool]) -> bytes:
    return _encode({"type": "arranged", "n": n, "groups": groups, "ok": complete})


def why(action_id: str, melds: list[list[str]], rest: list[str], missing: int) -> bytes:
    return _encode({"type": "why", "id": action_id, "melds": melds, "rest": rest, "missing": missing})


def said(lines: Iterable[ChatLine], user: int, muted: list[str] | None) -> bytes:
    """Lines of the talk, oldest first. With `muted`, the names one does not hear, they take the place of all before."""
    shown = [
        {"n": line.n, "who": line.who, "own": line.user == user, "watching": line.spectators, "at": line.at}
        | {line.kind: line.text}
        for line in lines
    ]
    return _encode({"type": "said", "lines": shown} | ({} if muted is None else {"muted": muted}))


def lobby(version: int) -> bytes:
    return b'{"type":"lobby","v":%d}' % version


def bye(code: str) -> bytes:
    return _encode({"type": "bye", "code": code})


CLOSE = {"not_logged_in": 4001, "account_inactive": 4003, "no_such_room": 4004, "removed_from_room": 4004,
         "blocked_by_host": 4004, "suspended": 4003,
         "too_many_sockets": 4009, "flood": 4008, "lagging": 4008}  # fmt: skip
