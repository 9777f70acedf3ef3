from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Rooms and live tables."""

    name = "lobby"

    def ready(self) -> None:
        from .tables.services import signal_handlers  # noqa: F401  registers listeners; imports models, so not before ready()
