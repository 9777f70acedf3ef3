"""The five games, and the only place that knows their keys."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from games import scoring
from games.cards import next_faces
from games.errors import UnknownRuleSet
from games.melds import MeldRules
from games.rules import Option, RuleSet, gettext_noop
from games.solver import Solver, solver
from games.state import Options, State


def _table(seats: range) -> tuple[Option, ...]:
    """The options every table has."""
    return (
        Option(
            key="turn_seconds",
            label=gettext_noop("Seconds for each action"),
            default=30,
            low=10,
            high=120,
            nullable=True,
        ),
        Option(key="seats", label=gettext_noop("Seats"), default=seats[-1], low=seats[0], high=seats[-1]),
    )


def _points(default: int | None) -> Option:
    return Option(
        key="points",
        label=gettext_noop("Points at the start"),
        default=default,
        low=1,
        high=50,
        nullable=default is None,
    )


_NINE_OR_TEN = (
    Option(
        key="hand_size",
        label=gettext_noop("Cards in hand"),
        default=9,
        choices=((9, gettext_noop("nine cards")), (10, gettext_noop("ten cards"))),
    ),
    Option(
        key="ace",
        label=gettext_noop("Ace in runs"),
        default="both",
        choices=(("both", gettext_noop("before the 2 and after the king")), ("low", gettext_noop("only before the 2"))),
    ),
    Option(key="restricted_take", label=gettext_noop("The pile only for a meld at once"), default=False),
)


def _two_decks(players: int) -> int:
    return 2


def _one_deck(players: int) -> int:
    return 1


def _one_deck_for_two(players: int) -> int:
    """One deck for two dealt in, else two (P3-1, A-22)."""
    return 1 if players == 2 else 2


def _nine_cards(options: Options, players: int) -> int:
    return 9


def _chosen_hand(options: Options, players: int) -> int:
    """Nine cards, or ten by the table's option (P3-1, C3-1)."""
    size: int = options["hand_size"]
    return size


def _seven_or_ten(options: Options, players: int) -> int:
    """Seven cards for two players, ten for three and four (R2-1)."""
    return 7 if players == 2 else 10


def _same_suit(options: Options, turn_up: str) -> tuple[str, ...]:
    return next_faces(turn_up, "suit")


def _chosen_scope(options: Options, turn_up: str) -> tuple[str, ...]:
    return next_faces(turn_up, options["wild_scope"])


def _corte_melds(options: Options, wilds: frozenset[str]) -> MeldRules:
    """Exactly three melds of three (P0-5 to P0-9)."""
    return MeldRules()


def _vidas_melds(options: Options, wilds: frozenset[str]) -> MeldRules:
    """Three melds, one of them of four when ten close; a wild always substitutes (C4-4 to C4-9)."""
    return MeldRules(ten=True, fourth_any_suit=True, run_max=4, wilds=wilds, max_wild=1, min_natural=2)


def _pife_melds(options: Options, wilds: frozenset[str]) -> MeldRules:
    """Any melds of three and more (M3-4 to M3-6, M3-13)."""
    return MeldRules(closing="any", set_max=4, run_max=None, ace_high=options["ace"] == "both")


def _pontos_melds(options: Options, wilds: frozenset[str]) -> MeldRules:
    """The same with wilds that count only out of their natural place (C3-3, C3-4)."""
    return MeldRules(
        closing="any",
        set_max=4,
        run_max=None,
        ace_high=options["ace"] == "both",
        wilds=wilds,
        max_wild=options["max_wild"],
        natural_free=True,
    )


def _rami_melds(options: Options, wilds: frozenset[str]) -> MeldRules:
    """The ace only after the king (R2-2, R2-3)."""
    return MeldRules(closing="any", set_max=4, run_max=None, ace_low=False)


def _no_limit(options: Options) -> int | None:
    return None


def _three_times(options: Options) -> int | None:
    return 3


def _chosen_times(options: Options) -> int | None:
    times: int = options["reshuffles"]
    return times


def _not_at_all(options: Options) -> int | None:
    return 0


def _zero(options: Options) -> int:
    return 0


def _lives(options: Options) -> int:
    lives: int = options["lives"]
    return lives


def _hundred_with_points(options: Options) -> int | None:
    """One round decides, or at most a hundred among those with points (A-23)."""
    return None if options["points"] is None else 100


def _chosen_rounds(options: Options) -> int | None:
    rounds: int = options["max_rounds"]
    return rounds


def _start_points(options: Options) -> int:
    return options["points"] or 0


PIFE_CORTE = RuleSet(
    key="pife-corte",
    title=gettext_noop("Pife with cut-in"),
    seats=range(2, 9),
    options=_table(range(2, 9)),
    decks=_two_decks,
    hand_size=_nine_cards,
    rotates="dealer",
    meld_rules=_corte_melds,
    closes_on_discard=True,
    window_seconds=4,
    reshuffle_limit=_no_limit,
    exhausted="reshuffle",
    score_kind=lambda options: "wins",
    start_score=_zero,
    changes=scoring.one_win,
    match_end=scoring.never,
    alone="void",
    joins="round",
    deals="host",
    lost_line=True,
)

