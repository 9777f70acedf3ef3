"""The parts of a line that says a position, each written and read back (docs/position.md has the format).

Readers raise ValueError, msgspec.MsgspecError or GameError for what is no such part."""

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from games.cards import CARD_PATTERN, FACES
from games.rules import RuleSet
from games.rulesets import get_ruleset
from games.shuffle import SEED_BYTES
from games.state import Cards, MatchEnd, Options, Player, Result, TableMeld, Window

FORMAT = "batida1"
HIDDEN = "??"
NOTHING = "-"
Event = dict[str, Any]

# --- the parts that every line has ----------------------------------------------------------------------------------

_NUMBER = re.compile(r"[0-9]{1,6}")
_RULES = re.compile(r"([a-z0-9-]+)@([0-9]{1,6})")
_TURN = re.compile(r"([0-9]{1,6})\.([0-9]{1,6})")
_PHASES = ("idle", "draw", "discard", "window", "over")
_SEAT = re.compile(
    r"(?P<kind>[pb])(?P<is>r?o?l?)(?P<score>-?[0-9]{1,6})(t(?P<turns>[0-9]{1,6}))?(f(?P<fell>[0-9]{1,6}))?:(?P<hand>.+)"
)
_CARD = re.compile(CARD_PATTERN)
_MANY = re.compile(r"\?([1-9][0-9]{0,2})")
_COMMITMENT = re.compile(r"[0-9a-f]{64}")
_WORDS: Mapping[str, bool | None] = {"none": None, "true": True, "false": False}


def or_nothing(value: object) -> str:
    """A number or a word, or that there is none."""
    return NOTHING if value is None else str(value)


def write_options(rules: RuleSet, options: Options) -> str:
    """Those that differ from the standard table."""
    given = {option.key: options.get(option.key, option.default) for option in rules.options}
    differing = {option.key: given[option.key] for option in rules.options if given[option.key] != option.default}
    return ",".join(f"{key}:{str(value).lower()}" for key, value in differing.items()) or NOTHING


def _number(text: str) -> int:
    return int(_matched(_NUMBER, text)[0])


def _read_options(text: str) -> dict[str, Any]:
    pairs = [pair.split(":") for pair in text.split(",")] if text != NOTHING else []
    return {key: _read_value(value) for key, value in pairs}


def _read_value(text: str) -> int | str | bool | None:
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _NUMBER.fullmatch(text) else text


def _read_rules(text: str) -> tuple[RuleSet, int]:
    key, version = _matched(_RULES, text).groups()
    return get_ruleset(key), int(version)


def _read_turn(text: str) -> tuple[int, ...]:
    return tuple(map(int, _matched(_TURN, text).groups()))


def _read_phase(text: str) -> str:
    if text not in _PHASES:
        raise ValueError(f"{text!r} is none of {', '.join(_PHASES)}")
    return text


def _read_active(text: str) -> int | None:
    return None if text == NOTHING else _number(text)


def write_seat(player: Player | None) -> str:
    """Who sits there, what they have, and their hand: a card that everyone saw taken has an asterisk."""
    if player is None:
        return NOTHING
    is_ = ("r" if player.in_round else "") + ("o" if player.out else "") + ("l" if player.left else "")
    turns = f"t{player.turns}" if player.turns else ""
    fell = "" if player.fell is None else f"f{player.fell}"
    hand = write_cards(card + "*" if card in player.known else card for card in player.hand)
    return f"{'b' if player.bot else 'p'}{is_}{player.score}{turns}{fell}:{hand}"


def _read_seat(text: str) -> Player | None:
    if text == NOTHING:
        return None
    found = _matched(_SEAT, text)
    cards = found["hand"].split(",")
    return Player(
        bot=found["kind"] == "b",
        score=int(found["score"]),
        hand=_read_cards(",".join(card.removesuffix("*") for card in cards)),
        in_round="r" in found["is"],
        out="o" in found["is"],
        left="l" in found["is"],
        turns=int(found["turns"] or 0),
        known=tuple(card.removesuffix("*") for card in cards if card.endswith("*")),
        fell=None if found["fell"] is None else int(found["fell"]),
    )


def _read_seats(text: str) -> tuple[Player | None, ...]:
    return tuple(map(_read_seat, text.split("/")))


def write_cards(cards: Iterable[str]) -> str:
    """One by one; hidden ones in a row as their number."""
    rows = [list(row) for _, row in groupby(cards)]
    return ",".join(f"?{len(row)}" if row[0] == HIDDEN else ",".join(row) for row in rows) or NOTHING


def _read_cards(text: str) -> Cards:
    parts = [] if text == NOTHING else text.split(",")
    return tuple(card for part in parts for card in _read_part(part))


