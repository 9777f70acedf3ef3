"""An observation prepared for decisions: the seat's cards, what is open, and how many of each face may still come."""

from functools import cached_property
from typing import Any

from games.rulesets import get_ruleset
from games.solver import UNIT, Solver, solver

Move = dict[str, Any]


class View:
    """One seat's knowledge. Faces are units of the solver's masks."""

    def __init__(self, observation: dict[str, Any]) -> None:
        self.public: dict[str, Any] = observation["public"]
        you: dict[str, Any] = observation["you"]
        self.rules = get_ruleset(self.public["ruleset"])
        self.options: dict[str, Any] = self.public["options"]
        self.wilds = frozenset(self.public.get("wilds", ()))
        self.solver: Solver = solver(self.rules.meld_rules(self.options, self.wilds))
        self.seat: int = you["seat"]
        self.hand: list[str] = you["hand"]
        self.barred: str | None = you["barred"]
        self.legal: list[Move] = you["legal"]
        self.top: str | None = self.public["top"]
        self.drawing: bool = self.public["phase"] == "draw"
        self._drawn: str | None = you["drawn"]

    def may(self, do: str, **wanted: object) -> list[Move]:
        """The legal moves of this kind with these parts."""
        return [move for move in self.legal if move["do"] == do and all(move.get(key) == wanted[key] for key in wanted)]

    def without(self, card: str) -> list[str]:
        """The hand less this card."""
        return [other for other in self.hand if other != card]

    @cached_property
    def size(self) -> int:
        """How many cards a closed hand has."""
        return self.rules.hand_size(self.options, len(self.playing))

    @cached_property
    def playing(self) -> list[int]:
        """The seats still in the round."""
        return [player["seat"] for player in self.public["players"] if player["in_round"]]

    @cached_property
    def counts(self) -> dict[int, int]:
        """How many cards each of them holds."""
        return {player["seat"]: player["count"] for player in self.public["players"] if player["in_round"]}

    @cached_property
    def next_seat(self) -> int:
        """Who may take what is discarded now."""
        later = [seat for seat in self.playing if seat > self.seat]
        return (later or self.playing)[0]

    @cached_property
    def taken(self) -> str | None:
        """The card this seat has just taken from the pile, which no bot discards in the same turn [A-3]."""
        if self.barred is not None or self._drawn is None:
            return self.barred
        told = [*self.public.get("history", ()), *self.public["last"]]
        took = any(event["e"] == "took" and event.get("card") == self._drawn for event in told)
        return self._drawn if took else None

    @cached_property
    def known(self) -> dict[int, list[str]]:
        """Cards everyone saw other seats take and not give back, by seat [A-37]."""
        shown: dict[str, list[str]] = self.public.get("known", {})
        known = {int(seat): list(cards) for seat, cards in shown.items()}
        for event in self.public.get("history", ()):
            if event["e"] == "took":
                known.setdefault(event["seat"], []).append(event["card"])
            elif event["e"] == "discarded" and event["card"] in known.get(event["seat"], ()):
                known[event["seat"]].remove(event["card"])
        melded = {card for meld in self.public.get("melds", ()) for card in meld["cards"]}
        return {
            seat: [card for card in cards if card not in melded] for seat, cards in known.items() if seat != self.seat
        }

    @cached_property
    def seen(self) -> set[str]:
        """Every card that cannot come any more: held, open, laid down, or known to be in another hand [A-37]."""
        seen = set(self.hand)
        seen.update(self.public.get("pile_cards", ()))
        seen.update(card for card in (self.top, self.public.get("turn_up")) if card)
        seen.update(card for meld in self.public.get("melds", ()) for card in meld["cards"])
        seen.update(event["card"] for event in self.public.get("history", ()))
        seen.update(card for cards in self.known.values() for card in cards)
        return seen

    @cached_property
    def live(self) -> dict[int, int]:
        """Copies of each face that may still come, by everything this view may remember."""
        return self._left(self.seen)

    @cached_property
    def live_at_a_glance(self) -> dict[int, int]:
        """The same by one's own hand and the top of the pile only."""
        return self._left({*self.hand, *([self.top] if self.top else [])})

    def _left(self, seen: set[str]) -> dict[int, int]:
        left = dict.fromkeys(UNIT.values(), self.public["decks"])
        for card in seen:
            left[UNIT[card[:2]]] -= 1
        return left
