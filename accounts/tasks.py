"""Periodic Celery tasks of accounts."""

from celery import shared_task

from . import limits


@shared_task
def forget_attempts() -> None:
    limits.forget_old()
