"""Rows that only operations need."""

from django.db import models
from django.utils import timezone


class Mail(models.Model):
    """A mail that no mail server has taken yet. The row goes once one has, or once it is given up: the links in it are
    keys."""

    class Problem(models.TextChoices):
        NONE = "", "none"
        SERVER = "server", "the mail server did not answer, or refused us"
        ADDRESS = "address", "the mail server put this address off"

    content = models.JSONField()  # see outbox.packed
    queued_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now, db_index=True)  # when to try next
    attempts = models.PositiveIntegerField(default=0)
    problem = models.CharField(max_length=10, choices=Problem, default=Problem.NONE, blank=True)  # that of the last one

    def __str__(self) -> str:
        return f"mail {self.pk}"


class WriteProbe(models.Model):
    """One row that /readyz writes: a database may answer and yet keep nothing."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"written at {self.at}"