CACHETA_VIDAS = RuleSet(
    key="cacheta-vidas",
    title=gettext_noop("Cacheta with lives"),
    seats=range(2, 9),
    options=(
        *_table(range(2, 9)),
        Option(
            key="lives",
            label=gettext_noop("Lives at the start"),
            default=10,
            choices=((7, gettext_noop("seven lives")), (10, gettext_noop("ten lives"))),
        ),
    ),
    decks=_two_decks,
    hand_size=_nine_cards,
    rotates="dealer",
    turns_up=True,
    wild_faces=_same_suit,
    meld_rules=_vidas_melds,
    closes_on_discard=True,
    knocks=MappingProxyType({"all": "ten"}),
    reshuffle_limit=_no_limit,
    exhausted="reshuffle",
    score_kind=lambda options: "lives",
    start_score=_lives,
    changes=scoring.lives_lost,
    match_end=scoring.last_with_lives,
    falls_at_zero=True,
    joins="round",
    bots_leave=True,
)

PIFE = RuleSet(
    key="pife",
    title=gettext_noop("Pife"),
    seats=range(2, 5),
    options=(*_table(range(2, 5)), *_NINE_OR_TEN, _points(None)),
    decks=_one_deck_for_two,
    hand_size=_chosen_hand,
    rotates="starter",
    meld_rules=_pife_melds,
    bars_taken=True,
    knocks=MappingProxyType({"all": "all", "common": "common"}),
    resigns=True,
    reshuffle_limit=_three_times,
    exhausted="tied",
    score_kind=lambda options: None if options["points"] is None else "points",
    start_score=_start_points,
    changes=scoring.nothing_or_one_point,
    match_end=scoring.one_round_or_points,
    ties_limit=20,
    round_limit=_hundred_with_points,
    falls_at_zero=True,
    leaver_scores_zero=True,
    shows_pile=True,
    shows_known=True,
)

CACHETA_PONTOS = RuleSet(
    key="cacheta-pontos",
    title=gettext_noop("Cacheta with points"),
    seats=range(2, 5),
    options=(
        *_table(range(2, 5)),
        *_NINE_OR_TEN,
        Option(
            key="wild_scope",
            label=gettext_noop("Wild cards"),
            default="suit",
            choices=(
                ("suit", gettext_noop("the suit of the turn-up")),
                ("color", gettext_noop("both suits of its colour")),
                ("all", gettext_noop("all four suits")),
            ),
        ),
        Option(
            key="max_wild",
            label=gettext_noop("Wild cards substituting in one meld"),
            default=1,
            low=0,
            high=4,
            nullable=True,
        ),
        _points(10),
        Option(key="knock_cost", label=gettext_noop("Points for a common knock"), default=1, low=1, high=10),
        Option(key="full_knock_cost", label=gettext_noop("Points for a knock with all"), default=2, low=1, high=20),
        Option(
            key="first_turn_multiplier",
            label=gettext_noop("Multiplier of a first-turn knock"),
            default=2,
            low=1,
            high=5,
        ),
        Option(key="reshuffles", label=gettext_noop("Reshuffles in a round"), default=3, low=0, high=10),
        Option(key="max_rounds", label=gettext_noop("Rounds at most"), default=100, low=1, high=200),
    ),
    decks=_two_decks,
    hand_size=_chosen_hand,
    rotates="starter",
    turns_up=True,
    wild_faces=_chosen_scope,
    meld_rules=_pontos_melds,
    bars_taken=True,
    knocks=MappingProxyType({"all": "all", "common": "common"}),
    resigns=True,
    reshuffle_limit=_chosen_times,
    exhausted="tied",
    score_kind=lambda options: "points",
    start_score=_start_points,
    changes=scoring.points_lost,
    match_end=scoring.last_with_points,
    round_limit=_chosen_rounds,
    falls_at_zero=True,
    leaver_scores_zero=True,
    shows_pile=True,
    shows_known=True,
)

RAMI = RuleSet(
    key="rami",
    title=gettext_noop("Rummy"),
    seats=range(2, 5),
    options=(
        *_table(range(2, 5)),
        Option(key="discard_to_win", label=gettext_noop("The last card must be discarded"), default=False),
        Option(key="ace_high", label=gettext_noop("The ace counts 11 in the hand"), default=False),
        Option(key="target", label=gettext_noop("Points to win"), default=100, low=20, high=500),
    ),
    decks=_one_deck,
    hand_size=_seven_or_ten,
    rotates="starter",
    upcard=True,
    meld_rules=_rami_melds,
    lays=True,
    reshuffle_limit=_not_at_all,
    exhausted="ask",
    score_kind=lambda options: "score",
    start_score=_zero,
    changes=scoring.sum_of_hands,
    hand_value=scoring.hand_points,
    match_end=scoring.first_to_target,
    shows_history=True,
)

_REGISTERED = {ruleset.key: ruleset for ruleset in (PIFE_CORTE, CACHETA_VIDAS, PIFE, CACHETA_PONTOS, RAMI)}
RULESETS: Mapping[str, RuleSet] = MappingProxyType(_REGISTERED)
MOST_SEATS = max(ruleset.seats[-1] for ruleset in RULESETS.values())


def get_ruleset(key: str) -> RuleSet:
    """The rule set of a key; UnknownRuleSet if there is none."""
    ruleset = RULESETS.get(key)
    if ruleset is None:
        raise UnknownRuleSet
    return ruleset


@lru_cache(maxsize=512)
def _solver(key: str, options: tuple[tuple[str, int | str | bool | None], ...], wilds: tuple[str, ...]) -> Solver:
    return solver(get_ruleset(key).meld_rules(dict(options), frozenset(wilds)))


def solver_of(state: State) -> Solver:
    """The solver for this table in this round: its rules, options and wild faces."""
    return _solver(state.ruleset, tuple(state.options.items()), state.wilds)
