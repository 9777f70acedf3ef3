"""How many cards are missing when not every card may still come.

The distance takes for granted that a card can come unless both copies are held. With some of them in sight elsewhere it
is a lower bound: from there on, more and more cards of those that may come are tried.
"""

from collections.abc import Callable, Iterable, Sequence

from games.solver.shapes import MOST_CARDS

Measure = Callable[[Sequence[str]], int]
"""The distance of any number of cards."""


def missing(measure: Measure, cards: Sequence[str], coming: Iterable[str], size: int) -> int:
    """The fewest cards of `coming` with which some of all these close; `size` where no number of them does."""
    coming = tuple(coming)
    copies: dict[str, list[str]] = {}
    for card in coming:
        copies.setdefault(card[:2], []).append(card)
    faces = list(copies.values())
    if len(cards) + len(coming) < MOST_CARDS and measure((*cards, *coming)):
        return size
    least = measure(cards)
    return next((count for count in range(least, size) if _enough(measure, cards, faces, count)), size)


def _enough(measure: Measure, cards: Sequence[str], faces: list[list[str]], count: int) -> bool:
    """Do `count` cards of these faces suffice? Those are tried first that help most, each set of them once.

    No card lessens the distance by more than one, so a card after which too many are missing is no part of an answer.
    """
    if not count:
        return measure(cards) == 0
    rated = sorted((measure((*cards, face[0])), place) for place, face in enumerate(faces))
    useful = [faces[place] for left, place in rated if left < count]
    if count == 1:
        return bool(useful)
    for place, (card, *more) in enumerate(useful):
        rest = [more, *useful[place + 1 :]] if more else useful[place + 1 :]
        if _enough(measure, (*cards, card), rest, count - 1):
            return True
    return False
