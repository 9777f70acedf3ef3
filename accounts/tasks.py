"""The beat of accounts."""

from celery import shared_task

from . import limits, sanctions


@shared_task
def end_sanctions() -> None:
    sanctions.end_terms()


@shared_task
def forget_attempts() -> None:
    limits.forget_old()
