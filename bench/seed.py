"""Fill a database for the live benchmarks: accounts with sessions, rooms of four people each, the match started.

    python -m bench.seed RULESET TABLES [SEATS]

Prints one JSON line a table: {"slug": …, "sessions": […]}, sessions in seat order."""

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402

from games import clean_options, get_ruleset  # noqa: E402
from lobby.tables.services import hosting, rooms, seats  # noqa: E402, hosting, seats

User = get_user_model()


def accounts(count: int) -> list:
    """People without a usable password: the benchmarks come with their sessions."""
    start = User.objects.count()
    people = [User(username=f"bench{start + n}", display_name=f"Bench {start + n}") for n in range(count)]
    for person in people:
        person.set_unusable_password()
    return User.objects.bulk_create(people)


def session(user) -> str:
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return store.session_key


def table(key: str, people: list) -> dict:
    options = clean_options(get_ruleset(key), {"seats": len(people), "turn_seconds": None})
    host, *guests = people
    room = rooms.create_room(actor=host, ruleset=key, options=options, name="Bench", public=True, spectators=True)
    for seat, guest in enumerate(guests, start=1):
        seats.sit(room_id=room.pk, actor=guest, seat=seat)
    hosting.start(room_id=room.pk, actor=host)
    return {"slug": room.slug, "sessions": [session(person) for person in people]}


def main(key: str, tables: str, seats: str = "4") -> None:
    people = accounts(int(tables) * int(seats))
    for n in range(int(tables)):
        print(json.dumps(table(key, people[n * int(seats) : (n + 1) * int(seats)])), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
