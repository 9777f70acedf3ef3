"""Which service handles which room request of the socket protocol."""

from collections.abc import Callable

from accounts.models import User
from lobby.tables.core.errors import Refusal
from lobby.tables.services import hosting, seats
from lobby.tables.store.table_store import StoredTable

from .protocol import RoomRequest, request_identity

Service = Callable[..., bytes]

# `do` -> the service, and the fields it takes
REQUESTS: dict[str, tuple[Service, tuple[str, ...]]] = {
    "sit": (seats.sit, ("seat",)),
    "cancel": (seats.cancel_reservation, ()),
    "leave": (seats.leave, ()),
    "start": (hosting.start, ()),
    "pause": (hosting.pause, ()),
    "resume": (hosting.resume, ()),
    "close": (hosting.close, ()),
    "add_bot": (seats.add_bot, ("seat", "level")),
    "remove_bot": (seats.remove_bot, ("seat",)),
    "level": (seats.set_level, ("seat", "level")),
    "kick": (seats.remove, ("seat", "who")),
    "pass_host": (hosting.pass_host, ("seat", "who")),
    "turn_seconds": (hosting.set_turn_seconds, ("seconds",)),
    "chat": (hosting.set_chat, ("on",)),
}
MAY_BE_NONE = frozenset({"seconds", "who"})  # None: no limit; whoever is in the seat


def room_request(*, room_id: int, actor: User, message: RoomRequest, known: StoredTable | None = None) -> bytes:
    """Carry out a room request, exactly once per id; the reply is an `ack`.

    Raises what the service raises, and Refusal `malformed` if a field is missing."""
    service, fields = REQUESTS[message.do]
    values = {field: getattr(message, field) for field in fields}
    if any(value is None and field not in MAY_BE_NONE for field, value in values.items()):
        raise Refusal("malformed")
    asked = {"action_id": message.id, "body": request_identity(message), "known": known}
    return service(room_id=room_id, actor=actor, **values, **asked)
