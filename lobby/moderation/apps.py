from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """Reports and the moderators' desk."""

    name = "lobby.moderation"
    label = "moderation"
