"""Called in a server's database: public rooms, each with a host of its own."""

from accounts.models import User
from lobby.tables.services import rooms


def main(number: str) -> None:
    for n in range(int(number)):
        host = User.objects.create_user(f"many-{n}")
        rooms.create_room(actor=host, ruleset="pife", options={}, name=f"Sala {n}", public=True, spectators=True)
