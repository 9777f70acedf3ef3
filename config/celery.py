"""The Celery application. Its beat schedule is `CELERY_BEAT_SCHEDULE` in the settings: `celery beat` ticks it in
production, embedded.py in a single process."""

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
    """A receiver, even an empty one, stops Celery from lowering the root level: worker and beat write Django's logs."""


@worker_init.connect
def serve_metrics(**kwargs: object) -> None:
    """A worker has no pages: it answers Prometheus on a port of its own. Run its tasks in threads: `-P threads`."""
    if port := os.environ.get("METRICS_PORT"):
        start_http_server(int(port), os.environ.get("METRICS_HOST", "127.0.0.1"))
