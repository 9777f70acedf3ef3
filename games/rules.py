"""A game is a value: the fields and named policies of a RuleSet say how the common mechanics run."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal

from games.endings import Ending
from games.errors import InvalidOption
from games.knocking import Deadwood
from games.melds import MeldRules
from games.options import Option
from games.scoring import Scoring, Unit
from games.state import Options
from games.wording import Sentence


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RuleSet:
    """One game. Every difference between games is a field here."""

    key: str
    title: str  # a message id
    gist: Callable[[Options], Sentence]  # what is special about it, for lists of games
    seats: range
    version: int = 1
    options: tuple[Option, ...] = ()

    # Dealing
    decks: Callable[[int], int]  # by players dealt in (P3-1)
    hand_size: Callable[[Options, int], int]
    rotates: Literal["dealer", "starter"]  # what moves one seat each round (P0-3, M3-2, R2-1)
    turns_up: bool = False  # a card that makes the wilds is set aside (C4-1, C3-1)
    upcard: bool = False  # one card starts the pile (R2-1)
    wild_faces: Callable[[Options, str], tuple[str, ...]] | None = None

    # Melds
    meld_rules: Callable[[Options, frozenset[str]], MeldRules]

    # Turn
    bars_taken: bool = False  # M3-8
    closes_on_discard: bool = False  # three melds left after a discard win by themselves (P0-13, C4-11)
    window_seconds: int | None = None  # P0-14; None: no cut-in
    knocks: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # kind of knock -> kind of result
    deadwood: Deadwood | None = None  # a common knock may leave cards over, which are compared; None: it may not
    lays: bool = False  # melds on the table, out without cards (R2-4, R2-9)
    resigns: bool = False  # M3-20

    # Stock
    reshuffle_limit: Callable[[Options], int | None]
    exhausted: Literal["reshuffle", "tied", "ask"]  # P0-29 and C4-13, M3-18, R2-10

    # Score and match
    scoring: Callable[[Options], Scoring]
    hand_value: Callable[[Options, tuple[str, ...]], int] | None = None  # remaining hands count and are shown
    match_end: Ending
    ties_limit: int | None = None  # tied rounds in a row that end the match without winner (P3-3)
    round_limit: Callable[[Options], int | None] = lambda options: None  # the match's last round (A-23, C3-8)
    falls_at_zero: bool = False  # C4-15, C3-7
    leaver_scores_zero: bool = False  # M3-20
    alone: Literal["void", "last"] = "last"  # what it is called when one participant remains (P0-28, A-40)
    joins: Literal["round", "match"] = "match"  # when newcomers enter

    # What the table outside does
    deals: Literal["clock", "host"] = "clock"  # who begins the next round (P0-26, C4-16)
    lost_line: bool = False  # an absent player gets a deadline in a room without one (P0-33)
    bots_leave: bool = False  # a bot without lives leaves its seat (C4-15)

    # Seeing
    shows_pile: bool = False  # M3-11
    shows_known: bool = False  # M3-9
    shows_history: bool = False  # R2-11

    @property
    def shows_melds(self) -> bool:
        """Whether melds lie on the table in this game, if only at the end of a round."""
        return self.lays or self.deadwood is not None

    def score_kind(self, options: Options) -> Unit | None:
        """What the number beside a player counts; None where nothing is counted."""
        return self.scoring(options).unit

    def start_score(self, options: Options) -> int:
        """What everybody begins with."""
        return self.scoring(options).start(options)


def clean_options(ruleset: RuleSet, raw: Mapping[str, Any]) -> Options:
    """All options of a table: what was given, checked, and defaults for the rest. Raises InvalidOption."""
    known = {option.key for option in ruleset.options}
    for key in raw:
        if key not in known:
            raise InvalidOption(str(key))
    cleaned: Options = {}
    for option in ruleset.options:
        least = cleaned.get(option.at_least)
        value = raw[option.key] if option.key in raw else option.standard(least)
        if not option.accepts(value) or (least is not None and value < least):
            raise InvalidOption(option.key)
        cleaned[option.key] = value
    return cleaned


def changed(ruleset: RuleSet, options: Options) -> list[str]:
    """The options in which a table differs from the standard one."""
    return [option.key for option in ruleset.options if options[option.key] != option.default]


def facts(ruleset: RuleSet, options: Options) -> dict[str, Any]:
    """What a page must know of a game to offer its moves and to name them: public, and fixed for a match.

    Callers share the value and must not change it."""
    return _facts(ruleset, tuple(options.items()))


@lru_cache(maxsize=512)
def _facts(ruleset: RuleSet, items: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    options = dict(items)
    melds = asdict(ruleset.meld_rules(options, frozenset()))
    del melds["wilds"]  # the turn-up makes them, in every round
    return {
        "decks": sorted({ruleset.decks(players) for players in ruleset.seats}),
        "hand": sorted({ruleset.hand_size(options, players) for players in ruleset.seats}),
        "melds": melds,
        "turns_up": ruleset.turns_up,
        "window": ruleset.window_seconds,
        "closes_on_discard": ruleset.closes_on_discard,
        "knocks": dict(ruleset.knocks),
        "lays": ruleset.lays,
        "resigns": ruleset.resigns,
        "asks": ruleset.exhausted == "ask",
        "reshuffles": ruleset.reshuffle_limit(options),
        "score": ruleset.score_kind(options),
        "costs": dict(ruleset.scoring(options).costs(options)),
        "alone": ruleset.alone,
        "joins": ruleset.joins,
        "deals": ruleset.deals,
        "shows_pile": ruleset.shows_pile,
        "shows_history": ruleset.shows_history,
    }
