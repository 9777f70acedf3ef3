"""Rooms made through the services, as people make them."""

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from games import clean_options, get_ruleset
from lobby.models import Room
from lobby.tables.services import hosting, rooms, seats


def open_room(ruleset: str, people: Sequence[User], *, name: str = "", start: bool = True, **options: Any) -> Room:
    """A public room in which these people have sat down, the first one hosting it; the match has begun unless `start`
    is False. Options that are not given are the rule set's own."""
    host, *guests = people
    cleaned = clean_options(get_ruleset(ruleset), options)
    room = rooms.create_room(actor=host, ruleset=ruleset, options=cleaned, name=name, public=True, spectators=True)
    for seat, guest in enumerate(guests, start=1):
        seats.sit(room_id=room.pk, actor=guest, seat=seat)
    if start:
        hosting.start(room_id=room.pk, actor=host)
    return room


def main(seconds: str, *names: str) -> str:
    """Called in a server's database: these accounts play Pife com corte, with so many seconds per turn. The slug."""
    people = [User.objects.get(username=name) for name in names]
    return open_room("pife-corte", people, turn_seconds=int(seconds)).slug
