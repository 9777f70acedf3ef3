"""From one turn to the next: the stock is refilled, the turn passes."""

from games.engine.ending import Told, finish
from games.events import event
from games.rules import RuleSet
from games.shuffle import shuffled
from games.state import State, in_round, next_seat, player_at, replace, with_player


def restock(rules: RuleSet, state: State) -> Told:
    """Refills an empty stock from the pile without its top, or ties the round (P0-29, C4-13, M3-17, M3-18, A-8)."""
    if state.stock or rules.exhausted == "ask":
        return state, ()
    limit = rules.reshuffle_limit(state.options)
    spent = (limit is not None and state.reshuffles >= limit) or len(state.pile) < 2
    if spent:
        return finish(rules, state, "tied") if rules.exhausted == "tied" else (state, ())
    number = state.reshuffles + 1
    stock = shuffled(state.seed, f"reshuffle:{number}", state.pile[:-1])
    return replace(state, stock=stock, pile=state.pile[-1:], reshuffles=number), (event("reshuffled", number=number),)


def pass_turn(state: State, after: int) -> State:
    """Begins the turn of the next active seat (P0-3, C4-2)."""
    seat = next_seat(in_round(state), after)
    player = player_at(state, seat)
    return replace(
        state,
        players=with_player(state, seat, replace(player, turns=player.turns + 1)),
        turn=state.turn + 1,
        phase="draw",
        active=seat,
        window=None,
        drawn=None,
        barred=None,
    )
