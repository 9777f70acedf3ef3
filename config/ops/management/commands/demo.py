"""Make and serve a lobby to click through (`make demo`)."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.urls import reverse

from accounts.models import User
from config.ops.demo.company import Company
from config.ops.demo.site import DemoSite, LogIn
from config.ops.management.commands.serve import address, check_address
from config.ops.prepare import prepare

REFUSED = 2  # exit status


class Command(BaseCommand):
    help = "Fill an empty database with people, rooms and matches that bots play, and serve it. Embedded mode only."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--matches", type=int, default=3, help="finished matches of each game (default: 3)")
        parser.add_argument("--no-serve", action="store_true", help="only fill the database")

    def handle(self, *args: Any, host: str, port: int, matches: int, no_serve: bool, **options: Any) -> None:
        if not settings.EMBEDDED:
            raise CommandError("The demo is for embedded mode: unset DATABASE_URL and REDIS_URL.", returncode=REFUSED)
        if anybody():
            raise CommandError(
                f"A demo needs an empty data folder, and there are people in {settings.DATA} already.",
                returncode=REFUSED,
            )
        if not no_serve:
            check_address(host, port)
        self.stdout.write(f"Playing {matches} matches of each game …")
        self.stdout.flush()
        site = DemoSite(prepare() or "")
        site.fill(matches)
        self.stdout.write(words(site.log_ins, address(host, port)))
        self.stdout.flush()
        if not no_serve:
            Company().start()
            call_command("serve", host=host, port=port)


def anybody() -> bool:
    """Does the database have users? One without tables has none."""
    return "accounts_user" in connection.introspection.table_names() and User.objects.exists()


def words(log_ins: list[LogIn], site: str) -> str:
    """The addresses of pages, and the log-ins: their passwords are stored nowhere else. `site`: its own address."""
    pages = {"lobby": "lobby", "ranking": "leaderboard", "desk": "moderation", "administration": "admin:index"}
    lines = [f"  {title:15} {site}{reverse(name)}" for title, name in pages.items()]
    lines += ["", f"Log-ins for {site}{reverse('account_login')}, shown this once (two browsers are two people):"]
    for each in log_ins:
        lines.append(f"  {each.name:6} {each.password:16} {each.role}")
        if each.codes:
            codes = ", ".join(each.codes)
            lines.append(f"         second factor: {codes} (each once), or {each.secret} in an authenticator app")
    return "\n".join(["", *lines, ""])
