"""A game more is a value more in the registry: one put together from parts there are, and Gin with its deadwood."""

import random
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import translation

import games
from games import bots, knocking
from games.checking import check
from games.knocking import Deadwood
from lobby.history import replay
from lobby.rulebook import rules_page
from tests.games import sixth
from tests.games.sixth import GIN, STAKES
from tests.support.games.scenes import act, cards, refused, scene, seed


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    sixth.register(monkeypatch, GIN, STAKES)


@pytest.mark.parametrize("size", [7, 8, 11, 12])
def test_it_may_deal_any_number_of_cards(monkeypatch, size):
    sixth.register(monkeypatch, replace(STAKES, hand_size=lambda options, players: size))
    rng = random.Random(size)
    state = games.new_match("stakes", {"max_rounds": 2}, dict.fromkeys(range(3), True))
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
    state = games.new_match("stakes", {"stake": 3, "max_rounds": 3}, dict.fromkeys(range(players), True))
    while games.ready(state):
        state = games.decode(games.encode(games.deal(state, seed(state.round)).state))
        while (seat := state.active) is not None:
            seen = games.observe(state, seat)
            legal = games.legal_actions(state, seat)
            assert seen["you"]["legal"] == [games.action_json(action) for action in legal]
            assert seen["public"]["ruleset"] == "stakes"
            assert len(seen["public"]["wilds"]) == 4
            state = games.apply(state, seat, bots.choose(seen, "normal", rng) if seat else rng.choice(legal)).state
    assert games.observe(state, None)["public"]["match"]["reason"] == "rounds"
    assert state.round == 3
    assert sum(player.score - 5 for player in state.players if player) in {3, 6, 9}


@pytest.mark.parametrize("players", [2, 4])
def test_where_melds_are_laid_no_option_is_needed_for_it(monkeypatch, players):
    rami = games.get_ruleset("rami")
    options = tuple(option for option in rami.options if option.key != "discard_to_win")
    sixth.register(monkeypatch, replace(rami, key="laying", options=options))
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
        shown = "\n".join(line for section in rules_page.page(STAKES, {"stake": 1}).sections for line in section.lines)
    assert "at most 1 time a round" in shown
    assert "After 6 rounds, tied ones included" in shown
    assert "tied rounds in a row" not in shown
    assert "The winner of a round gains 1 point." in shown
    assert "Nobody wins points" not in shown
    client = Client()
    client.cookies["django_language"] = "en"
    page = client.get("/rules/stakes/?stake=1").content.decode()
    assert "<h1>Stakes</h1>" in page
    assert "9 cards" in page
    assert "stake of 1 point" in page
    assert "Stakes" in client.get("/rules/").content.decode()
    assert client.get("/rules/seven/").status_code == 404


# -- Gin ---------------------------------------------------------------------------------------------------------------

MELDS = "2C 3C 4C 7D 7H 7S"


def table(mine, theirs, **how):
    """Seat 0 has drawn and is to discard or to knock."""
    return scene("gin", {0: mine, 1: theirs}, **how)


@pytest.mark.parametrize(("left", "code"), [("AH 2H 3D 4D", None), ("AH 2H 3D 5D", "does_not_close")])
def test_gin_ten_points_may_be_left_for_a_knock_and_no_more(left, code):
    state = table(f"{MELDS} {left} KH", "2D 5S 6H 8C 9S TC TH JD QD AS")
    assert refused(state, 0, do="knock", discard="KH") == code
    knocks = [action for action in games.legal_actions(state, 0) if isinstance(action, games.Knock)]
    assert (games.Knock() in knocks) == (code is None)
    assert refused(table(f"{MELDS} {left} KH", "2D 5S", options={"knock_limit": 5}), 0, do="knock") == "does_not_close"


def test_gin_melds_are_laid_down_and_the_opponent_lays_off():
    """The five and the ace fit the run, the seven of clubs the set; three of a kind is a meld of its own."""
    state = table(f"{MELDS} AH 2H 3D 4D KH", "5C AC 7C QC QD QH 6H 8S 9D JS")
    over = act(state, 0, do="knock", discard="KH").state
    melds = {meld.owner: [] for meld in over.melds}
    for meld in over.melds:
        melds[meld.owner].append(" ".join(card[:2] for card in meld.cards))
    assert melds == {0: ["AC 2C 3C 4C 5C", "7C 7D 7H 7S"], 1: ["QC QD QH"]}
    assert sorted(card[:2] for card in over.result.hands[1]) == ["6H", "8S", "9D", "JS"]
    assert over.result.points == {0: 10, 1: 33}
    assert (over.result.kind, over.result.winner, over.result.changes) == ("common", 0, {0: 23})
    assert over.pile[-1] == "KH1"
    shown = games.public_view(over)
    assert [meld["owner"] for meld in shown["melds"]] == [0, 0, 1]


