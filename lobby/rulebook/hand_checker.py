"""The hand checker of a rules page: the game judges typed cards, with the options of that page."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import Option, RuleSet, clean_options
from games.cards import FACES, RANKS, SUITS
from games.checking import Checked, HandError, check, copies_of_a_card, hand_sizes
from lobby.templatetags.batida import card_name

from . import labels
from .examples import TURN_UP

MAX_NAMES = 20  # more than any hand has; the rest of the input is ignored
MAX_LETTERS = 12  # shown of a word that is not a card
_BETWEEN = str.maketrans(dict.fromkeys("+,;-–—./|", " ") | dict.fromkeys("\ufe0e\ufe0f"))  # the latter: text or emoji
_RANKS = {"R": "K", "D": "Q", "V": "J", "П": "K", "Д": "Q", "В": "J", "А": "A", "К": "K", "Т": "T"}
_SUITS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S", "С": "C", "Н": "H", "Ѕ": "S"}
_CARD = f"(10|[{RANKS}{''.join(_RANKS)}])([{SUITS}{''.join(_SUITS)}])"
_ONE_CARD = re.compile(f"{_CARD}([12]?)")
_NEXT_CARD = re.compile(_CARD)


class Choice(NamedTuple):
    """An option that can change the verdict, as a list to choose from."""

    key: str
    label: str
    values: list[tuple[str, str, bool]]  # value in the URL, label, whether chosen


class AnswerRow(NamedTuple):
    """Cards under a heading."""

    title: str
    groups: tuple[tuple[str, ...], ...]  # faces


@dataclass(frozen=True, slots=True)
class Answer:
    """The game's verdict on the cards."""

    good: bool
    verdict: str
    rows: list[AnswerRow]
    wilds: frozenset[str]


@dataclass(frozen=True, slots=True)
class Checker:
    """The form as it was filled in, and either the answer or the first error."""

    cards: str
    turn_up: str
    asks_turn_up: bool
    hint: str
    choices: list[Choice]
    kept: list[tuple[str, str]]  # other options of the page, passed on unchanged
    answer: Answer | None
    error: str


def checker(game: RuleSet, options: Mapping[str, Any], query: Mapping[str, str]) -> Checker:
    """The checker for the options of a page and the query of its form. No answer until cards are sent."""
    cleaned = clean_options(game, options)
    asked = [option for option in game.options if _matters(game, option)]
    cards, turn_up = query.get("cards", "").strip(), query.get("turn_up", "").strip()
    answer, error = None, ""
    if cards:
        try:
            answer = _answer(_checked(game, cleaned, cards, turn_up))
        except HandError as problem:
            error = _message(game, cleaned, problem, len(_names(cards)))
    return Checker(
        cards=cards,
        turn_up=turn_up,
        asks_turn_up=game.turns_up,
        hint=_hint(game, cleaned),
        choices=[_choice(option, cleaned[option.key]) for option in asked],
        kept=[
            (option.key, _plain(cleaned[option.key]))
            for option in game.options
            if option not in asked and cleaned[option.key] != option.default
        ],
        answer=answer,
        error=error,
    )


# --- the form -------------------------------------------------------------------------------------------------------


def _values(option: Option) -> list[Any]:
    """Every value of an option."""
    if option.kind == "switch":
        return [False, True]
    if option.choices:
        return [value for value, _label in option.choices]
    numbers = [] if option.low is None or option.high is None else list(range(option.low, option.high + 1))
    return [*numbers, None] if option.nullable else numbers


def _matters(game: RuleSet, option: Option) -> bool:
    """Does this option change hand sizes, melds or card values?"""
    if option.key in labels.TABLE_FACTS:  # the page fixes the seats
        return False
    values = _values(option)
    return len(values) <= 10 and len({_judged(game, clean_options(game, {option.key: value})) for value in values}) > 1


def _judged(game: RuleSet, options: dict[str, Any]) -> tuple[Any, ...]:
    wilds = game.wild_faces(options, TURN_UP) if game.wild_faces else ()
    worth = tuple(game.hand_value(options, (face + "1",)) for face in FACES) if game.hand_value else ()
    last = game.lays and options.get("discard_to_win")
    limit = None if game.deadwood is None else game.deadwood.limit(options)
    return hand_sizes(game, options), game.meld_rules(options, frozenset(wilds)), worth, last, limit


def _choice(option: Option, chosen: object) -> Choice:
    values = [(_plain(value), labels.value_text(option, value), value == chosen) for value in _values(option)]
    return Choice(option.key, labels.option_label(option), values)


def _plain(value: object) -> str:
    """A value in the form that `labels.options_from_query` reads."""
    return "none" if value is None else str(value)


def _hint(game: RuleSet, options: dict[str, Any]) -> str:
    example = " ".join(FACES[:3])
    return _(
        "%(sizes)s, each as value and suit: %(example)s. A is the ace, T the ten, J, Q and K the court cards; "
        "C, D, H and S are clubs, diamonds, hearts and spades."
    ) % {
        "sizes": _sizes(game, options),
        "example": example,
    }


