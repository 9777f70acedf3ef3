"""Names and values of games and table options, as people read them. Rule sets hold the message ids; here they are
translated and, where an option deserves a better sentence than "label: value", given one."""

from collections.abc import Callable, Collection, Mapping
from functools import reduce
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import RULESETS, Option, RuleSet, get_ruleset

# Facts of a table that every list shows anyway: they make no room "different from the standard rules".
TABLE_FACTS = frozenset({"turn_seconds", "seats"})

NONE_TEXTS: dict[str, Promise] = {
    "turn_seconds": gettext_lazy("no limit"),
    "points": gettext_lazy("a single round"),
    "max_wild": gettext_lazy("any number"),
}
HINTS: dict[str, Promise] = {
    "turn_seconds": gettext_lazy(
        "For drawing and, anew, for throwing a card. When it runs out the server moves for you."
    ),
    "seats": gettext_lazy("People and bots together."),
    "hand_size": gettext_lazy("Nine are, for example, three melds of three; ten are two of three and one of four."),
    "restricted_take": gettext_lazy("The discard may be taken only to make a meld at once with two cards of the hand."),
    "points": gettext_lazy("Everybody starts with these points and loses some in every round somebody else wins."),
    "max_wild": gettext_lazy("A wild card in its own place does not count."),
    "reshuffles": gettext_lazy("When the stock runs out once more, the round is tied."),
    "max_rounds": gettext_lazy("After that the one with most points wins."),
    "discard_to_win": gettext_lazy("Otherwise laying the last card also ends the round."),
    "ace_high": gettext_lazy("Otherwise it counts 1."),
    "target": gettext_lazy("Whoever reaches it wins the match."),
}


def titles() -> list[tuple[str, str]]:
    """(key, title) of every game, in the order of the house."""
    return [(key, title(key)) for key in RULESETS]


def title(key: str) -> str:
    """The title of a game; the key itself for one that is no longer offered."""
    return _(get_ruleset(key).title) if key in RULESETS else key


def option_label(option: Option) -> str:
    return _(option.label)


def option_hint(option: Option) -> str:
    return str(HINTS.get(option.key, ""))


def none_text(option: Option) -> str:
    return str(NONE_TEXTS.get(option.key, _("none")))


def value_text(option: Option, value: Any) -> str:
    """One value of an option."""
    if value is None:
        return none_text(option)
    if option.kind == "switch":
        return _("yes") if value else _("no")
    if option.kind == "choice":
        return next((_(label) for choice, label in option.choices if choice == value), str(value))
    return time_text(value) if option.key == "turn_seconds" else str(value)


def range_text(option: Option) -> str:
    """Every value an option may have."""
    if option.kind == "switch":
        return _("yes or no")
    if option.kind == "choice":
        return reduce(
            lambda before, label: _("%(one)s or %(other)s") % {"one": before, "other": label},
            (_(label) for _choice, label in option.choices),
        )
    numbers = _("%(low)s to %(high)s") % {"low": option.low, "high": value_text(option, option.high)}
    if not option.nullable:
        return numbers
    return _("%(numbers)s, or %(none)s") % {"numbers": numbers, "none": none_text(option)}


def possible_text(option: Option) -> str:
    """What a form says of a value that does not fit."""
    return _("Possible here: %(range)s.") % {"range": range_text(option)}


def time_text(seconds: int | None) -> str:
    """Time for each action: "30 s", or "no limit"."""
    return str(NONE_TEXTS["turn_seconds"]) if seconds is None else _("%(seconds)d s") % {"seconds": seconds}


def players_text(ruleset: RuleSet) -> str:
    """How many may play."""
    return _("%(low)d to %(high)d players") % {"low": ruleset.seats[0], "high": ruleset.seats[-1]}


def _fixed(message: Promise) -> Callable[[Any], str]:
    return lambda value: str(message)


def _number(message: Promise) -> Callable[[Any], str]:
    return lambda value: str(message) % {"n": value}


def _max_wild(value: int | None) -> str:
    if value is None:
        return _("any number of wild cards in a meld")
    if value == 0:
        return _("wild cards substitute nothing")
    return ngettext("%(n)d wild card in a meld", "%(n)d wild cards in a meld", value) % {"n": value}


def _reshuffles(value: int) -> str:
    if value == 0:
        return _("no reshuffle")
    return ngettext("%(n)d reshuffle", "%(n)d reshuffles", value) % {"n": value}


def _points(value: int | None) -> str:
    if value is None:
        return str(NONE_TEXTS["points"])
    return ngettext("%(n)d point", "%(n)d points", value) % {"n": value}


