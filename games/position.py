"""A position as one line of text, like the FEN of chess: written, read back, and shown as one viewer sees it.

docs/position.md has the format. A line either holds a state whole, or leaves out what a viewer may not know: such cards
are HIDDEN, and stand in the line as a number (?9). Both read back: `parse(line(state)) == state`."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from games.errors import GameError, InvalidOption
from games.observation import View, private_view, public_view
from games.position_parts import FORMAT, HEAD, HIDDEN, TAGS, or_nothing, write_cards, write_options, write_seat
from games.rules import clean_options
from games.rulesets import get_ruleset
from games.shuffle import commitment
from games.state import MatchEnd, Player, Result, State, TableMeld, Window

__all__ = ["HIDDEN", "PositionError", "is_whole", "line", "parse", "seen"]


class PositionError(ValueError):
    """Not a line of this format, or a state that no line can hold. `part` is what is wrong."""

    def __init__(self, part: str, why: str) -> None:
        super().__init__(f"{part}: {why}")
        self.part = part


# --- a state and its line -------------------------------------------------------------------------------------------


def line(state: State) -> str:
    """The state in one line: all of it, with every secret it holds. For a viewer: `line(seen(state, viewer))`.

    Raises PositionError for a state that would not read back the same, such as one of other rules."""
    head = (
        FORMAT,
        f"{state.ruleset}@{state.rules_version}",
        write_options(get_ruleset(state.ruleset), state.options),
        f"{state.round}.{state.turn}",
        state.phase,
        or_nothing(state.active),
        "/".join(map(write_seat, state.players)),
        write_cards(state.stock),
        write_cards(state.pile),
    )
    text = " ".join([*head, *_tagged(state)])
    if parse(text) != state:
        raise PositionError("line", "this state would not read back the same")
    return text


def _tagged(state: State) -> list[str]:
    values = {name: getattr(state, tag.field) for name, tag in TAGS.items()}
    if state.seed and state.commitment == commitment(state.seed):
        del values["commit"]  # follows from the seed
    return [
        f"{name}={TAGS[name].write(value)}"
        for name, value in values.items()
        if value != getattr(_BLANK, TAGS[name].field)
    ]


def parse(text: str) -> State:
    """The state of a line; cards that the line leaves out are HIDDEN. Raises PositionError."""
    parts = text.split()
    if len(parts) < len(HEAD) or parts[0] != FORMAT:
        raise PositionError("line", f"begins with {FORMAT} and has at least {len(HEAD)} parts")
    found = {name: _read(name, read, part) for (name, read), part in zip(HEAD, parts, strict=False)}
    rules, version = found["rules"]
    round_, turn = found["turn"]
    state = State(
        ruleset=rules.key,
        rules_version=version,
        options=_read("options", lambda raw: clean_options(rules, raw), found["options"]),
        players=found["seats"],
        round=round_,
        turn=turn,
        phase=found["phase"],
        active=found["active"],
        stock=found["stock"],
        pile=found["pile"],
        **_read_tagged(parts[len(HEAD) :]),
    )
    _check(state)
    return state


def _read_tagged(parts: Iterable[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part in parts:
        name, _, text = part.partition("=")
        tag = TAGS.get(name)
        if tag is None or tag.field in found:
            raise PositionError(name, "there is no such part, or it is there twice")
        found[tag.field] = _read(name, tag.read, text)
    if "seed" in found:
        found.setdefault("commitment", commitment(found["seed"]))
    return found


def _read(name: str, read: Callable[[Any], Any], part: Any) -> Any:
    try:
        return read(part)
    except InvalidOption as error:
        raise PositionError(name, f"{error.option} has no such value here") from None
    except (ValueError, GameError, msgspec.MsgspecError) as error:
        raise PositionError(name, str(error)) from None


_BLANK = State(ruleset="", rules_version=0, options={}, players=())


def _check(state: State) -> None:
    """As many seats as the table has, somebody to act, and no card in two places."""
    if len(state.players) != state.options["seats"]:
        raise PositionError("seats", f"this table has {state.options['seats']}")
    if state.active is not None and (state.active >= len(state.players) or state.players[state.active] is None):
        raise PositionError("active", "nobody sits there")
    cards = [card for card in _every_card(state) if card != HIDDEN]
    if len(cards) != len(set(cards)):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise PositionError("cards", f"{twice} is there twice")


def _every_card(state: State) -> list[str]:
    """The cards of every place, one place after the other."""
    hands = (player.hand for player in state.players if player is not None)
    melds = (meld.cards for meld in state.melds)
    up = () if state.turn_up is None else (state.turn_up,)
    return [card for place in (*hands, *melds, state.stock, state.pile, state.gone, up) for card in place]


# --- what a viewer knows --------------------------------------------------------------------------------------------


def is_whole(state: State) -> bool:
    """Is every card known, so that the game can be played on?"""
    return HIDDEN not in _every_card(state)


def seen(state: State, viewer: int | None) -> State:
    """The state as `viewer` knows it, a seat or anybody else (None): made from that viewer's view alone."""
    view = public_view(state)
    you = (None if viewer is None else private_view(state, viewer)) or {}
    by_seat = {player["seat"]: player for player in view["players"]}
    below, top = max(0, view["pile"] - 1), () if view["top"] is None else (view["top"],)
    return State(
        ruleset=view["ruleset"],
        rules_version=view["rules_version"],
        options=view["options"],
        players=tuple(_seen_player(view, by_seat.get(seat), you) for seat in range(view["options"]["seats"])),
        round=view["round"],
        turn=view["turn"],
        phase=view["phase"],
        active=view["active"],
        dealer=view["dealer"],
        commitment=view["commitment"],
        stock=(HIDDEN,) * view["stock"],
        pile=tuple(view["pile_cards"]) if "pile_cards" in view else ((HIDDEN,) * below + top),
        turn_up=view.get("turn_up"),
        wilds=tuple(view.get("wilds", ())),
        drawn=you.get("drawn"),
        barred=you.get("barred"),
        reshuffles=view["reshuffles"],
        window=None if view["window"] is None else Window(**view["window"]),
        melds=tuple(TableMeld(meld["id"], meld["owner"], tuple(meld["cards"])) for meld in view.get("melds", ())),
        history=tuple(view.get("history", ())),
        last=tuple(view["last"]),
        result=None if view["result"] is None else msgspec.convert(view["result"], Result, str_keys=True),
        match=msgspec.convert(view["match"], MatchEnd, str_keys=True) if view["match"]["over"] else None,
    )


def _seen_player(view: View, player: View | None, you: View) -> Player | None:
    if player is None:
        return None
    known = tuple(view.get("known", {}).get(str(player["seat"]), ()))
    hidden = (HIDDEN,) * (player["count"] - len(known))
    return Player(
        bot=player["bot"],
        score=player["score"] or 0,
        hand=tuple(you["hand"]) if you.get("seat") == player["seat"] else (*hidden, *known),
        in_round=player["in_round"],
        out=player["out"],
        left=player["left"],
        known=known,
    )
