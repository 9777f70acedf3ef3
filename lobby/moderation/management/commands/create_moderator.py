"""Create an account for a moderator."""

import secrets
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User, name_taken
from lobby.moderation.rights import promote


class Command(BaseCommand):
    help = (
        "Make an account for a moderator and print its first password. Its second factor is set up at the first visit."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--email", default="")

    def handle(self, *args: Any, **options: Any) -> None:
        username, password = options["username"].lower(), secrets.token_urlsafe(12)
        if name_taken(username) or User.objects.filter(username__iexact=username).exists():
            raise CommandError("Somebody has this name, or one that looks like it.")
        user = User(username=username, email=options["email"])
        user.set_password(password)
        try:
            user.clean_fields(exclude=["display_name"])
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from error
        user.save()
        promote(user)
        self.stdout.write(f"Moderator: {username}, password: {password} (shown this once)")
