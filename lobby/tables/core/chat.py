"""What can be said at a table."""

from typing import NamedTuple

# With one tap, in everybody's own language: the page translates the key.
PHRASES = ("hello", "nice", "wow", "oops", "sorry", "wait", "hurry", "back", "thanks", "rematch", "bye")


class ChatLine(NamedTuple):
    """Something said, as it is shown. `at`: milliseconds since 1970."""

    n: int
    user: int
    who: str
    at: int
    kind: str
    text: str
    spectators: bool