def _read_part(part: str) -> Cards:
    many = _MANY.fullmatch(part)
    return (HIDDEN,) * int(many[1]) if many else (_read_card(part),)


def _read_card(text: str) -> str:
    if len(text) != 3 or not _CARD.match(text):
        raise ValueError(f"{text} is not a card")
    return text


HEAD: tuple[tuple[str, Callable[[str], Any]], ...] = (
    ("format", str),
    ("rules", _read_rules),
    ("options", _read_options),
    ("turn", _read_turn),
    ("phase", _read_phase),
    ("active", _read_active),
    ("seats", _read_seats),
    ("stock", _read_cards),
    ("pile", _read_cards),
)


# --- the parts that only some lines have ----------------------------------------------------------------------------

_NUMBERS = frozenset({"round", "dealer", "starter", "winner", "meld", "number"})  # facts of events; others are words
_EVENT = re.compile(r"(?P<e>[a-z_]+)(@(?P<seat>[0-9]))?(?P<facts>(,[a-z_]+:[^,:!]+)*)(?P<auto>!)?")


def _events(events: Iterable[Event]) -> str:
    return ";".join(map(_event, events))


def _event(event: Event) -> str:
    seat = f"@{event['seat']}" if "seat" in event else ""
    facts = "".join(f",{key}:{_fact(value)}" for key, value in event.items() if key not in {"e", "seat", "auto"})
    return f"{event['e']}{seat}{facts}{'!' if event.get('auto') else ''}"


def _fact(value: object) -> str:
    return "+".join(map(str, value)) if isinstance(value, list) else or_nothing(value)


def _read_events(text: str) -> tuple[Event, ...]:
    return tuple(map(_read_event, text.split(";")))


def _read_event(text: str) -> Event:
    found = _matched(_EVENT, text)
    event: Event = {"e": found["e"]} | ({"seat": int(found["seat"])} if found["seat"] else {})
    for pair in found["facts"].split(",")[1:]:
        key, value = pair.split(":")
        event[key] = _read_fact(key, value)
    return event | ({"auto": True} if found["auto"] else {})


def _read_fact(key: str, text: str) -> Any:
    if text == NOTHING:
        return None
    if key == "cards":
        return [_read_card(card) for card in text.split("+")]
    return _number(text) if key in _NUMBERS else text


def _window(window: Window) -> str:
    return f"{window.discarder}:{window.card}"


def _read_window(text: str) -> Window:
    discarder, card = text.split(":")
    return Window(_number(discarder), _read_card(card))


def _melds(melds: tuple[TableMeld, ...]) -> str:
    return "/".join(f"{meld.owner}:{write_cards(meld.cards)}" for meld in melds)


def _read_melds(text: str) -> tuple[TableMeld, ...]:
    parts = [meld.split(":") for meld in text.split("/")]
    return tuple(TableMeld(number, _number(owner), _read_cards(cards)) for number, (owner, cards) in enumerate(parts))


def _read_faces(text: str) -> Cards:
    faces = tuple(text.split(","))
    if not set(faces) <= set(FACES):
        raise ValueError(f"{text!r} is no list of faces")
    return faces


def _read_seed(text: str) -> bytes:
    seed = bytes.fromhex(text)
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    return seed


def _read_commitment(text: str) -> str:
    return _matched(_COMMITMENT, text)[0]


def _json(value: Result | MatchEnd) -> str:
    return msgspec.json.encode(value).decode()


class Tag(NamedTuple):
    """A field of the state that is written only where it is not what it is before the first deal."""

    field: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]


TAGS: Mapping[str, Tag] = {
    "dealer": Tag("dealer", str, _number),
    "starter": Tag("starter", str, _number),
    "up": Tag("turn_up", str, _read_card),
    "wild": Tag("wilds", ",".join, _read_faces),
    "drawn": Tag("drawn", str, _read_card),
    "barred": Tag("barred", str, _read_card),
    "window": Tag("window", _window, _read_window),
    "melds": Tag("melds", _melds, _read_melds),
    "reshuffles": Tag("reshuffles", str, _number),
    "ties": Tag("ties", str, _number),
    "gone": Tag("gone", write_cards, _read_cards),
    "seed": Tag("seed", bytes.hex, _read_seed),
    "commit": Tag("commitment", str, _read_commitment),
    "history": Tag("history", _events, _read_events),
    "last": Tag("last", _events, _read_events),
    "result": Tag("result", _json, msgspec.json.Decoder(Result).decode),
    "match": Tag("match", _json, msgspec.json.Decoder(MatchEnd).decode),
}


def _matched(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not of the form {pattern.pattern}")
    return found
