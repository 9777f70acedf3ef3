from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Rooms and live tables."""

    name = "lobby"

    def ready(self) -> None:
        from . import people  # noqa: F401  its listeners
