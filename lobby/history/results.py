"""Results in words: how a round ended, why a match ended, what was counted. Pure functions."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import games

CUT_SHORT = frozenset({"host", "moderator", "expired"})  # reasons of matches that were not played to the end

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
    "ties": gettext_lazy("Too many tied rounds in a row."),
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
    """Where the host deals every round, the match lasts as long as the room, and each round counts by itself."""
    return ruleset in games.RULESETS and games.get_ruleset(ruleset).deals == "host"


BY_ROUND = tuple(key for key in games.RULESETS if counts_by_round(key))


class FinishedMatch(Protocol):
    """What `came_to_an_end` reads of a match, so that this module needs no models."""

    ruleset: str
    reason: str
    ended_at: datetime | None


def came_to_an_end(match: FinishedMatch) -> bool:
    """Was the match played to the end? Where rounds count by themselves, closing the room is its regular end."""
    if match.ended_at is None:
        return False
    return counts_by_round(match.ruleset) or match.reason not in CUT_SHORT


def kind_text(kind: str | None) -> str:
    return str(KINDS.get(kind or "", "")) or _("closed before its end")


def reason_text(ruleset: str, reason: str) -> str:
    """Why a match was over; with the number of tied rounds as long as the game is offered."""
    ties = games.get_ruleset(ruleset).ties_limit if ruleset in games.RULESETS else None
    if reason == "ties" and ties is not None:
        return ngettext("%(n)d tied round in a row.", "%(n)d tied rounds in a row.", ties) % {"n": ties}
    return str(REASONS.get(reason, ""))


def score_kind(ruleset: str, options: Mapping[str, Any]) -> str | None:
    """What this table counted; None if one round decides, or for a game that is no longer offered."""
    if ruleset not in games.RULESETS:
        return None
    rules = games.get_ruleset(ruleset)
    defaults = {option.key: option.default for option in rules.options}  # for options that were added after the match
    return rules.score_kind(defaults | dict(options))


def score_head(kind: str | None) -> str:
    return str(SCORES[kind]) if kind else ""


def signed(number: int) -> str:
    """A change with its sign, and a typographic minus."""
    return f"−{-number}" if number < 0 else f"+{number}"
