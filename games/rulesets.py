"""The five games, and the only place that knows their keys."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from games import endings, scoring
from games.cards import next_faces
from games.errors import UnknownRuleSet
from games.melds import MeldRules
from games.options import (
    ACE_HIGH,
    DISCARD_TO_WIN,
    KNOCK_COSTS,
    LIVES,
    MAX_ROUNDS,
    NINE_OR_TEN,
    RESHUFFLES,
    TARGET,
    WILD_CARDS,
    points_to_lose,
    table_options,
)
from games.rules import RuleSet
from games.solver import Solver, solver
from games.state import Options, State
from games.wording import Sentence, gettext_noop, sentence


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


def _hundred_with_points(options: Options) -> int | None:
    """One round decides, or at most a hundred among those with points (A-23)."""
    return None if options["points"] is None else 100


def _chosen_rounds(options: Options) -> int | None:
    rounds: int = options["max_rounds"]
    return rounds


def _lose_lives(options: Options) -> Sentence:
    return Sentence(gettext_noop("Whoever does not win loses lives; a turned-up card makes the wild cards."))


def _lose_points(options: Options) -> Sentence:
    return Sentence(gettext_noop("Whoever does not knock loses points; a turned-up card makes the wild cards."))


def _one_round_or_points(options: Options) -> Sentence:
    if options["points"] is None:
        return Sentence(gettext_noop("One round decides, and the discard pile is open to all eyes."))
    return Sentence(gettext_noop("Whoever does not knock loses a point; the last one with points wins."))


def _collect_points(options: Options) -> Sentence:
    return sentence(gettext_noop("What the others still hold is yours, up to %(n)d points."), n=options["target"])


def _cut_in(options: Options) -> Sentence:
    return Sentence(gettext_noop("After every discard, anybody may knock with it for a few seconds."))


PIFE_CORTE = RuleSet(
    key="pife-corte",
    title=gettext_noop("Pife with cut-in"),
    gist=_cut_in,
    seats=range(2, 9),
    options=table_options(range(2, 9)),
    decks=_two_decks,
    hand_size=_nine_cards,
    rotates="dealer",
    meld_rules=_corte_melds,
    closes_on_discard=True,
    window_seconds=4,
    reshuffle_limit=_no_limit,
    exhausted="reshuffle",
    scoring=lambda options: scoring.ONE_WIN,
    match_end=endings.NEVER,
    alone="void",
    joins="round",
    deals="host",
    lost_line=True,
)

CACHETA_VIDAS = RuleSet(
    key="cacheta-vidas",
    title=gettext_noop("Cacheta with lives"),
    gist=_lose_lives,
    seats=range(2, 9),
    options=(
        *table_options(range(2, 9)),
        LIVES,
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
    scoring=lambda options: scoring.LIVES_LOST,
    match_end=endings.LAST_WITH_LIVES,
    falls_at_zero=True,
    joins="round",
    bots_leave=True,
)

PIFE = RuleSet(
    key="pife",
    title=gettext_noop("Pife"),
    gist=_one_round_or_points,
    seats=range(2, 5),
    options=(*table_options(range(2, 5)), *NINE_OR_TEN, points_to_lose(None)),
    decks=_one_deck_for_two,
    hand_size=_chosen_hand,
    rotates="starter",
    meld_rules=_pife_melds,
    bars_taken=True,
    knocks=MappingProxyType({"all": "all", "common": "common"}),
    resigns=True,
    reshuffle_limit=_three_times,
    exhausted="tied",
    scoring=lambda options: scoring.ONE_ROUND if options["points"] is None else scoring.ONE_POINT_LOST,
    match_end=endings.ONE_ROUND_OR_POINTS,
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
    gist=_lose_points,
    seats=range(2, 5),
    options=(
        *table_options(range(2, 5)),
        *NINE_OR_TEN,
        *WILD_CARDS,
        points_to_lose(10),
        *KNOCK_COSTS,
        RESHUFFLES,
        MAX_ROUNDS,
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
    scoring=lambda options: scoring.KNOCK_COST_LOST,
    match_end=endings.LAST_WITH_POINTS,
    round_limit=_chosen_rounds,
    falls_at_zero=True,
    leaver_scores_zero=True,
    shows_pile=True,
    shows_known=True,
)

RAMI = RuleSet(
    key="rami",
    title=gettext_noop("Rummy"),
    gist=_collect_points,
    seats=range(2, 5),
    options=(
        *table_options(range(2, 5)),
        DISCARD_TO_WIN,
        ACE_HIGH,
        TARGET,
    ),
    decks=_one_deck,
    hand_size=_seven_or_ten,
    rotates="starter",
    upcard=True,
    meld_rules=_rami_melds,
    lays=True,
    reshuffle_limit=_not_at_all,
    exhausted="ask",
    scoring=lambda options: scoring.SUM_OF_HANDS,
    hand_value=scoring.hand_points,
    match_end=endings.FIRST_TO_TARGET,
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
