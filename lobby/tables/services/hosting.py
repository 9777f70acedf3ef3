"""What the host of a room decides: begin, pause, go on, hand on, close (P0-26, P0-36, C4-16, C4-19)."""

from typing import Unpack

from msgspec.structs import replace

import games
from accounts.models import User
from lobby.tables.core import transitions
from lobby.tables.core.errors import Refusal
from lobby.tables.core.seats import check_name, held
from lobby.tables.core.state import PAUSE_RIGHT, TableState
from lobby.tables.core.transitions import Change, LogNote

from .change import change, new_seed
from .requests import Asked, ask, ask_as_host


def start(*, room_id: int, actor: User, **asked: Unpack[Asked]) -> bytes:
    """Begin a match with its first deal; where the host deals, also the next round (P0-26)."""
    return ask_as_host(room_id, actor, lambda table, now: transitions.started(table, now, new_seed), asked)


def pause(*, room_id: int, actor: User, **asked: Unpack[Asked]) -> bytes:
    """Every clock keeps exactly what it has left (P0-23)."""

    def decide(table: TableState, now: int) -> Change:
        if table.paused_at is not None:
            raise Refusal("already_paused")
        return transitions.paused(table, now)

    return ask_as_host(room_id, actor, decide, asked)


def resume(*, room_id: int, actor: User, **asked: Unpack[Asked]) -> bytes:
    """The host ends a pause; after five minutes anybody with a seat may [A-32]."""

    def decide(table: TableState, now: int) -> Change:
        if table.paused_at is None:
            raise Refusal("not_paused")
        if table.host != actor.pk and table.seat_of(actor.pk) is None:
            raise Refusal("not_host")
        if table.host != actor.pk and now - table.paused_at < PAUSE_RIGHT:
            raise Refusal("wait_to_resume")
        return transitions.resumed(table, now)

    return ask(room_id, actor, decide, asked)


def pass_host(*, room_id: int, actor: User, seat: int, who: str | None = None, **asked: Unpack[Asked]) -> bytes:
    """Somebody else with a seat is the host now. `who` as in `kick`."""

    def decide(table: TableState, now: int) -> Change:
        check_name(table, seat, who)
        holder = held(table, seat)
        if holder is None or holder.user is None or holder.removed:
            raise Refusal("not_a_person")
        return Change(replace(table, host=holder.user, at=now), (LogNote("host", now, seat, holder.user),))

    return ask_as_host(room_id, actor, decide, asked)


def set_turn_seconds(*, room_id: int, actor: User, seconds: int | None, **asked: Unpack[Asked]) -> bytes:
    """Another time for each action, between two rounds; None: no limit (P0-31, C4-18)."""

    def decide(table: TableState, now: int) -> Change:
        if table.round_running:
            raise Refusal("round_running")
        options = games.clean_options(table.rules, {**table.options, "turn_seconds": seconds})
        game = table.game
        if game is not None and table.match_running:
            game = games.set_turn_seconds(game, seconds)
        changed = replace(table, options=options, game=game, at=now)
        return Change(changed, (LogNote("turn_seconds", now, action={"seconds": seconds}),))

    return ask_as_host(room_id, actor, decide, asked)


def set_chat(*, room_id: int, actor: User, on: bool, **asked: Unpack[Asked]) -> bytes:
    """Let people talk at this table, or not."""

    def decide(table: TableState, now: int) -> Change:
        if table.chat == on:
            return Change(table)
        return Change(replace(table, chat=on, at=now), (LogNote("chat", now, action={"on": on}),))

    return ask_as_host(room_id, actor, decide, asked)


def close(*, room_id: int, actor: User, **asked: Unpack[Asked]) -> bytes:
    """The room ends; a running round and match end without result."""
    return ask_as_host(room_id, actor, lambda table, now: transitions.closed(table, "host", now), asked)


def close_by_moderator(*, room_id: int, actor: User) -> None:
    """The same, by the house. That `moderator` may is the caller's to check."""
    change(room_id, lambda table, now: transitions.closed(table, "moderator", now), actor=actor.pk)


def rename_by_moderator(*, room_id: int, actor: User, name: str) -> None:
    """Another name, by the house. That `moderator` may is the caller's to check."""

    def decide(table: TableState, now: int) -> Change:
        return Change(replace(table, name=name, at=now), (LogNote("rename", now),))

    change(room_id, decide, actor=actor.pk)
