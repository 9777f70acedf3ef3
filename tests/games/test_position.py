"""A position as one line of text: it reads back as the very state, and tells a viewer nothing that is hidden."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games import position
from games.position import HIDDEN, PositionError
from games.state import replace
from tests.support.games.play import RUNNING, STYLES, TABLES, match
from tests.support.games.scenes import between, scene, seed
from tests.support.games.worlds import other_world, viewers

LOGS: dict[tuple[int, int, int], list[games.State]] = {}


@st.composite
def states(draw):
    """A state of some match of any game, played in any style, with leavers, time-outs and resignations."""
    table = draw(st.integers(0, len(TABLES) - 1))
    style = draw(st.integers(0, len(STYLES) - 1))
    number = draw(st.integers(0, 3))
    key, options, players = TABLES[table]
    asked = (table, style, number)
    if asked not in LOGS:
        log = match(key, options, players, STYLES[style], number, rounds=3, cap=150, trouble=0.05)
        LOGS[asked] = [log.first, *log.states]
    return draw(st.sampled_from(LOGS[asked]))


def test_the_random_states_are_of_every_game():
    assert {table[0] for table in TABLES} == set(games.RULESETS)


@settings(max_examples=400, deadline=None)
@given(states())
def test_a_line_reads_back_as_the_very_state(state):
    text = position.line(state)
    assert "\n" not in text
    assert position.parse(text) == state
    assert position.is_whole(position.parse(text))


@settings(max_examples=200, deadline=None)
@given(states(), st.integers(0, 7))
def test_what_a_viewer_knows_reads_back_too(state, viewer):
    for each in (None, viewer):
        known = position.seen(state, each)
        text = position.line(known)
        assert position.parse(text) == known
        assert position.line(position.parse(text)) == text
        assert position.is_whole(known) == (not hidden(known))


def hidden(state):
    return any(HIDDEN in player.hand for player in state.players if player) or HIDDEN in (*state.stock, *state.pile)


@settings(max_examples=200, deadline=None)
@given(states(), st.integers(0, 10**6))
def test_hidden_cards_do_not_change_the_line_of_a_viewer(state, number):
    rng = random.Random(number)
    for viewer in viewers(state):
        other = other_world(state, viewer, rng)
        assert position.line(position.seen(state, viewer)) == position.line(position.seen(other, viewer))
        assert state.seed == b"" or state.seed.hex() not in position.line(position.seen(state, viewer))


@settings(max_examples=200, deadline=None)
@given(states())
def test_what_a_viewer_knows_is_true(state):
    """Cards it names lie where it says, and the counts are right."""
    for viewer in viewers(state):
        known = position.seen(state, viewer)
        places = [(known.stock, state.stock), (known.pile, state.pile)]
        places += [(a.hand, b.hand) for a, b in zip(known.players, state.players, strict=True) if a and b]
        for told, true in places:
            assert len(told) == len(true)
            assert {*told} - {HIDDEN} <= {*true}
        assert games.public_view(replace(known, options=state.options)) == games.public_view(state)


@settings(max_examples=100, deadline=None)
@given(states())
def test_a_seat_knows_its_hand_and_its_moves(state):
    for seat in viewers(state)[1:]:
        if state.players[seat].left:
            continue
        known = position.seen(state, seat)
        assert known.players[seat].hand == state.players[seat].hand
        assert games.private_view(known, seat) == games.private_view(state, seat)


def test_the_rebuilt_state_plays_on_as_the_first_would():
    state = match("pife", {"points": 2}, 4, STYLES[1], 1, cap=20).state
    again = position.parse(position.line(state))
    while state.phase in RUNNING:
        step, other = games.timeout(state), games.timeout(again)
        assert step == other
        state, again = step.state, other.state


# --- the format: lines in bug reports and in tests must stay readable -----------------------------------------------


def test_the_format_stays_as_it_is():
    state = scene(
        "cacheta-pontos",
        {0: "7H 8H 9H", 1: "2C 3C"},
        options={"seats": 3, "hand_size": 10, "turn_seconds": None, "restricted_take": True},
        pile="KS KD",
        stock="4S 5S",
        bots=(1,),
    )
    gone = re.search(r" gone=(\S+)", position.line(state))
    assert position.line(state).replace(gone[0], "") == (
        "batida1 cacheta-pontos@1 turn_seconds:none,seats:3,hand_size:10,restricted_take:true 1.9 discard 0 "
        "pr10t2:7H1,8H1,9H1/br10t2:2C1,3C1/- 4S1,5S1 KS1,KD1 "
        f"dealer=1 starter=0 up=7S2 wild=8S drawn=9H1 seed={seed().hex()}"
    )
    assert len(gone[1].split(",")) == 104 - 10
    assert position.line(position.seen(state, None)) == (
        "batida1 cacheta-pontos@1 turn_seconds:none,seats:3,hand_size:10,restricted_take:true 1.9 discard 0 "
        "pr10:?3/br10:?2/- ?2 KS1,KD1 "
        f"dealer=1 up=7S2 wild=8S commit={games.commitment(seed())}"
    )
    assert " pr10:7H1,8H1,9H1/br10:?2/- ?2 KS1,KD1 dealer=1 up=7S2 wild=8S drawn=9H1 " in position.line(
        position.seen(state, 0)
    )


def test_known_cards_leavers_melds_and_events_have_their_signs():
    state = scene("pife", {0: "7H 8H", 1: "2C 3C 4C", 2: "5D"}, phase="draw", pile="KS KD")
    taken = games.apply(state, 0, games.Draw("pile")).state
    assert "pr0:?2,KD1*" in position.line(position.seen(taken, None))
    assert "last=took@0,card:KD1" in position.line(taken)
    left = games.leave(state, 1).state
    assert "/pol0t2f2:-/" in position.line(left)
    assert games.timeout(taken).state.last[0]["auto"]
    assert "last=discarded@0,card:8H1!" in position.line(games.timeout(taken).state)
    laid = scene(
        "rami", {0: "7H 8H", 1: "2C"}, melds=["4S 5S 6S", (1, "KD KH KS")], history=({"e": "upcard", "card": "AC1"},)
    )
    assert " melds=0:4S1,5S1,6S1/1:KD1,KH1,KS1 " in position.line(laid)
    assert " history=upcard,card:AC1" in position.line(laid)


LINE = position.line(scene("pife", {0: "7H 8H", 1: "2C 3C"}, options={"seats": 2}, pile="KS", stock="4S"))


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("batida1", "batida2", "line"),
        (" KS1 ", " ", "pile"),
        ("pife@1", "poker@1", "rules"),
        ("pife@1", "pife", "rules"),
        ("seats:2", "seats:9", "options"),
        ("seats:2", "seats", "options"),
        ("seats:2", "colour:2", "options"),
        ("seats:2", "seats:3", "seats"),
        ("1.9", "1", "turn"),
        (" discard ", " bidding ", "phase"),
        (" discard 0 ", " discard 2 ", "active"),
        (" discard 0 ", " discard -1 ", "active"),
        (" discard 0 ", " discard x ", "active"),
        ("pr0t2:7H1", "xr0t2:7H1", "seats"),
        ("7H1", "7H", "seats"),
        ("7H1", "1H1", "seats"),
        ("7H1", "?0", "seats"),
        ("7H1", "?9999", "seats"),
        ("7H1", "2C1", "cards"),
        (" 4S1 ", " KS1 ", "cards"),
        ("dealer=1", "dealer=one", "dealer"),
        ("dealer=1", "dealer=1 dealer=1", "dealer"),
        ("dealer=1", "banker=1", "banker"),
        ("dealer=1", "window=0", "window"),
        ("dealer=1", "melds=0", "melds"),
        ("dealer=1", "wild=9X", "wild"),
        ("dealer=1", "commit=0", "commit"),
        ("dealer=1", "last=took@0,card", "last"),
        ("dealer=1", "result={}", "result"),
        ("dealer=1", "match=[", "match"),
        ("seed=", "seed=00", "seed"),
        ("seed=", "seed=x", "seed"),
    ],
)
def test_what_is_no_line_is_refused_with_the_part_that_is_wrong(old, new, part):
    assert LINE.count(old) == 1
    with pytest.raises(PositionError) as refused:
        position.parse(LINE.replace(old, new))
    assert refused.value.part == part
    assert str(refused.value).startswith(f"{part}: ")


@pytest.mark.parametrize("text", ["", "batida1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"])
def test_any_other_text_is_refused(text):
    with pytest.raises(PositionError):
        position.parse(text)


@given(st.text(max_size=60), st.integers(0, len(LINE)), st.integers(0, 20))
def test_a_damaged_line_is_read_or_refused_and_nothing_else(noise, at, gone):
    try:
        state = position.parse(LINE[:at] + noise + LINE[at + gone :])
    except PositionError:
        return
    assert isinstance(state, games.State)


def test_a_state_that_no_line_can_hold_is_refused():
    state = between(scene("pife", {0: "7H 8H", 1: "2C 3C"}, pile="KS", stock="4S"))
    strange = replace(state, options={**state.options, "jokers": 2})
    with pytest.raises(PositionError):
        position.line(strange)
