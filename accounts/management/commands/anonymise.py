"""Delete an account on behalf of somebody who asked for it outside the site."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.privacy import anonymise

from ._person import person


class Command(BaseCommand):
    help = "Delete an account: games stay readable, the name is gone. Cannot be undone."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        found = person(options["username"])
        if not options["yes"] and input(f"Delete the account {found.username}? Type its user name: ") != found.username:
            raise CommandError("Nothing was changed.")
        anonymise(found)
        self.stdout.write("Done.")
