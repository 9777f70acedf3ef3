"""The periodic Celery task of the history."""

from celery import shared_task

from . import ratings


@shared_task
def rate() -> None:
    ratings.rate_finished()
