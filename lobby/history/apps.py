from django.apps import AppConfig


class HistoryConfig(AppConfig):
    """History, replays and ratings."""

    name = "lobby.history"
    label = "history"

    def ready(self) -> None:
        from . import signal_handlers  # noqa: F401  registers listeners; imports models, so not before ready()
