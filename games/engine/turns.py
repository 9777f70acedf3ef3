"""The two halves of a turn: draw, then discard. For each, what is legal and what it does."""

from games.actions import Action, Discard, Draw
from games.cards import pick, without
from games.engine.ending import Told, finish, points_left
from games.engine.passing import pass_turn, restock
from games.engine.window import open_window
from games.errors import IllegalAction
from games.events import Event, event
from games.rules import RuleSet
from games.rulesets import solver_of
from games.state import State, player_at, replace, with_player


def require_turn(state: State, seat: int, phase: str) -> None:
    """Refuses a seat that is not to act now, or not in this phase."""
    if state.phase == "window":
        raise IllegalAction("window_open")
    if state.active != seat:
        raise IllegalAction("not_your_turn")
    if state.phase != phase:
        raise IllegalAction("wrong_phase")


def legal_draws(rules: RuleSet, state: State, seat: int) -> list[Action]:
    """The stock and the top of the pile, where there are cards; some games let an empty stock be asked (R2-10)."""
    legal: list[Action] = []
    if state.stock or rules.exhausted == "ask":
        legal.append(Draw("stock"))
    if state.pile and _may_take(state, seat):
        legal.append(Draw("pile"))
    return legal


def draw(rules: RuleSet, state: State, seat: int, action: Draw, *, auto: bool = False) -> Told:
    """One card from the stock or from the top of the pile (P0-11, C4-10, M3-7, R2-4)."""
    require_turn(state, seat, "draw")
    return _from_stock(rules, state, seat, auto) if action.source == "stock" else _from_pile(rules, state, seat, auto)


def _from_stock(rules: RuleSet, state: State, seat: int, auto: bool) -> Told:
    if not state.stock:
        if rules.exhausted == "ask":
            return _blocked(rules, state)
        raise IllegalAction("stock_empty")
    card = state.stock[0]
    player = player_at(state, seat)
    drawn = replace(
        state,
        players=with_player(state, seat, replace(player, hand=(*player.hand, card))),
        stock=state.stock[1:],
        phase="discard",
        drawn=card,
    )
    told = event("drew", seat, auto=auto)
    return drawn, (Event(told.public, {seat: {**told.public, "card": card}}),)


def _from_pile(rules: RuleSet, state: State, seat: int, auto: bool) -> Told:
    if not state.pile:
        raise IllegalAction("pile_empty")
    if not _may_take(state, seat):
        raise IllegalAction("take_needs_meld")
    card = state.pile[-1]
    player = player_at(state, seat)
    taker = replace(
        player,
        hand=(*player.hand, card),
        known=(*player.known, card) if rules.shows_known else (),
    )
    told = event("took", seat, card=card, auto=auto)
    taken = replace(
        state,
        players=with_player(state, seat, taker),
        pile=state.pile[:-1],
        phase="discard",
        drawn=card,
        barred=card if rules.bars_taken else None,
        history=(*state.history, told.public) if rules.shows_history else (),
    )
    return taken, (told,)


def _may_take(state: State, seat: int) -> bool:
    """Free, or in the restricted variant only with a meld of the top and two cards of the hand (M3-10, A-18)."""
    if not state.options.get("restricted_take"):
        return True
    return solver_of(state).joins(player_at(state, seat).hand, state.pile[-1])


def _blocked(rules: RuleSet, state: State) -> Told:
    """A card asked from the empty stock ends the round: the lowest hand wins, then the first seat (R2-10, A-27)."""
    points = points_left(rules, state)
    return finish(rules, state, "blocked", min(points, key=lambda seat: (points[seat], seat)))


def legal_discards(state: State, seat: int) -> list[Action]:
    """Every held card but the barred one (P0-12, M3-8)."""
    return [Discard(card) for card in player_at(state, seat).hand if card != state.barred]


def discardable(state: State, seat: int, name: str) -> str:
    """The held card a discard names [A-36]; refuses one that is not held, or is barred (M3-8)."""
    player = player_at(state, seat)
    found = pick(player.hand, (name,), last=(*player.known, state.barred or ""))
    if found is None:
        raise IllegalAction("not_your_card")
    if found[0] == state.barred:
        raise IllegalAction("barred_card")
    return found[0]


def discard(rules: RuleSet, state: State, seat: int, action: Discard, *, auto: bool = False) -> Told:
    """One card face up; then the check for melds, the stock, the window or the next turn (P0-12, P0-13, M3-17)."""
    require_turn(state, seat, "discard")
    card = discardable(state, seat, action.card)
    discarded = to_pile(rules, state, seat, card)
    told = event("discarded", seat, card=card, auto=auto)
    if rules.shows_history:
        discarded = replace(discarded, history=(*state.history, told.public))
    ended, events = _after_discard(rules, discarded, seat, card)
    return ended, (told, *events)


def to_pile(rules: RuleSet, state: State, seat: int, card: str) -> State:
    """Moves a card of the hand to the top of the pile."""
    player = player_at(state, seat)
    known = without(player.known, card) if card in player.known else player.known
    return replace(
        state,
        players=with_player(state, seat, replace(player, hand=without(player.hand, card), known=known)),
        pile=(*state.pile, card),
        drawn=None,
        barred=None,
    )


def _after_discard(rules: RuleSet, state: State, seat: int, card: str) -> Told:
    hand = player_at(state, seat).hand
    if rules.lays and not hand:
        return finish(rules, state, "out", seat, leftover=card)
    if rules.closes_on_discard and solver_of(state).closes(hand):
        return finish(rules, state, "nine", seat, solver_of(state).division(hand) or (), card)
    stocked, events = restock(rules, state)
    if stocked.phase == "over":
        return stocked, events
    if rules.window_seconds is not None:
        return open_window(stocked, seat, card, events)
    return pass_turn(stocked, seat), events
