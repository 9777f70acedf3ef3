"""What moderators have decided about people, as far as the site asks: which sanctions count now, which are unread.

Sanctions are imposed and lifted by the moderators' desk."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.utils import timezone

from .models import Sanction, User


def in_force(person: int, kind: str) -> QuerySet[Sanction]:
    """Those of this kind that count now."""
    return in_force_of_all([person], kind)


def in_force_of_all(people: Iterable[int], kind: str) -> QuerySet[Sanction]:
    """The same of several people."""
    running = Q(until=None) | Q(until__gt=timezone.now())
    return Sanction.objects.filter(running, person__in=people, kind=kind, lifted_at=None)


def unread(person: User) -> Sanction | None:
    """The oldest one that the person has not yet read."""
    return Sanction.objects.filter(person=person, seen_at=None, lifted_at=None).order_by("pk").first()


def mark_read(*, sanction: int, person: User) -> None:
    """The person has seen it."""
    Sanction.objects.filter(pk=sanction, person=person, seen_at=None).update(seen_at=timezone.now())
