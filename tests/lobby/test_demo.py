"""`make demo`: a site made through the services alone, and the people who keep it company."""

import io
import random
import re
import secrets

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

import games
from accounts import relationships
from accounts.models import User
from accounts.second_factor import has_second_factor
from config.ops.demo import company, site
from config.ops.management.commands import demo
from config.ops.prepare import first_admin
from lobby.history.models import Judgement
from lobby.models import ChatMessage, Connection, Invitation, Match, Room
from lobby.moderation.models import Report
from lobby.tables.core.state import SECOND
from lobby.tables.services import seats, sweep
from lobby.tables.store import clock, table_store

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """No round may happen to end before the test has looked."""
    rng = random.Random("demo")
    monkeypatch.setattr(secrets, "token_bytes", lambda size=None: rng.randbytes(size or 32))


@pytest.fixture(autouse=True)
def prepared_already(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test run has its tables, translations and static files, and other workers are reading the latter."""
    monkeypatch.setattr(demo, "prepare", first_admin)


def made(matches: int) -> str:
    """What the command prints, with so many finished matches of each game."""
    out = io.StringIO()
    call_command("demo", matches=matches, no_serve=True, stdout=out)
    return out.getvalue()


def test_everything_there_is_to_click_is_there() -> None:
    made(matches=1)
    ended = Match.objects.filter(ended_at__isnull=False)
    assert set(ended.values_list("ruleset", flat=True)) == set(games.RULESETS)
    assert Judgement.objects.exists()
    open_ = Room.objects.filter(closed_at=None)
    assert set(open_.filter(playing=True).values_list("ruleset", flat=True)) == set(games.RULESETS)
    assert open_.filter(playing=False, public=True).count() == 2
    assert not open_.filter(asleep=True).exists()
    assert ChatMessage.objects.count() == 3
    assert Report.objects.filter(status=Report.Status.OPEN).count() == 3
    for name in site.VISITORS:
        visitor = User.objects.get(username=name)
        assert len(relationships.friends(visitor.pk)) == 2
        assert Invitation.objects.filter(person=visitor, room__public=False).exists()
        assert visitor.matches.count() == len(games.RULESETS)


def test_the_printed_log_ins_open_the_site_and_the_desk() -> None:
    said = made(matches=0)
    passwords = dict(re.findall(r"^  (\w+) +(\S+) +(?:player|moderator|administrator)$", said, re.MULTILINE))
    assert set(passwords) == {*site.VISITORS, site.MODERATOR, "admin"}
    codes = re.findall(r"second factor: (\d+),", said)
    for name, code in zip((site.MODERATOR, "admin"), codes, strict=True):
        client = Client()
        answer = client.post(reverse("account_login"), {"login": name, "password": passwords[name]})
        assert answer.url == reverse("mfa_authenticate")
        client.post(answer.url, {"code": code})
        assert client.get(reverse("moderation")).status_code == 200
    assert has_second_factor(User.objects.get(username="admin"))
    answer = Client().post(reverse("account_login"), {"login": "ana", "password": passwords["ana"]})
    assert answer.url == reverse("lobby")
    guests = User.objects.filter(username__in=site.GUESTS)
    assert guests.count() == len(site.GUESTS)
    assert not any(guest.has_usable_password() for guest in guests)


def test_a_demo_needs_an_empty_database() -> None:
    User.objects.create_user("somebody")
    with pytest.raises(CommandError, match="empty data folder") as refused:
        call_command("demo", no_serve=True)
    assert refused.value.returncode == 2
    assert "\n" not in str(refused.value)
    assert User.objects.count() == 1


def test_a_demo_is_for_embedded_mode_only(settings: object) -> None:
    settings.EMBEDDED = False
    with pytest.raises(CommandError, match="embedded mode") as refused:
        call_command("demo", no_serve=True)
    assert refused.value.returncode == 2
    assert not User.objects.exists()


class TestCompany:
    @pytest.fixture
    def guests(self) -> company.Company:
        made(matches=0)
        return company.Company()

    def test_it_plays_on(self, guests: company.Company) -> None:
        table_id = Room.objects.get(ruleset="cacheta-vidas", playing=True).pk
        moves = 0
        for _ in range(16):
            before = table_store.read(table_id)
            if before.table.seats[before.table.game.active].bot:
                sweep.move_bot(before)  # as the ticker does
            else:
                guests.look_at(table_id)
                moves += table_store.read(table_id).version == before.version + 1
        assert moves == 8  # two people and two bots, each draws and discards

    def test_a_first_match_waits_until_a_visitor_has_sat_down(
        self, guests: company.Company, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table_id, now = Room.objects.get(name="Mesa dos amigos").pk, clock.now()
        begun = []
        for seat, after in ((None, company.REST), (3, 0), (None, company.REST)):
            now += after
            monkeypatch.setattr(clock, "now", lambda at=now: at)
            if seat is not None:
                seats.sit(room_id=table_id, actor=User.objects.get(username="ana"), seat=seat)
            guests.look_at(table_id)
            begun.append(table_store.read(table_id).table.match_running)
        assert begun == [False, False, True]

    def test_its_sockets_speak_until_it_stops(self, guests: company.Company, monkeypatch: pytest.MonkeyPatch) -> None:
        now = clock.now() + SECOND
        monkeypatch.setattr(clock, "now", lambda: now)
        monkeypatch.setattr(company, "close_old_connections", lambda: None)
        looks = iter([False, True])
        monkeypatch.setattr(guests.stop, "wait", lambda period: next(looks))
        guests.run()
        assert set(Connection.objects.values_list("last_frame", flat=True)) == {now}
        assert next(looks, None) is None
