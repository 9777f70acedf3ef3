"""Seats of a room: people sit down, reserve, leave or are removed; the host adds and removes bots.

The rules are in core/seats.py. Every function for `actor` raises what `change` raises, besides the refusals it names;
nothing has changed then. The replies are `ack`s."""

from typing import Unpack

from django.db.models import QuerySet

from accounts.models import User
from lobby.models import Seat
from lobby.tables.core import seats
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import TableState
from lobby.tables.core.transitions import Change

from . import permissions
from .change import change
from .requests import RequestContext, ask, ask_as_host


def sit(*, room_id: int, actor: User, seat: int, **context: Unpack[RequestContext]) -> bytes:
    """Take a free seat or a bot's; while others play, reserve it (P0-27, C4-17, [A-39]).

    Raises Refusal: `blocked_by_host`, `suspended`, and those of `core.seats.sat`."""

    def decide(table: TableState, now: int) -> Change:
        permissions.check(table, actor.pk)
        return seats.sat(table, actor.pk, str(actor), seat, now)

    return ask(room_id, actor, decide, context)


def cancel_reservation(*, room_id: int, actor: User, **context: Unpack[RequestContext]) -> bytes:
    """Give a reservation back. Raises Refusal: `no_reservation`."""
    return ask(room_id, actor, lambda table, now: seats.cancelled(table, actor.pk, now), context)


def leave(*, room_id: int, actor: User, **context: Unpack[RequestContext]) -> bytes:
    """Give the seat back, in any phase; the engine decides what that means for the round [A-40].

    Raises Refusal: `not_seated`."""
    return ask(room_id, actor, lambda table, now: seats.left(table, actor.pk, now), context)


def leave_everywhere(*, user_id: int) -> None:
    """Free all seats and reservations of a banned person at once [A-40]."""
    _leave(Seat.objects.filter(user_id=user_id), user_id)


def leave_public_rooms(*, user_id: int) -> None:
    """The same for a suspended person, who may stay in private rooms."""
    _leave(Seat.objects.filter(user_id=user_id, room__public=True), user_id)


def _leave(held: QuerySet[Seat], user_id: int) -> None:
    """The platform asks, not the account, which may be inactive."""
    for room_id in held.values_list("room_id", flat=True):
        try:
            change(room_id, lambda table, now: seats.left(table, user_id, now))
        except Refusal as refusal:
            if refusal.code not in {"room_closed", "not_seated"}:  # no longer there, which is the aim
                raise


def remove(*, room_id: int, actor: User, seat: int, who: str | None = None, **context: Unpack[RequestContext]) -> bytes:
    """The host removes a person, who cannot come back: at once, or at the end of the round they are playing.

    `who`: the name the host saw in the seat. Raises Refusal: `not_host`, `no_such_seat`, `stale_turn` (somebody else
    has the seat by now), `cannot_now` (one's own seat), `not_a_person`."""

    def decide(table: TableState, now: int) -> Change:
        seats.check_name(table, seat, who)
        reservation = table.reserved(seat)
        if table.seat_of(actor.pk) == seat or (reservation is not None and reservation.user == actor.pk):
            raise Refusal("cannot_now")
        return seats.removed(table, seat, now)

    return ask_as_host(room_id, actor, decide, context)


def add_bot(*, room_id: int, actor: User, seat: int, level: str, **context: Unpack[RequestContext]) -> bytes:
    """The host puts a bot into a free seat (P0-4, P0-35).

    Raises Refusal: `not_host`, and those of `core.seats.bot_added`."""
    return ask_as_host(room_id, actor, lambda table, now: seats.bot_added(table, seat, level, now), context)


def remove_bot(*, room_id: int, actor: User, seat: int, **context: Unpack[RequestContext]) -> bytes:
    """The host removes a bot; it plays its round or match to the end first (P0-35).

    Raises Refusal: `not_host`, `no_such_seat`, `not_a_bot`."""
    return ask_as_host(room_id, actor, lambda table, now: seats.bot_removed(table, seat, now), context)


def set_level(*, room_id: int, actor: User, seat: int, level: str, **context: Unpack[RequestContext]) -> bytes:
    """The host chooses how well a bot plays.

    Raises Refusal: `not_host`, `unknown_level`, `no_such_seat`, `not_a_bot`."""
    return ask_as_host(room_id, actor, lambda table, now: seats.bot_level(table, seat, level, now), context)
