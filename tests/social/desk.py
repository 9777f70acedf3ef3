"""People for the tests of the desk."""

from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import User
from lobby.moderation import rights


def moderator(name: str = "dora", *, factor: bool = True) -> User:
    person = User.objects.create_user(name)
    rights.promote(person)
    if factor:
        with_factor(person)
    return User.objects.get(pk=person.pk)


def with_factor(person: User) -> User:
    """The staff's second factor, set up."""
    Authenticator.objects.create(user=person, type=Authenticator.Type.TOTP, data={"secret": "x"})
    return person


def at(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client
