"""Requests of people to a room: what each carries besides its own arguments."""

from typing import TypedDict

from accounts.models import User
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import TableState
from lobby.tables.core.transitions import Change
from lobby.tables.store.table_store import StoredTable

from .change import Decide, change


class RequestContext(TypedDict, total=False):
    """What a socket adds to a request: the id under which it counts once, its identity, and what the process knows of
    the table. See `change`."""

    action_id: str | None
    body: bytes | None
    known: StoredTable | None


def ask(room_id: int, actor: User, decide: Decide, context: RequestContext) -> bytes:
    """Change the table for this person; the reply is an `ack`. Raises what `change` raises."""
    return change(room_id, decide, actor=actor.pk, **context)


def ask_as_host(room_id: int, actor: User, decide: Decide, context: RequestContext) -> bytes:
    """The same for what only the host may ask (P0-36). Raises Refusal `not_host` too."""

    def as_host(table: TableState, now: int) -> Change:
        if table.host != actor.pk:
            raise Refusal("not_host")
        return decide(table, now)

    return ask(room_id, actor, as_host, context)
