"""Called in the database of a live benchmark: accounts with sessions, and rooms in which they have begun to play."""

from typing import Any

from tests.support.scenes.people import crowd, sessions_of
from tests.support.scenes.rooms import open_room


def main(ruleset: str, tables: str, seats: str = "4") -> list[dict[str, Any]]:
    """One entry per table: {"slug": …, "sessions": […]}, the sessions in seat order. Nobody has a time limit."""
    size = int(seats)
    people = crowd(int(tables) * size, prefix="bench")
    sessions = sessions_of(people)
    made = []
    for first in range(0, len(people), size):
        room = open_room(ruleset, people[first : first + size], name="Bench", seats=size, turn_seconds=None)
        made.append({"slug": room.slug, "sessions": sessions[first : first + size]})
    return made
