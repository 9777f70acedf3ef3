from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """Commands that prepare and serve the platform."""

    name = "config.ops"
    label = "operations"

    def ready(self) -> None:
        from . import checks  # noqa: F401  (registers them)
