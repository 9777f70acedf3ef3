"""A person asks the room for something: what every request carries besides its own arguments."""

from typing import TypedDict

from accounts.models import User
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import TableState
from lobby.tables.core.transitions import Change
from lobby.tables.store.table_store import StoredTable

from .change import Decide, change


class Asked(TypedDict, total=False):
    """From a socket: the id under which the request counts once, its identity, and what the process knows."""

    action_id: str | None
    body: bytes | None
    known: StoredTable | None


def ask(room_id: int, actor: User, decide: Decide, asked: Asked) -> bytes:
    """Change the table as this person; the reply is an `ack`."""
    return change(room_id, decide, actor=actor.pk, **asked)


def ask_as_host(room_id: int, actor: User, decide: Decide, asked: Asked) -> bytes:
    """The same, for what only the host may ask (P0-36)."""

    def as_host(table: TableState, now: int) -> Change:
        if table.host != actor.pk:
            raise Refusal("not_host")
        return decide(table, now)

    return ask(room_id, actor, as_host, asked)
