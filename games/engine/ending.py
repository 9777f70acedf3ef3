"""How a round ends: scores, who falls, whether the match is over."""

from games.events import Event, event
from games.rules import RuleSet
from games.scoring import Outcome
from games.state import Melds, Player, Result, State, in_round, player_at, replace

Told = tuple[State, tuple[Event, ...]]


def finish(
    rules: RuleSet,
    state: State,
    kind: str,
    winner: int | None = None,
    melds: Melds = (),
    leftover: str | None = None,
) -> Told:
    """Ends the round: result, scores, eliminations, perhaps the match."""
    seats = in_round(state)
    points = points_left(rules, state)
    changes = rules.scoring(state.options).result(state, Outcome(kind, winner, points))
    players = tuple(_scored(rules, state.round, player, changes.get(seat)) for seat, player in enumerate(state.players))
    eliminated = tuple(seat for seat in seats if (player := players[seat]) is not None and player.out)
    over = replace(
        state,
        players=players,
        phase="over",
        active=None,
        window=None,
        drawn=None,
        barred=None,
        ties=state.ties + 1 if kind == "tied" else 0,
        result=Result(
            kind=kind,
            winner=winner,
            melds=melds,
            leftover=leftover,
            changes={seat: _score(players, seat) - player_at(state, seat).score for seat in changes},
            eliminated=eliminated,
            hands={seat: player_at(state, seat).hand for seat in seats} if rules.hand_value else None,
            points=points if rules.hand_value else None,
        ),
    )
    ended, events = close_match(rules, over)
    return ended, (event("round_over", kind=kind, winner=winner), *events)


def points_left(rules: RuleSet, state: State) -> dict[int, int]:
    """What the active seats still hold, in a game that counts it (R2-7)."""
    value = rules.hand_value
    return {seat: value(state.options, player_at(state, seat).hand) for seat in in_round(state)} if value else {}


def close_match(rules: RuleSet, state: State) -> Told:
    """Ends the match if its rule says so."""
    end = rules.match_end.ends(rules, state)
    if end is None:
        return state, ()
    return replace(state, match=end), (event("match_over", winner=end.winner, reason=end.reason),)


def _score(players: tuple[Player | None, ...], seat: int) -> int:
    player = players[seat]
    return 0 if player is None else player.score


def _scored(rules: RuleSet, round_: int, player: Player | None, change: int | None) -> Player | None:
    """A player after the round; scores stop at zero, where some games end for a player (C4-14, C3-6, C3-7)."""
    if player is None or change is None:
        return player
    score = max(0, player.score + change)
    if score == 0 and rules.falls_at_zero and change < 0:
        return replace(player, score=0, out=True, fell=2 * round_)
    return replace(player, score=score)
