"""Questions about sanctions: which are in force, which are unread.

Only lobby/moderation imposes and lifts them."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.utils import timezone

from .models import Sanction, User


def in_force(person: int, kind: str) -> QuerySet[Sanction]:
    """The person's sanctions of this kind that apply now."""
    return in_force_of_all([person], kind)


def in_force_of_all(people: Iterable[int], kind: str) -> QuerySet[Sanction]:
    """The same for several people."""
    running = Q(until=None) | Q(until__gt=timezone.now())
    return Sanction.objects.filter(running, person__in=people, kind=kind, lifted_at=None)


def unread(person: User) -> Sanction | None:
    """The oldest sanction that the person has not read yet."""
    return Sanction.objects.filter(person=person, seen_at=None, lifted_at=None).order_by("pk").first()


def mark_read(*, sanction: int, person: User) -> None:
    """Record that the person has read it."""
    Sanction.objects.filter(pk=sanction, person=person, seen_at=None).update(seen_at=timezone.now())
