"""The one way a match changes: `apply`, `timeout`, `leave` and `deal` serve people, bots and the clock alike."""

from collections.abc import Callable

from games.actions import Action, Cut, Discard, Draw, Knock, Lay, LayOff, Resign
from games.engine import knock, leaving, table, turns, window
from games.engine.dealing import BETWEEN_ROUNDS, deal, new_match, ready, seat_in, set_turn_seconds
from games.engine.ending import Told
from games.errors import IllegalAction
from games.rulesets import get_ruleset
from games.state import State, Step, player_at, replace

__all__ = ["apply", "deal", "leave", "legal_actions", "new_match", "ready", "seat_in", "set_turn_seconds", "timeout"]

_DOES: dict[type[Action], Callable[..., Told]] = {
    Draw: turns.draw,
    Discard: turns.discard,
    Knock: knock.knock,
    Cut: window.cut,
    Lay: table.lay,
    LayOff: table.lay_off,
    Resign: leaving.resign,
}


def apply(state: State, seat: int, action: Action) -> Step:
    """The state after `seat` does `action`, and what happened. Raises IllegalAction, and then nothing has changed."""
    if state.phase in BETWEEN_ROUNDS:
        raise IllegalAction("round_over")
    if not _takes_part(state, seat):
        raise IllegalAction("not_in_round")
    return _step(_DOES[type(action)](get_ruleset(state.ruleset), state, seat, action))


def timeout(state: State) -> Step:
    """Plays for the seat whose time has run out, or closes the window (M3-19, A-9, A-35).

    Draws from the stock, else takes the top; discards the newest card that is not barred; never declares a knock.
    Raises IllegalAction `round_over` between two rounds.
    """
    rules = get_ruleset(state.ruleset)
    if state.phase == "window":
        return _step(window.close_window(rules, state))
    seat = state.active
    if seat is None:
        raise IllegalAction("round_over")
    if state.phase == "draw":
        source = Draw("stock" if state.stock or rules.exhausted == "ask" else "pile")
        return _step(turns.draw(rules, state, seat, source, auto=True))
    card = next(card for card in reversed(player_at(state, seat).hand) if card != state.barred)
    return _step(turns.discard(rules, state, seat, Discard(card), auto=True))


def leave(state: State, seat: int) -> Step:
    """The seat's player leaves, in any phase [A-40]. Raises IllegalAction `no_such_seat` where nobody sits."""
    return _step(leaving.leave(get_ruleset(state.ruleset), state, seat))


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """What `apply` would accept from this seat; only this seat may know it.

    Left out are other forms of the same: a common knock without its discard, a knock with its own division, and a bare
    face instead of a card.
    """
    if state.phase in BETWEEN_ROUNDS or not _takes_part(state, seat):
        return ()
    rules = get_ruleset(state.ruleset)
    legal: list[Action] = []
    if state.phase == "window":
        legal = window.legal_cuts(state, seat)
    elif state.active == seat and state.phase == "draw":
        legal = turns.legal_draws(rules, state, seat)
    elif state.active == seat:
        legal = [
            *knock.legal_knocks(rules, state, seat),
            *table.legal_table_moves(rules, state, seat),
            *turns.legal_discards(state, seat),
        ]
    return (*legal, Resign()) if rules.resigns else tuple(legal)


def _takes_part(state: State, seat: int) -> bool:
    if not 0 <= seat < len(state.players):
        return False
    player = state.players[seat]
    return player is not None and player.in_round


def _step(told: Told) -> Step:
    state, events = told
    return Step(replace(state, last=tuple(event.public for event in events)), events)
