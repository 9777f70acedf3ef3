"""Who may come to a table at all, to sit or to watch. Whoever has a seat there is in already."""

from accounts.models import Block
from lobby.errors import Refusal
from lobby.live import Live


def check(live: Live, user: int) -> None:
    """Refuses whom the host has blocked."""
    if live.person(user) is not None or live.closed:
        return
    if live.host is not None and Block.objects.filter(by=live.host, person=user, only_chat=False).exists():
        raise Refusal("blocked_by_host")
