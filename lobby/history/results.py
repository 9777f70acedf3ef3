"""How results read: kinds of a round's end, reasons of a match's end, scores, places. Pure."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import games

CUT_SHORT = frozenset({"host", "moderator", "expired"})  # reasons of matches that did not come to an end

KINDS: Mapping[str, Promise] = {
    "nine": gettext_lazy("three melds"),
    "ten": gettext_lazy("knock with ten"),
    "cut": gettext_lazy("cut-in"),
    "common": gettext_lazy("common knock"),
    "all": gettext_lazy("knock with all"),
    "gin": gettext_lazy("gin"),
    "undercut": gettext_lazy("undercut"),
    "out": gettext_lazy("went out"),
    "blocked": gettext_lazy("lowest hand"),
    "last": gettext_lazy("last one left"),
    "tied": gettext_lazy("tied"),
    "void": gettext_lazy("no winner"),
}
REASONS: Mapping[str, Promise] = {
    "host": gettext_lazy("The host closed the room."),
    "moderator": gettext_lazy("A moderator closed the room."),
    "expired": gettext_lazy("Nobody was left in the room."),
    "ties": gettext_lazy("Twenty tied rounds in a row."),
    "rounds": gettext_lazy("The last round allowed was played."),
    "target": gettext_lazy("The target was reached."),
    "last": gettext_lazy("One player was left."),
    "knock": gettext_lazy("The first knock decided."),
}
SCORES: Mapping[str, Promise] = {
    "wins": gettext_lazy("Wins"),
    "lives": gettext_lazy("Lives"),
    "points": gettext_lazy("Points"),
    "score": gettext_lazy("Points"),
}


def counts_by_round(ruleset: str) -> bool:
    """Where the host deals every round, the match lasts as long as the room: each round counts by itself."""
    return ruleset in games.RULESETS and games.get_ruleset(ruleset).deals == "host"


BY_ROUND = tuple(key for key in games.RULESETS if counts_by_round(key))


def came_to_an_end(match: Any) -> bool:
    """Is there a result of the whole? Where rounds count by themselves, the end of the room is the regular one."""
    if match.ended_at is None:
        return False
    return counts_by_round(match.ruleset) or match.reason not in CUT_SHORT


def kind_text(kind: str | None) -> str:
    return str(KINDS.get(kind or "", "")) or _("closed before its end")


def reason_text(reason: str) -> str:
    return str(REASONS.get(reason, ""))


def score_kind(ruleset: str, options: Mapping[str, Any]) -> str | None:
    """What this table counted; None where one round decides, or for a game that is no longer offered."""
    if ruleset not in games.RULESETS:
        return None
    rules = games.get_ruleset(ruleset)
    defaults = {option.key: option.default for option in rules.options}  # for options younger than the match
    return rules.score_kind(defaults | dict(options))


def score_head(kind: str | None) -> str:
    return str(SCORES[kind]) if kind else ""


def signed(number: int) -> str:
    """A change as people write it, with a real minus."""
    return f"−{-number}" if number < 0 else f"+{number}"
