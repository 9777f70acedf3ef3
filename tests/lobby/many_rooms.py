"""python -m tests.lobby.many_rooms NUMBER  Opens as many public rooms in the database of the environment."""

import sys

import django


def main(number: int) -> None:
    django.setup()

    from accounts.models import User
    from lobby.tables.services import rooms

    for n in range(number):
        host = User.objects.create_user(f"many-{n}")
        rooms.create_room(actor=host, ruleset="pife", options={}, name=f"Sala {n}", public=True, spectators=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
