"""How score is kept: policies a rule set may name, each a value with its own costs and its own sentences."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.state import Options, State, in_round, player_at
from games.wording import Sentence, gettext_noop, ngettext_lazy, sentence

Unit = Literal["wins", "lives", "points", "score"]
"""What the number beside a player is; `points` are lost, `score` is collected."""

_FIGURES = "TJQK"


class Outcome(NamedTuple):
    """What a scoring policy is told about the end of a round."""

    kind: str
    winner: int | None
    points: dict[int, int]  # of the remaining hands, where the game counts them


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scoring:
    """One way to keep score over a match.

    The sentences say what a round is worth, who pays it and what everybody starts with: pages add nothing of their own.
    """

    unit: Unit | None  # None: nothing is counted
    start: Callable[[Options], int]
    changes: Callable[[State, Outcome], dict[int, int]] | None = None  # None: opponents of the winner lose the cost
    costs: Callable[[Options], Mapping[str, int]] = lambda options: {}  # kind of result -> what each opponent loses
    first_turn: Callable[[Options], int] = lambda options: 1  # how many times that on the winner's own first turn
    glance: Callable[[Options], Sentence]  # a few words for a table of all games
    lines: Callable[[Options], Iterable[Sentence]]
    newcomers: Sentence | None = None  # with how much somebody begins who comes in or back during a match

    def cost(self, state: State, kind: str, winner: int) -> int:
        """What each opponent loses if `winner` ends the round like this now; 0 where nobody loses [A-24]."""
        cost = self.costs(state.options).get(kind, 0)
        return cost * self.first_turn(state.options) if player_at(state, winner).turns == 1 else cost

    def result(self, state: State, outcome: Outcome) -> dict[int, int]:
        """Seat -> what the end of a round adds to its score."""
        if self.changes is not None:
            return self.changes(state, outcome)
        cost = 0 if outcome.winner is None else self.cost(state, outcome.kind, outcome.winner)
        return {seat: -cost for seat in in_round(state) if seat != outcome.winner} if cost else {}


# -- what the cards of a hand count ------------------------------------------------------------------------------------


def hand_points(options: Options, cards: Iterable[str]) -> int:
    """Ace 1, or 11 with the option `ace_high`; ten and figures 10; numbers their face value (R2-7)."""
    return sum(card_points(options, card) for card in cards)


def card_points(options: Options, card: str) -> int:
    """What one card counts in the hand (R2-7)."""
    if card[0] == "A":
        return 11 if options.get("ace_high") else 1
    return 10 if card[0] in _FIGURES else int(card[0])


def counted_cards(options: Options) -> Sentence:
    """The sentence that says what `hand_points` counts."""
    message = gettext_noop(
        "Cards left in the hand count: ace %(ace)d, king, queen, jack and ten 10, the others their number."
    )
    return sentence(message, ace=card_points(options, "AC1"))


# -- wins --------------------------------------------------------------------------------------------------------------


def _zero(options: Options) -> int:
    return 0


def _one_win(state: State, outcome: Outcome) -> dict[int, int]:
    return {} if outcome.winner is None else {outcome.winner: 1}


def _win_lines(options: Options) -> Iterator[Sentence]:
    yield Sentence(gettext_noop("The winner of a round has one win more. There are no lives, points or stakes."))
    yield Sentence(gettext_noop("Wins stay as long as the room is open and you keep your seat."))


ONE_WIN = Scoring(
    unit="wins",
    start=_zero,
    changes=_one_win,
    glance=lambda options: Sentence(gettext_noop("wins are counted")),
    lines=_win_lines,
    newcomers=Sentence(gettext_noop("Newcomers begin with no wins, and so does whoever leaves and comes back.")),
)
"""The winner has one win more (P0-24, P0-25)."""


# -- losing ------------------------------------------------------------------------------------------------------------


def _start_lives(options: Options) -> int:
    lives: int = options["lives"]
    return lives


def _life_costs(options: Options) -> dict[str, int]:
    return {"nine": 1, "ten": 2}


def _life_lines(options: Options) -> Iterator[Sentence]:
    yield sentence(
        ngettext_lazy("Everybody begins with %(n)d life.", "Everybody begins with %(n)d lives."),
        n=_start_lives(options),
    )
    yield sentence(
        gettext_noop(
            "Each opponent in the round loses lives: %(nine)d to a win with nine cards, %(ten)d to a knock with ten. "
            "The winner loses none."
        ),
        **_life_costs(options),
    )


LIVES_LOST = Scoring(
    unit="lives",
    start=_start_lives,
    costs=_life_costs,
    glance=lambda options: sentence(ngettext_lazy("%(n)d life", "%(n)d lives"), n=_start_lives(options)),
    lines=_life_lines,
    newcomers=Sentence(
        gettext_noop(
            "Newcomers begin with all lives, or take over those of the bot they replace. Whoever comes back while the "
            "match goes on has the lives they left with."
        )
    ),
)
"""Nine cards cost each active opponent one life, ten cards two (C4-14)."""


def _one_round_lines(options: Options) -> Iterator[Sentence]:
    yield Sentence(
        gettext_noop(
            "One round decides the match: whoever knocks is first, all others share the second place. Cards left "
            "are not counted."
        )
    )


ONE_ROUND = Scoring(
    unit=None,
    start=_zero,
    glance=lambda options: Sentence(gettext_noop("one round decides")),
    lines=_one_round_lines,
)
"""Nothing is counted: the first knock decides (P3-2)."""


def _start_points(options: Options) -> int:
    points: int = options["points"]
    return points


def _points_to_lose(options: Options) -> Sentence:
    return sentence(
        ngettext_lazy("%(n)d point, whoever does not win loses", "%(n)d points, whoever does not win loses"),
        n=_start_points(options),
    )


def _nobody_gains(options: Options) -> Sentence:
    return sentence(
        ngettext_lazy(
            "Everybody begins with %(n)d point. Nobody wins points: whoever does not knock loses some.",
            "Everybody begins with %(n)d points. Nobody wins points: whoever does not knock loses some.",
        ),
        n=_start_points(options),
    )


_NOT_BELOW_ZERO = Sentence(
    gettext_noop("Cards left in the hand are not counted, and nobody has fewer than zero points.")
)


def _one_point(options: Options) -> dict[str, int]:
    return dict.fromkeys(("common", "all"), 1)


def _one_point_lines(options: Options) -> Iterator[Sentence]:
    yield _nobody_gains(options)
    yield sentence(
        ngettext_lazy(
            "Each round costs everybody but the one who knocked %(n)d point.",
            "Each round costs everybody but the one who knocked %(n)d points.",
        ),
        n=_one_point(options)["common"],
    )
    yield _NOT_BELOW_ZERO


ONE_POINT_LOST = Scoring(
    unit="points",
    start=_start_points,
    costs=_one_point,
    glance=_points_to_lose,
    lines=_one_point_lines,
)
"""A round not knocked costs one point, however it was knocked (P3-4, A-23)."""


def _knock_costs(options: Options) -> dict[str, int]:
    return {"common": options["knock_cost"], "all": options["full_knock_cost"]}


def _first_turn(options: Options) -> int:
    times: int = options["first_turn_multiplier"]
    return times


def _knock_cost_lines(options: Options) -> Iterator[Sentence]:
    yield _nobody_gains(options)
    yield sentence(
        gettext_noop("A common knock costs each opponent %(common)d, a knock with all cards %(all)d."),
        **_knock_costs(options),
    )
    if (times := _first_turn(options)) > 1:
        message = gettext_noop("If you knock on your own first turn of the round, that counts %(n)d times.")
        yield sentence(message, n=times)
    yield _NOT_BELOW_ZERO


KNOCK_COST_LOST = Scoring(
    unit="points",
    start=_start_points,
    costs=_knock_costs,
    first_turn=_first_turn,
    glance=_points_to_lose,
    lines=_knock_cost_lines,
)
"""The cost of the knock, multiplied on the winner's own first turn (C3-6, A-24)."""


# -- collecting --------------------------------------------------------------------------------------------------------


def to_target(options: Options) -> Sentence:
    """How a match for points reads at a glance."""
    return sentence(gettext_noop("up to %(n)d points"), n=options["target"])


def _sum_of_hands(state: State, outcome: Outcome) -> dict[int, int]:
    if outcome.winner is None:
        return {}
    return {outcome.winner: sum(points for seat, points in outcome.points.items() if seat != outcome.winner)}


def _sum_lines(options: Options) -> Iterator[Sentence]:
    yield counted_cards(options)
    yield Sentence(gettext_noop("The winner of a round adds up what all opponents have left."))


SUM_OF_HANDS = Scoring(unit="score", start=_zero, changes=_sum_of_hands, glance=to_target, lines=_sum_lines)
"""The winner adds what the opponents still hold (R2-8, A-27)."""
