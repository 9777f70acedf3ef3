"""Actions as data: what is one, what is none, and how table options are checked."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.cards import deck, pick

GOOD = [
    {"do": "draw", "from": "stock"},
    {"do": "draw", "from": "pile"},
    {"do": "discard", "card": "7H1"},
    {"do": "discard", "card": "7H"},
    {"do": "knock"},
    {"do": "knock", "with": "all"},
    {"do": "knock", "with": "common", "discard": "7H1"},
    {"do": "knock", "melds": [["7H", "8H", "9H2"], ["2C", "2D", "2S"]]},
    {"do": "cut"},
    {"do": "lay", "cards": ["7H1", "8H1", "9H1"]},
    {"do": "lay_off", "meld": 3, "cards": ["7H1"]},
    {"do": "resign"},
]
BAD = [
    None, 7, "draw", [], {}, {"do": "fly"}, {"do": None}, {"do": "draw"}, {"do": "draw", "from": "hand"},
    {"do": "draw", "from": "stock", "seat": 2}, {"do": "discard"}, {"do": "discard", "card": "7H3"},
    {"do": "discard", "card": "7X1"}, {"do": "discard", "card": "1H1"}, {"do": "discard", "card": "7H1\n"},
    {"do": "discard", "card": "7h1"}, {"do": "discard", "card": 71}, {"do": "discard", "card": ["7H1"]},
    {"do": "knock", "with": "all", "discard": "7H1"}, {"do": "knock", "with": "ten"}, {"do": "knock", "melds": [[]]},
    {"do": "knock", "melds": [["7H1"]] * 5}, {"do": "knock", "melds": "7H1"}, {"do": "lay", "cards": []},
    {"do": "lay", "cards": ["7H1"] * 15}, {"do": "lay_off", "meld": "0", "cards": ["7H1"]},
    {"do": "lay_off", "meld": True, "cards": ["7H1"]}, {"do": "lay_off", "meld": 1.5, "cards": ["7H1"]},
    {"do": "cut", "card": "7H1"}, {1: 2}, {"do": "discard", "card": "\ud800H1"}, float("nan"),
]  # fmt: skip


@pytest.mark.parametrize("form", GOOD, ids=str)
def test_actions_go_to_json_and_back(form):
    assert games.action_json(games.parse_action(form)) == form


@pytest.mark.parametrize("form", BAD, ids=ascii)
def test_anything_else_is_malformed(form):
    with pytest.raises(games.MalformedAction):
        games.parse_action(form)


def test_a_very_deep_form_is_malformed():
    form = []
    for _ in range(100_000):
        form = [form]
    with pytest.raises(games.MalformedAction):
        games.parse_action({"do": "lay", "cards": form})


forms = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["draw", "7H1", "7H"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["do", "from", "card", "cards", "melds", "with", "discard", "meld"]), inner)
    ),
    max_leaves=6,
)


@settings(deadline=None)
@given(forms)
def test_no_form_does_anything_but_parse_or_be_malformed(form):
    try:
        action = games.parse_action(form)
    except games.MalformedAction:
        return
    assert games.parse_action(games.action_json(action)) == action


@settings(deadline=None)
@given(st.permutations(deck(2)), st.lists(st.integers(0, 9), unique=True, max_size=4), st.data())
def test_picked_cards_are_the_named_ones_each_taken_once(cards, places, data):
    hand = tuple(cards[:10])
    wanted = [hand[place] if data.draw(st.booleans()) else hand[place][:2] for place in places]
    found = pick(hand, wanted, last=hand[:3])
    assert found is not None
    assert len(set(found)) == len(found)
    assert all(card in hand and card.startswith(name) for card, name in zip(found, wanted, strict=True))


def test_nothing_is_picked_that_is_not_held():
    hand = ("7H1", "7H2", "8H1")
    assert pick(hand, ("7H", "7H")) == ("7H1", "7H2")
    assert pick(hand, ("7H", "7H1")) == ("7H2", "7H1")
    assert pick(hand, ("7H", "7H", "7H")) is None
    assert pick(hand, ("8H", "8H1")) is None
    assert pick(hand, ("9H",)) is None


# --- options --------------------------------------------------------------------------------------------------------


def test_all_options_have_defaults():
    common = {"turn_seconds": 30}
    three = {"hand_size": 9, "ace": "both", "restricted_take": False}
    expected = {
        "pife-corte": {"seats": 8},
        "cacheta-vidas": {"seats": 8, "lives": 10},
        "pife": {"seats": 4, **three, "points": None},
        "cacheta-pontos": {
            "seats": 4, **three, "wild_scope": "suit", "max_wild": 1, "points": 10, "knock_cost": 1,
            "full_knock_cost": 2, "first_turn_multiplier": 2, "reshuffles": 3, "max_rounds": 100,
        },
        "rami": {"seats": 4, "discard_to_win": False, "ace_high": False, "target": 100},
    }  # fmt: skip
    assert {key: games.clean_options(rules, {}) for key, rules in games.RULESETS.items()} == {
        key: common | options for key, options in expected.items()
    }


@pytest.mark.parametrize(
    ("key", "option", "good", "bad"),
    [
        ("pife-corte", "turn_seconds", [10, 120, None], [9, 121, "30", 30.0, True, False]),
        ("pife-corte", "seats", [2, 8], [1, 9, None]),
        ("cacheta-vidas", "lives", [7, 10], [8, None, "7", True]),
        ("pife", "hand_size", [9, 10], [8, 11, 9.0]),
        ("pife", "ace", ["both", "low"], ["high", None, 1]),
        ("pife", "restricted_take", [True, False], [0, 1, None, "yes"]),
        ("pife", "points", [None, 1, 50], [0, 51]),
        ("cacheta-pontos", "wild_scope", ["suit", "color", "all"], ["none", None]),
        ("cacheta-pontos", "max_wild", [0, 4, None], [-1, 5, False]),
        ("cacheta-pontos", "points", [1, 50], [0, 51, None]),
        ("cacheta-pontos", "knock_cost", [1, 10], [0, 11]),
        ("cacheta-pontos", "full_knock_cost", [1, 20], [0, 21]),
        ("cacheta-pontos", "first_turn_multiplier", [1, 5], [0, 6]),
        ("cacheta-pontos", "reshuffles", [0, 10], [-1, 11]),
        ("cacheta-pontos", "max_rounds", [1, 200], [0, 201]),
        ("rami", "discard_to_win", [True, False], [1, None]),
        ("rami", "ace_high", [True, False], [0]),
        ("rami", "target", [20, 500], [19, 501, None]),
    ],
)
def test_limits_of_the_options(key, option, good, bad):
    rules = games.get_ruleset(key)
    for value in good:
        assert games.clean_options(rules, {option: value})[option] == value
    for value in bad:
        with pytest.raises(games.InvalidOption) as refusal:
            games.clean_options(rules, {option: value})
        assert (refusal.value.code, refusal.value.option) == ("invalid_option", option)


def test_an_option_of_another_game_is_refused():
    with pytest.raises(games.InvalidOption):
        games.clean_options(games.get_ruleset("pife-corte"), {"lives": 7})


def test_an_unknown_rule_set_is_refused():
    with pytest.raises(games.UnknownRuleSet) as refusal:
        games.new_match("truco", {}, {0: False})
    assert refusal.value.code == "unknown_ruleset"


def test_only_between_rounds_can_seats_and_deals_change():
    state = games.new_match("pife-corte", {"seats": 3}, {0: False, 1: True})
    with pytest.raises(games.IllegalAction, match="no_such_seat"):
        games.seat_in(state, 3, bot=False)
    with pytest.raises(games.IllegalAction, match="no_such_seat"):
        games.new_match("pife-corte", {"seats": 3}, {5: False})
    with pytest.raises(games.IllegalAction, match="round_over"):
        games.apply(state, 0, games.Draw("stock"))
    with pytest.raises(games.IllegalAction, match="round_over"):
        games.timeout(state)
    running = games.deal(state, bytes(32)).state
    with pytest.raises(games.IllegalAction, match="cannot_deal"):
        games.deal(running, bytes(32))
    with pytest.raises(games.IllegalAction, match="not_in_round"):
        games.apply(running, 2, games.Draw("stock"))
    with pytest.raises(games.IllegalAction, match="not_in_round"):
        games.apply(running, 99, games.Draw("stock"))
