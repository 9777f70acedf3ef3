"""Purge expired personal data now, without waiting for the periodic task; prints how much was deleted."""

from typing import Any

from django.core.management.base import BaseCommand

from lobby.moderation.purge import purge


class Command(BaseCommand):
    help = "Drop personal data whose term is over: chat 90 days, evidence 180 after the decision, notes 730."

    def handle(self, *args: Any, **options: Any) -> None:
        for what, count in purge().items():
            self.stdout.write(f"{what}: {count}")