def test_gin_a_card_is_laid_off_only_where_it_saves_most():
    """The four of hearts could go to the knocker's fours, but holds a run of its own together."""
    least = knocking.least_left(
        games.solver_of(table(MELDS, "2D")), [cards("4C 4D 4S")], cards("4H 5H 6H KD"), knocking.worth(GIN, {})
    )
    assert least == knocking.Least(10, (), (cards("4H 5H 6H"),))


@pytest.mark.parametrize("left", ["AH 2H 3D 4D", "AH 2H 3D 3S"])
def test_gin_as_few_points_undercut_the_knock(left):
    state = table(f"{MELDS} {left} KH", "QC QD QH 8S 9S TS 6H AC AD 2D")
    over = act(state, 0, do="knock", discard="KH").state
    mine, theirs = over.result.points[0], over.result.points[1]
    assert theirs <= mine <= 10
    assert (over.result.kind, over.result.winner) == ("undercut", 1)
    assert over.result.changes == {1: mine - theirs + 25}
    assert all(card[0] in "QA89T" for meld in over.result.melds for card in meld)


def test_gin_without_a_card_left_nobody_lays_off_or_undercuts():
    state = table(f"{MELDS} JS QS KS 5C KH", "6C 3D 7C QC QD QH 6H 8S 9D TC")
    over = act(state, 0, do="knock", discard="KH").state
    assert (over.result.kind, over.result.winner) == ("gin", 0)
    assert {"6C1", "7C1"} <= set(over.result.hands[1])
    assert over.result.changes == {0: over.result.points[1] + 25}


def test_gin_without_laying_off_the_opponent_keeps_those_cards(monkeypatch):
    sixth.register(monkeypatch, replace(GIN, deadwood=Deadwood(limit=lambda options: 10, lays_off=False)))
    over = act(table(f"{MELDS} AH 2H 3D 4D KH", "5C AC 7C QC QD QH 6H 8S 9D JS"), 0, do="knock", discard="KH").state
    assert over.result.points == {0: 10, 1: 46}


def test_gin_ones_own_melds_are_kept_where_they_leave_little_enough():
    """Threes or a run of hearts: the player decides, and a division that leaves too much is replaced by the best."""
    state = table("3H 3D 3S 4H 5H 9C TC JC QC KC KH", "2D 5S 6H 8C 9S TS TH JD QD 8D")
    clubs, threes = ["9C", "TC", "JC", "QC", "KC"], ["3H", "3D", "3S"]

    def left(**how):
        over = act(state, 0, do="knock", **how).state
        return sorted(card[:2] for card in over.result.hands[0])

    assert left(discard="KH") == ["3D", "3S"]
    assert left(discard="KH", melds=[threes, clubs]) == left(melds=[threes, clubs]) == ["4H", "5H"]
    assert left(discard="KH", melds=[clubs]) == left(melds=[clubs]) == ["3D", "3S"]


def test_gin_the_replay_the_commands_and_the_checker_know_who_may_knock():
    state = table(f"{MELDS} AH 2H 3D 4D KH", "2D 5S 6H 8C 9S TC TH JD QD AS")
    assert list(replay.could(GIN, state)) == [(0, "knock")]
    found = check(GIN, state.options, [*state.players[0].hand])
    assert found.discards[0] == "KH1"
    assert (found.points, found.limit, found.closes) == (10, 10, False)
    ten = check(GIN, state.options, state.players[0].hand[:10])
    assert (ten.points, ten.closes, ten.discards) == (10, True, ())


def test_gin_a_match_goes_to_the_target():
    state = table(f"{MELDS} JS QS KS 5C KH", "6C 8C 7C QC QD QH 6H 8S 9D TC", scores={0: 80, 1: 0})
    over = act(state, 0, do="knock", discard="KH").state
    assert (over.match.reason, over.match.winner) == ("target", 0)
