"""Prepares a data folder for the first request: tables, translations, static files, a first administrator."""

import secrets

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError
from django.urls import reverse

from accounts.models import User
from config.translations import compile_all

FIRST_ADMIN = "admin"


def first_admin_notice(password: str, site: str = "") -> str:
    """Tells the operator about the new administrator. `site`: the address of the site, if known."""
    return (
        f"First administrator: {FIRST_ADMIN}, password: {password} (shown this once)\n"
        f"Before {site}/admin/ and {site}/moderation/ open, log in and set up a second factor (an authenticator app): "
        f"{site}{reverse('mfa_activate_totp')}"
    )


def prepare() -> str | None:
    """Idempotent. Returns the password of the first administrator if it has just been created; it is stored nowhere.

    Raises CommandError, in one line, if the database or a folder cannot be reached or written."""
    try:
        return _prepare()
    except (OSError, OperationalError) as error:
        raise CommandError(f"Cannot prepare {settings.DATA}: {one_line(error)}") from error


def one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _prepare() -> str | None:
    call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)
    compile_all()
    call_command("collectstatic", interactive=False, verbosity=0)
    return first_admin()


def first_admin() -> str | None:
    """Create an administrator if there is none, and return the password; else None."""
    if User.objects.filter(is_superuser=True).exists():
        return None
    password = secrets.token_urlsafe(12)
    User.objects.create_superuser(FIRST_ADMIN, password=password)
    return password
