"""Knocking on one's own turn: with all cards, or common with one discarded (C4-12, M3-12 to M3-15)."""

from typing import NamedTuple

from games import knocking
from games.actions import Action, Knock
from games.cards import pick, without
from games.engine.ending import Told, finish
from games.engine.showdown import show_down
from games.engine.turns import discardable, require_turn, to_pile
from games.errors import IllegalAction
from games.events import event
from games.rules import RuleSet
from games.rulesets import solver_of
from games.state import Cards, Melds, Player, State, player_at


class _Closing(NamedTuple):
    """A valid knock: what goes onto the pile, if anything, and the melds."""

    discard: str | None
    melds: Melds


def legal_knocks(rules: RuleSet, state: State, seat: int) -> list[Action]:
    """The bare knock if the hand may knock at all, then each kind of it with every discard it allows."""
    hand = player_at(state, seat).hand
    legal: list[Action] = []
    if "all" in rules.knocks and solver_of(state).closes(hand):
        legal.append(Knock("all"))
    if "common" in rules.knocks:
        legal.extend(Knock("common", card) for card in _discards(rules, state, hand))
    return [Knock(), *legal] if legal else []


def knock(rules: RuleSet, state: State, seat: int, action: Knock) -> Told:
    """Ends the round if the hand may knock; refused otherwise, at no cost (C4-12, M3-15)."""
    if not rules.knocks or (action.kind and action.kind not in rules.knocks):
        raise IllegalAction("unknown_action")
    require_turn(state, seat, "discard")
    closing = _own_division(rules, state, player_at(state, seat), action) or _found(rules, state, seat, action)
    if closing is None:
        raise IllegalAction("does_not_close")
    kind = rules.knocks["all" if closing.discard is None else "common"]
    told = event("knocked", seat, kind=kind, card=closing.discard)
    if closing.discard is not None:
        state = to_pile(rules, state, seat, closing.discard)
        if rules.deadwood is not None:
            over, events = show_down(rules, rules.deadwood, state, seat, closing.melds, closing.discard)
            return over, (told, *events)
    over, events = finish(rules, state, kind, seat, closing.melds, closing.discard)
    return over, (told, *events)


def _wanted(rules: RuleSet, action: Knock) -> tuple[str, ...]:
    """The kinds of knock to try, with all cards first; a named discard means the common one (A-20)."""
    if action.kind is not None:
        return (action.kind,)
    kinds = ("common",) if action.discard is not None else ("all", "common")
    return tuple(kind for kind in kinds if kind in rules.knocks)


def _discards(rules: RuleSet, state: State, hand: Cards) -> Cards:
    return knocking.discards(rules, state.options, solver_of(state), hand, state.barred)


def _found(rules: RuleSet, state: State, seat: int, action: Knock) -> _Closing | None:
    """The best knock the hand allows, keeping a discard the player named (M3-14, A-20)."""
    hand = player_at(state, seat).hand
    for kind in _wanted(rules, action):
        if kind == "all":
            melds = solver_of(state).division(hand)
            if melds is not None:
                return _Closing(None, melds)
        elif (discard := _discard(rules, state, seat, action.discard)) is not None:
            melds = knocking.melds_shown(rules, state.options, solver_of(state), without(hand, discard))
            if melds is not None:
                return _Closing(discard, melds)
    return None


def _discard(rules: RuleSet, state: State, seat: int, name: str | None) -> str | None:
    """The card a common knock discards: the one named, or the first that lets the rest be knocked with (M3-8)."""
    if name is not None:
        return discardable(state, seat, name)
    return next(iter(_discards(rules, state, player_at(state, seat).hand)), None)


def _own_division(rules: RuleSet, state: State, player: Player, action: Knock) -> _Closing | None:
    """The player's own melds, if they are melds and make a knock that is allowed and wanted here (M3-14)."""
    held = None if action.melds is None else _held(state, player, action)
    if held is None:
        return None
    melded = {card for meld in held for card in meld}
    rest = [card for card in player.hand if card not in melded]
    discard = _own_discard(rules, state, rest, action.discard)
    if action.discard is not None and discard is None:
        return None
    left = [card for card in rest if card != discard]
    allowed = knocking.may_keep(rules, state.options, left)
    wanted = ("all" if discard is None else "common") in _wanted(rules, action)
    return _Closing(discard, held) if allowed and wanted and solver_of(state).valid_division(held) else None


def _own_discard(rules: RuleSet, state: State, rest: list[str], name: str | None) -> str | None:
    """Of the cards beside the player's melds: the one named, else the one that counts most; never a barred one."""
    free = [card for card in rest if card != state.barred and card.startswith(name or "")]
    return max(free, key=knocking.worth(rules, state.options), default=None)


def _held(state: State, player: Player, action: Knock) -> Melds | None:
    """The named melds as cards of the hand; a bare face prefers the barred copy, then a known one: those stay."""
    groups = action.melds or ()
    discard = action.discard if action.discard is not None and len(action.discard) == 3 else None
    after = [card for card in player.hand if card != state.barred]
    last = [*after, *(card for card in after if card not in player.known), *([discard] * 3 if discard else [])]
    cards = pick(player.hand, [card for group in groups for card in group], last=last)
    return None if cards is None else _cut_up(cards, [len(group) for group in groups])


def _cut_up(cards: Cards, sizes: list[int]) -> Melds:
    ends = [sum(sizes[: place + 1]) for place in range(len(sizes))]
    return tuple(cards[end - size : end] for size, end in zip(sizes, ends, strict=True))
