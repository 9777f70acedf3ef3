"""Periodic Celery tasks of the moderation."""

from celery import shared_task
from django.core.cache import cache
from django.db import transaction

from . import sanctions
from .purge import purge

A_DAY = 86_400


@shared_task
def end_sanctions() -> None:
    sanctions.end_terms()


@shared_task
def purge_personal_data() -> None:
    """Once per day, whenever the site is running: the mark is stored in the database and survives restarts."""
    with transaction.atomic():  # if the purge fails, the mark is rolled back
        if cache.add("purged", True, A_DAY):
            purge()
