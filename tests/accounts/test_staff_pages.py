"""Pages of the staff, all of them: nothing without a second factor, however they are asked for."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.middleware import OPEN
from accounts.models import User
from tests.support.scenes.staff import at, with_factor

pytestmark = pytest.mark.django_db
OF_THE_STAFF = ("admin/", "moderation/")


def staff_addresses(resolver: URLResolver, before: str = "", spaces: str = "") -> Iterator[tuple[str, str]]:
    """(address, name) of every page under the staff's folders, with a number wherever it wants something."""
    for each in resolver.url_patterns:
        path = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from staff_addresses(each, path, f"{spaces}{each.namespace}:" if each.namespace else spaces)
        elif isinstance(each, URLPattern) and path.startswith(OF_THE_STAFF):
            yield f"/{filled(path)}", f"{spaces}{each.name}"


def filled(path: str) -> str:
    """The route with the number 1 for every argument; a regular expression becomes a plain address."""
    if path.endswith(")$"):  # the catch-all of the admin
        return path.split("(", maxsplit=1)[0] + "nothing/here/"
    parts = ("1" if part.startswith("<") else part for part in path.split("/"))
    return "/".join(parts)


PAGES = sorted(set(staff_addresses(get_resolver())))


def test_there_are_such_pages() -> None:
    assert len(PAGES) > 40
    assert {address.split("/")[1] for address, _ in PAGES} == {"admin", "moderation"}


@pytest.fixture
def administrator() -> User:
    return User.objects.create_superuser("marta")


@pytest.mark.parametrize("method", ["get", "post", "head", "options", "put"])
@pytest.mark.parametrize("script", ["", "/x", "/admin"])
def test_none_opens_without_a_second_factor(administrator: User, method: str, script: str) -> None:
    client = Client()
    client.force_login(administrator)
    for address, name in PAGES:
        if name in OPEN:
            continue
        answer = client.generic(method.upper(), address, SCRIPT_NAME=script)
        assert answer.status_code == 302, address
        assert answer["Location"].endswith("/accounts/2fa/totp/activate/"), address


def test_with_one_they_open(administrator: User) -> None:
    client = Client()
    client.force_login(with_factor(administrator))
    assert client.get("/admin/").status_code == client.get("/moderation/").status_code == 200


def test_none_opens_to_a_player() -> None:
    client = Client()
    client.force_login(User.objects.create_user("ana"))
    for address, name in PAGES:
        if name not in OPEN:
            assert client.get(address).status_code in {302, 403, 404}, address


def test_the_admin_registers_nothing_whose_rows_are_keys() -> None:
    """Whatever a package registers is looked at before it is listed here."""
    assert get_resolver().url_patterns  # as a server has loaded them
    registered = {model._meta.label for model in admin.site._registry}
    assert registered == {
        "account.EmailAddress",
        "accounts.ModerationAction",
        "accounts.User",
        "auth.Group",
        "lobby.Match",
        "lobby.Room",
        "lobby.TableLog",
    }


@pytest.mark.parametrize("address", ["mfa/authenticator/", "usersessions/usersession/"])
def test_not_even_an_administrator_reads_secrets(address: str) -> None:
    boss = with_factor(User.objects.create_superuser("boss", password="caneca-azul-9"))
    assert at(boss).get("/admin/").status_code == 200
    assert at(boss).get(f"/admin/{address}").status_code == 404
