"""Export and deletion of a user's personal data. The row of the user stays, because matches and the audit log refer to
it; everything that identifies the person is deleted."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from . import signals
from .models import Block, Friendship, User
from .services import remove_on_commit

FORMAT = "batida-account/1"
PROFILE = ("username", "display_name", "email", "language", "time_zone", "letters", "deck4", "sounds", "hide_rating",
           "who_invites", "who_sees_history")  # fmt: skip


def exported(person: User) -> dict[str, Any]:
    """All personal data stored about this user; no cards."""
    told: dict[str, Any] = {
        "format": FORMAT,
        "at": timezone.now().isoformat(timespec="seconds"),
        "profile": {field: getattr(person, field) for field in PROFILE},
        "joined": person.date_joined.isoformat(timespec="seconds"),
        "emails": list(EmailAddress.objects.filter(user=person).values_list("email", flat=True)),
        "sessions": [
            {"ip": row.ip, "user_agent": row.user_agent, "began": row.created_at.isoformat(timespec="seconds")}
            for row in UserSession.objects.filter(user=person)
        ],
        "friends": [
            {
                "name": str(row.other if row.asker_id == person.pk else row.asker),
                "accepted": row.accepted_at is not None,
            }
            for row in Friendship.objects.filter(Q(asker=person) | Q(other=person)).select_related("asker", "other")
        ],
        "blocks": [
            {"name": str(row.person), "only_chat": row.only_chat}
            for row in Block.objects.filter(by=person).select_related("person")
        ],
    }
    # django-stubs expect receivers to return strings.
    answers: list[tuple[object, object]] = list(signals.exporting.send(User, person=person))
    for _receiver, more in answers:
        if isinstance(more, dict):
            told |= more
    return told


def anonymise(person: User) -> None:
    """Delete the account for good. Its games stay readable, under a meaningless name."""
    with transaction.atomic():
        name = f"gone-{person.pk}"
        remove_on_commit(person.pk)
        person.username = person.display_name = name
        person.email = person.first_name = person.last_name = person.language = person.time_zone = ""
        person.is_active = person.is_staff = person.is_superuser = False
        person.hide_rating = True
        person.deleted_at = timezone.now()
        person.last_login = None
        person.set_unusable_password()
        person.save()
        person.groups.clear()
        person.user_permissions.clear()
        keys = list(UserSession.objects.filter(user=person).values_list("session_key", flat=True))
        Session.objects.filter(pk__in=keys).delete()
        for rows in (UserSession, EmailAddress, Authenticator):
            rows.objects.filter(user=person).delete()
        Friendship.objects.filter(Q(asker=person) | Q(other=person)).delete()
        Block.objects.filter(Q(by=person) | Q(person=person)).delete()
        signals.forgotten.send(User, person=person, name=name)
