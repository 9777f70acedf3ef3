"""Prepare a new version or a new machine, before its servers start."""

from typing import Any

from django.core.management.base import BaseCommand

from config.ops.prepare import first_admin_notice, prepare


class Command(BaseCommand):
    help = "Migrate, compile translations, collect static files, make a first administrator. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        if password := prepare():
            self.stdout.write(first_admin_notice(password))
