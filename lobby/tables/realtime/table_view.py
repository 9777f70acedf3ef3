"""What a viewer of a table sees: built field by field from `TableState`, never by removing fields from it.

The public functions return JSON; durations are milliseconds."""

from typing import Any, NamedTuple

import msgspec

import games
from lobby.tables.core.state import GRACE, PAUSE_RIGHT, Dealt, Occupant, TableState
from lobby.tables.store import clock

Fields = dict[str, Any]
_encode = msgspec.json.Encoder().encode


class RoomView(NamedTuple):
    """What seldom changes at a table, encoded: a socket is sent only what has changed."""

    of: Any  # what it was built from: if equal, so are the bytes
    room: bytes
    seats: bytes


def room_view(table: TableState, before: RoomView | None = None) -> RoomView:
    """The room and its seats, the same for everybody. Returns `before` if nothing it shows has changed."""
    shown = (
        table.name, table.options, table.public, table.spectators, table.chat, table.host, table.paused_at,
        table.asleep_since, table.closed, table.match, table.seats, table.reservations, table.dealt,
    )  # fmt: skip
    if before is not None and before.of == shown:
        return before
    seats = [_seat(table, index, seat) for index, seat in enumerate(table.seats)]
    return RoomView(shown, _encode(_room(table)), _encode(seats))


def play(table: TableState, *, with_game: bool = True) -> bytes:
    """The fields `game` and `clock`; empty without `with_game`, for spectators of a room that admits none."""
    game: Fields | None = None
    clock_view: Fields = {"kind": None, "total": None}
    if with_game:
        clock_view = {"kind": table.clock.kind, "total": _ms(table.clock.total)}
        if table.game is not None:
            game = games.public_view(table.game)
            del game["options"], game["rules"]  # sent with the room
    return _encode({"game": game, "clock": clock_view})[1:-1]


def _room(table: TableState) -> Fields:
    return {
        "slug": table.slug,
        "name": table.name,
        "ruleset": table.ruleset,
        "options": table.options,
        "changed": games.changed(table.rules, table.options),
        "public": table.public,
        "spectators": table.spectators,
        "chat": table.chat,
        "host": table.seat_of(table.host),
        "paused": table.paused_at is not None,
        "asleep": table.asleep_since is not None,
        "frozen": table.frozen,
        "closed": table.closed,
        "match": table.match,
        "rules": games.facts(table.rules, table.options),
    }


def _seat(table: TableState, index: int, seat: Occupant | None) -> Fields:
    reservation = table.reserved(index)
    return {
        "i": index,
        "kind": "free" if seat is None else "bot" if seat.bot else "person",
        "name": None if seat is None else seat.name,
        "level": None if seat is None or not seat.bot else seat.level,
        "present": seat is not None and seat.absent_since is None,
        "leaving": seat is not None and seat.leaving,
        "reserved_by": reservation and reservation.name,
        "was": _gone(table.gone(index)),
    }


def _gone(held: Dealt | None) -> Fields | None:
    return None if held is None else {"kind": "bot" if held.user is None else "person", "name": held.name}


def private(table: TableState, user: int, name: str) -> bytes:
    """What only this person sees: their hand, the room's code if they have a seat or reservation, what they may do."""
    index, reservation = table.seat_of(user), table.reservation_of(user)
    belongs = index is not None or reservation is not None
    view: Fields = {
        "seat": index,
        "user": name,
        "host": table.host == user,
        "code": table.code if belongs else None,
        "reservation": reservation and reservation.seat,
        "may": may(table, user),
    }
    if table.dealt_to(user) is not None and index is not None and table.game is not None and not table.closed:
        hand = games.private_view(table.game, index)
        view |= {key: value for key, value in (hand or {}).items() if key != "seat"}
    return _encode(view)


def may(table: TableState, user: int) -> list[str]:
    """The room requests this person may make. `resume` is accepted from guests only after `pause_left` [A-32]."""
    if table.closed:
        return []
    seated, hosts = table.seat_of(user) is not None, table.host == user
    if not seated and table.reservation_of(user) is None:
        return ["sit"] if not table.removed_from(user) and table.has_seat_for_newcomer() else []
    found = ["leave" if seated else "cancel"]
    if table.paused_at is not None and (seated or hosts):
        found.append("resume")
    return [*found, *_host_may(table)] if hosts else found


def _host_may(table: TableState) -> list[str]:
    bots = any(seat.bot for seat in table.taken())
    people = sum(not seat.bot for seat in table.taken())
    allowed = {
        "pause": table.paused_at is None,
        "start": can_start(table),
        "close": True,
        "add_bot": bool(table.free_seats()) and (not table.match_running or table.rules.joins == "round"),
        "remove_bot": bots,
        "level": bots,
        "kick": people > 1,
        "pass_host": people > 1,
        "turn_seconds": not table.round_running,
        "chat": True,
    }
    return [do for do, allows in allowed.items() if allows]


def can_start(table: TableState) -> bool:
    """Can the host begin a match now, or the next round where the host deals?"""
    if table.frozen or table.closed or table.round_running:
        return False
    if table.match_running and table.rules.deals != "host":
        return False
    return len({i for i, s in enumerate(table.seats) if s} | {each.seat for each in table.reservations}) >= 2


# --- time left ------------------------------------------------------------------------------------------------------


def timing(table: TableState, *, with_game: bool = True) -> bytes:
    """The fields that change with time: what is left, never a time of day. Without the game, not its clock."""
    now = max(clock.now(), table.at)
    left = table.clock.left if table.clock.due is None else table.clock.due - now
    left = left if with_game else None
    absent = {
        str(i): _until(seat.absent_since, GRACE, now)
        for i, seat in enumerate(table.seats)
        if seat and seat.absent_since
    }
    pause_left, closes_in = _until(table.paused_at, PAUSE_RIGHT, now), _until(table.asleep_since, GRACE, now)
    fields = {"left": _ms(left), "absent": absent, "pause_left": pause_left, "closes_in": closes_in}
    return _encode(fields)[1:-1]


def _until(since: int | None, span: int, now: int) -> int | None:
    return None if since is None else _ms(since + span - now)


def _ms(us: int | None) -> int | None:
    return None if us is None else max(0, us) // 1000
