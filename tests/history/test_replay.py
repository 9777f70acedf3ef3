"""Rounds played again from their start and the log."""

import pytest
from msgspec.structs import replace

import games
from lobby.history import replay
from lobby.history.record import record
from lobby.history.replay import Unreplayable
from lobby.models import Round
from lobby.tables.core import state
from lobby.tables.services import seats
from lobby.tables.services.change import settle
from tests.support.scenes.matches import House, frames_of

pytestmark = pytest.mark.django_db
GAMES = list(games.RULESETS)


@pytest.fixture(params=GAMES)
def house(request, monkeypatch) -> House:
    return House(monkeypatch, "ana", "bruno", ruleset=request.param, bots=1)


def test_every_round_of_every_game_is_replayed_to_its_result(house: House) -> None:
    house.play_match()
    rounds = list(Round.objects.filter(match=house.match).select_related("match"))
    assert rounds
    for round_ in rounds:
        frames = frames_of(round_, open_=True)
        assert frames[-1]["result"]["kind"] == round_.result["kind"]
        assert frames[-1]["result"]["winner"] == round_.result["winner"]
        assert frames[0]["events"][0]["e"] == "dealt"
    assert replay.positions(rounds[-1])[-1].state.players == house.table.game.players


def test_public_frames_are_what_watchers_saw(house: House) -> None:
    house.start()
    house.play_round(steps=30)
    house.play_round()
    public = frames_of(house.round(), open_=False)
    allowed = {*replay.CHANGING, "events", "players"}
    for frame in public:
        assert frame.keys() <= allowed
        assert all("card" not in event for event in frame["events"] if event["e"] == "drew")
        assert all("hand" not in player for player in frame["players"])


def test_open_frames_have_every_hand_and_the_drawn_card(house: House) -> None:
    house.start()
    house.play_round()
    frames = frames_of(house.round(), open_=True)
    drawn = 0
    for frame in frames:
        assert {str(p["seat"]): p["count"] for p in frame["players"] if p["count"]} == {
            seat: len(hand) for seat, hand in frame["hands"].items()
        }
        for event in frame["events"]:
            if event["e"] == "drew":
                drawn += 1
                assert event["card"] in frame["hands"][str(event["seat"])]
    assert drawn


def test_whoever_knocks_is_marked_before(house: House) -> None:
    house.start()
    house.play_round()
    frames = frames_of(house.round(), open_=True)
    end = frames[-1]["events"]
    seat = frames[-1]["result"]["winner"]
    if end[0]["e"] == "cut":
        assert {"seat": seat, "how": "cut"} in frames[-2]["could"]
    elif end[0]["e"] in {"knocked", "laid", "laid_off", "discarded"}:
        assert [each["seat"] for each in frames[-2]["could"]] == [seat]


def test_those_who_could_cut_in_are_marked_though_nobody_does(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", "carla", ruleset="pife-corte")
    house.start()
    house.play_round(cut=False)
    marks = {mark["how"] for frame in frames_of(house.round(), open_=True) for mark in frame["could"]}
    assert marks <= {"cut", "close", "take"}
    assert "close" in marks


def test_leavers_and_timeouts_are_part_of_the_replay(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", "carla", ruleset="cacheta-vidas")
    house.start()
    house.play_round(steps=7)
    house.time.forward(31)
    settle(house.id)
    seats.leave(room_id=house.id, actor=house.people[2])
    house.play_round()
    said = [event for frame in frames_of(house.round(), open_=True) for event in frame["events"]]
    assert any(event.get("auto") for event in said)
    assert any(event["e"] == "left" for event in said)


def test_a_round_cut_short_is_replayed_as_far_as_it_went(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", ruleset="pife")
    house.start()
    house.play_round(steps=6)
    house.close()
    frames = frames_of(house.round(), open_=True)
    assert frames[-1]["result"] is None
    assert len(frames) == 7
    assert frames[-1]["phase"] in state.RUNNING


def test_a_round_of_other_rules_is_not_replayed(monkeypatch) -> None:
    house = House(monkeypatch, "ana", "bruno", ruleset="pife")
    house.start()
    house.play_round()
    round_ = house.round()
    start = games.decode(bytes(round_.start))
    round_.start = games.encode(replace(start, rules_version=99))
    with pytest.raises(Unreplayable):
        frames_of(round_, open_=False)
    round_ = house.round()
    round_.result = {**round_.result, "winner": None}
    with pytest.raises(Unreplayable):
        frames_of(round_, open_=False)


def test_the_record_has_every_card_that_moved(house: House) -> None:
    house.start()
    house.play_round()
    kept = record(house.round())
    start = games.decode(bytes(house.round().start))
    assert bytes.fromhex(kept["seed"]) == start.seed
    draws = [move["card"] for move in kept["moves"] if move["do"] == "draw"]
    assert draws[: len(start.stock)] == list(start.stock[: len(draws)])
