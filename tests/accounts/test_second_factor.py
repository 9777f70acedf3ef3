"""Codes of an authenticator app, when clocks are off."""

import pytest
from allauth.mfa.totp.internal import auth
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "caneca-azul-9"
STEP = 30  # seconds a code is shown (RFC 6238)
NOW = 1_800_000_015.0


@pytest.fixture
def secret(monkeypatch: pytest.MonkeyPatch) -> str:
    """That of ana's app. The time is NOW."""
    monkeypatch.setattr(auth.time, "time", lambda: NOW)
    ana = User.objects.create_user("ana", password=PASSWORD)
    secret = auth.generate_totp_secret()
    auth.TOTP.activate(ana, secret)
    return secret


def code(secret: str, off: int) -> str:
    """What an app shows whose clock is `off` by so many steps."""
    return auth.format_hotp_value(auth.hotp_value(secret, int(NOW) // STEP + off))


def log_in(given: str):
    client = Client()
    assert (
        client.post("/accounts/login/", {"login": "ana", "password": PASSWORD})["Location"]
        == "/accounts/2fa/authenticate/"
    )
    return client.post("/accounts/2fa/authenticate/", {"code": given})


@pytest.mark.parametrize("off", [-1, 0, 1])
def test_the_neighbouring_codes_are_right_too_once_each(secret: str, off: int) -> None:
    assert log_in(code(secret, off)).status_code == 302
    assert log_in(code(secret, off)).status_code == 200


@pytest.mark.parametrize("off", [-2, 2])
def test_who_is_further_off_hears_of_the_clock(secret: str, off: int) -> None:
    answer = log_in(code(secret, off))
    assert answer.status_code == 200
    assert "let your phone set its clock" in answer.content.decode()
