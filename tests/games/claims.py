"""What sentences of a rules page claim, and whether it held in matches that were played: for conformance.py."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import games
from games.cards import next_faces
from tests.support.games import play


@dataclass
class Seen:
    """What happened in some matches at a table."""

    rules: games.RuleSet
    options: dict[str, Any]
    ends: list[games.State] = field(default_factory=list)  # states at the end of a round
    reasons: set[str] = field(default_factory=set)

    def changes(self) -> Iterator[tuple[games.State, dict[int, int]]]:
        """Of each round that somebody won while all others still played."""
        yield from ((state, state.result.changes) for state in self.ends if state.result.winner is not None)

    def kinds(self) -> set[str]:
        return {state.result.kind for state in self.ends}


@cache
def observed(rules: games.RuleSet, options: tuple[tuple[str, Any], ...]) -> Seen:
    """Matches of sensible and of slow players, nobody leaving."""
    seen = Seen(rules, games.clean_options(rules, dict(options)))
    for players in sorted({rules.seats[0], rules.seats[-1]}):
        for number, style in enumerate((play.sensible, play.sensible, play.never_closing)):
            log = play.match(rules.key, dict(options), players, style, number, rounds=12, cap=700)
            results_seen: set[int] = set()
            for state in log.states:
                if state.result is not None and state.round not in results_seen:
                    results_seen.add(state.round)
                    seen.ends.append(state)
            if log.state.match is not None:
                seen.reasons.add(log.state.match.reason)
    return seen


def _losses_only(seen: Seen) -> bool:
    return all(change <= 0 for _, changes in seen.changes() for change in changes.values())


def _winner_gains(seen: Seen) -> bool:
    return all(changes.keys() <= {state.result.winner} for state, changes in seen.changes()) and not any(
        change < 0 for _, changes in seen.changes() for change in changes.values()
    )


def _rest_of_opponents(seen: Seen) -> bool:
    return all(
        changes == {state.result.winner: sum(state.result.points.values()) - state.result.points[state.result.winner]}
        for state, changes in seen.changes()
    )


CLAIMS = {
    r"Nobody wins points": _losses_only,
    r"loses lives: 1 to a win with nine cards, 2 to a knock with ten": lambda seen: all(
        -change <= {"nine": 1, "ten": 2}[state.result.kind]
        for state, changes in seen.changes()
        if state.result.kind in ("nine", "ten")
        for change in changes.values()
    ),
    r"costs (everybody but|each opponent)": _losses_only,
    r"loses (lives|points|a point|some)": _losses_only,
    r"has one win more": lambda seen: all(changes == {state.result.winner: 1} for state, changes in seen.changes()),
    r"The winner of a round gains": _winner_gains,
    r"gets the difference": _winner_gains,
    r"adds up what all opponents have left": _rest_of_opponents,
    r"One round decides": lambda seen: seen.reasons <= {"knock", "last", "ties"},
    r"when somebody reaches \d+ points": lambda seen: seen.reasons <= {"target", "last"},
    r"when one with (points|lives) remains": lambda seen: seen.reasons <= {"last", "rounds", "ties"},
    r"After \d+ rounds?, tied": lambda seen: all(
        state.round <= seen.rules.round_limit(seen.options) for state in seen.ends
    ),
    r"the cards that were left, because they are counted": lambda seen: all(
        "hands" in games.public_view(state)["result"] for state in seen.ends
    ),
    r"the other hands stay hidden": lambda seen: all(
        "hands" not in games.public_view(state)["result"] for state in seen.ends
    ),
    r"the round is tied": lambda seen: "tied" in seen.kinds(),
    r"as often as needed": lambda seen: "tied" not in seen.kinds(),
    r"hand with the fewest points wins": lambda seen: "blocked" in seen.kinds(),
    r"you win by that discard itself": lambda seen: "nine" in seen.kinds(),
    r"you may knock with ten": lambda seen: seen.rules.knocks.get("all") == "ten",
    r"There is no knock with ten": lambda seen: not seen.rules.knocks,
    r"as soon as somebody has no cards left": lambda seen: "out" in seen.kinds(),
    r"all cards but one are in melds": lambda seen: {"common", "all"} & seen.kinds() != set(),
    r"cards beside your melds count at most": lambda seen: {"common", "gin", "undercut"} & seen.kinds() != set(),
    r"undercut": lambda seen: all(
        points_of_winner < min(others)
        for state in seen.ends
        if state.result.kind in ("common", "gin")
        for points_of_winner, others in [_points_apart(state)]
    ),
    r"Whoever is at zero is out": lambda seen: all(
        player.out == (player.score == 0) for state in seen.ends for player in state.players if player
    ),
    r"value after the turn-up is wild": lambda seen: all(
        state.wilds == next_faces(state.turn_up, {1: "suit", 2: "color", 4: "all"}[len(state.wilds)])
        for state in seen.ends
    ),
    r"no cards? left has gin": lambda seen: all(
        state.result.points[state.result.winner] == 0 for state in seen.ends if state.result.kind == "gin"
    ),
    r"count: ace 1, ": lambda seen: seen.rules.hand_value(seen.options, ("AC1", "TC1", "KC1", "7H1")) == 28,
    r"count: ace 11, ": lambda seen: seen.rules.hand_value(seen.options, ("AC1", "TC1", "KC1", "7H1")) == 38,
}
"""What a sentence of the page claims, and whether it held in what was seen."""


def _points_apart(state: games.State) -> tuple[int, list[int]]:
    points = dict(state.result.points)
    return points.pop(state.result.winner), list(points.values())
