"""The desk's words for what moderators did (audit log) and what players did and said (evidence)."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from lobby.templatetags.batida import card_name

ACTIONS: Mapping[str, Promise] = {
    "warn": gettext_lazy("warned"),
    "mute": gettext_lazy("muted"),
    "suspend": gettext_lazy("suspended from public rooms"),
    "ban": gettext_lazy("banned"),
    "lifted_warn": gettext_lazy("took a warning back"),
    "lifted_mute": gettext_lazy("ended a mute"),
    "lifted_suspend": gettext_lazy("ended a suspension"),
    "lifted_ban": gettext_lazy("ended a ban"),
    "promoted": gettext_lazy("made a moderator"),
    "demoted": gettext_lazy("no longer a moderator"),
    "took_report": gettext_lazy("took the report"),
    "released_report": gettext_lazy("handed the report back"),
    "resolved_report": gettext_lazy("resolved the report"),
    "dismissed_report": gettext_lazy("dismissed the report"),
    "reopened_report": gettext_lazy("opened the report again"),
    "renamed_room": gettext_lazy("renamed the room"),
    "closed_room": gettext_lazy("closed the room"),
    "voided_result": gettext_lazy("voided a result"),
    "counted_result": gettext_lazy("let a result count again"),
    "house": gettext_lazy("changed the notice, or whether new rooms can be opened"),
    "saw_secrets": gettext_lazy("looked at the hidden cards of a table"),
}
EVENTS: Mapping[str, Promise] = {
    "dealt": gettext_lazy("the cards were dealt"),
    "upcard": gettext_lazy("first discard"),
    "drew": gettext_lazy("drew from the stock"),
    "took": gettext_lazy("took from the pile"),
    "discarded": gettext_lazy("discarded"),
    "reshuffled": gettext_lazy("the pile was shuffled into a new stock"),
    "window": gettext_lazy("the cut-in window opened"),
    "window_closed": gettext_lazy("nobody cut in"),
    "cut": gettext_lazy("cut in"),
    "knocked": gettext_lazy("knocked"),
    "laid": gettext_lazy("laid down"),
    "laid_off": gettext_lazy("laid off"),
    "left": gettext_lazy("left the round"),
    "resigned": gettext_lazy("resigned"),
    "round_over": gettext_lazy("the round is over"),
    "match_over": gettext_lazy("the match is over"),
}
PHRASES: Mapping[str, Promise] = {  # keys of lobby/tables/core/chat.py; the page of the table has the same texts
    "hello": pgettext_lazy("said at the table", "Hello!"),
    "nice": pgettext_lazy("said at the table", "Nice!"),
    "wow": pgettext_lazy("said at the table", "Wow!"),
    "oops": pgettext_lazy("said at the table", "Oops"),
    "sorry": pgettext_lazy("said at the table", "Sorry"),
    "wait": pgettext_lazy("said at the table", "One moment, please"),
    "hurry": pgettext_lazy("said at the table", "Shall we go on?"),
    "back": pgettext_lazy("said at the table", "I am back"),
    "thanks": pgettext_lazy("said at the table", "Thanks for the game"),
    "rematch": pgettext_lazy("said at the table", "Another one?"),
    "bye": pgettext_lazy("said at the table", "Bye!"),
}


def action_text(kind: str) -> str:
    """What a row of the audit log says was done; the kind itself if it is no longer written."""
    return str(ACTIONS.get(kind, kind))


def phrase_text(key: str) -> str:
    """A quick phrase in the reader's language."""
    return str(PHRASES.get(key, key))


def event_text(event: Mapping[str, Any]) -> str:
    """ "discarded: Seven of hearts (time ran out)"."""
    text = str(EVENTS.get(event["e"], event["e"]))
    card = event.get("card")
    if cards := event.get("cards") or (card and [card]):
        named = ", ".join(card_name(card[:2]) for card in cards)
        text = _("%(what)s: %(cards)s") % {"what": text, "cards": named}
    return _("%(what)s (time ran out)") % {"what": text} if event.get("auto") else text
