"""Purge expired personal data now, without waiting for the periodic task; prints how much was deleted."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lobby.moderation.purge import purge


class Command(BaseCommand):
    help = "Drop personal data whose term is over: chat 90 days, evidence 180 after the decision, notes 730."

    def handle(self, *args: Any, **options: Any) -> None:
        gone = purge()
        for what, count in gone.items():
            self.stdout.write(f"{what}: {'failed' if count is None else count}")
        if failed := [what for what, count in gone.items() if count is None]:
            raise CommandError(f"Not purged: {', '.join(failed)}. The log says why; the others are done.")
