"""Change the role of an existing user."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.management.commands._person import person
from lobby.moderation import rights


class Command(BaseCommand):
    help = "Make somebody a moderator; with --remove an ordinary player again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--remove", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        found = person(options["username"])
        (rights.demote if options["remove"] else rights.promote)(found)
        told = "is a player again" if options["remove"] else "is a moderator"
        self.stdout.write(f"{found.username} {told}.")
