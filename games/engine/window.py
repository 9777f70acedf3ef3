"""The cut-in window after a discard: who may knock with it, and what happens when it closes (P0-14 to P0-22)."""

from games.actions import Action, Cut
from games.cards import without
from games.engine.ending import Told, finish
from games.engine.passing import pass_turn
from games.errors import IllegalAction
from games.events import Event, event
from games.rules import RuleSet
from games.rulesets import solver_of
from games.state import State, Window, in_round, player_at, replace, with_player


def open_window(state: State, seat: int, card: str, before: tuple[Event, ...]) -> Told:
    """Nobody draws until it closes (P0-14, P0-15)."""
    opened = replace(state, phase="window", active=None, window=Window(seat, card))
    return opened, (*before, event("window", seat, card=card))


def legal_cuts(state: State, seat: int) -> list[Action]:
    """The cut-in, if the discard completes the hand; bots leave theirs to the end of the window (P0-16, P0-21)."""
    window = state.window
    if window is None or window.discarder == seat or player_at(state, seat).bot:
        return []
    return [Cut()] if _leftover(state, seat, window.card) else []


def cut(rules: RuleSet, state: State, seat: int, action: Cut) -> Told:
    """The first valid intent wins; an invalid one is refused and changes nothing (P0-18, P0-19)."""
    if rules.window_seconds is None:
        raise IllegalAction("unknown_action")
    window = state.window
    if window is None:
        raise IllegalAction("wrong_phase")
    if window.discarder == seat:
        raise IllegalAction("own_discard")
    if player_at(state, seat).bot:
        raise IllegalAction("window_open")
    return _award(rules, state, seat, window.card, auto=False)


def close_window(rules: RuleSet, state: State) -> Told:
    """The first able bot after the discarder knocks; otherwise the next seat draws (P0-21, P0-22)."""
    window = state.window
    if window is None:
        raise IllegalAction("wrong_phase")
    seats = in_round(state)
    circle = [seat for seat in seats if seat > window.discarder] + [seat for seat in seats if seat < window.discarder]
    for seat in circle:
        if player_at(state, seat).bot and _leftover(state, seat, window.card):
            return _award(rules, state, seat, window.card, auto=True)
    return pass_turn(state, window.discarder), (event("window_closed", auto=True),)


def _leftover(state: State, seat: int, card: str) -> str | None:
    """The card of the nine that the discard replaces: the lowest in the fixed order (P0-17, A-5, A-35)."""
    leftovers = solver_of(state).cut_leftovers(player_at(state, seat).hand, card)
    return leftovers[0] if leftovers else None


def _award(rules: RuleSet, state: State, seat: int, card: str, *, auto: bool) -> Told:
    """Moves the discard to the winner, and the leftover face up onto the pile [A-7]."""
    leftover = _leftover(state, seat, card)
    if leftover is None:
        raise IllegalAction("does_not_close")
    player = player_at(state, seat)
    hand = (*without(player.hand, leftover), card)
    won = replace(
        state,
        players=with_player(state, seat, replace(player, hand=hand)),
        pile=(*state.pile[:-1], leftover),
    )
    over, events = finish(rules, won, "cut", seat, solver_of(state).division(hand) or (), leftover)
    return over, (event("cut", seat, card=card, leftover=leftover, auto=auto), *events)
