"""Who may enter a table, to sit or to watch, and who may open a room."""

from accounts.models import Block, Sanction
from accounts.standing import in_force
from lobby.models import House
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import TableState


def check(table: TableState, user: int) -> None:
    """May this person come to this table? Those with a seat or reservation stay, and closed tables are open to all.

    Raises Refusal: `blocked_by_host`, `suspended` (public tables)."""
    if table.person(user) is not None or table.closed:
        return
    if table.public:
        check_public(user)
    if table.host is not None and Block.objects.filter(by=table.host, person=user, only_chat=False).exists():
        raise Refusal("blocked_by_host")


def check_public(user: int) -> None:
    """May this person be in public rooms? Raises Refusal: `suspended`."""
    if in_force(user, Sanction.Kind.SUSPEND).exists():
        raise Refusal("suspended")


def check_opening(user: int, *, public: bool) -> None:
    """May this person open a room now? Raises Refusal: `maintenance`, `suspended` (public rooms)."""
    if House.objects.filter(pk=1, no_new_rooms=True).exists():
        raise Refusal("maintenance")
    if public:
        check_public(user)
