"""A game put together from parts the engine has: all wild cards, a stake for the winner, a few rounds."""

from types import MappingProxyType

from games.cards import next_faces
from games.endings import LAST_WITH_POINTS
from games.melds import MeldRules
from games.options import Option, table_options
from games.rules import RuleSet
from games.scoring import Scoring
from games.wording import Sentence, gettext_noop, ngettext_lazy, number, sentence

WINNER_GAINS = Scoring(
    unit="points",
    start=lambda options: 5,
    changes=lambda state, outcome: {} if outcome.winner is None else {outcome.winner: state.options["stake"]},
    glance=lambda options: Sentence(gettext_noop("a stake for each round")),
    lines=lambda options: [
        sentence(
            ngettext_lazy("The winner of a round gains %(n)d point.", "The winner of a round gains %(n)d points."),
            n=options["stake"],
        )
    ],
)

STAKES = RuleSet(
    key="stakes",
    title=gettext_noop("Stakes"),
    gist=lambda options: Sentence(gettext_noop("Every round has a stake.")),
    seats=range(2, 5),
    options=(
        *table_options(range(2, 5)),
        Option(
            key="stake",
            label=gettext_noop("Stake"),
            default=2,
            low=1,
            high=3,
            chip=number(ngettext_lazy("stake of %(n)d point", "stake of %(n)d points")),
        ),
        Option(key="max_rounds", label=gettext_noop("Rounds at most"), default=6, low=1, high=9),
    ),
    decks=lambda players: 1 if players < 3 else 2,
    hand_size=lambda options, players: 9,
    rotates="dealer",
    turns_up=True,
    wild_faces=lambda options, turn_up: next_faces(turn_up, "all"),
    meld_rules=lambda options, wilds: MeldRules(closing="any", run_max=None, wilds=wilds, max_wild=1),
    knocks=MappingProxyType({"common": "common"}),
    reshuffle_limit=lambda options: 1,
    exhausted="tied",
    scoring=lambda options: WINNER_GAINS,
    match_end=LAST_WITH_POINTS,
    round_limit=lambda options: options["max_rounds"],
)
