"""S10: the lobby page and its live list while 5,000 rooms are open, in a database of its own (embedded mode).

python -m bench lobby [ROOMS]"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.support.servers import ROOT, environment

PAGES = ("/", "/rooms/list/", "/rooms/list/?game=pife")
TIMES = 60


def run(arguments: list[str]) -> None:
    """In a process of its own: settings must name the new database before Django starts."""
    with tempfile.TemporaryDirectory(prefix="batida-lobby-") as folder:
        env = environment(Path(folder))
        subprocess.run(
            [sys.executable, "manage.py", "prepare"], cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL
        )
        subprocess.run([sys.executable, "-m", "bench.lobby", *(arguments or ["5000"])], cwd=ROOT, env=env, check=True)


def open_rooms(count: int) -> None:
    """Rooms as `create_room` leaves them, written in bulk: what the list reads, without the limits a person has."""
    from accounts.models import User
    from games import RULESETS, clean_options
    from lobby.models import Room, Seat

    keys = list(RULESETS)
    people = User.objects.bulk_create(
        User(username=f"host{n}", display_name=f"Host {n}", name_key=f"h{n}") for n in range(count)
    )
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


def main(rooms: int) -> None:
    import django

    django.setup()
    from django.test import Client

    open_rooms(rooms)
    client = Client(headers={"host": "localhost"})
    print(f"{'page':28} {'p50 ms':>8} {'max ms':>8}   with {rooms} open rooms")
    for page in PAGES:
        assert client.get(page).status_code == 200
        taken = []
        for _ in range(TIMES):
            began = time.perf_counter()
            client.get(page)
            taken.append((time.perf_counter() - began) * 1000)
        taken.sort()
        print(f"{page:28} {statistics.median(taken):>8.1f} {taken[-1]:>8.1f}")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    main(int(sys.argv[1]))
