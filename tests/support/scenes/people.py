"""Accounts with open sessions, made without passwords and without forms."""

import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User


def crowd(count: int, *, prefix: str = "c", password: str | None = None) -> list[User]:
    """So many new accounts, in bulk. Without a password nobody can log in to them: use `sessions_of`."""
    salt, hashed = f"{prefix}{secrets.token_hex(3)}", make_password(password)
    users = [
        User(username=f"{salt}{n}", display_name=f"{salt}{n}", name_key=f"{salt}{n}", password=hashed)
        for n in range(count)
    ]
    return User.objects.bulk_create(users)


def sessions_of(users: Sequence[User]) -> list[str]:
    """A new session of each, in the same order: the values of their session cookies."""
    store, until = SessionStore(), timezone.now() + timedelta(days=1)
    sessions = [
        Session(
            session_key=secrets.token_hex(16),
            session_data=store.encode(
                {
                    SESSION_KEY: str(user.pk),
                    BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
                    HASH_SESSION_KEY: user.get_session_auth_hash(),
                }
            ),
            expire_date=until,
        )
        for user in users
    ]
    Session.objects.bulk_create(sessions)
    return [session.session_key for session in sessions]
