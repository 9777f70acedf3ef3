"""Names and values of games and table options, as people read them. Rule sets hold the message ids; here they are
translated."""

from collections.abc import Collection, Mapping
from functools import reduce
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import RULESETS, Option, RuleSet, get_ruleset
from games.wording import Sentence

# Options that every list shows anyway; they do not make a room "different from the standard rules".
TABLE_FACTS = frozenset({"turn_seconds", "seats"})


def sentence_text(sentence: Sentence) -> str:
    """A text of the games in the language of the reader."""
    message, values = sentence.message, sentence.values
    text = _(message) if isinstance(message, str) else ngettext(*message, values["n"])
    return text % values if values else text


def titles() -> list[tuple[str, str]]:
    """(key, title) of every game, in the order of the site."""
    return [(key, title(key)) for key in RULESETS]


def title(key: str) -> str:
    """The title of a game; the key itself for one that is no longer offered."""
    return _(get_ruleset(key).title) if key in RULESETS else key


def option_label(option: Option) -> str:
    return _(option.label)


def option_hint(option: Option) -> str:
    return _(option.hint) if option.hint else ""


def none_text(option: Option) -> str:
    return _(option.none) if option.none else _("none")


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
    """The possible values of an option."""
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
    """A form's message about an invalid value."""
    return _("Possible here: %(range)s.") % {"range": range_text(option)}


def time_text(seconds: int | None) -> str:
    """Time for each action: "30 s", or "no limit"."""
    return _("no limit") if seconds is None else _("%(seconds)d s") % {"seconds": seconds}


def players_text(ruleset: RuleSet) -> str:
    """How many may play."""
    return players_range(ruleset.seats[0], ruleset.seats[-1])


def players_range(low: int, high: int) -> str:
    if low == high:
        return ngettext("%(n)d player", "%(n)d players", low) % {"n": low}
    return _("%(low)d to %(high)d players") % {"low": low, "high": high}


def difference_text(option: Option, value: Any) -> str:
    """How a value that differs from the standard reads in a list of rooms."""
    if option.chip is not None:
        return sentence_text(option.chip(value))
    return f"{option_label(option)}: {value_text(option, value)}"


def chips_by_value(option: Option) -> dict[str, str]:
    """The description of every non-standard value, by the value as a form sends it ("" for none).

    Numbers share one pattern under "*", in which {n} is the number; those that deviate from it have their own entry."""
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
    """How the rules of a room differ from the standard, without TABLE_FACTS."""
    return changes(get_ruleset(key), options, without=TABLE_FACTS) if key in RULESETS else []


def changes(ruleset: RuleSet, options: Mapping[str, Any], without: Collection[str] = ()) -> list[str]:
    """How the options of a room differ from the standard, without the keys in `without`."""
    return [
        difference_text(option, options[option.key])
        for option in ruleset.options
        if option.key not in without and options.get(option.key, option.default) != option.default
    ]


# --- the URL of a room's rules page ---------------------------------------------------------------------------------


def rules_url(key: str, options: Mapping[str, Any]) -> str:
    """The URL of the rules page of a game, with the options in which this room differs."""
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
    """The inverse of `rules_url`. Invalid values are ignored."""
    read = {option.key: _read(option, query[option.key]) for option in ruleset.options if option.key in query}
    known = {option.key: option for option in ruleset.options}
    found = {key: value for key, value in read.items() if known[key].accepts(value)}
    return {key: value for key, value in found.items() if not _too_low(known, found, key)}


def _too_low(known: Mapping[str, Option], found: Mapping[str, Any], key: str) -> bool:
    """Is this value below that of the option it may not be below?"""
    other = known.get(known[key].at_least)
    return other is not None and bool(found[key] < found.get(other.key, other.default))


def _read(option: Option, text: str) -> Any:
    if text == "none":
        return None
    if option.kind == "choice":
        return {str(choice): choice for choice, _label in option.choices}.get(text)
    if option.kind == "switch":
        return {"True": True, "False": False}.get(text)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else ""
