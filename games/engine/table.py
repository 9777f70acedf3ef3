"""Melds on the table: laying down and laying off between draw and discard (R2-4 to R2-6, R2-9)."""

from games.actions import Action, Lay, LayOff
from games.cards import pick
from games.engine.ending import Told, finish
from games.engine.turns import require_turn
from games.errors import IllegalAction
from games.events import Event, event
from games.rules import RuleSet
from games.rulesets import solver_of
from games.solver import in_order
from games.state import Cards, State, TableMeld, player_at, replace, with_player


def legal_table_moves(rules: RuleSet, state: State, seat: int) -> list[Action]:
    """Every meld in the hand, and every single card that fits a meld on the table.

    Laying off several cards at once is the same as one after the other.
    """
    if not rules.lays:
        return []
    hand = player_at(state, seat).hand
    most = _most(state, hand)
    melds = solver_of(state).melds(hand)
    fits = solver_of(state).fits
    lays: list[Action] = [Lay(meld) for meld in melds if len(meld) <= most]
    if most < 1:
        return lays
    offs = [LayOff(meld.id, (card,)) for meld in state.melds for card in hand if fits(meld.cards, (card,))]
    return [*lays, *offs]


def lay(rules: RuleSet, state: State, seat: int, action: Lay) -> Told:
    """A new meld from the hand (R2-4)."""
    cards = _from_hand(rules, state, seat, action.cards)
    if not solver_of(state).is_meld(cards):
        raise IllegalAction("not_a_meld")
    meld = TableMeld(len(state.melds), seat, shown(cards))
    laid = replace(state, melds=(*state.melds, meld))
    return _less(rules, laid, seat, cards, event("laid", seat, meld=meld.id, cards=list(meld.cards)))


def lay_off(rules: RuleSet, state: State, seat: int, action: LayOff) -> Told:
    """Cards of the hand added to anybody's meld, which must stay legal as a whole (R2-5)."""
    cards = _from_hand(rules, state, seat, action.cards)
    if not 0 <= action.meld < len(state.melds):
        raise IllegalAction("no_such_meld")
    meld = state.melds[action.meld]
    if not solver_of(state).fits(meld.cards, cards):
        raise IllegalAction("does_not_fit")
    grown = replace(meld, cards=shown((*meld.cards, *cards)))
    melds = (*state.melds[: meld.id], grown, *state.melds[meld.id + 1 :])
    told = event("laid_off", seat, meld=meld.id, cards=list(cards))
    return _less(rules, replace(state, melds=melds), seat, cards, told)


def _from_hand(rules: RuleSet, state: State, seat: int, names: Cards) -> Cards:
    if not rules.lays:
        raise IllegalAction("unknown_action")
    require_turn(state, seat, "discard")
    hand = player_at(state, seat).hand
    cards = pick(hand, names)
    if cards is None:
        raise IllegalAction("not_your_card")
    if len(cards) > _most(state, hand):
        raise IllegalAction("must_keep_discard")
    return cards


def _most(state: State, hand: Cards) -> int:
    """How many cards may go to the table: all, or all but one for the discard (R2-6, A-26)."""
    return len(hand) - 1 if state.options.get("discard_to_win") else len(hand)


def _less(rules: RuleSet, state: State, seat: int, cards: Cards, told: Event) -> Told:
    """Takes these cards from the hand; an empty hand ends the round (R2-9)."""
    player = player_at(state, seat)
    hand = tuple(card for card in player.hand if card not in cards)
    drawn = None if state.drawn in cards else state.drawn
    state = replace(state, players=with_player(state, seat, replace(player, hand=hand)), drawn=drawn)
    if hand:
        return state, (told,)
    over, events = finish(rules, state, "out", seat)
    return over, (told, *events)


def shown(cards: Cards) -> Cards:
    """Set by suit, run upwards with the ace before the two or after the king (R2-3)."""
    ordered = in_order(cards)
    if ordered[0][1] == ordered[-1][1] and ordered[0][0] + ordered[-1][0] == "AK":
        return (*ordered[1:], ordered[0])
    return tuple(ordered)
