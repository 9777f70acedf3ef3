"""What is said of the cost of a knock is what it then costs."""

import pytest

import games
from lobby.pages.forms import RoomForm
from lobby.rulebook import labels, rules_page
from tests.support.games.scenes import scene

PONTOS = games.get_ruleset("cacheta-pontos")
FULL = "3C 4C 5C 6C 9C 9D 9S KH KD KC"
JUNK = "2C 4D 6S 8C TH QS AD 3H 7C"
TABLES = [
    ("cacheta-vidas", {}),
    ("pife", {}),
    ("pife", {"points": 9}),
    ("cacheta-pontos", {}),
    ("cacheta-pontos", {"knock_cost": 2, "full_knock_cost": 3, "first_turn_multiplier": 3}),
]


@pytest.mark.parametrize("turns", [1, 2])
@pytest.mark.parametrize(("key", "options"), TABLES)
def test_the_cost_told_before_a_knock_is_the_one_charged(key, options, turns):
    """C3-6, C4-14, P3-4: multiplied on the first turn where the game does that."""
    state = scene(key, {0: FULL, 1: JUNK}, options=options, turn_up="5H1", turns=turns)
    told = games.private_view(state, 0)["costs"]
    knocks = [act for act in games.legal_actions(state, 0) if isinstance(act, games.Knock) and act.kind]
    assert {act.kind for act in knocks} == games.get_ruleset(key).knocks.keys()
    for knock in knocks:
        changes = games.apply(state, 0, knock).state.result.changes
        assert told.get(knock.kind, 0) == -changes.get(1, 0)
    assert games.private_view(state, 1)["costs"] == {}


def test_the_first_turn_doubles_what_is_told():
    first = scene(PONTOS.key, {0: FULL, 1: JUNK}, turn_up="5H1", turns=1)
    assert games.private_view(first, 0)["costs"] == {"common": 2, "all": 4}


def test_a_knock_with_all_never_costs_less_than_a_common_one():
    """C3-6, C3-9: the option is refused, and where nobody names it, it is raised."""
    with pytest.raises(games.InvalidOption) as refused:
        games.clean_options(PONTOS, {"knock_cost": 3, "full_knock_cost": 2})
    assert refused.value.option == "full_knock_cost"
    assert games.clean_options(PONTOS, {"knock_cost": 3})["full_knock_cost"] == 3
    assert games.clean_options(PONTOS, {"knock_cost": 3, "full_knock_cost": 3})["full_knock_cost"] == 3


def test_the_form_says_from_where_on_a_knock_with_all_may_cost():
    standard = {f"all.{key}": str(value) for key, value in games.clean_options(PONTOS, {}).items()}
    own = {f"{PONTOS.key}.{key}": str(value) for key, value in games.clean_options(PONTOS, {}).items()}
    costs = {f"{PONTOS.key}.knock_cost": "5", f"{PONTOS.key}.full_knock_cost": "4"}
    form = RoomForm({"ruleset": PONTOS.key, "bots": "0", "bot_level": "easy", **standard, **own, **costs})
    assert form.errors == {f"{PONTOS.key}.full_knock_cost": ["Possible here: 5 to 20."]}


def test_an_address_with_costs_that_no_room_has_still_shows_the_rules():
    read = labels.options_from_query(PONTOS, {"knock_cost": "9", "full_knock_cost": "1"})
    assert read == {"knock_cost": 9}
    page = rules_page.page(PONTOS, read)
    assert any(
        "costs each opponent 9, a knock with all cards 9" in line for part in page.sections for line in part.lines
    )
