"""Table options: what one is, and those the games have, each with its words."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from games.wording import Sentence, fixed, gettext_noop, ngettext_lazy, number, sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One table option: a choice, a switch or a number, perhaps "none"."""

    key: str
    label: str
    default: int | str | bool | None
    choices: tuple[tuple[int | str, str], ...] = ()
    low: int | None = None
    high: int | None = None
    at_least: str = ""  # the key of an option before it: this one may not be below its value
    nullable: bool = False
    hint: str = ""  # a message id: what the option does, beside its field
    none: str = ""  # a message id: how "none" reads
    chip: Callable[[Any], Sentence] | None = None  # how an unusual value reads in a list; None: label and value

    @property
    def kind(self) -> Literal["choice", "switch", "number"]:
        if self.choices:
            return "choice"
        return "switch" if self.low is None else "number"

    def standard(self, least: int | None) -> int | str | bool | None:
        """The default, or the value of the option named by `at_least` where that is higher."""
        return max(self.default, least) if least is not None and isinstance(self.default, int) else self.default

    def accepts(self, value: object) -> bool:
        """Whether `value` is of the right type and inside the limits."""
        if value is None:
            return self.nullable
        if self.kind == "switch":
            return isinstance(value, bool)
        if isinstance(value, bool):
            return False
        if self.choices:
            return any(value == choice and type(value) is type(choice) for choice, _ in self.choices)
        return (
            isinstance(value, int) and self.low is not None and self.high is not None and self.low <= value <= self.high
        )


# -- of every table ----------------------------------------------------------------------------------------------------


def _turn_seconds(value: int | None) -> Sentence:
    if value is None:
        return Sentence(gettext_noop("no limit of time"))
    return sentence(ngettext_lazy("%(n)d second for each action", "%(n)d seconds for each action"), n=value)


_SEATS = number(ngettext_lazy("%(n)d seat", "%(n)d seats"))


def table_options(seats: range) -> tuple[Option, ...]:
    """The options every table has; `seats` from the fewest to the most."""
    return (
        Option(
            key="turn_seconds",
            label=gettext_noop("Seconds for each action"),
            default=30,
            low=10,
            high=120,
            nullable=True,
            hint=gettext_noop("For drawing and, anew, for throwing a card. When it runs out the server moves for you."),
            none=gettext_noop("no limit"),
            chip=_turn_seconds,
        ),
        Option(
            key="seats",
            label=gettext_noop("Seats"),
            default=seats[-1],
            low=seats[0],
            high=seats[-1],
            hint=gettext_noop("People and bots together."),
            chip=_SEATS,
        ),
    )


# -- of some games -----------------------------------------------------------------------------------------------------

LIVES = Option(
    key="lives",
    label=gettext_noop("Lives at the start"),
    default=10,
    choices=((7, gettext_noop("seven lives")), (10, gettext_noop("ten lives"))),
    chip=number(ngettext_lazy("%(n)d life", "%(n)d lives")),
)

NINE_OR_TEN = (
    Option(
        key="hand_size",
        label=gettext_noop("Cards in hand"),
        default=9,
        choices=((9, gettext_noop("nine cards")), (10, gettext_noop("ten cards"))),
        hint=gettext_noop("Nine are, for example, three melds of three; ten are two of three and one of four."),
        chip=number(ngettext_lazy("%(n)d card", "%(n)d cards")),
    ),
    Option(
        key="ace",
        label=gettext_noop("Ace in runs"),
        default="both",
        choices=(("both", gettext_noop("before the 2 and after the king")), ("low", gettext_noop("only before the 2"))),
        chip=fixed(gettext_noop("ace only before the 2")),
    ),
    Option(
        key="restricted_take",
        label=gettext_noop("The pile only for a meld at once"),
        default=False,
        hint=gettext_noop("The discard may be taken only to make a meld at once with two cards of the hand."),
        chip=fixed(gettext_noop("pile only for a meld at once")),
    ),
)

_A_SINGLE_ROUND = gettext_noop("a single round")


def _points(value: int | None) -> Sentence:
    if value is None:
        return Sentence(_A_SINGLE_ROUND)
    return sentence(ngettext_lazy("%(n)d point", "%(n)d points"), n=value)


