"""What may leave the server: built field by field for one viewer, never cut out of the state."""

from typing import Any

from games.actions import action_json
from games.engine import legal_actions
from games.rules import RuleSet, facts
from games.rulesets import get_ruleset
from games.state import Player, Result, State, decks_in_play, seated

View = dict[str, Any]


def observe(state: State, viewer: int | None) -> View:
    """Everything `viewer` may see: a seat, or anybody else (None)."""
    return {"public": public_view(state), "you": None if viewer is None else private_view(state, viewer)}


def public_view(state: State) -> View:
    """What every seat, watcher and spectator sees."""
    rules = get_ruleset(state.ruleset)
    kind = rules.score_kind(state.options)
    view: View = {
        "ruleset": state.ruleset,
        "rules_version": state.rules_version,
        "options": dict(state.options),
        "rules": facts(rules, state.options),
        "round": state.round,
        "turn": state.turn,
        "phase": state.phase,
        "active": state.active,
        "dealer": state.dealer,
        "commitment": state.commitment,
        "score_kind": kind,
        "players": [_player(seat, player, scored=kind is not None) for seat, player in seated(state)],
        "decks": decks_in_play(state),
        "stock": len(state.stock),
        "pile": len(state.pile),
        "top": state.pile[-1] if state.pile else None,
        "reshuffles": state.reshuffles,
        "reshuffle_limit": rules.reshuffle_limit(state.options),
        "window": None,
        "last": list(state.last),
        "result": None if state.result is None else _result(state.result),
        "match": _match(state),
    }
    if state.window is not None:
        view["window"] = {"discarder": state.window.discarder, "card": state.window.card}
    _add_open_cards(rules, state, view)
    return view


def private_view(state: State, seat: int) -> View | None:
    """What only this seat sees besides; None where nobody sits."""
    player = state.players[seat] if 0 <= seat < len(state.players) else None
    if player is None or player.left:
        return None
    acting = state.active == seat
    return {
        "seat": seat,
        "hand": list(player.hand),
        "drawn": state.drawn if acting else None,
        "barred": state.barred if acting else None,
        "costs": _costs(state, seat) if acting else {},
        "legal": [action_json(action) for action in legal_actions(state, seat)],
    }


def _costs(state: State, seat: int) -> dict[str, int]:
    """What each opponent loses to a knock of this seat now, by the kind of knock, where it costs anything (C3-6)."""
    rules = get_ruleset(state.ruleset)
    scoring = rules.scoring(state.options)
    found = {knock: scoring.cost(state, kind, seat) for knock, kind in rules.knocks.items()}
    return {knock: cost for knock, cost in found.items() if cost}


def _player(seat: int, player: Player, *, scored: bool) -> View:
    return {
        "seat": seat,
        "bot": player.bot,
        "in_round": player.in_round,
        "out": player.out,
        "left": player.left,
        "count": len(player.hand),
        "score": player.score if scored else None,
    }


def _add_open_cards(rules: RuleSet, state: State, view: View) -> None:
    """What lies open in this game and not in every game (C4-3, M3-9, M3-11, C3-1, R2-11)."""
    if rules.shows_pile:
        view["pile_cards"] = list(state.pile)
    if rules.shows_known:
        view["known"] = {str(seat): list(player.known) for seat, player in seated(state) if player.known}
    if rules.turns_up:
        view["turn_up"] = state.turn_up
        view["wilds"] = list(state.wilds)
    if rules.shows_melds:
        view["melds"] = [{"id": meld.id, "owner": meld.owner, "cards": list(meld.cards)} for meld in state.melds]
    if rules.shows_history:
        view["history"] = list(state.history)


def _result(result: Result) -> View:
    """The end of the round; remaining hands only where they count [A-7]."""
    view: View = {
        "kind": result.kind,
        "winner": result.winner,
        "melds": [list(meld) for meld in result.melds],
        "leftover": result.leftover,
        "changes": {str(seat): change for seat, change in result.changes.items()},
        "eliminated": list(result.eliminated),
    }
    if result.hands is not None:
        view["hands"] = {str(seat): list(hand) for seat, hand in result.hands.items()}
    if result.points is not None:
        view["points"] = {str(seat): points for seat, points in result.points.items()}
    return view


def _match(state: State) -> View:
    end = state.match
    if end is None:
        return {"over": False, "winner": None, "placement": {}, "reason": None}
    placement = {str(seat): place for seat, place in end.placement.items()}
    return {"over": True, "winner": end.winner, "placement": placement, "reason": end.reason}
