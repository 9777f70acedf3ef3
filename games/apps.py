"""Makes the rules an installed app, for their management commands."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
