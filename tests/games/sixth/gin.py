"""Gin for two: knock with ten points or fewer left, lay off, undercut, bonuses, a match to a target."""

from collections.abc import Iterator
from types import MappingProxyType

from games.endings import FIRST_TO_TARGET
from games.knocking import Deadwood
from games.melds import MeldRules
from games.options import TARGET, Option, table_options
from games.rules import RuleSet
from games.scoring import Outcome, Scoring, counted_cards, hand_points, to_target
from games.state import Options, State
from games.wording import Sentence, gettext_noop, ngettext_lazy, number, sentence

KNOCK_LIMIT = Option(
    key="knock_limit",
    label=gettext_noop("Points left for a knock"),
    default=10,
    low=1,
    high=10,
    hint=gettext_noop("The most a knocker may keep beside the melds."),
    chip=number(ngettext_lazy("knock with %(n)d point left", "knock with %(n)d points left")),
)
BONUS = Option(
    key="bonus",
    label=gettext_noop("Points for gin and for an undercut"),
    default=25,
    low=0,
    high=50,
    chip=number(gettext_noop("gin and undercut: +%(n)d")),
)


def _difference(state: State, outcome: Outcome) -> dict[int, int]:
    """The winner of a knock gets the difference of what is left, and a bonus for gin and for an undercut."""
    if outcome.winner is None or outcome.kind not in ("common", "gin", "undercut"):
        return {}
    lost = sum(points for seat, points in outcome.points.items() if seat != outcome.winner)
    bonus = 0 if outcome.kind == "common" else state.options["bonus"]
    return {outcome.winner: lost - outcome.points[outcome.winner] + bonus}


def _lines(options: Options) -> Iterator[Sentence]:
    yield counted_cards(options)
    yield Sentence(gettext_noop("The winner of a round gets the difference of what both have left."))
    if options["bonus"]:
        yield sentence(gettext_noop("Gin and an undercut give %(n)d points more."), n=options["bonus"])


GIN = RuleSet(
    key="gin",
    title=gettext_noop("Gin"),
    gist=lambda options: sentence(
        gettext_noop("Little left is enough to knock, up to %(n)d points."), n=options["target"]
    ),
    seats=range(2, 3),
    options=(*table_options(range(2, 3)), KNOCK_LIMIT, BONUS, TARGET),
    decks=lambda players: 1,
    hand_size=lambda options, players: 10,
    rotates="dealer",
    upcard=True,
    meld_rules=lambda options, wilds: MeldRules(closing="any", set_max=4, run_max=None, ace_high=False),
    bars_taken=True,
    knocks=MappingProxyType({"common": "common"}),
    deadwood=Deadwood(limit=lambda options: options["knock_limit"]),
    reshuffle_limit=lambda options: 0,
    exhausted="tied",
    scoring=lambda options: Scoring(
        unit="score", start=lambda options: 0, changes=_difference, glance=to_target, lines=_lines
    ),
    hand_value=hand_points,
    match_end=FIRST_TO_TARGET,
)
