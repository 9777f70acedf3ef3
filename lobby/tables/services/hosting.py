"""What the host of a room decides: start, pause, resume, settings, the next host, close (P0-26, P0-36, C4-16, C4-19).

Every function raises what `change` raises, and Refusal `not_host` unless it says otherwise. The replies are `ack`s."""

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
from .requests import RequestContext, ask, ask_as_host


def start(*, room_id: int, actor: User, **context: Unpack[RequestContext]) -> bytes:
    """Begin a match with its first deal; where the host deals, also the next round (P0-26).

    Raises Refusal: `frozen`, `round_running`, `match_running`, `not_enough_players`."""
    return ask_as_host(room_id, actor, lambda table, now: transitions.started(table, now, new_seed), context)


def pause(*, room_id: int, actor: User, **context: Unpack[RequestContext]) -> bytes:
    """Pause the table: every clock keeps exactly what it has left (P0-23). Raises Refusal: `already_paused`."""

    def decide(table: TableState, now: int) -> Change:
        if table.paused_at is not None:
            raise Refusal("already_paused")
        return transitions.paused(table, now)

    return ask_as_host(room_id, actor, decide, context)


def resume(*, room_id: int, actor: User, **context: Unpack[RequestContext]) -> bytes:
    """End a pause: the host at any time, anybody with a seat after five minutes [A-32].

    Raises Refusal: `not_paused`, `not_host` (no seat), `wait_to_resume`."""

    def decide(table: TableState, now: int) -> Change:
        if table.paused_at is None:
            raise Refusal("not_paused")
        if table.host != actor.pk and table.seat_of(actor.pk) is None:
            raise Refusal("not_host")
        if table.host != actor.pk and now - table.paused_at < PAUSE_RIGHT:
            raise Refusal("wait_to_resume")
        return transitions.resumed(table, now)

    return ask(room_id, actor, decide, context)


def pass_host(
    *, room_id: int, actor: User, seat: int, who: str | None = None, **context: Unpack[RequestContext]
) -> bytes:
    """Make somebody else with a seat the host. `who` as in `seats.remove`.

    Raises Refusal: `no_such_seat`, `stale_turn`, `not_a_person`."""

    def decide(table: TableState, now: int) -> Change:
        check_name(table, seat, who)
        holder = held(table, seat)
        if holder is None or holder.user is None or holder.removed:
            raise Refusal("not_a_person")
        return Change(replace(table, host=holder.user, at=now), (LogNote("host", now, seat, holder.user),))

    return ask_as_host(room_id, actor, decide, context)


def set_turn_seconds(*, room_id: int, actor: User, seconds: int | None, **context: Unpack[RequestContext]) -> bytes:
    """Change the time limit per action, in seconds, between two rounds; None: no limit (P0-31, C4-18).

    Raises InvalidOption, or Refusal: `round_running`."""

    def decide(table: TableState, now: int) -> Change:
        if table.round_running:
            raise Refusal("round_running")
        options = games.clean_options(table.rules, {**table.options, "turn_seconds": seconds})
        game = table.game
        if game is not None and table.match_running:
            game = games.set_turn_seconds(game, seconds)
        changed = replace(table, options=options, game=game, at=now)
        return Change(changed, (LogNote("turn_seconds", now, action={"seconds": seconds}),))

    return ask_as_host(room_id, actor, decide, context)


def set_chat(*, room_id: int, actor: User, on: bool, **context: Unpack[RequestContext]) -> bytes:
    """Switch the chat of this table on or off."""

    def decide(table: TableState, now: int) -> Change:
        if table.chat == on:
            return Change(table)
        return Change(replace(table, chat=on, at=now), (LogNote("chat", now, action={"on": on}),))

    return ask_as_host(room_id, actor, decide, context)


def close(*, room_id: int, actor: User, **context: Unpack[RequestContext]) -> bytes:
    """Close the room; a running round and match end without result."""
    return ask_as_host(room_id, actor, lambda table, now: transitions.closed(table, "host", now), context)


def close_by_moderator(*, room_id: int, actor: User) -> None:
    """Close the room for a moderator. The caller checks that `actor` is one."""
    change(room_id, lambda table, now: transitions.closed(table, "moderator", now), actor=actor.pk)


def rename_by_moderator(*, room_id: int, actor: User, name: str) -> None:
    """Rename the room for a moderator. The caller checks that `actor` is one."""

    def decide(table: TableState, now: int) -> Change:
        return Change(replace(table, name=name, at=now), (LogNote("rename", now),))

    change(room_id, decide, actor=actor.pk)
