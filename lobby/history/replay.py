"""Replays a round: feeds the stored start and the log to the engine, which yields every position.

A frame is the state of the table after one step. Open frames add all hands and who could have knocked; public frames
are exactly what every spectator saw. Frames are built here, field by field, from the engine's own public view."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import games
from games import GameError, RuleSet, State, knocking
from lobby.models import Round
from lobby.tables.core.state import RUNNING

from .log import LogNote, notes_of_round

Frame = dict[str, Any]
# Fields of the public view that change from step to step.
CHANGING = (
    "turn",
    "phase",
    "active",
    "stock",
    "pile",
    "top",
    "pile_cards",
    "known",
    "window",
    "melds",
    "reshuffles",
    "result",
)
# Fields of the public view that stay the same for the whole round.
FIXED = (
    "ruleset",
    "options",
    "rules",
    "round",
    "dealer",
    "commitment",
    "score_kind",
    "reshuffle_limit",
    "turn_up",
    "wilds",
)


class Unreplayable(Exception):  # noqa: N818  not an error: the rules of the game have changed since
    """Today's engine does not reproduce the stored result."""


@dataclass(frozen=True, slots=True)
class Position:
    """The game after one step, and the events of that step: as everybody saw them, and in full, with the drawn card."""

    state: State
    events: tuple[dict[str, Any], ...]
    full: tuple[dict[str, Any], ...]


def positions(round_: Round) -> list[Position]:
    """The deal and every step after it. Raises Unreplayable."""
    state = games.decode(bytes(round_.start))
    if games.get_ruleset(state.ruleset).version != state.rules_version:
        raise Unreplayable
    found = [Position(state, state.last, state.last)]
    try:
        for note in notes_of_round(round_):
            taken = step(found[-1].state, note)
            if taken is None:
                continue
            full = tuple(event.public | _secret(event) for event in taken.events)
            found.append(Position(taken.state, tuple(event.public for event in taken.events), full))
            if taken.state.phase not in RUNNING:
                break
    except (GameError, LookupError) as error:
        raise Unreplayable from error
    _check_result(round_, found[-1].state)
    return found


def step(state: State, note: LogNote) -> games.Step | None:
    """The step that a note of the log stands for; None if it is no step of the game."""
    if note["do"] == "act":
        return games.apply(state, note["seat"], games.parse_action(note["action"]))
    if note["do"] == "timeout":
        return games.timeout(state)
    if note["do"] == "leave":
        player = state.players[note["seat"]]
        return None if player is None or player.left else games.leave(state, note["seat"])
    return None


def _secret(event: games.Event) -> dict[str, Any]:
    """What only the acting seat learned: the card it drew."""
    return next((private for private in event.private.values()), {})


def _check_result(round_: Round, end: State) -> None:
    """The replay must end as the round did. A round that ended with its room has no result."""
    stored = round_.result
    result = games.public_view(end)["result"]
    if (stored is None) != (result is None):
        raise Unreplayable
    if stored and (stored["kind"], stored["winner"]) != (result["kind"], result["winner"]):
        raise Unreplayable


def fixed(round_: Round) -> dict[str, Any]:
    """The public facts of the round that are the same in all its frames."""
    view = games.public_view(games.decode(bytes(round_.start)))
    return {key: view[key] for key in FIXED if key in view}


def public_frames(found: list[Position]) -> list[Frame]:
    """Every frame as everybody may see it."""
    return [_frame(each.state, each.events) for each in found]


def open_frames(found: list[Position]) -> list[Frame]:
    """Every frame with all cards: only for those dealt in, and only after the match."""
    rules = games.get_ruleset(found[0].state.ruleset)
    distance = cache(games.solver_of(found[0].state).distance)  # cached, because hands stay the same for many frames
    return [_open_frame(rules, each, distance) for each in found]


def _frame(state: State, events: tuple[dict[str, Any], ...]) -> Frame:
    view = games.public_view(state)
    frame: Frame = {"events": list(events)} | {key: view[key] for key in CHANGING if key in view}
    frame["players"] = [
        {key: player[key] for key in ("seat", "in_round", "out", "count", "score")} for player in view["players"]
    ]
    return frame


def _open_frame(rules: RuleSet, position: Position, distance: Callable[..., int]) -> Frame:
    state = position.state
    frame = _frame(state, position.full)
    hands = {seat: player.hand for seat, player in enumerate(state.players) if player is not None and player.hand}
    frame["hands"] = {str(seat): list(hand) for seat, hand in hands.items()}
    frame["drawn"] = state.drawn
    frame["could"] = [{"seat": seat, "how": how} for seat, how in could(rules, state)]
    if rules.lays:
        value = rules.hand_value
        frame["held"] = {str(seat): value(state.options, hand) for seat, hand in hands.items()} if value else {}
    else:
        size = rules.hand_size(state.options, len(hands))
        frame["missing"] = {str(seat): distance(hand, size) for seat, hand in hands.items() if len(hand) >= size}
    return frame


# --- who could have knocked -----------------------------------------------------------------------------------------


def could(rules: RuleSet, state: State) -> Iterator[tuple[int, str]]:
    """(seat, how) of everybody who could win here: cut | knock | close (by a discard) | take (the top) | out (Rami).

    "out" considers whole melds and single cards that fit the table. What it reports is possible; rarer ways are missed.
    """
    if state.phase == "window" and state.window is not None:
        yield from _cutters(state, state.window)
    elif state.active is not None and state.phase in RUNNING:
        how = _could_now(rules, state, state.active)
        if how:
            yield state.active, how


def _cutters(state: State, window: games.Window) -> Iterator[tuple[int, str]]:
    for seat in (seat for seat in games.in_round(state) if seat != window.discarder):
        player = state.players[seat]
        if player is not None and games.solver_of(state).cut_leftovers(player.hand, window.card):
            yield seat, "cut"


def _could_now(rules: RuleSet, state: State, seat: int) -> str | None:
    player = state.players[seat]
    if player is None:
        return None
    if rules.lays:
        return "out" if state.phase == "discard" and _goes_out(state, player.hand) else None
    if state.phase == "discard":
        return _closes(rules, state, player.hand, state.barred)
    takes = any(action == games.Draw("pile") for action in games.legal_actions(state, seat))
    if takes and state.pile:
        top = state.pile[-1]
        return "take" if _closes(rules, state, (*player.hand, top), top if rules.bars_taken else None) else None
    return None


def _closes(rules: RuleSet, state: State, hand: tuple[str, ...], barred: str | None) -> str | None:
    solver = games.solver_of(state)
    if "all" in rules.knocks and solver.closes(hand):
        return "knock"
    ends = "common" in rules.knocks or rules.closes_on_discard
    if ends and knocking.discards(rules, state.options, solver, hand, barred):
        return "knock" if "common" in rules.knocks else "close"
    return None


def _goes_out(state: State, hand: tuple[str, ...]) -> bool:
    """Can the whole hand but the discard be melded or laid off (R2-6, R2-9)?"""
    solver = games.solver_of(state)
    left, melds = solver.least_deadwood(hand, lambda card: 1)
    laid = {card for meld in melds for card in meld}
    table = [*(meld.cards for meld in state.melds), *melds]
    fits = sum(any(solver.fits(meld, (card,)) for meld in table) for card in hand if card not in laid)
    return left - fits <= 1 and (left > 0 or not state.options.get("discard_to_win"))