def _wild_scope(value: str) -> str:
    return {
        "suit": _("wild cards in the suit of the turn-up"),
        "color": _("wild cards in both suits of the turn-up’s colour"),
    }.get(value, _("wild cards in all four suits"))


def _turn_seconds(value: int | None) -> str:
    if value is None:
        return _("no limit of time")
    return ngettext("%(n)d second for each action", "%(n)d seconds for each action", value) % {"n": value}


# How a value that differs from the standard reads in a list of rooms.
CHIPS: Mapping[str, Callable[[Any], str]] = {
    "turn_seconds": _turn_seconds,
    "seats": lambda value: ngettext("%(n)d seat", "%(n)d seats", value) % {"n": value},
    "hand_size": lambda value: ngettext("%(n)d card", "%(n)d cards", value) % {"n": value},
    "lives": lambda value: ngettext("%(n)d life", "%(n)d lives", value) % {"n": value},
    "ace": _fixed(gettext_lazy("ace only before the 2")),
    "restricted_take": _fixed(gettext_lazy("pile only for a meld at once")),
    "points": _points,
    "wild_scope": _wild_scope,
    "max_wild": _max_wild,
    "knock_cost": _number(gettext_lazy("common knock: −%(n)d")),
    "full_knock_cost": _number(gettext_lazy("knock with all: −%(n)d")),
    "first_turn_multiplier": _number(gettext_lazy("first turn × %(n)d")),
    "reshuffles": _reshuffles,
    "max_rounds": lambda value: ngettext("%(n)d round at most", "%(n)d rounds at most", value) % {"n": value},
    "discard_to_win": _fixed(gettext_lazy("last card must be thrown")),
    "ace_high": _fixed(gettext_lazy("ace counts 11")),
    "target": _number(gettext_lazy("to %(n)d points")),
}


def difference_text(option: Option, value: Any) -> str:
    if chip := CHIPS.get(option.key):
        return chip(value)
    return f"{option_label(option)}: {value_text(option, value)}"


def chips_by_value(option: Option) -> dict[str, str]:
    """Every chip a value of this option could get in a list, by the value as a form sends it ("" for none).

    Long rows of numbers share one pattern under "*", in which {n} is the number; the others stand by themselves."""
    if option.key in TABLE_FACTS:
        return {}
    if option.kind == "switch":
        return {str(not option.default).lower(): difference_text(option, not option.default)}
    if option.kind == "choice":
        return {str(value): difference_text(option, value) for value, _ in option.choices if value != option.default}
    return _chips_of_numbers(option)


def _chips_of_numbers(option: Option) -> dict[str, str]:
    low, high = option.low or 0, option.high or 0
    pattern = difference_text(option, high).replace(str(high), "{n}")
    texts = {number: difference_text(option, number) for number in range(low, high + 1) if number != option.default}
    chips = {str(number): text for number, text in texts.items() if text != pattern.replace("{n}", str(number))}
    none = {"": difference_text(option, None)} if option.nullable and option.default is not None else {}
    return {"*": pattern} | chips | none


def differences(key: str, options: Mapping[str, Any]) -> list[str]:
    """What is not standard about the rules of a room."""
    return changes(get_ruleset(key), options, without=TABLE_FACTS) if key in RULESETS else []


def changes(ruleset: RuleSet, options: Mapping[str, Any], without: Collection[str] = ()) -> list[str]:
    """What is not standard about a room, its seats and its time too."""
    return [
        difference_text(option, options[option.key])
        for option in ruleset.options
        if option.key not in without and options.get(option.key, option.default) != option.default
    ]


# --- addresses: the rules page of a room as it plays -----------------------------------------------------------------


def rules_url(key: str, options: Mapping[str, Any]) -> str:
    """The rules page of a game with what differs in this room."""
    if key not in RULESETS:
        return reverse("rules")
    changed = {
        option.key: "none" if options[option.key] is None else str(options[option.key])
        for option in get_ruleset(key).options
        if options.get(option.key, option.default) != option.default
    }
    query = f"?{urlencode(changed)}" if changed else ""
    return reverse("rules_one", args=[key]) + query


def options_from_query(ruleset: RuleSet, query: Mapping[str, str]) -> dict[str, Any]:
    """The options of `rules_url` again; whatever no room could have is ignored."""
    read = {option.key: _read(option, query[option.key]) for option in ruleset.options if option.key in query}
    known = {option.key: option for option in ruleset.options}
    return {key: value for key, value in read.items() if known[key].accepts(value)}


def _read(option: Option, text: str) -> Any:
    if text == "none":
        return None
    if option.kind == "choice":
        return {str(choice): choice for choice, _label in option.choices}.get(text)
    if option.kind == "switch":
        return {"True": True, "False": False}.get(text)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else ""
