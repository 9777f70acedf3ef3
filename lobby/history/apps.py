from django.apps import AppConfig


class HistoryConfig(AppConfig):
    """History, replays and ratings."""

    name = "lobby.history"
    label = "history"
