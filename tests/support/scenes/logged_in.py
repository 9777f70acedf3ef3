"""Called in a server's database: accounts by these user names, logged in."""

from django.conf import settings

from accounts.models import User

from .people import sessions_of


def main(*names: str) -> dict[str, dict[str, str]]:
    """The cookies of each. Who is missing is made."""
    users = [User.objects.filter(username=name).first() or User.objects.create_user(name) for name in names]
    keys = sessions_of(users)
    return {name: {settings.SESSION_COOKIE_NAME: key} for name, key in zip(names, keys, strict=True)}
