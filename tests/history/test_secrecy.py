"""No page or file of the history shows a seed or a hidden card too early, or to anybody who was not dealt in."""

import itertools
import json
import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

import games
from accounts.models import User
from lobby.history import access, replay
from lobby.models import Round
from lobby.tables.services import seats
from lobby.tables.services.change import settle
from tests.support.scenes.matches import House, frames_of, hidden_cards

pytestmark = pytest.mark.django_db
GAMES = list(games.RULESETS)
Viewer = User | AnonymousUser


def answers(house: House, viewer: Viewer) -> dict[str, str]:
    """Everything the history says to this viewer about the match, by its address, without and with a shared link."""
    client = Client()
    if viewer.is_authenticated:
        client.force_login(viewer)
    match = house.match
    rounds = [f"/history/{match.pk}/{number}/" for number in match.rounds.values_list("number", flat=True)]
    addresses = ["/history/", f"/history/{match.pk}/", f"/history/{match.pk}/export.json", *rounds]
    addresses += [f"/people/{user.username}/" for user in house.people]
    said = {}
    keys = ("",) if viewer in house.people else ("", access.share_key(match))
    for address, key in itertools.product(addresses, keys):
        response = client.get(f"{address}?key={key}")
        said[f"{address}?key={key}"] = response.content.decode() if response.status_code == 200 else ""
    return said


def secrets_of(*rounds: Round) -> dict[Round, set[str]]:
    """Of each round its seed and its hidden cards, as they might be written."""
    found = {}
    for round_ in rounds:
        seed = bytes(round_.seed)
        cards = {f'"{card}"' for card in hidden_cards(round_)}
        found[round_] = {seed.hex(), str(list(seed)), repr(seed)} | cards
    return found


def leaks(said: dict[str, str], secrets: dict[Round, set[str]]) -> list[str]:
    """Addresses where a secret of one of these rounds stands, each round looked for on its own pages only."""
    return [
        f"{address}: {secret}"
        for round_, hidden in secrets.items()
        for address, text in said.items()
        if about(address, round_)
        for part in [own(text, address, round_)]
        for secret in hidden
        if secret in part
    ]


def about(address: str, round_: Round) -> bool:
    replay = re.fullmatch(r"/history/\d+/(\d+)/", address.split("?", maxsplit=1)[0])
    return replay is None or int(replay[1]) == round_.number


def own(text: str, address: str, round_: Round) -> str:
    """Of an export, what it says about this round: other rounds have the same cards."""
    if "export.json" not in address or not text:
        return text
    return json.dumps([each for each in json.loads(text)["rounds"] if each["number"] == round_.number])


@pytest.fixture(params=GAMES)
def house(request, monkeypatch) -> House:
    """A public room that lets people watch, in the middle of a match where there can be more than one round."""
    options = {"points": 5} if request.param == "pife" else {}
    house = House(monkeypatch, "ana", "bruno", ruleset=request.param, bots=1, **options)
    house.person("carla")
    house.start()
    house.play_round()
    if house.table.rules.deals == "host":
        house.start()
    else:
        house.time.forward(9)
        settle(house.id)
    house.play_round(steps=9)
    assert not house.table.game.match_over
    return house


def viewers(house: House) -> list[Viewer]:
    staff = User.objects.get_or_create(username="mod", is_staff=True, is_superuser=True)[0]
    return [*house.people, house.person("carla"), staff, AnonymousUser()]


def test_before_the_match_is_over_nobody_gets_a_secret(house: House) -> None:
    rounds = list(house.match.rounds.order_by("number"))
    secrets = secrets_of(*rounds)
    assert len(secrets[rounds[-1]]) > 20
    for viewer in viewers(house):
        assert leaks(answers(house, viewer), secrets) == []


def test_a_running_round_has_no_replay_and_no_log(house: House) -> None:
    running = house.match.rounds.get(ended_at=None)
    client = Client()
    client.force_login(house.people[0])
    assert client.get(f"/history/{house.match.pk}/{running.number}/").status_code == 404
    exported = client.get(f"/history/{house.match.pk}/export.json").json()["rounds"][-1]
    assert (exported["log"], exported["check"], exported["result"]) == ([], None, None)
    assert exported["commitment"] == running.commitment


def test_after_the_match_only_those_dealt_in_get_them(house: House) -> None:
    house.close()
    rounds = list(house.match.rounds.order_by("number"))
    secrets = secrets_of(*rounds)
    for viewer in viewers(house):
        said = answers(house, viewer)
        if viewer in house.people:
            for round_ in rounds:
                assert bytes(round_.seed).hex() in said[f"/history/{house.match.pk}/{round_.number}/?key="]
                assert bytes(round_.seed).hex() in said[f"/history/{house.match.pk}/export.json?key="]
        else:
            assert leaks(said, secrets) == []


def test_who_came_later_sees_only_the_rounds_they_were_dealt_into(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", ruleset="pife-corte", seats=3)
    carla = house.person("carla")
    house.start()
    house.play_round()
    seats.sit(room_id=house.id, actor=carla, seat=2)
    house.start()
    house.play_round()
    house.close()
    first, second = house.match.rounds.order_by("number")
    said = answers(house, carla)
    assert leaks(said, secrets_of(first)) == []
    assert bytes(second.seed).hex() in said[f"/history/{house.match.pk}/2/?key="]
    assert bytes(first.seed).hex() not in said[f"/history/{house.match.pk}/2/?key="]


def test_an_open_round_does_not_open_the_others(house: House) -> None:
    house.close()
    rounds = list(house.match.rounds.order_by("number"))
    said = answers(house, house.people[0])
    for here, other in itertools.permutations(rounds, 2):
        assert bytes(other.seed).hex() not in said[f"/history/{house.match.pk}/{here.number}/?key="]


def test_public_frames_are_exactly_what_the_table_showed(house: House) -> None:
    """Frame by frame against the engine's public view, taken while it was played."""
    first = house.match.rounds.get(number=1)
    states = [state for state in house.states if state.round == 1]
    frames = frames_of(first, open_=False)
    assert len(frames) == len(states)
    for frame, state in zip(frames, states, strict=True):
        view = games.public_view(state)
        assert {key: frame[key] for key in replay.CHANGING if key in frame} == {
            key: view[key] for key in replay.CHANGING if key in view
        }
        assert frame["events"] == view["last"]
