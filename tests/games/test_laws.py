"""What holds at every step of every match, played by chance, sensibly and by somebody who never closes anything."""

import random
from functools import cache

import pytest

import games
from tests.support.games.laws import broken, misjudged
from tests.support.games.mixed_matches import Match
from tests.support.games.play import RUNNING, STYLES, TABLES, match, never_closing, replayed, sensible

IDS = [f"{key}-{players}-{number}" for number, (key, _, players) in enumerate(TABLES)]
every_table = pytest.mark.parametrize("table", TABLES, ids=IDS)


def logs(table, number=0, rounds=2, trouble=0.03):
    """One match of each style at this table; those who do not want to win stop after so many steps of a round."""
    key, options, players = table
    return _logs(key, tuple(options.items()), players, number, rounds, trouble)


@cache
def _logs(key, options, players, number, rounds, trouble):
    return [
        match(
            key,
            dict(options),
            players,
            style,
            number,
            rounds=rounds,
            trouble=trouble,
            cap=3000 if style is sensible else 700,
        )
        for style in STYLES
    ]


@every_table
def test_no_step_breaks_a_law(table):
    """No card is lost or doubled, nobody comes back, nothing goes backwards: see laws.py."""
    for log in logs(table):
        for before, state in zip([log.first, *log.states], log.states, strict=False):
            assert not list(broken(before, state))


@pytest.mark.parametrize("first", range(len(games.RULESETS)))
def test_no_law_breaks_among_mixed_players_who_come_and_go(first):
    """A small sample of what bench.laws plays for long."""
    for number in range(first, 40, len(games.RULESETS)):
        assert not Match("sample", number).play().wrong


@pytest.mark.parametrize("table", TABLES[:-3], ids=IDS[:-3])
def test_hands_have_the_right_size_at_every_step(table):
    rules = games.get_ruleset(table[0])
    for log in logs(table, trouble=0):
        for state in log.states:
            size = rules.hand_size(state.options, 0)
            for seat, player in enumerate(state.players):
                if player and player.in_round and state.phase in RUNNING:
                    more = state.phase == "discard" and state.active == seat
                    assert len(player.hand) == size + more


@every_table
def test_states_go_to_json_and_back(table):
    for log in logs(table):
        for state in log.states[::4]:
            assert games.decode(games.encode(state)) == state


@every_table
def test_the_same_seeds_and_actions_give_the_same_match(table):
    for log in logs(table):
        assert replayed(log) == log.state


@every_table
def test_somebody_can_always_move_and_only_whoever_is_to_act(table):
    for log in logs(table):
        for state in log.states:
            if state.phase in ("draw", "discard"):
                moves = [
                    action
                    for action in games.legal_actions(state, state.active)
                    if not isinstance(action, games.Resign)
                ]
                assert moves
            for seat, player in enumerate(state.players):
                if seat != state.active and state.phase != "window":
                    assert set(map(type, games.legal_actions(state, seat))) <= {games.Resign}
                if player is None or not player.in_round:
                    assert games.legal_actions(state, seat) == ()


@every_table
def test_exactly_the_legal_actions_are_accepted_and_refusals_change_nothing(table):
    rng = random.Random(str(table))
    for log in logs(table, rounds=2):
        for state in rng.sample(log.states, min(12, len(log.states))):
            assert not list(misjudged(state, rng))


@pytest.mark.parametrize("table", TABLES[6:], ids=IDS[6:])
def test_matches_end_even_if_nobody_ever_closes(table):
    key, options, players = table
    if key.startswith("cacheta"):
        options = {**options, "max_rounds": 2}
    log = match(key, options, players, never_closing, 1, rounds=200)
    assert log.state.match_over


def test_every_way_for_a_round_and_a_match_to_end_is_reached():
    kinds, reasons = set(), set()
    for number, table in enumerate(TABLES):
        for log in logs(table, number, rounds=8):
            kinds |= {(table[0], state.result.kind) for state in log.states if state.result}
            reasons |= {(table[0], state.match.reason) for state in log.states if state.match}
    ties = [
        match("pife", {}, 2, never_closing, 0, rounds=30),
        match("cacheta-pontos", {"max_rounds": 1}, 2, never_closing, 0),
    ]
    kinds |= {(log.first.ruleset, log.state.result.kind) for log in ties}
    reasons |= {(log.first.ruleset, log.state.match.reason) for log in ties}
    assert kinds >= {
        *(("pife-corte", kind) for kind in ("nine", "cut", "void")),
        *(("cacheta-vidas", kind) for kind in ("nine", "ten", "last")),
        *((key, kind) for key in ("pife", "cacheta-pontos") for kind in ("common", "all", "tied", "last")),
        *(("rami", kind) for kind in ("out", "blocked", "last")),
    }
    assert reasons >= {
        ("cacheta-vidas", "last"),
        ("pife", "knock"),
        ("pife", "last"),
        ("pife", "ties"),
        ("cacheta-pontos", "rounds"),
        ("cacheta-pontos", "last"),
        ("rami", "target"),
        ("rami", "last"),
    }


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_sensible_players_end_their_rounds(table):
    key, options, players = table
    log = match(key, options, players, sensible, 5, rounds=2)
    assert log.state.phase == "over"