def _sizes(game: RuleSet, options: dict[str, Any]) -> str:
    sizes = hand_sizes(game, options)
    if len(sizes) > 2:
        return _("%(low)d to %(high)d cards") % {"low": sizes[0], "high": sizes[-1]}
    return _("%(low)d or %(high)d cards") % {"low": sizes[0], "high": sizes[-1]}


def _names(text: str) -> list[str]:
    """The input, split into cards and words that are not cards."""
    names = [name for word in text.translate(_BETWEEN).upper().split() for name in _cut(word)]
    return names[: MAX_NAMES + 1]


def _cut(word: str) -> Iterator[str]:
    """The cards in a word, which need no spaces between them, and the pieces that are not cards."""
    if one := _ONE_CARD.fullmatch(word):
        yield _card(one) + one[3]
        return
    read = 0
    for found in _NEXT_CARD.finditer(word):
        if found.start() > read:
            yield word[read : found.start()]
        yield _card(found)
        read = found.end()
    if read < len(word):
        yield word[read:]


def _card(found: re.Match[str]) -> str:
    """A face in the letters of the rules, from the letters of any deck of this site and their look-alikes."""
    rank = "T" if found[1] == "10" else _RANKS.get(found[1], found[1])
    return rank + _SUITS.get(found[2], found[2])


def _checked(game: RuleSet, options: dict[str, Any], cards: str, turn_up: str) -> Checked:
    shown = _names(turn_up)
    return check(game, options, _names(cards), shown[0] if shown else None)


# --- the answer -----------------------------------------------------------------------------------------------------


def _message(game: RuleSet, options: dict[str, Any], problem: HandError, count: int) -> str:
    if problem.problem == "not_a_card":
        return _("“%(name)s” is not a card. A card is a value and a suit, for example 7H, TS or 10♠.") % {
            "name": problem.card[:MAX_LETTERS]
        }
    if problem.problem == "too_many_copies":
        copies = copies_of_a_card(game, options)
        found = ngettext(
            "%(card)s: there is only %(n)d in this game.", "%(card)s: there are only %(n)d in this game.", copies
        ) % {"card": card_name(problem.card), "n": copies}
        return found + " " + _("The turn-up counts too.") if game.turns_up else found
    if problem.problem == "no_turn_up":
        return _("Write the turn-up too: it makes the wild cards.")
    return _("A hand here has %(sizes)s, not %(n)d.") % {"sizes": _sizes(game, options), "n": count}


def _answer(hand: Checked) -> Answer:
    rows = [AnswerRow(_("Wild cards"), (hand.wilds,))] if hand.wilds else []
    if hand.discards:
        rows.append(AnswerRow(_("One of these may be thrown for it"), (tuple(dict.fromkeys(_faces(hand.discards))),)))
    if hand.waits:
        rows.append(AnswerRow(_("Any of these cards completes it"), (hand.waits,)))
    if hand.melds:
        rows.append(AnswerRow(_("Melds"), tuple(map(_faces, hand.melds))))
    if hand.rest:
        rows.append(AnswerRow(_("Other cards"), (_faces(hand.rest),)))
    return Answer(hand.closes or bool(hand.discards), _verdict(hand), rows, frozenset(hand.wilds))


def _faces(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(card[:2] for card in cards)


def _verdict(hand: Checked) -> str:
    if hand.points is not None and hand.limit is not None:
        return _knock_verdict(hand, hand.points, hand.limit)
    if hand.points is not None:
        return _table_verdict(hand, hand.points)
    if hand.closes:
        return _("These cards close: all of them are in melds.")
    if hand.discards:
        return _("This hand closes when the right card is thrown.")
    missing = hand.missing or 0
    return ngettext(
        "This hand does not close: %(n)d card is missing.",
        "This hand does not close: %(n)d cards are missing.",
        missing,
    ) % {"n": missing}


def _knock_verdict(hand: Checked, points: int, limit: int) -> str:
    """Of a hand that may be knocked with cards left over."""
    left = ngettext(
        "What is left beside the melds counts %(n)d point.",
        "What is left beside the melds counts %(n)d points.",
        points,
    ) % {"n": points}
    may = _("You may knock with it.") if hand.closes or hand.discards else _("That is too much for a knock.")
    most = ngettext("At most %(n)d point is allowed.", "At most %(n)d points are allowed.", limit) % {"n": limit}
    return f"{left} {may} {most}"


def _table_verdict(hand: Checked, points: int) -> str:
    if hand.closes:
        return _("Every card can be laid down: the round ends.")
    if hand.discards and len(hand.cards) == 1:
        return _("The only card can be thrown: the round ends.")
    if hand.discards:
        return _("Every card but one can be laid down, and the last one thrown: the round ends.")
    if not points:
        return _("All cards fit melds, but the last one must be thrown: laying all of them down is refused.")
    return ngettext(
        "The hand does not become empty: what fits no meld counts %(n)d point.",
        "The hand does not become empty: what fits no meld counts %(n)d points.",
        points,
    ) % {"n": points}
