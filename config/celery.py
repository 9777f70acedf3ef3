"""The Celery application. Its beat schedule is `CELERY_BEAT_SCHEDULE` in the settings: `celery beat` ticks it in
production, embedded.py in a single process."""

import os

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("batida")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_django_logging(**kwargs: object) -> None:
    """A receiver, even an empty one, stops Celery from lowering the root level: worker and beat write Django's logs."""
