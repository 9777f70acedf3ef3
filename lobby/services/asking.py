"""A person asks the room for something."""

from accounts.models import User
from lobby.errors import Refusal
from lobby.flow import Change
from lobby.live import Live

from .change import Decide, change


def ask(room_id: int, user: User, decide: Decide) -> None:
    """Change the table as this person."""
    change(room_id, decide, user=user.pk)


def ask_as_host(room_id: int, by: User, decide: Decide) -> None:
    """The same, for what only the host may ask (P0-36)."""

    def as_host(live: Live, now: int) -> Change:
        if live.host != by.pk:
            raise Refusal("not_host")
        return decide(live, now)

    ask(room_id, by, as_host)
