"""The chat of a table: its phrases and its lines."""

from typing import NamedTuple

# Sent with one tap. Everybody reads them in their own language: the page translates the key.
PHRASES = ("hello", "nice", "wow", "oops", "sorry", "wait", "hurry", "back", "thanks", "rematch", "bye")


class ChatLine(NamedTuple):
    """One line of the chat, as it is shown.

    `n`: its number, ascending. `at`: milliseconds since 1970. `kind`: `phrase` (`text` is one of PHRASES) or `text`.
    `spectators`: written by somebody without a seat."""

    n: int
    user: int
    who: str
    at: int
    kind: str
    text: str
    spectators: bool
