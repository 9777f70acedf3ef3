"""The beat of accounts."""

from celery import shared_task

from . import sanctions


@shared_task
def end_sanctions() -> None:
    sanctions.end_terms()
