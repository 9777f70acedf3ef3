"""A game more is a value more in the registry: here one with wild twos, stakes and a score of its own."""

import random
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import translation

import games
from games import bots, rulesets
from games.endings import LAST_WITH_POINTS
from games.melds import MeldRules
from games.scoring import Scoring
from games.wording import Sentence, sentence
from lobby.rulebook import rules_page
from lobby.history import replay
from tests.games.scenes import seed

STAKES = Scoring(
    unit="points",
    start=lambda options: 5,
    changes=lambda state, outcome: {} if outcome.winner is None else {outcome.winner: state.options["stake"]},
    glance=lambda options: Sentence("stakes"),
    lines=lambda options: [sentence("The winner of a round gains %(n)d points.", n=options["stake"])],
)
TWOS = games.RuleSet(
    key="twos",
    title="Wild twos",
    gist=lambda options: Sentence("All twos are wild."),
    seats=range(2, 5),
    options=(
        games.Option(key="turn_seconds", label="Seconds for each action", default=20, low=5, high=60, nullable=True),
        games.Option(key="seats", label="Seats", default=4, low=2, high=4),
        games.Option(key="stake", label="Stake", default=2, low=1, high=3),
        games.Option(key="max_rounds", label="Rounds at most", default=6, low=1, high=9),
    ),
    decks=lambda players: 1 if players < 3 else 2,
    hand_size=lambda options, players: 9,
    rotates="dealer",
    turns_up=True,
    wild_faces=lambda options, turn_up: ("2C", "2D", "2H", "2S"),
    meld_rules=lambda options, wilds: MeldRules(closing="any", run_max=None, wilds=wilds, max_wild=1),
    knocks={"common": "common"},
    reshuffle_limit=lambda options: 1,
    exhausted="tied",
    scoring=lambda options: STAKES,
    match_end=LAST_WITH_POINTS,
    round_limit=lambda options: options["max_rounds"],
)


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(rulesets._REGISTERED, TWOS.key, TWOS)


@pytest.mark.parametrize("size", [7, 8, 11, 12])
def test_it_may_deal_any_number_of_cards(monkeypatch, size):
    monkeypatch.setitem(rulesets._REGISTERED, TWOS.key, replace(TWOS, hand_size=lambda options, players: size))
    rng = random.Random(size)
    state = games.new_match("twos", {"max_rounds": 2}, dict.fromkeys(range(3), True))
    while games.ready(state):
        state = games.deal(state, seed(state.round)).state
        assert {len(player.hand) for player in state.players if player} == {size}
        while (seat := state.active) is not None:
            move = bots.choose(games.observe(state, seat), bots.LEVELS[seat], rng)
            state = games.apply(state, seat, move).state
    assert state.match.reason == "rounds"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_dealt_played_by_chance_and_by_bots_and_observed(players):
    rng = random.Random(players)
    state = games.new_match("twos", {"stake": 3, "max_rounds": 3}, dict.fromkeys(range(players), True))
    while games.ready(state):
        state = games.decode(games.encode(games.deal(state, seed(state.round)).state))
        while (seat := state.active) is not None:
            seen = games.observe(state, seat)
            legal = games.legal_actions(state, seat)
            assert seen["you"]["legal"] == [games.action_json(action) for action in legal]
            assert seen["public"]["ruleset"] == "twos"
            assert seen["public"]["wilds"] == ["2C", "2D", "2H", "2S"]
            state = games.apply(state, seat, bots.choose(seen, "normal", rng) if seat else rng.choice(legal)).state
    assert games.observe(state, None)["public"]["match"]["reason"] == "rounds"
    assert state.round == 3
    assert sum(player.score - 5 for player in state.players if player) in {3, 6, 9}


@pytest.mark.parametrize("players", [2, 4])
def test_where_melds_are_laid_no_option_is_needed_for_it(monkeypatch, players):
    rami = games.get_ruleset("rami")
    options = tuple(option for option in rami.options if option.key != "discard_to_win")
    monkeypatch.setitem(rulesets._REGISTERED, "laying", replace(rami, key="laying", options=options))
    rng = random.Random(players)
    state = games.deal(games.new_match("laying", {"target": 20}, dict.fromkeys(range(players), True)), seed()).state
    while (seat := state.active) is not None:
        assert replay._could_now(games.get_ruleset("laying"), state, seat) in {None, "out"}
        move = bots.choose(games.observe(state, seat), bots.LEVELS[seat % 3], rng)
        state = games.apply(state, seat, move).state
    assert state.result.kind in {"out", "blocked"}


@pytest.mark.django_db
def test_its_rules_are_a_page():
    with translation.override("en"):
        shown = "\n".join(line for section in rules_page.page(TWOS, {"stake": 1}).sections for line in section.lines)
    assert "at most 1 time a round" in shown
    assert "After 6 rounds, tied ones included" in shown
    assert "tied rounds in a row" not in shown
    assert "The winner of a round gains 1 points." in shown
    assert "Nobody wins points" not in shown
    client = Client()
    client.cookies["django_language"] = "en"
    page = client.get("/rules/twos/?stake=1").content.decode()
    assert "<h1>Wild twos</h1>" in page
    assert "9 cards" in page
    assert "Stake: 1" in page
    assert "Wild twos" in client.get("/rules/").content.decode()
    assert client.get("/rules/seven/").status_code == 404
