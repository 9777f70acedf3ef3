"""Second factors: authenticator apps and security keys. Recovery codes alone do not count."""

from allauth.mfa.models import Authenticator

from .models import User

SECOND_FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def has_second_factor(user: User) -> bool:
    return bool(Authenticator.objects.filter(user=user, type__in=SECOND_FACTORS).exists())
