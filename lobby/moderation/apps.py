from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """Reports and the desk of the moderators."""

    name = "lobby.moderation"
    label = "moderation"
