"""python -m tests.history.demo RULESET NAME…  Plays a match between these people (and a bot) in the database of the
environment, closes the room and prints the match's number. In one transaction: a server there sees only the end."""

import importlib
import sys
from typing import Any

import django


class Patches:
    """As much of pytest's monkeypatch as House asks for; this process ends soon."""

    def setattr(self, target: Any, name: Any, *value: Any) -> None:
        if value:
            setattr(target, name, value[0])
            return
        module, attribute = target.rsplit(".", 1)
        setattr(importlib.import_module(module), attribute, name)


def main(ruleset: str, names: list[str]) -> None:
    django.setup()

    from django.db import transaction

    from lobby.history import ratings

    from .played import House

    with transaction.atomic():
        house = House(Patches(), *names, ruleset=ruleset, bots=1)
        house.play_match()
        if not house.table.closed:
            house.close()
        ratings.rate_finished()
    print(house.match.pk)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
