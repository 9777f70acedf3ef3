"""The Celery application. `CELERY_BEAT_SCHEDULE` in the settings is run by `celery beat` in production, and by
ops/embedded.py in embedded mode."""

import os

from celery import Celery
from celery.signals import setup_logging, worker_init
from prometheus_client import start_http_server

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("batida")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_django_logging(**kwargs: object) -> None:
    """Any receiver, even an empty one, keeps Celery from replacing Django's logging configuration."""


@worker_init.connect
def serve_metrics(**kwargs: object) -> None:
    """A worker serves no pages, so it answers Prometheus on a port of its own. This needs threads: `-P threads`."""
    if port := os.environ.get("METRICS_PORT"):
        start_http_server(int(port), os.environ.get("METRICS_HOST", "127.0.0.1"))
