"""The devices of an account, in words people know, and the way out of all of them."""

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import translation

from accounts.devices import device
from accounts.models import User

from .test_pages import PASSWORD, log_in, reauthenticate

MOZILLA = "Mozilla/5.0"
WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
PHONE = f"{MOZILLA} (Linux; Android 14; Pixel 8) {WEBKIT} Chrome/126.0.0.0 Mobile Safari/537.36"


@pytest.mark.parametrize(
    ("user_agent", "said"),
    [
        (f"{MOZILLA} (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox on Linux"),
        (PHONE, "Chrome on Android"),
        (f"{MOZILLA} (X11; Linux x86_64) {WEBKIT} HeadlessChrome/126.0.0.0 Safari/537.36", "Chrome on Linux"),
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/126.0 Safari/537.36 Edg/126.0", "Edge on Windows"),
        (f"{MOZILLA} (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1", "Safari on iPhone"),
        (f"{MOZILLA} (iPad; CPU OS 17_5 like Mac OS X) CriOS/126.0 Safari/604.1", "Chrome on iPad"),
        (f"{MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1", "Safari on macOS"),
        (f"{MOZILLA} (Linux; Android 13) {WEBKIT} SamsungBrowser/25.0 Chrome/121.0 Safari/537.36",
         "Samsung Internet on Android"),
        ("curl/8.5.0", "curl/8.5.0"),
        ("x" * 300, "x" * 60),
        ("", "unknown device"),
    ],
)  # fmt: skip
def test_a_device_is_called_as_people_call_it(user_agent: str, said: str) -> None:
    with translation.override("en"):
        assert device(user_agent) == said


@pytest.mark.django_db
def test_log_out_everywhere_else() -> None:
    ana = User.objects.create_user("ana", password=PASSWORD)
    here, there = (Client(headers={"User-Agent": agent, "Accept-Language": "en"}) for agent in (PHONE, "<b>odd</b>"))
    for client in (here, there):
        log_in(client, "ana")
    page = here.get("/accounts/sessions/").content.decode()
    assert page.count("<time ") == 2
    assert page.count("this device") == 1
    assert "Chrome on Android" in page
    assert "&lt;b&gt;odd&lt;/b&gt;" in page
    assert "Log out everywhere else" in page
    assert here.post("/accounts/sessions/").status_code == 302
    assert there.get("/accounts/profile/").status_code == 302
    assert here.get("/accounts/profile/").status_code == 200
    assert UserSession.objects.filter(user=ana).count() == 1
    assert "Log out everywhere else" not in here.get("/accounts/sessions/").content.decode()


@pytest.mark.django_db
def test_the_name_of_a_passkey_is_asked_in_the_readers_language(client: Client) -> None:
    User.objects.create_user("ana", password=PASSWORD, language="pt-br")
    log_in(client, "ana")
    reauthenticate(client)
    page = client.get("/accounts/2fa/webauthn/add/").content.decode()
    assert '<html lang="pt-br"' in page
    assert ">Nome<" in page
