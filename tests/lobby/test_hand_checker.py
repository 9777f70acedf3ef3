"""The hand checker of the rules pages: the game's own verdict on typed cards, or one clear message."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import translation

import games
from games.actions import Lay
from games.cards import FACES
from lobby.rulebook.hand_checker import Checker, checker
from tests.support.games import brute, scenes

NINE = "2C 3C 4C 7D 7H 7S JH QH KH"


@pytest.fixture(autouse=True)
def english() -> Any:
    with translation.override("en"):
        yield


def asked(key: str, cards: str, turn_up: str = "", **options: Any) -> Checker:
    return checker(games.get_ruleset(key), options, {"cards": cards, "turn_up": turn_up})


def rows(found: Checker) -> dict[str, Any]:
    assert found.answer is not None
    return {row.title: row.groups for row in found.answer.rows}


@pytest.mark.parametrize(
    ("key", "cards", "turn_up", "options", "verdict"),
    [
        ("pife-corte", NINE, "", {}, "These cards close"),
        ("pife-corte", NINE + " KS", "", {}, "closes when the right card is thrown"),
        ("pife-corte", NINE + " AH", "", {}, "closes when the right card is thrown"),
        ("cacheta-vidas", NINE + " AH", "5S", {}, "These cards close"),
        ("pife", NINE + " AH", "", {}, "These cards close"),
        ("pife", NINE + " AH", "", {"ace": "low"}, "closes when the right card is thrown"),
        ("pife", NINE, "", {"hand_size": 10}, ""),
        ("cacheta-pontos", "2C 3C 4C 7D 7H TS JH QH KH", "9S", {}, "These cards close"),
        ("cacheta-pontos", "2C 3C 4C 7D 7H TS JH QH KH", "9S", {"max_wild": 0}, "1 card is missing"),
        ("cacheta-pontos", "2C 3C 4C 7D 7H TS JH QH KH", "9H", {}, "1 card is missing"),
        ("rami", "2C 3C 4C", "", {}, "Every card can be laid down"),
        ("rami", "2C 3C 4C 5C", "", {"discard_to_win": True}, "the last one thrown"),
        ("rami", "2C 3C 4C AH", "", {}, "the last one thrown"),
        ("rami", "2C 3C 4C AH KD", "", {"ace_high": True}, "counts 21 points"),
        ("rami", "AS", "", {}, "The only card can be thrown"),
        ("rami", "AS", "", {"discard_to_win": True}, "The only card can be thrown"),
        ("rami", "AS KS", "", {}, "counts 11 points"),
        ("rami", "QS KS AS", "", {"discard_to_win": True}, "the last one must be thrown"),
    ],
)
def test_the_verdict_is_the_games(key: str, cards: str, turn_up: str, options: dict[str, Any], verdict: str) -> None:
    found = asked(key, cards, turn_up, **options)
    if verdict:
        assert found.answer is not None
        assert verdict in found.answer.verdict
        assert found.answer.good == (not any(no in verdict for no in ("missing", "counts", "must be")))
    else:
        assert found.error == "A hand here has 10 or 11 cards, not 9."


@pytest.mark.parametrize("discard_to_win", [False, True])
@pytest.mark.parametrize("hand", ["AS", "AS KS", "AS KS QS", "2C 3C 4C 5C", "2C 3C 4C AH", "2C 3C 4C 7D 7H 7S"])
def test_of_a_hand_to_lay_it_says_what_the_table_does(hand: str, discard_to_win: bool) -> None:
    options = {"discard_to_win": discard_to_win}
    held = scenes.scene("rami", {0: hand, 1: "9D 9H 9S"}, options=options)
    found = asked("rami", hand, **options).answer
    assert found is not None
    assert found.good == _can_go_out(held)


def _can_go_out(state: games.State) -> bool:
    """Some way of laying and throwing what the seat holds ends the round for it."""
    for action in games.legal_actions(state, 0):
        after = games.apply(state, 0, action).state
        if after.phase == "over" or (isinstance(action, Lay) and _can_go_out(after)):
            return True
    return False


@pytest.mark.parametrize(
    "typed",
    [
        "2C3C4C7D7H7SJHQHKH",
        "2c3c4c 7d7h7s jhqhkh",
        "2C-3C-4C / 7D.7H.7S / JH–QH–KH",
        "2♣️ 3♣️ 4♣️ 7♦️ 7♥️ 7♠️ J♥️ Q♥️ K♥️",
        "2♣3♣4♣7♦7♥7♠J♥Q♥K♥",
        "2С 3С 4С 7D 7Н 7Ѕ JН QН КН",
        "2С3С4С 7♦7♥7♠ в♥ д♥ п♥",
        "2C 3C 4C 7D 7H 7S VH DH RH",
        "2C1 3C1 4C1 7D1 7H1 7S1 JH1 QH1 KH1",
    ],
)
def test_cards_are_read_as_people_write_them(typed: str) -> None:
    assert asked("pife-corte", typed).answer == asked("pife-corte", NINE).answer
    assert asked("cacheta-vidas", "АС2С3С 10♥️10♦10S 7D8D9D", "Т♠️").error == ""


def test_with_two_seats_there_is_one_deck() -> None:
    twice = "7C 7C 8C 9C TC 2D 3D 4D KS"
    assert asked("pife", twice).error == ""
    assert "there is only 1" in asked("pife", twice, seats=2).error
    assert asked("rami", NINE, seats=2).error == "A hand here has 1 to 8 cards, not 9."


def test_melds_discards_and_what_would_complete_it_are_named() -> None:
    assert rows(asked("pife-corte", NINE + " KS")) == {
        "One of these may be thrown for it": (("KS",),),
        "Melds": (("2C", "3C", "4C"), ("7D", "7H", "7S"), ("JH", "QH", "KH")),
        "Other cards": (("KS",),),
    }
    completes = rows(asked("pife-corte", "2C 3C 4C 7D 7H 7S JH QH 9D"))["Any of these cards completes it"][0]
    game = brute.Game("pife-corte")
    hand = ["2C", "3C", "4C", "7D", "7H", "7S", "JH", "QH"]
    assert set(completes) == {face for face in FACES if brute.closes(game, [*hand, face])} == {"TH", "KH"}
    assert rows(asked("cacheta-vidas", "2C 3C 4C 7D 7H 7S 7S JH QH KH", "5S"))["Melds"][1] == ("7D", "7H", "7S", "7S")


def test_melds_stand_as_people_lay_them() -> None:
    shown = rows(asked("cacheta-pontos", "4H 6S 6H 9C 9D 9S QD KD AD", "5S"))
    assert shown["Melds"] == (("9C", "9D", "9S"), ("QD", "KD", "AD"), ("4H", "6S", "6H"))


@pytest.mark.parametrize(
    ("key", "cards", "turn_up", "message"),
    [
        ("pife-corte", "2C 3C 1X", "", "“1X” is not a card"),
        ("pife-corte", "<script>alert(1)</script>", "", "“<SCRIPT>ALER” is not a card"),
        ("pife-corte", "2C 2C 2C 3C 4C 5C 6C 7C 8C", "", "Two of clubs: there are only 2 in this game"),
        ("rami", "2C 2C 2D", "", "Two of clubs: there is only 1 in this game"),
        (
            "cacheta-vidas",
            "5S 5S 6S 7S 8S 9S TS JS QS",
            "5S",
            "Five of spades: there are only 2 in this game. The turn-up counts too.",
        ),
        ("cacheta-vidas", NINE, "", "Write the turn-up too"),
        ("cacheta-vidas", NINE, "ZZ", "“ZZ” is not a card"),
        (
            "pife-corte",
            "AC2C3XC4D",
            "",
            "“3XC” is not a card. A card is a value and a suit, for example 7H, TS or 10♠.",
        ),
        ("pife-corte", "2C 3C Ж♠ 1X", "", "“Ж♠” is not a card"),
        ("pife-corte", "10C 11C", "", "“11C” is not a card"),
        ("pife-corte", "2C 3C", "", "A hand here has 9 or 10 cards, not 2."),
        ("rami", " ".join(f"{rank}{suit}" for suit in "CD" for rank in "2345678"), "", "has 1 to 11 cards, not 14"),
    ],
)
def test_what_is_no_hand_gets_one_message(key: str, cards: str, turn_up: str, message: str) -> None:
    found = asked(key, cards, turn_up)
    assert found.answer is None
    assert message in found.error


def test_the_form_asks_only_for_what_changes_the_verdict() -> None:
    fields = {key: [choice.key for choice in checker(rules, {}, {}).choices] for key, rules in games.RULESETS.items()}
    assert list(fields.values()) == [
        [],
        [],
        ["hand_size", "ace"],
        ["hand_size", "ace", "wild_scope", "max_wild"],
        ["discard_to_win", "ace_high"],
    ]
    assert asked("pife", NINE, points=3).kept == [("points", "3")]
    assert asked("pife-corte", "2c,3c;4♣ 7d 7h 7s jh qh kh").answer == asked("pife-corte", NINE).answer
    assert asked("pife-corte", NINE.replace("2C 3C 4C", "8C 9C 10C")).answer is not None
    assert asked("pife-corte", "").answer is None


@pytest.mark.django_db
def test_every_rules_page_has_it_and_answers_without_javascript() -> None:
    client = Client()
    client.cookies["django_language"] = "en"
    for key in games.RULESETS:
        page = client.get(f"/rules/{key}/").content.decode()
        assert 'id="check-cards"' in page
        assert 'role="status"' not in page
    query = urlencode({"cards": NINE.replace("7S", "TS"), "turn_up": "9S", "points": 3, "max_wild": "none"})
    page = client.get(f"/rules/cacheta-pontos/?{query}").content.decode()
    assert "These cards close" in page
    assert 'value="none" selected' in page
    assert '<input type="hidden" name="points" value="3">' in page
    assert "is-wild" in page
    refused = client.get("/rules/pife/?" + urlencode({"cards": '"><b>x'})).content.decode()
    assert "&quot;&gt;&lt;B&gt;X” is not a card" in refused
    assert "<b>x" not in refused
    for language in ("pt-br", "bg"):
        client.cookies["django_language"] = language
        assert "These cards" not in client.get(f"/rules/cacheta-pontos/?{query}").content.decode()
