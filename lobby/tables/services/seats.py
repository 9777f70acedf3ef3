"""Seats of a room: people who sit, reserve, leave or are removed, and the host's bots.

Every function raises `Refusal` to say no; nothing has changed then. What follows from what is in core/seats.py."""

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
from .requests import Asked, ask, ask_as_host


def sit(*, room_id: int, actor: User, seat: int, **asked: Unpack[Asked]) -> bytes:
    """Take a seat, a bot's too; while others play, reserve it (P0-27, C4-17, [A-39])."""

    def decide(table: TableState, now: int) -> Change:
        permissions.check(table, actor.pk)
        return seats.sat(table, actor.pk, str(actor), seat, now)

    return ask(room_id, actor, decide, asked)


def cancel_reservation(*, room_id: int, actor: User, **asked: Unpack[Asked]) -> bytes:
    """Give a reservation back."""
    return ask(room_id, actor, lambda table, now: seats.cancelled(table, actor.pk, now), asked)


def leave(*, room_id: int, actor: User, **asked: Unpack[Asked]) -> bytes:
    """Give the seat back, in every phase; the engine decides what that means for the round [A-40]."""
    return ask(room_id, actor, lambda table, now: seats.left(table, actor.pk, now), asked)


def leave_everywhere(*, user_id: int) -> None:
    """The seats and reservations of a banned person are free at once [A-40]."""
    _leave(Seat.objects.filter(user_id=user_id), user_id)


def leave_public_rooms(*, user_id: int) -> None:
    """The same of a suspended person, who may stay in private rooms."""
    _leave(Seat.objects.filter(user_id=user_id, room__public=True), user_id)


def _leave(held: QuerySet[Seat], user_id: int) -> None:
    """The platform asks: the account itself may be inactive."""
    for room_id in held.values_list("room_id", flat=True):
        try:
            change(room_id, lambda table, now: seats.left(table, user_id, now))
        except Refusal as refusal:
            if refusal.code not in {"room_closed", "not_seated"}:  # gone meanwhile: what was wanted
                raise


def remove(*, room_id: int, actor: User, seat: int, who: str | None = None, **asked: Unpack[Asked]) -> bytes:
    """The host removes a person, who cannot come back: at once, or at the end of the round they play.

    `who`: the name the host saw in the seat. If somebody else has it by now, nothing is done (`stale_turn`).
    """

    def decide(table: TableState, now: int) -> Change:
        seats.check_name(table, seat, who)
        reservation = table.reserved(seat)
        if table.seat_of(actor.pk) == seat or (reservation is not None and reservation.user == actor.pk):
            raise Refusal("cannot_now")
        return seats.removed(table, seat, now)

    return ask_as_host(room_id, actor, decide, asked)


def add_bot(*, room_id: int, actor: User, seat: int, level: str, **asked: Unpack[Asked]) -> bytes:
    """The host puts a bot into a free seat (P0-4, P0-35)."""
    return ask_as_host(room_id, actor, lambda table, now: seats.bot_added(table, seat, level, now), asked)


def remove_bot(*, room_id: int, actor: User, seat: int, **asked: Unpack[Asked]) -> bytes:
    """The host sends a bot away; it finishes what it plays first (P0-35)."""
    return ask_as_host(room_id, actor, lambda table, now: seats.bot_removed(table, seat, now), asked)


def set_level(*, room_id: int, actor: User, seat: int, level: str, **asked: Unpack[Asked]) -> bytes:
    """The host chooses how well a bot plays."""
    return ask_as_host(room_id, actor, lambda table, now: seats.bot_level(table, seat, level, now), asked)
