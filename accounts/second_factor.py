"""Who has a second factor beside the password. Recovery codes alone are none."""

from allauth.mfa.models import Authenticator

from .models import User

SECOND_FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def has_second_factor(user: User) -> bool:
    return Authenticator.objects.filter(user=user, type__in=SECOND_FACTORS).exists()
