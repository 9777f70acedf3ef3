"""allauth's hooks: names at sign-up, sessions after a new password, the language after log-in."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.core import mail
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from .models import Letters, Sanction, User, name_taken
from .services import end_other_sessions
from .standing import in_force


class AccountAdapter(DefaultAccountAdapter):
    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A new user name is also the first display name, so it must not resemble anybody's display name."""
        cleaned: str = super().clean_username(username, shallow=shallow)
        if not shallow and name_taken(cleaned):
            raise ValidationError(_("Somebody has this name, or one that looks like it."), code="name_taken")
        return cleaned

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        user.language = get_language() or settings.LANGUAGE_CODE
        user.letters = Letters.BG if user.language == "bg" else Letters.EN
        user.display_name = form.cleaned_data["username"]
        saved: User = super().save_user(request, user, form, commit=commit)
        return saved

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        super().send_mail(template_prefix, email, context)
        tell_of_delay()

    def set_password(self, user: User, password: str) -> None:
        """A new password ends every other session of the user."""
        super().set_password(user, password)
        end_other_sessions(person=user, current=context.request.session.session_key)

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """The password was correct, so a banned user may read the reason and the term of the ban."""
        ban = in_force(user.pk, Sanction.Kind.BAN).order_by("until").last()
        return render(request, "accounts/banned.html", {"ban": ban}, status=403)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **kwargs)
        remember_language(response, user.language)
        return response


class MFAAdapter(DefaultMFAAdapter):
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": gettext_lazy(
            "Incorrect code. The codes of an app depend on the time: if none works, let your phone set its clock "
            "automatically."
        ),
    }


def tell_of_delay() -> None:
    """Mails wait in a queue. While the mail server takes none, nobody should look for theirs in vain."""
    if context.request and getattr(mail.get_connection(), "delayed", False):
        late = _("Our mail server does not answer at the moment. We keep your e-mail and try again for a day.")
        messages.warning(context.request, late)


def remember_language(response: HttpResponse, language: str) -> None:
    """Set the language cookie, which pages and sockets read, to the language of the account."""
    if language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite=settings.LANGUAGE_COOKIE_SAMESITE,  # type: ignore[arg-type]  # django-stubs: any str
        )
