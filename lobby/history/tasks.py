"""The rating of finished results as a Celery task."""

from celery import shared_task

from . import ratings


@shared_task
def rate() -> None:
    ratings.rate_finished()
