"""What a viewer of a table sees: built field by field from `Live`, never cut out of it."""

from typing import Any, NamedTuple

import msgspec

import games
from lobby.tables.core.state import GRACE, PAUSE_RIGHT, Dealt, Live, Seat
from lobby.tables.store import clock

View = dict[str, Any]
_encode = msgspec.json.Encoder().encode


class House(NamedTuple):
    """What seldom changes at a table, encoded: a socket is sent only what it was not sent before."""

    of: Any  # equal: the bytes are too
    room: bytes
    seats: bytes


def house(live: Live, before: House | None = None) -> House:
    """The room and its seats, the same for everybody. `before` is returned again if nothing of it has changed."""
    shown = (
        live.name, live.options, live.public, live.spectators, live.chat, live.host, live.paused_at, live.asleep_since,
        live.closed, live.match, live.seats, live.reservations, live.dealt,
    )  # fmt: skip
    if before is not None and before.of == shown:
        return before
    seats = [_seat(live, index, seat) for index, seat in enumerate(live.seats)]
    return House(shown, _encode(_room(live)), _encode(seats))


def play(live: Live, *, with_game: bool = True) -> bytes:
    """The fields `game` and `clock`: nothing of it where the host lets nobody watch and the viewer has no seat."""
    game, clock_view = None, {"kind": None, "total": None}
    if with_game:
        clock_view = {"kind": live.clock.kind, "total": _ms(live.clock.total)}
        if live.game is not None:
            game = games.public_view(live.game)
            del game["options"], game["rules"]  # the room tells them
    return _encode({"game": game, "clock": clock_view})[1:-1]


def _room(live: Live) -> View:
    return {
        "slug": live.slug,
        "name": live.name,
        "ruleset": live.ruleset,
        "options": live.options,
        "changed": games.changed(live.rules, live.options),
        "public": live.public,
        "spectators": live.spectators,
        "chat": live.chat,
        "host": live.seat_of(live.host),
        "paused": live.paused_at is not None,
        "asleep": live.asleep_since is not None,
        "frozen": live.frozen,
        "closed": live.closed,
        "match": live.match,
        "rules": games.facts(live.rules, live.options),
    }


def _seat(live: Live, index: int, seat: Seat | None) -> View:
    booking = live.reserved(index)
    return {
        "i": index,
        "kind": "free" if seat is None else "bot" if seat.bot else "person",
        "name": None if seat is None else seat.name,
        "level": None if seat is None or not seat.bot else seat.level,
        "present": seat is not None and seat.absent_since is None,
        "leaving": seat is not None and seat.leaving,
        "reserved_by": booking and booking.name,
        "was": _gone(live.gone(index)),
    }


def _gone(held: Dealt | None) -> View | None:
    return held and {"kind": "bot" if held.user is None else "person", "name": held.name}


def private(live: Live, user: int, name: str) -> bytes:
    """What this person sees besides: the own hand, the room's code with a seat, what may be asked for."""
    index, booking = live.seat_of(user), live.reservation_of(user)
    belongs = index is not None or booking is not None
    view: View = {
        "seat": index,
        "user": name,
        "host": live.host == user,
        "code": live.code if belongs else None,
        "reservation": booking and booking.seat,
        "may": may(live, user),
    }
    if index is not None and live.game is not None and not live.closed:
        hand = games.private_view(live.game, index)
        view |= {key: value for key, value in (hand or {}).items() if key != "seat"}
    return _encode(view)


def may(live: Live, user: int) -> list[str]:
    """What the room lets this person ask for. `resume` of a guest counts only after `pause_left` [A-32]."""
    if live.closed:
        return []
    seated, hosts = live.seat_of(user) is not None, live.host == user
    if not seated and live.reservation_of(user) is None:
        return ["sit"] if user not in live.kicked and live.has_seat_for_newcomer() else []
    found = ["leave" if seated else "cancel"]
    if live.paused_at is not None and (seated or hosts):
        found.append("resume")
    return [*found, *_host_may(live)] if hosts else found


def _host_may(live: Live) -> list[str]:
    bots = any(seat.bot for seat in live.taken())
    people = sum(not seat.bot for seat in live.taken())
    allowed = {
        "pause": live.paused_at is None,
        "start": can_start(live),
        "close": True,
        "add_bot": bool(live.free_seats()) and (not live.match_running or live.rules.joins == "round"),
        "remove_bot": bots,
        "level": bots,
        "kick": people > 1,
        "pass_host": people > 1,
        "turn_seconds": not live.round_running,
        "chat": True,
    }
    return [do for do, allows in allowed.items() if allows]


def can_start(live: Live) -> bool:
    """May the host begin a match, or the next round where the host deals?"""
    if live.frozen or live.closed or live.round_running:
        return False
    if live.match_running and live.rules.deals != "host":
        return False
    return len({i for i, s in enumerate(live.seats) if s} | {each.seat for each in live.reservations}) >= 2


# --- time left ------------------------------------------------------------------------------------------------------


def timing(live: Live) -> bytes:
    """The fields that change with every moment; pages never learn a time of day."""
    now = max(clock.now(), live.at)
    left = live.clock.left if live.clock.due is None else live.clock.due - now
    absent = {
        str(i): _until(seat.absent_since, GRACE, now) for i, seat in enumerate(live.seats) if seat and seat.absent_since
    }
    pause_left, closes_in = _until(live.paused_at, PAUSE_RIGHT, now), _until(live.asleep_since, GRACE, now)
    fields = {"left": _ms(left), "absent": absent, "pause_left": pause_left, "closes_in": closes_in}
    return _encode(fields)[1:-1]


def _until(since: int | None, span: int, now: int) -> int | None:
    return None if since is None else _ms(since + span - now)


def _ms(us: int | None) -> int | None:
    return None if us is None else max(0, us) // 1000
