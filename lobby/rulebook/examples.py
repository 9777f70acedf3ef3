"""Example cards for the rules pages. The rule set's solver judges every candidate, so that changing a rule changes the
verdicts of its examples."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.melds import MeldRules
from games.solver import solver


@dataclass(frozen=True, slots=True)
class Example:
    """Groups of cards, whether the game accepts them, and why."""

    groups: tuple[tuple[str, ...], ...]
    good: bool
    caption: Promise
    wilds: frozenset[str]


@dataclass(frozen=True, slots=True)
class Candidate:
    """Cards, a caption if they are accepted, and one if not. `first`: a condition, and what then replaces `no`."""

    cards: str
    yes: Promise
    no: Promise
    first: tuple[Callable[[MeldRules], bool], Promise] | None = None

    def refusal(self, rules: MeldRules) -> Promise:
        """Why these rules do not accept the cards."""
        return self.first[1] if self.first and self.first[0](rules) else self.no


def closes_with_ten(rules: MeldRules) -> bool:
    """Can ten cards close a hand at all?"""
    return rules.ten or rules.closing == "any"


ONLY_WITH_TEN = _("only in a knock with ten")
TURN_UP = "9S"  # for the examples: its wild cards, the tens, occur in no other example

SETS = (
    Candidate("7C 7D 7H", _("one value, three suits"), _("not a set here")),
    Candidate("7C 7D 7H 7S", _("one value, four suits"), _("a set has three cards")),
    Candidate(
        "7C 7H 7H",
        _("a suit twice"),
        _("hearts twice: both copies of a card never share a set"),
        (lambda rules: rules.fourth_any_suit, _("hearts twice: a set of three has three suits")),
    ),
)
TEN_SETS = (Candidate("7C 7D 7H 7H", _("a suit may repeat"), _("hearts twice")),)
RUNS = (
    Candidate("4H 5H 6H", _("three values in a row, one suit"), _("not a run here")),
    Candidate("3D 4D 5D 6D", _("four in a row"), _("a run has three cards")),
    Candidate("3D 4D 5D 6D 7D", _("a run may be of any length"), _("too long for a run")),
    Candidate("4H 5H 6S", _("suits may mix"), _("two suits")),
    Candidate("AC 2C 3C", _("the ace before the two"), _("the ace does not stand before the two")),
    Candidate("QS KS AS", _("the ace after the king"), _("the ace does not stand after the king")),
    Candidate("KD AD 2D", _("round the corner"), _("runs do not go round the corner")),
)
WILDS = (
    Candidate("4H 6H TS", _("the wild card stands for the five"), _("no wild card may stand for another card")),
    Candidate("7D 7H TS", _("the wild card stands for a third seven"), _("no wild card may stand for another card")),
    Candidate(
        "4H TS TS",
        _("two wild cards stand for others"),
        _("too many wild cards in one meld"),
        (lambda rules: rules.max_wild == 0, _("no wild card may stand for another card")),
    ),
    Candidate(
        "9S TS JS TS",
        _("one wild card is in its own place and does not count, the other stands for the queen or the eight"),
        _("a wild card counts as wild even in its own place"),
        (
            lambda rules: rules.natural_free,
            _("one wild card is in its own place, but the other may not stand for another card"),
        ),
    ),
)
HANDS = (
    Candidate("2C 3C 4C / 7D 7H 7S / JH QH KH", _("three melds of three"), _("these melds do not close a hand")),
    Candidate("2C 3C 4C 5C / 6H 7H 8H 9H JH", _("this closes"), _("six to nine and a jack are no run")),
    Candidate("2C 3C 4C 5C / 5H 6H 7H 8H 9H", _("four and five cards"), _("two melds are not three")),
    Candidate(
        "2C 3C 4C / 7D 7H 7S / JH QH KH AH",
        _("ten cards, one meld of four"),
        _("nine cards close, not ten"),
        (closes_with_ten, _("the ace does not stand after the king")),
    ),
)
TEN_HANDS = (
    Candidate("2C 3C 4C 5C 6C / 5H 6H 7H 8H 9H", _("ten cards, five and five"), _("two melds are not three")),
    Candidate("2C 3C 4C 5C 6C / 7D 7H 7S / JH QH", _("this closes"), _("jack and queen are no meld")),
    Candidate(
        "2C 3C 4C 5C / 7C 7D 7S / 3H 4H 5H 6H",
        _("eleven cards, two melds of four"),
        _("these melds do not close a hand"),
    ),
)


def _cards(text: str) -> list[str]:
    """ "7C 7H 7H" -> card ids; a repeated face is the second copy."""
    seen: list[str] = []
    for face in text.split():
        seen.append(face + ("2" if face + "1" in seen else "1"))
    return seen


def _example(candidate: Candidate, good: bool, rules: MeldRules) -> Example:
    groups = tuple(tuple(group.split()) for group in candidate.cards.split("/"))
    caption = candidate.yes if good else candidate.refusal(rules)
    if good and rules.ten and len(groups) == 1 and len(groups[0]) > 3:
        caption = format_lazy("{}; {}", caption, ONLY_WITH_TEN)
    return Example(groups, good, caption, rules.wilds)


def meld_examples(rules: MeldRules, candidates: Sequence[Candidate], copies: int = 2) -> list[Example]:
    """Each candidate with the verdict of `rules`. With one deck (`copies`), candidates with twins are skipped."""
    judge = solver(rules)
    tried = [(candidate, _cards(candidate.cards)) for candidate in candidates]
    return [
        _example(candidate, judge.is_meld(cards), rules)
        for candidate, cards in tried
        if copies > 1 or not any(card.endswith("2") for card in cards)
    ]


def hand_examples(rules: MeldRules, hand_size: int) -> list[Example]:
    """Hands of every size that can close, with the verdict of `rules`."""
    judge = solver(rules)
    sizes = {hand_size, hand_size + 1}
    candidates = (*HANDS, *(TEN_HANDS if closes_with_ten(rules) else ()))
    tried = [(candidate, _cards(candidate.cards.replace("/", " "))) for candidate in candidates]
    return [_example(candidate, judge.closes(cards), rules) for candidate, cards in tried if len(cards) in sizes]
