"""Moderators, and clients that are logged in."""

from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import User
from lobby.moderation import rights


def moderator(name: str = "dora", *, factor: bool = True) -> User:
    """A new account with a moderator's rights, by default with the second factor that the desk asks for."""
    person = User.objects.create_user(name)
    rights.promote(person)
    if factor:
        with_factor(person)
    return User.objects.get(pk=person.pk)


def with_factor(person: User) -> User:
    """The same person, the staff's second factor set up."""
    Authenticator.objects.create(user=person, type=Authenticator.Type.TOTP, data={"secret": "x"})
    return person


def at(person: User) -> Client:
    """A browser in which this person is logged in."""
    client = Client()
    client.force_login(person)
    return client
