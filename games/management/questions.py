"""Questions about cards on a table, as plain data: {"ruleset", "options", "cards", "question"} and their answers.

`options` are table options and, besides, "turn_up" and the "args" of the question: "drawn" and "source" (the card
drawn this turn and whether from the "stock" or the "discard"), "discard", "top", "restricted", "meld".
"""

from collections.abc import Callable
from typing import Any

import games
from games import checking, knocking
from games.cards import deck
from games.management import words


class Hand:
    """Some cards at a table: its rule set, options and solver."""

    def __init__(self, line: dict[str, Any]) -> None:
        raw = dict(line.get("options") or {})
        self.args: dict[str, Any] = raw.pop("args", None) or {}
        self.turn_up: str | None = raw.pop("turn_up", None)
        self.rules = words.ruleset(line.get("ruleset"))
        self.options = words.clean(self.rules.key, raw)
        self.cards = words.cards(list(line.get("cards") or ()))
        self.size = self.rules.hand_size(self.options, 2)
        self.wilds = self._wilds()
        self.solver = games.Solver(self.rules.meld_rules(self.options, frozenset(self.wilds)))

    def _wilds(self) -> tuple[str, ...]:
        turn_up = None if self.turn_up is None else words.cards([self.turn_up])[0]
        try:
            return checking.wild_faces(self.rules, self.options, turn_up)
        except checking.HandError as error:
            raise words.wrong_hand(error) from None

    @property
    def coming(self) -> list[str]:
        """The cards that are not in sight."""
        seen = words.cards([*([self.turn_up] if self.turn_up else []), *self.cards])
        return [card for card in deck(checking.copies_of_a_card(self.rules, self.options)) if card not in seen]

    @property
    def barred(self) -> str | None:
        """The card that may not go again this turn (M3-8)."""
        if self.rules.bars_taken and self.args.get("source") == "discard":
            return words.cards([self.args["drawn"]])[0]
        return None

    @property
    def knocks_with_all(self) -> bool:
        """Whether all cards may close here, and do (C4-12, M3-12)."""
        full = len(self.cards) == self.size + 1
        return "all" in self.rules.knocks and full and self.solver.closes(self.cards)

    @property
    def knocking_discards(self) -> tuple[str, ...]:
        """What may be discarded to knock (P0-13, C4-11, M3-12)."""
        if self.rules.lays or len(self.cards) != self.size + 1:
            return ()
        return knocking.discards(self.rules, self.options, self.solver, self.cards, self.barred)


def _best_knock(hand: Hand) -> str | None:
    if hand.knocks_with_all:
        return "all"
    return "common" if hand.knocking_discards else None


def _cut(hand: Hand) -> list[str]:
    if hand.rules.window_seconds is None:
        return []
    return list(hand.solver.cut_leftovers(hand.cards, _named(hand, "discard")[0]))


def _may_take(hand: Hand) -> bool:
    return not hand.args.get("restricted") or hand.solver.joins(hand.cards, _named(hand, "top")[0])


def _named(hand: Hand, key: str) -> tuple[str, ...]:
    """The card or cards the arguments give under this key."""
    given = hand.args.get(key)
    if not given:
        raise words.refuse(f'this question needs "{key}" in "args"')
    return words.cards([given] if isinstance(given, str) else given)


def _least_deadwood(hand: Hand) -> int:
    value = hand.rules.hand_value
    if value is None:
        raise words.refuse(f"cards count nothing in {hand.rules.key}")
    return hand.solver.least_deadwood(hand.cards, lambda card: value(hand.options, (card,)))[0]


ANSWERS: dict[str, Callable[[Hand], Any]] = {
    "meld": lambda hand: hand.solver.is_meld(hand.cards),
    "closes": lambda hand: len(hand.cards) in {hand.size, hand.size + 1} and hand.solver.closes(hand.cards),
    "winning_discards": lambda hand: list(hand.knocking_discards),
    "knock_all": lambda hand: hand.knocks_with_all,
    "best_knock": _best_knock,
    "knock_with_discard": _cut,
    "may_take_discard": _may_take,
    "layoff": lambda hand: hand.solver.fits(_named(hand, "meld"), hand.cards),
    "least_deadwood": _least_deadwood,
    "distance": lambda hand: hand.solver.arrangement(hand.cards, hand.size, hand.coming)[2],
    "wilds": lambda hand: sorted(face + "1" for face in hand.wilds),
}


def answer(line: dict[str, Any]) -> Any:
    """The answer to one question; CommandError when it cannot be understood."""
    known = ANSWERS.get(str(line.get("question")))
    if known is None:
        raise words.refuse(f"No question {line.get('question')!r}. There are: {', '.join(ANSWERS)}")
    return known(Hand(line))
