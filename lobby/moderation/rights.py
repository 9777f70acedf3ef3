"""The two staff roles. Administrators are superusers. Moderators have one permission of their own, and may view rooms
and matches. Neither can see a live hand."""

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import Q

from accounts.models import User

from . import audit_log

MODERATORS = "Moderators"
RIGHTS = (
    ("accounts", "moderate"),
    ("accounts", "view_moderationaction"),
    ("lobby", "view_room"),
    ("lobby", "view_match"),
    ("lobby", "view_tablelog"),
)


def moderators() -> Group:
    """The group, with exactly its permissions."""
    group, _ = Group.objects.get_or_create(name=MODERATORS)
    wanted = Q()
    for app, codename in RIGHTS:
        wanted |= Q(content_type__app_label=app, codename=codename)
    group.permissions.set(Permission.objects.filter(wanted))
    return group


def promote(person: User, *, by: User | None = None) -> None:
    """Make somebody a moderator."""
    with transaction.atomic():
        person.is_staff = True
        person.save(update_fields=["is_staff"])
        person.groups.add(moderators())
        audit_log.record(by, "promoted", person=person)


def demote(person: User, *, by: User | None = None) -> None:
    """Make a moderator an ordinary player again."""
    with transaction.atomic():
        person.groups.remove(moderators())
        person.is_staff = person.is_superuser
        person.save(update_fields=["is_staff"])
        audit_log.record(by, "demoted", person=person)


def may_moderate(user: User) -> bool:
    return user.is_active and user.is_staff and user.has_perm("accounts.moderate")
