from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Rooms and live tables."""

    name = "lobby"
