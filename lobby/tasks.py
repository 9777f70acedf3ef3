"""The sweeps, as periodic Celery tasks."""

from celery import shared_task

from .tables.services import sweep


@shared_task
def sweep_tables() -> None:
    sweep.sweep_tables()


@shared_task
def sweep_presence() -> None:
    sweep.sweep_presence()


@shared_task
def sweep_rooms() -> None:
    sweep.sweep_rooms()
