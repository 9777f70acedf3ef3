"""The rules once more, from the documents, as slowly and plainly as possible: what the solver is compared with.

Nothing here comes from `games`. A game is a list of templates (the faces a meld may show), and every question is
answered by trying all groups of cards against all templates.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

Template = Counter[str]  # the faces that a meld shows
Choice = tuple[int, tuple[str, ...]]  # cards of a hand as a bit mask, and their faces
ORDER = "A23456789TJQKA"
SUITS = "CDHS"


@dataclass(frozen=True, eq=False)
class Game:
    """One game with its options: enough to know every meld and every closed hand."""

    name: str
    hand_size: int = 9
    ace: str = "both"
    wilds: frozenset[str] = frozenset()
    max_wild: int | None = 0

    @property
    def strict(self) -> bool:
        """P0 and C4: three melds of fixed sizes."""
        return self.name in {"pife-corte", "cacheta-vidas"}

    @cached_property
    def ranks(self) -> str:
        return ORDER[1:] if self.name == "rami" else ORDER[:-1] if self.ace == "low" else ORDER

    def templates(self, size: int) -> tuple[Template, ...]:
        return _templates(self, size)

    def shapes(self, count: int) -> tuple[tuple[int, ...], ...]:
        """The meld sizes of a closed hand of `count` cards, biggest game freedom included; () when it cannot close."""
        if self.name == "pife-corte":
            return ((3, 3, 3),) if count == 9 else ()
        if self.name == "cacheta-vidas":
            return {9: ((3, 3, 3),), 10: ((3, 3, 4),)}.get(count, ())
        return _shapes(count)


@lru_cache(maxsize=4_000)
def _shapes(count: int, least: int = 3) -> tuple[tuple[int, ...], ...]:
    """Every way to write `count` as a sum of numbers from three, smallest first."""
    found: list[tuple[int, ...]] = [(count,)] if count >= least else []
    for first in range(least, count - least + 1):
        found += [(first, *rest) for rest in _shapes(count - first, first)]
    return tuple(found)


@lru_cache(maxsize=4_000)
def _templates(game: Game, size: int) -> tuple[Template, ...]:
    """Every meld of this size as a Counter of the faces it shows."""
    found: list[Template] = []
    for rank in ORDER[:-1]:
        faces = [rank + suit for suit in SUITS]
        if size == 3 or (size == 4 and not game.strict):
            found += [Counter(chosen) for chosen in combinations(faces, size)]
        if size == 4 and game.name == "cacheta-vidas":
            sets = {tuple(sorted((*three, fourth))) for three in combinations(faces, 3) for fourth in faces}
            found += [Counter(chosen) for chosen in sorted(sets)]
    longest = {"pife-corte": 3, "cacheta-vidas": 4}.get(game.name, 13)
    for suit in SUITS:
        for start in range(len(game.ranks) - size + 1 if size <= longest else 0):
            found.append(Counter(rank + suit for rank in game.ranks[start : start + size]))
    return tuple(found)


@lru_cache(maxsize=4_000)
def _templates_with(game: Game, size: int, face: str | None) -> tuple[Template, ...]:
    """Those that show this face; all of them for None."""
    return tuple(template for template in game.templates(size) if face is None or face in template)


def _stands_in(game: Game, plain: Sequence[str], wild: Sequence[str], template: Template) -> bool:
    """Can these faces take different places of the template, the wild ones anywhere the limits allow?"""
    if any(plain.count(face) > template[face] for face in plain):
        return False
    strays = len(wild)
    if game.name == "cacheta-pontos":
        strays -= sum(min(wild.count(face), template[face]) for face in set(wild))
    least_real = 2 if game.name == "cacheta-vidas" else 1
    limit = game.max_wild if game.max_wild is not None else 99
    return strays <= limit and template.total() - strays >= least_real


@lru_cache(maxsize=200_000)
def _extends(game: Game, faces: tuple[str, ...], size: int) -> bool:
    """Could these faces (sorted) be part of some meld of `size`, the other cards being whatever is needed?"""
    plain = [face for face in faces if face not in game.wilds]
    wild = [face for face in faces if face in game.wilds]
    templates = _templates_with(game, size, plain[0] if plain else None)
    return any(_stands_in(game, plain, wild, template) for template in templates)


def meld(game: Game, cards: Sequence[str]) -> bool:
    """One meld on its own."""
    faces = tuple(sorted(card[:2] for card in cards))
    return len(faces) >= 3 and _extends(game, faces, len(faces))


def _choices(game: Game, faces: Sequence[str]) -> list[Choice]:
    """Every choice of cards of one value or of one suit, wild cards aside, as (bit mask, faces)."""
    found: list[Choice] = [(0, ())]
    for index, face in enumerate(faces):
        found += [
            (mask | 1 << index, (*group, face))
            for mask, group in found
            if face in game.wilds or _alike(game, group, face)
        ]
    return found[1:]


def _alike(game: Game, group: Sequence[str], face: str) -> bool:
    plain = [*(held for held in group if held not in game.wilds), face]
    return len({held[0] for held in plain}) == 1 or len({held[1] for held in plain}) == 1


def _groups(game: Game, choices: Sequence[Choice], size: int, *, whole: bool) -> list[int]:
    """Every choice of cards, as a bit mask, that can stand together in a meld of `size`, or that is one."""
    found = [] if whole else [0]
    for mask, group in choices:
        if (len(group) == size if whole else len(group) <= size) and _extends(game, tuple(sorted(group)), size):
            found.append(mask)
    return found


def _spreads(game: Game, cards: Sequence[str], size: int, *, whole: bool = True) -> set[int]:
    """Every set of cards (as a bit mask) that is a closed hand of `size`, or (not `whole`) can be part of one."""
    choices = _choices(game, [card[:2] for card in cards])
    lengths = {length for shape in game.shapes(size) for length in shape}
    groups = {length: _groups(game, choices, length, whole=whole) for length in lengths}
    found: set[int] = set()
    for shape in game.shapes(size):
        used = {0}
        for length in shape:
            used = {mask | group for mask in used for group in groups[length] if not mask & group}
        found |= used
    return found


def closes(game: Game, cards: Sequence[str]) -> bool:
    """Do all cards divide into melds?"""
    return (1 << len(cards)) - 1 in _spreads(game, cards, len(cards))


def winning_discards(game: Game, cards: Sequence[str], barred: str | None = None) -> list[str]:
    """The cards without which the others close."""
    full = (1 << len(cards)) - 1
    spreads = _spreads(game, cards, len(cards) - 1)
    return sorted(card for place, card in enumerate(cards) if card != barred and full ^ 1 << place in spreads)


def distance(game: Game, cards: Sequence[str], size: int) -> int:
    """The fewest cards to change until `size` of them close."""
    return size - max(mask.bit_count() for mask in _spreads(game, cards, size, whole=False))


def least_deadwood(cards: Sequence[str], points: Callable[[str], int]) -> int:
    """The fewest points beside melds in R2."""
    game = Game("rami")
    melds = [
        set(group) for size in range(3, len(cards) + 1) for group in combinations(cards, size) if meld(game, group)
    ]
    total = sum(map(points, cards))
    best = 0
    for count in range(1, 4):
        for chosen in combinations(melds, count):
            union = set[str]().union(*chosen)
            if len(union) == sum(map(len, chosen)):
                best = max(best, sum(map(points, union)))
    return total - best
