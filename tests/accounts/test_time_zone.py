"""The time zone: chosen in the profile, used on every page; without one the device's."""

from datetime import UTC, datetime

import pytest
from django.core.exceptions import ValidationError
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from accounts import timezones
from accounts.models import User
from tests.accounts.test_pages import PROFILE
from tests.support.scenes.staff import with_factor

pytestmark = pytest.mark.django_db
NIGHT = datetime(2026, 11, 30, 1, 5, 7, tzinfo=UTC)


@pytest.fixture
def ana() -> User:
    person = User.objects.create_user("ana")
    User.objects.filter(pk=person.pk).update(date_joined=NIGHT)
    return User.objects.get(pk=person.pk)


def written(reader: object, zone: str | None, form: str, language: str = "en") -> str:
    request = RequestFactory().get("/")
    request.user = reader
    text = "{% load moments %}{% moment at form %}"
    with timezone.override(zone), translation.override(language):
        return Template(text).render(Context({"request": request, "at": NIGHT, "form": form}))


def test_a_moment_says_whose_time_it_is(ana: User) -> None:
    assert "Nov 30, 2026, 1:05\u202fAM UTC</time>" in written(ana, None, "minute")
    ana.time_zone = "America/Sao_Paulo"
    there = written(ana, ana.time_zone, "minute", "pt-br")
    assert "29 de nov. de 2026, 22:05</time>" in there
    assert 'datetime="2026-11-30T01:05:07+00:00" data-form="minute"' in there
    assert ">22:05:07<" in written(ana, ana.time_zone, "second", "pt-br")
    assert ">29.11.2026" in written(ana, ana.time_zone, "day", "bg")


def test_pages_are_written_in_the_chosen_zone(client: Client, ana: User) -> None:
    client.force_login(ana)
    page = client.get("/people/ana/").content.decode()
    assert ">Nov 30, 2026</time>" in page
    assert "data-zone" not in page
    User.objects.filter(pk=ana.pk).update(time_zone="America/Sao_Paulo")
    page = client.get("/people/ana/").content.decode()
    assert ">Nov 29, 2026</time>" in page
    assert ' data-zone="America/Sao_Paulo"' in page
    assert timezone.get_current_timezone_name() == "UTC"  # the next reader starts anew


def test_the_administration_too(client: Client, ana: User) -> None:
    boss = with_factor(User.objects.create_superuser("boss", time_zone="Asia/Kolkata"))
    client.force_login(boss)
    assert b"6:35 a.m." in client.get("/admin/accounts/user/").content


def test_a_zone_is_chosen_from_the_list(client: Client, ana: User) -> None:
    client.force_login(ana)
    assert client.post("/accounts/profile/", PROFILE | {"time_zone": "Europe/Sofia"}).status_code == 302
    ana.refresh_from_db()
    assert ana.time_zone == "Europe/Sofia"
    assert client.post("/accounts/profile/", PROFILE | {"time_zone": "Mars/Olympus"}).status_code == 422
    assert client.post("/accounts/profile/", PROFILE | {"time_zone": ""}).status_code == 302
    ana.refresh_from_db()
    assert ana.time_zone == ""


def test_a_zone_by_an_old_name_stays_and_one_of_another_machine_counts_as_none(client: Client, ana: User) -> None:
    client.force_login(ana)
    for name, kept in (("Asia/Calcutta", True), ("Gone/Away", False)):
        User.objects.filter(pk=ana.pk).update(time_zone=name)
        assert (f'value="{name}" selected' in client.get("/accounts/profile/").content.decode()) is kept
        answer = client.post("/accounts/profile/", PROFILE | {"time_zone": name})
        assert (answer.status_code == 302) is kept


def test_places_are_called_in_the_readers_language() -> None:
    with translation.override("pt-br"):
        assert ("America/Sao_Paulo", "Brasil: São Paulo") in timezones.choices()
        labels = [label for _name, label in timezones.choices()]
    assert labels.index("África do Sul: Joanesburgo") < labels.index("Brasil: São Paulo")
    with translation.override("bg"):
        assert ("Europe/Sofia", "България: София") in timezones.choices()
    assert {name for name, _label in timezones.choices()} <= timezones.known()


@pytest.mark.parametrize("name", ["Mars/Olympus", "../../etc/passwd", "<script>", "utc"])
def test_only_known_zones(name: str) -> None:
    with pytest.raises(ValidationError):
        timezones.validate_zone(name)


def test_health_does_not_ask_who_reads(client: Client, ana: User, django_assert_num_queries) -> None:
    client.force_login(ana)
    with django_assert_num_queries(0):
        assert client.get("/healthz").status_code == 200
