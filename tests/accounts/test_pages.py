"""Sign-up, log-in, profile, password and the admin's door, as a browser meets them."""

import re
import time

import pytest
from allauth.mfa.totp.internal import auth as totp_auth
from django.conf import settings
from django.contrib.auth.hashers import identify_hasher
from django.test import Client, override_settings

from accounts.models import User
from config import settings as written

pytestmark = pytest.mark.django_db
PASSWORD = "caneca-azul-9"


def sign_up(client: Client, username: str, **more: str):
    form = {"username": username, "password1": PASSWORD, "password2": PASSWORD, **more}
    return client.post("/accounts/signup/", form)


@pytest.fixture
def ana() -> User:
    return User.objects.create_user("ana", "ana@example.org", PASSWORD)


def log_in(client: Client, login: str, password: str = PASSWORD):
    return client.post("/accounts/login/", {"login": login, "password": password})


# --- sign-up --------------------------------------------------------------------------------------------------------


def test_sign_up_needs_no_mail_and_logs_in(client: Client) -> None:
    answer = sign_up(client, "Ana.Rosa")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    user = User.objects.get()
    assert (user.username, user.display_name, user.email) == ("ana.rosa", "Ana.Rosa", "")
    assert client.session["_auth_user_id"] == str(user.pk)


def test_language_and_letters_come_from_the_browser(client: Client) -> None:
    client.post(
        "/accounts/signup/",
        {"username": "ivan", "password1": PASSWORD, "password2": PASSWORD},
        headers={"Accept-Language": "bg"},
    )
    user = User.objects.get()
    assert (user.language, user.letters) == ("bg", "bg")
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == "bg"


@pytest.mark.parametrize("username", ["ana", "ANA", "a.n.a", "admin", "bot", "an\u200ba", "аna", "a b"])
def test_sign_up_refuses_taken_alike_reserved_and_odd_names(client: Client, ana: User, username: str) -> None:
    answer = sign_up(client, username)
    assert answer.status_code == 200
    assert answer.context["form"].errors["username"]
    assert User.objects.count() == 1


def test_a_display_name_is_taken_for_sign_up_too(client: Client, ana: User) -> None:
    ana.display_name = "Rosa"
    ana.save()
    assert sign_up(client, "r0sa").context["form"].errors["username"]


def test_a_taken_mail_is_not_told(client: Client, ana: User) -> None:
    """Whether somebody has an account by an address is not to be found out. The reset mail goes to its owner."""
    assert sign_up(client, "bia", email="ana@example.org").status_code == 302
    assert log_in(Client(), "ana@example.org").status_code == 302


def test_passwords_rest_as_argon2(settings) -> None:
    settings.PASSWORD_HASHERS = written.PASSWORD_HASHERS
    assert identify_hasher(User.objects.create_user("bia", password=PASSWORD).password).algorithm == "argon2"


# --- log-in ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("login", ["ana", "Ana", "ana@example.org"])
def test_log_in_by_name_or_mail(client: Client, ana: User, login: str) -> None:
    assert log_in(client, login).status_code == 302
    assert client.session["_auth_user_id"] == str(ana.pk)


def test_log_in_brings_the_language_of_the_account(client: Client, ana: User) -> None:
    ana.language = "pt-br"
    ana.save()
    log_in(client, "ana")
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == "pt-br"


def test_who_is_banned_cannot_log_in_nor_stay(client: Client, ana: User) -> None:
    client.force_login(ana)
    ana.is_active = False
    ana.save()
    assert client.get("/accounts/profile/").status_code == 302
    assert log_in(client, "ana").status_code == 403
    assert client.get("/accounts/profile/").status_code == 302


def test_the_sixth_try_is_refused_even_with_the_right_password(client: Client, ana: User) -> None:
    for _ in range(5):
        log_in(client, "ana", "wrong")
    answer = log_in(client, "ana")
    assert "_auth_user_id" not in client.session
    assert answer.status_code in (200, 429)


def test_the_owners_session_outlives_the_guesses_of_others(client: Client, ana: User) -> None:
    client.force_login(ana)
    for _ in range(6):
        log_in(Client(), "ana", "wrong")
    assert client.get("/accounts/profile/").status_code == 200


def test_sign_ups_of_one_address_are_limited(client: Client) -> None:
    statuses = {sign_up(Client(), f"{'abcdefghjk'[n // 3]}ana{'xyz'[n % 3]}").status_code for n in range(21)}
    assert statuses == {302, 429}


def test_the_admin_has_no_door_of_its_own(client: Client, ana: User) -> None:
    """Its own log-in page would know neither limits nor second factors, which staff must have."""
    answer = client.get("/admin/login/", {"next": "/admin/"})
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/accounts/login/")
    User.objects.filter(pk=ana.pk).update(is_staff=True, is_superuser=True)
    log_in(client, "ana")
    assert client.get("/admin/")["Location"] == "/accounts/2fa/totp/activate/"  # staff need a second factor


