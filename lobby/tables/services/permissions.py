"""Who may come to a table at all, to sit or to watch, and who may open one."""

from accounts.models import Block, Sanction
from accounts.standing import in_force
from lobby.models import House
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import TableState


def check(table: TableState, user: int) -> None:
    """Refuses whom the host has blocked, and at a public table whom a moderator has suspended."""
    if table.person(user) is not None or table.closed:
        return
    if table.public:
        check_public(user)
    if table.host is not None and Block.objects.filter(by=table.host, person=user, only_chat=False).exists():
        raise Refusal("blocked_by_host")


def check_public(user: int) -> None:
    """May this person be in public rooms?"""
    if in_force(user, Sanction.Kind.SUSPEND).exists():
        raise Refusal("suspended")


def check_opening(user: int, *, public: bool) -> None:
    """May this person open a room now?"""
    if House.objects.filter(pk=1, no_new_rooms=True).exists():
        raise Refusal("maintenance")
    if public:
        check_public(user)
