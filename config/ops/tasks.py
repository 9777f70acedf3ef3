"""The beat of operations."""

from celery import shared_task

from . import outbox


@shared_task
def deliver_mails() -> None:
    outbox.deliver()