def points_to_lose(default: int | None) -> Option:
    """The points everybody starts with; without a default, none of them means that one round decides (P3-4)."""
    return Option(
        key="points",
        label=gettext_noop("Points at the start"),
        default=default,
        low=1,
        high=50,
        nullable=default is None,
        hint=gettext_noop("Everybody starts with these points and loses some in every round somebody else wins."),
        none=_A_SINGLE_ROUND,
        chip=_points,
    )


def _wild_scope(value: str) -> Sentence:
    texts = {
        "suit": gettext_noop("wild cards in the suit of the turn-up"),
        "color": gettext_noop("wild cards in both suits of the turn-up’s colour"),
        "all": gettext_noop("wild cards in all four suits"),
    }
    return Sentence(texts[value])


def _max_wild(value: int | None) -> Sentence:
    if value is None:
        return Sentence(gettext_noop("any number of wild cards in a meld"))
    if value == 0:
        return Sentence(gettext_noop("wild cards substitute nothing"))
    return sentence(ngettext_lazy("%(n)d wild card in a meld", "%(n)d wild cards in a meld"), n=value)


WILD_CARDS = (
    Option(
        key="wild_scope",
        label=gettext_noop("Wild cards"),
        default="suit",
        choices=(
            ("suit", gettext_noop("the suit of the turn-up")),
            ("color", gettext_noop("both suits of its colour")),
            ("all", gettext_noop("all four suits")),
        ),
        chip=_wild_scope,
    ),
    Option(
        key="max_wild",
        label=gettext_noop("Wild cards substituting in one meld"),
        default=1,
        low=0,
        high=4,
        nullable=True,
        hint=gettext_noop("A wild card in its own place does not count."),
        none=gettext_noop("any number"),
        chip=_max_wild,
    ),
)

KNOCK_COSTS = (
    Option(
        key="knock_cost",
        label=gettext_noop("Points for a common knock"),
        default=1,
        low=1,
        high=10,
        chip=number(gettext_noop("common knock: −%(n)d")),
    ),
    Option(
        key="full_knock_cost",
        label=gettext_noop("Points for a knock with all"),
        default=2,
        low=1,
        high=20,
        at_least="knock_cost",
        hint=gettext_noop("At least as many as for a common knock."),
        chip=number(gettext_noop("knock with all: −%(n)d")),
    ),
    Option(
        key="first_turn_multiplier",
        label=gettext_noop("Multiplier of a first-turn knock"),
        default=2,
        low=1,
        high=5,
        chip=number(gettext_noop("first turn × %(n)d")),
    ),
)


def _reshuffles(value: int) -> Sentence:
    if value == 0:
        return Sentence(gettext_noop("no reshuffle"))
    return sentence(ngettext_lazy("%(n)d reshuffle", "%(n)d reshuffles"), n=value)


RESHUFFLES = Option(
    key="reshuffles",
    label=gettext_noop("Reshuffles in a round"),
    default=3,
    low=0,
    high=10,
    hint=gettext_noop("When the stock runs out once more, the round is tied."),
    chip=_reshuffles,
)
MAX_ROUNDS = Option(
    key="max_rounds",
    label=gettext_noop("Rounds at most"),
    default=100,
    low=1,
    high=200,
    hint=gettext_noop("After that the one with most points wins."),
    chip=number(ngettext_lazy("%(n)d round at most", "%(n)d rounds at most")),
)
DISCARD_TO_WIN = Option(
    key="discard_to_win",
    label=gettext_noop("The last card must be discarded"),
    default=False,
    hint=gettext_noop("Otherwise laying the last card also ends the round."),
    chip=fixed(gettext_noop("last card must be thrown")),
)
ACE_HIGH = Option(
    key="ace_high",
    label=gettext_noop("The ace counts 11 in the hand"),
    default=False,
    hint=gettext_noop("Otherwise it counts 1."),
    chip=fixed(gettext_noop("ace counts 11")),
)
TARGET = Option(
    key="target",
    label=gettext_noop("Points to win"),
    default=100,
    low=20,
    high=500,
    hint=gettext_noop("Whoever reaches it wins the match."),
    chip=number(gettext_noop("to %(n)d points")),
)
