"""What the commands about people share."""

from django.core.management.base import CommandError

from accounts.models import User


def person(username: str) -> User:
    """By user name, or a message that says that there is none."""
    found = User.objects.filter(username__iexact=username, deleted_at=None).first()
    if found is None:
        raise CommandError(f"There is nobody with the user name {username}.")
    return found
