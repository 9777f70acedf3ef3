"""No hidden card leaves the engine: worlds that differ only in what a viewer cannot see look the same."""

import json
import random

import pytest

import games
from games import bots
from tests.support.games import watched_matches
from tests.support.games.play import STYLES, TABLES, match, named_cards
from tests.support.games.scenes import cards, scene
from tests.support.games.worlds import answers_apart, other_world, viewers, views_apart

IDS = [f"{key}-{players}-{number}" for number, (key, _, players) in enumerate(TABLES)]


def logs(table, number=0):
    key, options, players = table
    return [match(key, options, players, style, number, rounds=2, cap=150, trouble=0.05) for style in STYLES[:2]]


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_views_of_indistinguishable_worlds_are_equal(table):
    rng = random.Random(str(table))
    for log in logs(table):
        for state in log.states[::3]:
            for viewer in viewers(state):
                assert not list(views_apart(state, viewer, rng))


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_refusals_events_and_bots_depend_on_nothing_hidden(table):
    rng = random.Random(str(table))
    for log in logs(table):
        for state in log.states[::7]:
            for viewer in viewers(state):
                assert not list(answers_apart(state, viewer, rng))


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_events_name_only_cards_that_views_show(table):
    for log in logs(table):
        before = log.first
        for step in log.steps:
            shown = named_cards(games.public_view(before)) | named_cards(games.public_view(step.state))
            for event in step.events:
                assert named_cards(event.public) <= shown
                for seat, private in event.private.items():
                    assert named_cards(private) <= {*step.state.players[seat].hand, *shown}
            before = step.state


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_views_are_json_and_name_no_hidden_card(table):
    for log in logs(table):
        for state in log.states[::5]:
            public = games.public_view(state)
            assert json.loads(json.dumps(public)) == public
            shown = named_cards(public)
            hidden = {*state.stock, *state.gone}
            if state.result is None and not state.history:
                assert not shown & (hidden - named_cards(public["last"]))
            for viewer in viewers(state)[1:]:
                you = games.private_view(state, viewer)
                assert you is None or named_cards(you) <= {*state.players[viewer].hand}


LEAKS = {
    "stock": lambda state: state.stock[0],
    "other hand": lambda state: state.players[1].hand,
    "count of a suit in another hand": lambda state: sum(card[1] == "H" for card in state.players[1].hand),
    "pile below the top": lambda state: state.pile[0],
    "cards of a leaver": lambda state: state.gone[0],
    "seed": lambda state: state.seed,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_the_worlds_would_show_any_leak(leak):
    state = scene("pife-corte", {0: "7H 8H", 1: "2C 3C 4H", 2: "5S 6S"}, phase="draw", pile="KS KD KC")
    state = games.leave(state, 2).state
    rng = random.Random(1)
    assert len({LEAKS[leak](other_world(state, 0, rng)) for _ in range(20)}) > 1


def test_the_long_run_would_tell_of_a_leak(monkeypatch):
    assert not watched_matches.played("quiet", 3)[0].wrong
    honest = games.observe
    monkeypatch.setattr(games, "observe", lambda state, viewer: [honest(state, viewer), state.stock[:1]])
    monkeypatch.setattr(bots, "choose", lambda observation, level, rng: None)
    assert any("the view of" in told for told in watched_matches.played("quiet", 3)[0].wrong)


def test_the_seed_is_nowhere_in_a_view_nor_in_what_is_printed():
    state = scene("pife-corte", {0: "7H 8H", 1: "2C 3C"}, phase="draw")
    text = json.dumps(games.observe(state, 0))
    assert state.seed.hex() not in text
    assert state.commitment in text
    step = games.apply(state, 0, games.Draw("stock"))
    for secret in (repr(state), repr(step), repr(state.players[0]), repr(step.events)):
        assert not any(card in secret for card in (*cards("7H 8H 2C"), state.stock[0]))
        assert "seed" not in secret


def test_watchers_and_empty_seats_have_no_private_side():
    state = scene("pife", {0: "7H 8H", 1: "2C 3C"}, phase="draw")
    assert games.observe(state, None)["you"] is None
    assert games.observe(state, 3)["you"] is None
    assert games.observe(state, 17)["you"] is None
    left = games.leave(state, 0).state
    assert games.observe(left, 0)["you"] is None
