"""python -m tests.support.people NAME…  Logged-in accounts in the database of the environment; prints their cookies."""

import json
import sys

import django


def main(names: list[str]) -> None:
    django.setup()

    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from accounts.models import User

    cookies = {}
    for name in names:
        user = User.objects.filter(username=name).first() or User.objects.create_user(name)
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        cookies[name] = {settings.SESSION_COOKIE_NAME: session.session_key}
    print(json.dumps(cookies))


if __name__ == "__main__":
    main(sys.argv[1:])
