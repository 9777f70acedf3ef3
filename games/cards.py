"""Cards: three characters, rank, suit, copy ("7H1"). A face is a card without its copy ("7H")."""

from collections.abc import Iterable
from functools import cache

RANKS = "A23456789TJQK"
SUITS = "CDHS"
FACES = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD_PATTERN = rf"^[{RANKS}][{SUITS}][12]?\Z"

_COLOURS = {"C": "CS", "S": "CS", "D": "DH", "H": "DH"}


@cache
def deck(copies: int) -> tuple[str, ...]:
    """The unshuffled deck: copy by copy, suits C D H S, ranks ace to king."""
    return tuple(f"{face}{copy}" for copy in range(1, copies + 1) for face in FACES)


def face(card: str) -> str:
    return card[:2]


@cache
def next_faces(turn_up: str, scope: str) -> tuple[str, ...]:
    """The faces after the turn-up, the ace after the king: of its suit, its colour or all suits (C4-7, C3-2)."""
    rank = RANKS[(RANKS.index(turn_up[0]) + 1) % len(RANKS)]
    suits = {"suit": turn_up[1], "color": _COLOURS[turn_up[1]], "all": SUITS}[scope]
    return tuple(rank + suit for suit in suits)


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """`cards` less one of them, the order kept."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def pick(hand: tuple[str, ...], wanted: Iterable[str], last: Iterable[str] = ()) -> tuple[str, ...] | None:
    """The cards of `hand` that `wanted` names, in its order; None when one of them is missing.

    A bare face means the copy that is less often in `last`, then the lower copy [A-36]; exact cards are matched first.
    """
    wanted = tuple(wanted)
    late = tuple(last)
    free = set(hand)
    found: dict[int, str] = {}
    for place, name in sorted(enumerate(wanted), key=lambda item: -len(item[1])):
        copies = [name] if len(name) == 3 else sorted((name + "1", name + "2"), key=late.count)
        card = next((card for card in copies if card in free), None)
        if card is None:
            return None
        free.remove(card)
        found[place] = card
    return tuple(found[place] for place in range(len(wanted)))
