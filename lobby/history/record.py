"""The record of a round, by which anybody can verify it; docs/export.md describes the format.

Only for those dealt in, and only after the match: it contains the seed and every card."""

from typing import Any

import games
from lobby.models import Round

from .replay import Position, positions

RoundRecord = dict[str, Any]
FORMAT = 1
_KEPT = ("seat", "card", "cards", "meld", "leftover", "number")
_MOVES = {
    "drew": "draw",
    "took": "take",
    "discarded": "discard",
    "knocked": "knock",
    "cut": "cut",
    "laid": "lay",
    "laid_off": "lay_off",
    "left": "leave",
    "resigned": "leave",
    "reshuffled": "reshuffle",
}


def record(round_: Round) -> RoundRecord:
    """Seed, deal and every move with its card. Raises Unreplayable."""
    return record_of(positions(round_), leader_before(round_))


def record_of(found: list[Position], before: int | None) -> RoundRecord:
    """The same from positions. `before`: the seat that dealt (or started) the previous round."""
    dealt = found[0].state
    rules = games.get_ruleset(dealt.ruleset)
    seats = games.in_round(dealt)
    hands = {str(seat): list(player.hand) for seat in seats if (player := dealt.players[seat])}
    return {
        "format": FORMAT,
        "ruleset": dealt.ruleset,
        "rules_version": dealt.rules_version,
        "round": dealt.round,
        "commitment": dealt.commitment,
        "seed": dealt.seed.hex(),
        "decks": rules.decks(len(seats)),
        "rotates": rules.rotates,
        "before": before,
        "seats": seats,
        "dealer": dealt.dealer,
        "starter": dealt.starter,
        "hands": hands,
        "turn_up": dealt.turn_up,
        "upcard": dealt.pile[0] if dealt.pile else None,
        "moves": [move for position in found[1:] for move in _moves(position)],
    }


def leader_before(round_: Round) -> int | None:
    """The seat that dealt the previous round, or started it where that rotates. None: the seed draws it [A-33]."""
    before = Round.objects.filter(match_id=round_.match_id, number=round_.number - 1).first()
    if before is None:
        return None
    state = games.decode(bytes(before.start))
    rules = games.get_ruleset(state.ruleset)
    return state.dealer if rules.rotates == "dealer" else state.starter


def _moves(position: Position) -> list[RoundRecord]:
    found = []
    for event in position.full:
        do = _MOVES.get(event["e"])
        if do is None:
            continue
        move = {"do": do} | {key: event[key] for key in _KEPT if event.get(key) is not None}
        if do == "reshuffle":
            move["stock"] = list(position.state.stock)
        found.append(move)
    return found
