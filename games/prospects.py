"""How near the hand of a seat is to winning, and by what: the answer to "why can't I knock?".

Told from what the seat sees alone: its hand, the turn-up, and as much of the pile as lies open.
"""

from typing import Literal, NamedTuple

from games.actions import Cut, Knock
from games.cards import deck
from games.engine import legal_actions
from games.errors import IllegalAction
from games.rules import RuleSet
from games.rulesets import get_ruleset, solver_of
from games.state import Cards, Melds, State, decks_in_play, player_at

Way = Literal["knock", "discard", "draw", "barred"]
"""A closed hand may knock or cut in now; wins by a discard; has to draw first; or the card to go may not go (M3-8)."""


class Prospect(NamedTuple):
    """The best grouping of a hand."""

    melds: Melds
    rest: Cards
    missing: int  # cards that must still come
    wins: Way | None


def prospect(state: State, seat: int) -> Prospect:
    """The prospect of a seat with cards, on its turn or not.

    Raises IllegalAction: `not_in_round` without cards, `unknown_action` where melds go to the table one by one.
    """
    rules = get_ruleset(state.ruleset)
    if state.players[seat] is None or not player_at(state, seat).hand:
        raise IllegalAction("not_in_round")
    if rules.lays:
        raise IllegalAction("unknown_action")
    hand = player_at(state, seat).hand
    throws = state.active == seat and state.phase == "discard"
    found = solver_of(state).arrangement(hand, len(hand) - throws, _coming(rules, state, seat))
    return Prospect(*found, _way(rules, state, seat, found[2], throws=throws))


def _way(rules: RuleSet, state: State, seat: int, missing: int, *, throws: bool) -> Way | None:
    if any(isinstance(action, (Knock, Cut)) for action in legal_actions(state, seat)):
        return "knock"
    if missing:
        return None
    if not throws:
        return "draw"
    return "discard" if rules.closes_on_discard else "barred"


def _coming(rules: RuleSet, state: State, seat: int) -> list[str]:
    """All cards but those in sight; the top of the pile is gone unless this seat may have it now."""
    open_pile = state.pile if rules.shows_pile else state.pile[-1:]
    window = state.window is not None and state.window.discarder != seat
    if window or (state.active == seat and state.phase == "draw"):
        open_pile = open_pile[:-1]
    seen = {*player_at(state, seat).hand, *open_pile, state.turn_up}
    return [card for card in deck(decks_in_play(state)) if card not in seen]
