"""What a seat may ask for: frozen values that come from JSON and go back to it."""

from typing import Annotated, Any, Literal

import msgspec

from games.cards import CARD_PATTERN
from games.errors import MalformedAction

CardName = Annotated[str, msgspec.Meta(pattern=CARD_PATTERN)]
_Cards = Annotated[tuple[CardName, ...], msgspec.Meta(min_length=1, max_length=14)]


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="draw"):
    """Take one card from the stock or the top of the pile (P0-11, C4-10, M3-7, R2-4)."""

    source: Literal["stock", "pile"] = msgspec.field(name="from")


class Discard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="discard"):
    """Put one card face up on the pile (P0-12)."""

    card: CardName


class Knock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag="knock"):
    """End the round on one's own turn, the melds named or left to the server (C4-12, M3-12, M3-14)."""

    kind: Literal["common", "all"] | None = msgspec.field(name="with", default=None)
    discard: CardName | None = None
    melds: Annotated[tuple[_Cards, ...], msgspec.Meta(max_length=4)] | None = None


class Cut(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="cut"):
    """Knock with another's discard inside the window (P0-16)."""


class Lay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="lay"):
    """Put a meld on the table (R2-4)."""

    cards: _Cards


class LayOff(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="lay_off"):
    """Add cards to a meld on the table (R2-5)."""

    meld: int
    cards: _Cards


class Resign(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="resign"):
    """Give up the match (M3-20)."""


Action = Draw | Discard | Knock | Cut | Lay | LayOff | Resign


class _Asked(msgspec.Struct):
    """msgspec caches what it derives from a struct, but derives a bare union anew on every call."""

    action: Action


def parse_action(obj: object) -> Action:
    """An action from parsed JSON; MalformedAction for anything else."""
    try:
        action = msgspec.convert({"action": obj}, _Asked).action
    except (msgspec.ValidationError, RecursionError):
        raise MalformedAction from None
    if isinstance(action, Knock) and action.kind == "all" and action.discard is not None:
        raise MalformedAction
    return action


def action_json(action: Action) -> dict[str, Any]:
    """An action as JSON."""
    form: dict[str, Any] = msgspec.to_builtins(action)
    if "cards" in form:
        form["cards"] = list(form["cards"])
    if "melds" in form:
        form["melds"] = [list(cards) for cards in form["melds"]]
    return form
