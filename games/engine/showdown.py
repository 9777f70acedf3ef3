"""The end of a round in which a knocker may have cards left: melds on the table, laying off, the undercut."""

from games.engine.ending import Told, finish, points_left
from games.engine.table import shown
from games.events import Event, event
from games.knocking import Deadwood, least_left, worth
from games.rules import RuleSet
from games.rulesets import solver_of
from games.state import Cards, Melds, State, TableMeld, in_round, player_at, replace, with_player


def show_down(rules: RuleSet, deadwood: Deadwood, state: State, knocker: int, melds: Melds, discard: str) -> Told:
    """Everybody lays down what they can, the knocker first; then whoever has fewer points left wins the round."""
    state, events = _lay(state, knocker, melds)
    lays_off = deadwood.lays_off and bool(player_at(state, knocker).hand)
    seats = in_round(state)
    others = [seat for seat in seats if seat > knocker] + [seat for seat in seats if seat < knocker]
    for seat in others:
        state, more = _answer(rules, state, seat, knocker, lays_off=lays_off)
        events += more
    kind, winner = _verdict(rules, state, knocker, others)
    won = tuple(meld.cards for meld in state.melds if meld.owner == winner)
    over, ends = finish(rules, state, kind, winner, won, discard)
    return over, (*events, *ends)


def _verdict(rules: RuleSet, state: State, knocker: int, others: list[int]) -> tuple[str, int]:
    """How the end of the round is called, and who wins it: with as many points left, the opponent."""
    if not player_at(state, knocker).hand:
        return "gin", knocker
    left = points_left(rules, state)
    lowest = min(others, key=left.__getitem__)
    return ("undercut", lowest) if left[lowest] <= left[knocker] else (rules.knocks["common"], knocker)


def _answer(rules: RuleSet, state: State, seat: int, knocker: int, *, lays_off: bool) -> Told:
    """An opponent lays off on the knocker's melds and lays down melds, so that the fewest points are left."""
    targets = [meld for meld in state.melds if meld.owner == knocker] if lays_off else []
    hand = player_at(state, seat).hand
    best = least_left(solver_of(state), [meld.cards for meld in targets], hand, worth(rules, state.options))
    events: tuple[Event, ...] = ()
    for place, card in best.laid_off:
        state, told = _lay_off(state, seat, targets[place].id, card)
        events += told
    state, told = _lay(state, seat, best.melds)
    return state, events + told


def _lay(state: State, seat: int, melds: Melds) -> Told:
    events: tuple[Event, ...] = ()
    for cards in melds:
        meld = TableMeld(len(state.melds), seat, shown(cards))
        state = _less(replace(state, melds=(*state.melds, meld)), seat, cards)
        events += (event("laid", seat, meld=meld.id, cards=list(meld.cards)),)
    return state, events


def _lay_off(state: State, seat: int, number: int, card: str) -> Told:
    meld = state.melds[number]
    grown = replace(meld, cards=shown((*meld.cards, card)))
    state = replace(state, melds=(*state.melds[:number], grown, *state.melds[number + 1 :]))
    return _less(state, seat, (card,)), (event("laid_off", seat, meld=number, cards=[card]),)


def _less(state: State, seat: int, cards: Cards) -> State:
    """The hand without these cards, no longer known where they were."""
    player = player_at(state, seat)
    hand = tuple(card for card in player.hand if card not in cards)
    known = tuple(card for card in player.known if card not in cards)
    return replace(state, players=with_player(state, seat, replace(player, hand=hand, known=known)))
