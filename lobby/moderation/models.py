"""Reports, and the notes of moderators on them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from lobby.models import Room


class Report(models.Model):
    """A complaint about somebody. `evidence` is what the server recorded at that moment; nobody can edit it."""

    class Category(models.TextChoices):
        ABUSE = "abuse", _("Insults or threats in the chat")
        NAME = "name", _("An offensive name")
        COLLUSION = "collusion", _("Playing together against others")
        STALLING = "stalling", _("Stalling, or leaving again and again")
        SPAM = "spam", _("Advertising or spam")
        OTHER = "other", _("Something else")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RESOLVED = "resolved", _("resolved")
        DISMISSED = "dismissed", _("dismissed")

    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports_made")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports")
    category = models.CharField(max_length=10, choices=Category)
    text = models.CharField(max_length=1000, blank=True)
    room = models.ForeignKey(Room, models.SET_NULL, null=True, related_name="reports")
    match = models.PositiveIntegerField(default=0)
    round = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(auto_now_add=True)
    evidence = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN, db_index=True)
    assigned_to = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"report {self.pk}"


class ReportNote(models.Model):
    """A note in the thread of a report, for moderators only."""

    report = models.ForeignKey(Report, models.CASCADE, related_name="thread")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    text = models.CharField(max_length=1000)

    def __str__(self) -> str:
        return f"note on report {self.report_id}"
