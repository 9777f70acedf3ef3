"""A room request of the socket protocol -> the service that does it."""

from collections.abc import Callable

from accounts.models import User
from lobby.tables.core.errors import Refusal
from lobby.tables.services import rooms, seats
from lobby.tables.store.table_store import StoredTable

from .protocol import RoomRequest, request_identity

Service = Callable[..., bytes]

# do -> the service, the name it has for who asks, further fields it takes
REQUESTS: dict[str, tuple[Service, str, tuple[str, ...]]] = {
    "sit": (seats.sit, "user", ("seat",)),
    "cancel": (seats.cancel_reservation, "user", ()),
    "leave": (seats.leave, "user", ()),
    "start": (rooms.start, "by", ()),
    "pause": (rooms.pause, "by", ()),
    "resume": (rooms.resume, "by", ()),
    "close": (rooms.close, "by", ()),
    "add_bot": (seats.add_bot, "by", ("seat", "level")),
    "remove_bot": (seats.remove_bot, "by", ("seat",)),
    "level": (seats.set_level, "by", ("seat", "level")),
    "kick": (seats.kick, "by", ("seat", "who")),
    "pass_host": (rooms.pass_host, "by", ("seat", "who")),
    "turn_seconds": (rooms.set_turn_seconds, "by", ("seconds",)),
    "chat": (rooms.set_chat, "by", ("on",)),
}
MAY_BE_NONE = frozenset({"seconds", "who"})  # no limit; whoever is in the seat


def room_request(*, room_id: int, user: User, message: RoomRequest, known: StoredTable | None = None) -> bytes:
    """Do what was asked, exactly once an id; the reply is an `ack`."""
    service, asker, fields = REQUESTS[message.do]
    values = {field: getattr(message, field) for field in fields}
    if any(value is None and field not in MAY_BE_NONE for field, value in values.items()):
        raise Refusal("malformed")
    asked = {"action_id": message.id, "body": request_identity(message), "known": known}
    return service(room_id=room_id, **{asker: user}, **values, **asked)
