"""python -m tests.lobby.room SECONDS NAME…  Opens a room of the environment's database in which these accounts have sat
down and the match has begun: prints its slug."""

import sys

import django


def main(seconds: str, *names: str) -> None:
    django.setup()

    from accounts.models import User
    from lobby.tables.services import hosting, rooms, seats

    host, *guests = (User.objects.get(username=name) for name in names)
    options = {"turn_seconds": int(seconds)}
    room = rooms.create_room(actor=host, ruleset="pife-corte", options=options, name="", public=True, spectators=True)
    for seat, guest in enumerate(guests, start=1):
        seats.sit(room_id=room.pk, actor=guest, seat=seat)
    hosting.start(room_id=room.pk, actor=host)
    print(room.slug)


if __name__ == "__main__":
    main(*sys.argv[1:])
