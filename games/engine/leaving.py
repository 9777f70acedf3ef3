"""Leaving and resigning, possible in every phase [A-40]."""

from games.actions import Resign
from games.engine.dealing import BETWEEN_ROUNDS
from games.engine.ending import Told, close_match, finish
from games.engine.passing import pass_turn, restock
from games.errors import IllegalAction
from games.events import event
from games.rules import RuleSet
from games.state import State, in_round, player_at, replace, with_player


def resign(rules: RuleSet, state: State, seat: int, action: Resign) -> Told:
    """Out of the match at any moment of the round, keeping the seat to watch (M3-20, A-21)."""
    if not rules.resigns:
        raise IllegalAction("cannot_resign")
    told = event("resigned", seat)
    after, events = _without(rules, _gone(rules, state, seat, left=False), seat)
    return after, (told, *events)


def leave(rules: RuleSet, state: State, seat: int) -> Told:
    """Frees the seat at once; its cards stay out of play until the next deal (P0-30, A-11, A-40)."""
    player = state.players[seat] if 0 <= seat < len(state.players) else None
    if player is None or player.left:
        raise IllegalAction("no_such_seat")
    told = event("left", seat)
    gone = _gone(rules, state, seat, left=True)
    if state.phase not in BETWEEN_ROUNDS:
        # Who was out of the round already changes nothing in it; its end says whether the match is over.
        after, events = _without(rules, gone, seat) if player.in_round else (gone, ())
    else:
        after, events = (gone, ()) if state.match_over else close_match(rules, gone)
    return after, (told, *events)


def _gone(rules: RuleSet, state: State, seat: int, *, left: bool) -> State:
    """Takes the seat out of the match and its cards out of play; a seat already out keeps how it fell."""
    player = player_at(state, seat)
    hand = player.hand
    if not player.out and not state.match_over:
        between = state.phase in BETWEEN_ROUNDS
        score = 0 if rules.leaver_scores_zero else player.score
        player = replace(player, out=True, score=score, fell=2 * state.round + between)
    player = replace(player, left=left or player.left, hand=(), known=(), in_round=False)
    return replace(state, players=with_player(state, seat, player), gone=(*state.gone, *hand))


def _without(rules: RuleSet, state: State, seat: int) -> Told:
    """Play goes on without the seat: no discard, no window, the top stays; one alone ends the round (P0-28, A-40)."""
    seats = in_round(state)
    if len(seats) < 2:
        return finish(rules, state, rules.alone, seats[0] if rules.alone == "last" else None)
    if state.active != seat:
        return state, ()
    stocked, events = restock(rules, state)
    return (stocked if stocked.phase == "over" else pass_turn(stocked, seat)), events
