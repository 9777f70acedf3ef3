"""Called in a server's database: a match that has been played to its end."""

import importlib
from typing import Any

from django.db import transaction

from lobby.history import ratings

from .matches import House


class Patches:
    """As much of pytest's monkeypatch as House asks for; nothing is undone, the process ends soon."""

    def setattr(self, target: Any, name: Any, *value: Any) -> None:
        if value:
            setattr(target, name, value[0])
            return
        module, attribute = target.rsplit(".", 1)
        setattr(importlib.import_module(module), attribute, name)


def main(ruleset: str, *names: str) -> int:
    """These people (made where they are missing) and a bot have played a match, and the room is closed: the match's id.

    All of it is one transaction: a server on that database sees only the end."""
    with transaction.atomic():
        house = House(Patches(), *names, ruleset=ruleset, bots=1)
        house.play_match()
        if not house.table.closed:
            house.close()
        ratings.rate_finished()
    return house.match.pk
