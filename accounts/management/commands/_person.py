"""Shared by the commands that take a user name."""

from django.core.management.base import CommandError

from accounts.models import User


def person(username: str) -> User:
    """The user with this name. Raises CommandError if there is none."""
    found = User.objects.filter(username__iexact=username, deleted_at=None).first()
    if found is None:
        raise CommandError(f"There is nobody with the user name {username}.")
    return found
