"""Where allauth asks us: names at sign-up, the language after log-in."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from .models import Letters, Sanction, User, name_taken
from .services import end_other_sessions
from .standing import in_force


class AccountAdapter(DefaultAccountAdapter):
    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The user name is the first name at the table: nobody may have one that looks like it."""
        username = super().clean_username(username, shallow=shallow)
        if not shallow and name_taken(username):
            raise ValidationError(_("Somebody has this name, or one that looks like it."), code="name_taken")
        return username

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        user.language = get_language() or settings.LANGUAGE_CODE
        user.letters = Letters.BG if user.language == "bg" else Letters.EN
        user.display_name = form.cleaned_data["username"]
        return super().save_user(request, user, form, commit=commit)

    def set_password(self, user: User, password: str) -> None:
        """Whoever changes a password wants the others out."""
        super().set_password(user, password)
        end_other_sessions(person=user, current=context.request.session.session_key)

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """The password was right: whoever is banned may know why, and until when."""
        ban = in_force(user.pk, Sanction.Kind.BAN).order_by("until").last()
        return render(request, "accounts/banned.html", {"ban": ban}, status=403)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response = super().post_login(request, user, **kwargs)
        remember_language(response, user.language)
        return response


def remember_language(response: HttpResponse, language: str) -> None:
    """The language of the account becomes that of this browser: pages and sockets read the cookie."""
    if language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite=settings.LANGUAGE_COOKIE_SAMESITE,
        )
