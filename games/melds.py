"""What one meld is, as a value, and the check of a single meld against it."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.cards import RANKS, SUITS


@dataclass(frozen=True, slots=True)
class MeldRules:
    """What a meld and a closed hand are in one game, with its options and its turn-up applied."""

    closing: str = "threes"
    """"threes": exactly three melds of three, with ten cards (if `ten`) 3+3+4; "any": any partition into melds."""
    ten: bool = False
    """May ten cards close (C4-6)? Only asked of "threes"."""
    set_max: int = 3
    """Cards of the longest set of different suits: 3 (P0-6, C4-4) or 4 (M3-4, R2-2)."""
    fourth_any_suit: bool = False
    """The one meld of four may be a set whose fourth card repeats a suit (C4-4)."""
    run_max: int | None = 3
    """Cards of the longest run: 3 (P0-7), 4 (C4-5), None without limit (M3-5, R2-2)."""
    ace_low: bool = True
    """A-2-3 is a run."""
    ace_high: bool = True
    """Q-K-A is a run; K-A-2 never is."""
    wilds: frozenset[str] = frozenset()
    """The wild faces (C4-7, C3-2)."""
    max_wild: int | None = 0
    """Wild cards one meld may hold: all of them (C4-8) or, with `natural_free`, the substituting ones (C3-3)."""
    natural_free: bool = False
    """A wild card in its own place does not count as wild (C3-3); otherwise it always does (C4-9)."""
    min_natural: int = 1
    """Cards a meld needs that substitute nothing: 2 (C4-8) or 1 (C3-4)."""

    @property
    def wild_limit(self) -> int:
        """`max_wild` as a number: thirteen cards are the longest meld of all."""
        return 13 if self.max_wild is None else self.max_wild

    @property
    def run_limit(self) -> int:
        """The longest run: no value twice, so thirteen cards at most (M3-5)."""
        return 13 if self.run_max is None else self.run_max

    def windows(self, size: int) -> list[tuple[int, ...]]:
        """The rank indices of every run of `size` cards; the ace is 0 before the 2 and again after the king."""
        first, last = (0 if self.ace_low else 1), (13 if self.ace_high else 12)
        starts = range(first, last - size + 2)
        return [tuple(place % 13 for place in range(start, start + size)) for start in starts]


def is_meld(rules: MeldRules, cards: Iterable[str]) -> bool:
    """One meld on its own, in any order (P0-6, P0-7, C4-4 to C4-9, M3-4 to M3-6, C3-3, C3-4, R2-2, R2-3)."""
    cards = tuple(cards)
    if len(cards) < 3 or len(set(cards)) < len(cards):
        return False
    if rules.natural_free:
        return _is_set_free(rules, cards) or _is_run_free(rules, cards)
    plain = [card for card in cards if card[:2] not in rules.wilds]
    wild = len(cards) - len(plain)
    if wild > rules.wild_limit or len(plain) < rules.min_natural:
        return False
    return _is_set(rules, plain, wild) or _is_run(rules, plain, wild)


def laid_out(rules: MeldRules, meld: Iterable[str]) -> tuple[str, ...]:
    """A meld as people lay it: a run upwards, with a substitute wherever a card is missing; a set as it comes.

    Of several places a run may stand in: where most cards are at home, then the highest one, but no substitute goes
    behind the king.
    """
    cards = tuple(meld)
    size = len(cards)
    wild = sum(card[:2] in rules.wilds for card in cards)
    plain = [card for card in cards if card[:2] not in rules.wilds]
    if _is_set_free(rules, cards) if rules.natural_free else _is_set(rules, plain, wild):
        return cards
    runs = [
        run
        for suit in dict.fromkeys(card[1] for card in (*plain, *cards))
        for window in rules.windows(size)
        if (run := _placed(rules, cards, [RANKS[rank] + suit for rank in window])) is not None
    ]
    return max(runs, key=lambda run: run[:2], default=(0, 0, cards))[2]


def _placed(rules: MeldRules, cards: tuple[str, ...], places: list[str]) -> tuple[int, int, tuple[str, ...]] | None:
    """(cards at home, rank, the cards in these places); None where those not at home are not all wild."""
    home = {card[:2]: card for card in reversed(cards) if card[:2] in places}
    strays = [card for card in cards if card not in home.values()]
    if any(card[:2] not in rules.wilds for card in strays):
        return None
    free = iter(strays)
    placed = tuple(home.get(place) or next(free) for place in places)
    behind_king = places[-1][0] == "A" and places[-1] not in home
    return len(home), -1 if behind_king else RANKS.index(places[0][0]), placed


def _is_set(rules: MeldRules, plain: list[str], wild: int) -> bool:
    if len({card[0] for card in plain}) > 1:
        return False
    suits = len({card[1] for card in plain})
    size = len(plain) + wild
    if suits == len(plain) and size <= rules.set_max:
        return True
    return rules.fourth_any_suit and size == 4 and suits + wild >= 3


def _is_run(rules: MeldRules, plain: list[str], wild: int) -> bool:
    ranks = {RANKS.index(card[0]) for card in plain}
    size = len(plain) + wild
    if len({card[1] for card in plain}) > 1 or len(ranks) < len(plain) or size > rules.run_limit:
        return False
    return any(ranks.issubset(window) for window in rules.windows(size))


def _fills(rules: MeldRules, cards: tuple[str, ...], places: set[str]) -> bool:
    """Do `cards` fill these places, wild cards at home first, the rest of them as substitutes (C3-3, C3-4)?"""
    home = {card[:2] for card in cards} & places
    strays = len(cards) - len(home)
    plain = [card[:2] for card in cards if card[:2] not in rules.wilds]
    fitting = len(set(plain)) == len(plain) and places.issuperset(plain)
    return fitting and strays <= rules.wild_limit and len(home) >= rules.min_natural


def _is_set_free(rules: MeldRules, cards: tuple[str, ...]) -> bool:
    """As many places as cards: which suits the substitutes stand for is open, so all four are offered."""
    if len(cards) > rules.set_max:
        return False
    return any(_fills(rules, cards, {rank + suit for suit in SUITS}) for rank in {card[0] for card in cards})


def _is_run_free(rules: MeldRules, cards: tuple[str, ...]) -> bool:
    if len(cards) > rules.run_limit:
        return False
    windows = rules.windows(len(cards))
    return any(
        _fills(rules, cards, {RANKS[rank] + suit for rank in window})
        for suit in {card[1] for card in cards}
        for window in windows
    )
