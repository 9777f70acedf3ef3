"""The beat of the desk."""

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
    """Once a day, at whatever hour the house is open: the mark stands in the database and outlives every restart."""
    with transaction.atomic():  # if it fails there is no mark either
        if cache.add("purged", True, A_DAY):
            purge()
