"""Periodic Celery tasks of the moderation."""

from celery import shared_task

from . import purge, sanctions


@shared_task
def end_sanctions() -> None:
    sanctions.end_terms()


@shared_task
def purge_personal_data() -> None:
    purge.purge_due()
