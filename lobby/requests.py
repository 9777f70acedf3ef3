"""A room request of the socket protocol -> the service that does it."""

from collections.abc import Callable
from typing import Any

from .errors import Refusal
from .protocol import RoomRequest
from .services import rooms

Service = Callable[..., Any]

# do -> (service, who asks is its "user" or its "by", further fields it takes)
REQUESTS: dict[str, tuple[Service, str, tuple[str, ...]]] = {
    "sit": (rooms.sit, "user", ("seat",)),
    "cancel": (rooms.cancel_reservation, "user", ()),
    "leave": (rooms.leave, "user", ()),
    "start": (rooms.start, "by", ()),
    "pause": (rooms.pause, "by", ()),
    "resume": (rooms.resume, "by", ()),
    "close": (rooms.close, "by", ()),
    "add_bot": (rooms.add_bot, "by", ("seat", "level")),
    "remove_bot": (rooms.remove_bot, "by", ("seat",)),
    "level": (rooms.set_level, "by", ("seat", "level")),
    "kick": (rooms.kick, "by", ("seat",)),
    "pass_host": (rooms.pass_host, "by", ("seat",)),
    "turn_seconds": (rooms.set_turn_seconds, "by", ("seconds",)),
}
MAY_BE_NONE = frozenset({"seconds"})  # no limit


def room_request(*, room_id: int, user: Any, message: RoomRequest) -> None:
    service, asker, fields = REQUESTS[message.do]
    values = {field: getattr(message, field) for field in fields}
    if any(value is None and field not in MAY_BE_NONE for field, value in values.items()):
        raise Refusal("malformed")
    service(room_id=room_id, **{asker: user}, **values)
