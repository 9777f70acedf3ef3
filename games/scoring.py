"""The policies a rule set may name: what a round changes, and when a match is over."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from games.state import MatchEnd, Options, Player, State, in_round, player_at, seated

if TYPE_CHECKING:
    from games.rules import RuleSet

_FIGURES = "TJQK"


class Outcome(NamedTuple):
    """What a scoring policy is told about the end of a round."""

    kind: str
    winner: int | None
    points: dict[int, int]  # of the remaining hands, where the game counts them


def hand_points(options: Options, cards: Iterable[str]) -> int:
    """Ace 1, or 11 with `ace_high`; ten and figures 10; numbers their face value (R2-7)."""
    return sum(card_points(options, card) for card in cards)


def card_points(options: Options, card: str) -> int:
    """What one card counts in the hand (R2-7)."""
    if card[0] == "A":
        return 11 if options["ace_high"] else 1
    return 10 if card[0] in _FIGURES else int(card[0])


def _opponents_lose(state: State, outcome: Outcome, loss: int) -> dict[int, int]:
    """Each active opponent of the winner loses; nobody without a winner."""
    if outcome.winner is None:
        return {}
    return {seat: -loss for seat in in_round(state) if seat != outcome.winner}


def one_win(state: State, outcome: Outcome) -> dict[int, int]:
    """The winner has one win more (P0-24, P0-25)."""
    return {} if outcome.winner is None else {outcome.winner: 1}


def lives_lost(state: State, outcome: Outcome) -> dict[int, int]:
    """Nine cards cost each active opponent one life, ten cards two (C4-14)."""
    return _opponents_lose(state, outcome, {"nine": 1, "ten": 2}.get(outcome.kind, 0))


def nothing_or_one_point(state: State, outcome: Outcome) -> dict[int, int]:
    """One point for a round not knocked, if the table plays for points (P3-4, A-23)."""
    knocked = state.options["points"] is not None and outcome.kind in ("common", "all")
    return _opponents_lose(state, outcome, 1) if knocked else {}


def points_lost(state: State, outcome: Outcome) -> dict[int, int]:
    """The cost of the knock, multiplied on the winner's own first turn (C3-6, A-24)."""
    costs = {"common": state.options["knock_cost"], "all": state.options["full_knock_cost"]}
    if outcome.winner is None or outcome.kind not in costs:
        return {}
    first = player_at(state, outcome.winner).turns == 1
    return _opponents_lose(
        state, outcome, costs[outcome.kind] * (state.options["first_turn_multiplier"] if first else 1)
    )


def sum_of_hands(state: State, outcome: Outcome) -> dict[int, int]:
    """The winner adds what the opponents still hold (R2-8, A-27)."""
    if outcome.winner is None:
        return {}
    return {outcome.winner: sum(points for seat, points in outcome.points.items() if seat != outcome.winner)}


def never(rules: "RuleSet", state: State) -> MatchEnd | None:
    """The match goes on until the room closes (P0-26)."""
    return None


def last_with_lives(rules: "RuleSet", state: State) -> MatchEnd | None:
    """Over when one seat with lives remains (C4-16, A-14)."""
    return _last_one(state)


def one_round_or_points(rules: "RuleSet", state: State) -> MatchEnd | None:
    """The first knock decides, or the last with points; too many ties in a row leave no winner (P3-2 to P3-4)."""
    if rules.ties_limit is not None and state.ties >= rules.ties_limit:
        return MatchEnd("ties")
    if state.options["points"] is not None:
        return _last_one(state) or _last_round(rules, state)
    if state.result is not None and state.result.kind in ("common", "all"):
        return MatchEnd("knock", state.result.winner, _winner_and_rest(state, state.result.winner))
    return _last_one(state, shared_second=True)


def last_with_points(rules: "RuleSet", state: State) -> MatchEnd | None:
    """Over when one with points remains, or after the last round allowed (C3-7, C3-8)."""
    return _last_one(state) or _last_round(rules, state)


def first_to_target(rules: "RuleSet", state: State) -> MatchEnd | None:
    """Over at the target, or when one seat is left (R2-8, A-40)."""
    alive = [player.score for _, player in seated(state) if not player.out]
    if max(alive, default=0) >= state.options["target"]:
        return _by_score(state, "target")
    return _last_one(state)


def _last_one(state: State, *, shared_second: bool = False) -> MatchEnd | None:
    alive = [seat for seat, player in seated(state) if not player.out]
    if len(alive) > 1:
        return None
    winner = alive[0] if alive else None
    return MatchEnd("last", winner, _winner_and_rest(state, winner) if shared_second else placement(state))


def _winner_and_rest(state: State, winner: int | None) -> dict[int, int]:
    """Everybody but the winner shares the second place (P3-2, A-21)."""
    return {seat: 1 if seat == winner else 2 for seat, _ in seated(state)}


def _last_round(rules: "RuleSet", state: State) -> MatchEnd | None:
    limit = rules.round_limit(state.options)
    return None if limit is None or state.round < limit else _by_score(state, "rounds")


def _by_score(state: State, reason: str) -> MatchEnd:
    places = placement(state)
    first = [seat for seat, place in places.items() if place == 1]
    return MatchEnd(reason, first[0] if len(first) == 1 else None, places)


def placement(state: State) -> dict[int, int]:
    """Those still in by score, then the fallen by when they fell; equals share a place (C3-7, C3-8, A-14)."""
    ranks = {seat: _rank(player) for seat, player in seated(state)}
    return {seat: 1 + sum(other > rank for other in ranks.values()) for seat, rank in ranks.items()}


def _rank(player: Player) -> tuple[bool, int, int]:
    return (not player.out, 0 if player.fell is None else player.fell, player.score)
