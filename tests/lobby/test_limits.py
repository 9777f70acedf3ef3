"""Limits that protect others: each is refused with a code, and nothing else happens."""

from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse

from lobby.tables.realtime import consumers, protocol
from lobby.tables.realtime.connections import Connections
from lobby.tables.realtime.consumers import visitor
from tests.support.scenes.tables import person

pytestmark = pytest.mark.django_db


class Anybody:
    is_authenticated = False


def scope(forwarded: str = "", client: str = "10.0.0.9", user: object = None) -> dict:
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    return {"headers": headers, "client": [client, 5000], "user": user or Anybody()}


@pytest.mark.parametrize(
    ("proxies", "forwarded", "told"),
    [
        (0, "1.1.1.1", "10.0.0.9"),  # nobody's word counts
        (1, "6.6.6.6, 2.2.2.2", "2.2.2.2"),  # what a visitor wrote himself does not
        (2, "6.6.6.6, 2.2.2.2, 3.3.3.3", "2.2.2.2"),
        (2, "3.3.3.3", ""),
    ],
)
def test_a_visitor_is_known_by_what_our_own_proxy_saw(settings, proxies: int, forwarded: str, told: str) -> None:
    settings.TRUSTED_PROXIES = proxies
    assert visitor(scope(forwarded)) == told


def test_a_person_is_known_by_the_account() -> None:
    ana = person("ana")
    assert visitor(scope(user=ana)) == ana.pk


@pytest.mark.parametrize("who", [None, "ana"])
async def test_lobby_sockets_of_one_visitor_are_limited(monkeypatch: pytest.MonkeyPatch, who: str | None) -> None:
    monkeypatch.setattr(consumers, "MAX_SOCKETS", 2)
    monkeypatch.setattr(consumers, "MAX_VISITORS", 2)
    user = None
    if who:
        user = type("User", (), {"is_authenticated": True, "pk": 7})()
    connections = Connections()
    connections.lobby_version = 3
    house = SimpleNamespace(connections=connections, heartbeat=SimpleNamespace(second=0))
    said: list[list[str]] = []
    for _ in range(3):
        socket = consumers.LobbyConsumer()
        socket.scope, socket.hub, told = scope(user=user), house, []
        said.append(told)

        async def send(message: dict[str, str], told=told) -> None:
            told.append(message["text"])

        async def close(code: int, told=told) -> None:
            told.append(str(code))

        socket.base_send, socket.close = send, close
        await socket.entered()
    assert len(connections.lobby) == 2
    assert said[0] == said[1] == ['{"type":"lobby","v":3}']
    assert said[2] == ['{"type":"bye","code":"too_many_sockets"}', str(protocol.CLOSE["too_many_sockets"])]


def test_codes_are_limited_by_address_whoever_asks(settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "room_code": "2/10m/ip"}
    statuses = []
    for name in ("ana", "bia", "caio"):
        client = Client()
        client.force_login(person(name))
        statuses.append(client.post(reverse("room_code"), {"code": "WRONGXYZ"}).status_code)
    assert statuses == [422, 422, 429]


def test_signing_up_is_limited_by_address(settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "1/m/ip"}
    form = {"username": "dora", "password1": "a long one of hers", "password2": "a long one of hers"}
    first = Client().post(reverse("account_signup"), form)
    assert first.status_code == 302
    assert Client().post(reverse("account_signup"), {**form, "username": "eva"}).status_code == 429
