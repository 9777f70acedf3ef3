"""Called in the database of `bench lobby`: opens rooms and times the pages that list them."""

import statistics
import time

from django.test import Client

from games import RULESETS, clean_options
from lobby.models import Room, Seat
from tests.support.scenes.people import crowd

PAGES = ("/", "/rooms/list/", "/rooms/list/?game=pife")
TIMES = 60


def main(rooms: str) -> list[tuple[str, float, float]]:
    """Each page with the median and the longest time that it takes, in milliseconds."""
    open_rooms(int(rooms))
    client = Client(headers={"host": "localhost"})
    return [(page, *timed(client, page)) for page in PAGES]


def timed(client: Client, page: str) -> tuple[float, float]:
    assert client.get(page).status_code == 200
    taken = []
    for _ in range(TIMES):
        began = time.perf_counter()
        client.get(page)
        taken.append((time.perf_counter() - began) * 1000)
    return statistics.median(taken), max(taken)


def open_rooms(count: int) -> None:
    """Rooms as `create_room` leaves them, written in bulk: what the list reads, without the limits a person has."""
    keys = list(RULESETS)
    people = crowd(count, prefix="host")
    rooms = Room.objects.bulk_create(
        Room(
            name=f"Room {n}",
            ruleset=keys[n % len(keys)],
            options=clean_options(RULESETS[keys[n % len(keys)]], {}),
            host=people[n],
            playing=n % 3 == 0,
        )
        for n in range(count)
    )
    Seat.objects.bulk_create(Seat(room=room, index=0, user=room.host, name=room.host.display_name) for room in rooms)