# --- profile --------------------------------------------------------------------------------------------------------

PROFILE = {"display_name": "Ana Rosa", "language": "bg", "letters": "fr", "deck4": "on",
           "who_invites": "friends", "who_sees_history": "nobody"}  # fmt: skip


def test_profile_is_for_people_with_an_account(client: Client) -> None:
    assert client.get("/accounts/profile/")["Location"] == "/accounts/login/?next=/accounts/profile/"


def test_profile_keeps_what_is_chosen(client: Client, ana: User) -> None:
    client.force_login(ana)
    answer = client.post("/accounts/profile/", PROFILE)
    assert answer["Location"] == "/accounts/profile/"
    ana.refresh_from_db()
    chosen = (ana.display_name, ana.language, ana.letters, ana.deck4, ana.sounds)
    assert chosen == ("Ana Rosa", "bg", "fr", True, False)
    page = client.get("/accounts/profile/").content.decode()
    assert '<html lang="bg"' in page
    assert 'data-letters="fr" data-deck="4"' in page


@pytest.mark.parametrize("name", ["Bia", "B1a", "Staff", "Ana\u202e", "А na"])
def test_profile_refuses_bad_names(client: Client, ana: User, name: str) -> None:
    User.objects.create_user("bia")
    client.force_login(ana)
    answer = client.post("/accounts/profile/", PROFILE | {"display_name": name})
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.content.decode()
    ana.refresh_from_db()
    assert ana.display_name == "ana"


def test_ones_own_name_is_not_taken(client: Client, ana: User) -> None:
    client.force_login(ana)
    assert client.post("/accounts/profile/", PROFILE | {"display_name": "ANA"}).status_code == 302


# --- password -------------------------------------------------------------------------------------------------------


def test_password_change_ends_other_sessions(client: Client, ana: User) -> None:
    other = Client()
    log_in(client, "ana")
    log_in(other, "ana")
    form = {"oldpassword": PASSWORD, "password1": "nova-caneca-77", "password2": "nova-caneca-77"}
    assert client.post("/accounts/password/change/", form).status_code == 302
    assert client.get("/accounts/profile/").status_code == 200
    assert other.get("/accounts/profile/").status_code == 302


def test_password_reset_by_mail(client: Client, ana: User, mailoutbox) -> None:
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    link = re.search(r"http://testserver(/\S+)", mailoutbox[0].body)[1]
    page = client.get(link, follow=True)
    form = {"password1": "nova-caneca-77", "password2": "nova-caneca-77"}
    assert client.post(page.request["PATH_INFO"], form).status_code == 302
    assert log_in(client, "ana", "nova-caneca-77").status_code == 302


# --- every page -----------------------------------------------------------------------------------------------------

VISITOR = ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/accounts/inactive/"]
MEMBER = [
    "/accounts/profile/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/2fa/",
    "/accounts/sessions/",
    "/accounts/logout/",
    "/accounts/reauthenticate/",
]


@pytest.mark.parametrize("address", [*VISITOR, *MEMBER])
@pytest.mark.parametrize("language", ["en", "pt-br", "bg"])
def test_every_page_is_drawn_in_the_sites_look(client: Client, ana: User, address: str, language: str) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    if address in MEMBER:
        log_in(client, "ana")
    answer = client.get(address)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in page
    assert '<main id="main"' in page
    assert page.count("<h1") == 1
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=", page)


def reauthenticate(client: Client) -> None:
    assert client.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302


def test_data_images_are_allowed_on_the_page_of_the_second_factor_only(client: Client, ana: User) -> None:
    log_in(client, "ana")
    reauthenticate(client)
    policies = [client.get(f"/accounts/2fa/{page}")["Content-Security-Policy"] for page in ("totp/activate/", "")]
    assert ["data:" in policy for policy in policies] == [True, False]
    assert all("default-src 'none'" in policy and "unsafe" not in policy for policy in policies)


@override_settings(ACCOUNT_EMAIL_VERIFICATION="optional")
def test_second_factor_works_with_an_unverified_mail(client: Client, ana: User) -> None:
    log_in(client, "ana@example.org")
    reauthenticate(client)
    page = client.get("/accounts/2fa/totp/activate/")
    assert page.status_code == 200
    secret = page.context["form"].secret
    assert client.post("/accounts/2fa/totp/activate/", {"code": totp(secret)}).status_code == 302
    assert log_in(Client(), "ana")["Location"] == "/accounts/2fa/authenticate/"


def totp(secret: str) -> str:
    """What an authenticator app shows now."""
    return totp_auth.format_hotp_value(totp_auth.hotp_value(secret, int(time.time()) // 30))
