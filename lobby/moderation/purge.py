"""Deletes personal data after a retention period. What games need stays."""

from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import PersonNote
from lobby.models import ChatMessage, Invitation

from .models import Report, ReportNote

CHAT, INVITATIONS, REPORTS, NOTES = timedelta(days=90), timedelta(days=7), timedelta(days=180), timedelta(days=730)


def purge() -> dict[str, int]:
    """Delete what has expired. Returns the number of rows by kind.

    Decided reports stay for statistics, without text and evidence."""
    now = timezone.now()
    decided = Report.objects.filter(decided_at__lt=now - REPORTS)
    sessions = Session.objects.filter(expire_date__lt=now)
    running = Session.objects.filter(expire_date__gte=now).values("pk")
    return {
        "lines of chat": ChatMessage.objects.filter(at__lt=now - CHAT).delete()[0],
        "invitations": Invitation.objects.filter(at__lt=now - INVITATIONS).delete()[0],
        "notes on reports": ReportNote.objects.filter(report__in=decided).delete()[0],
        "reports emptied": decided.exclude(text="", evidence={}).update(text="", evidence={}),
        "notes on people": PersonNote.objects.filter(at__lt=now - NOTES).delete()[0],
        "log-ins": UserSession.objects.exclude(session_key__in=running).delete()[0],
        "sessions": sessions.delete()[0],
    }
