"""Was a round shuffled as promised? Checks the record of a finished round (docs/export.md).

The browser does the same (static/js/verify.js). Both are short, so that anybody can write a third."""

from typing import Any, NamedTuple

from games.cards import deck
from games.shuffle import SEED_BYTES, commitment, draw, shuffled
from games.state import next_seat

Record = dict[str, Any]
CHECKS = ("commitment", "leaders", "deal", "moves", "reshuffles")
DECKS = (1, 2)  # a card's name has room for two copies


class Check(NamedTuple):
    """One thing that was recomputed; `at` is the number of the first move that does not fit."""

    name: str
    ok: bool
    at: int | None = None


class _Misfit(Exception):  # noqa: N818
    """A move that does not match where the cards are."""


def check_round(record: Record) -> list[Check]:
    """Every check of CHECKS, in that order. ValueError: this is no record."""
    try:
        return _checks(record)
    except (LookupError, TypeError, AttributeError, ArithmeticError) as error:  # a field is missing or of another kind
        raise ValueError(f"not a record: {error!r}") from error


def _checks(record: Record) -> list[Check]:
    seed = bytes.fromhex(record["seed"])
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    if record["decks"] not in DECKS:
        raise ValueError("a round is dealt from one deck or two")
    order = shuffled(seed, "deal", deck(record["decks"]))
    return [
        Check("commitment", commitment(seed) == record["commitment"]),
        Check("leaders", (record["dealer"], record["starter"]) == _leaders(record, seed)),
        Check("deal", _deals(record, order)),
        *_moves(record, seed, order),
    ]


def _leaders(record: Record, seed: bytes) -> tuple[int, int]:
    """Who deals and who starts: drawn in a match's first round, then the next seat (P0-3, M3-2, A-1, A-33)."""
    seats, before = record["seats"], record["before"]
    lead = seats[draw(seed, "dealer", len(seats))] if before is None else next_seat(seats, before)
    if record["rotates"] == "dealer":
        return lead, next_seat(seats, lead)
    return seats[seats.index(lead) - 1], lead


def _deals(record: Record, order: tuple[str, ...]) -> bool:
    """One card at a time from the starter on, then the turn-up, then the first card of the pile (M3-3, C4-1, R2-1)."""
    seats, hands = record["seats"], record["hands"]
    first = seats.index(record["starter"])
    circle = seats[first:] + seats[:first]
    used = sum(len(hands[str(seat)]) for seat in seats)
    dealt = all(list(order[place : used : len(seats)]) == hands[str(seat)] for place, seat in enumerate(circle))
    aside = [card for card in (record["turn_up"], record["upcard"]) if card]
    return dealt and list(order[used : used + len(aside)]) == aside


class _Table:
    """The cards as the moves leave them."""

    def __init__(self, record: Record, seed: bytes, order: tuple[str, ...]) -> None:
        self.seed = seed
        self.hands = {int(seat): list(hand) for seat, hand in record["hands"].items()}
        set_aside = sum(map(len, self.hands.values())) + bool(record["turn_up"]) + bool(record["upcard"])
        self.stock = list(order[set_aside:])
        self.pile = [record["upcard"]] if record["upcard"] else []

    def do(self, move: Record) -> None:
        """Plays one move; _Misfit if its cards are elsewhere."""
        does = {
            "draw": self._draw,
            "take": self._take,
            "discard": self._discard,
            "knock": self._knock,
            "cut": self._cut,
            "lay": self._lay,
            "lay_off": self._lay,
            "leave": self._leave,
            "reshuffle": self._reshuffle,
        }
        does[move["do"]](move)

    def _draw(self, move: Record) -> None:
        _need(bool(self.stock) and self.stock.pop(0) == move["card"])
        self.hands[move["seat"]].append(move["card"])

    def _take(self, move: Record) -> None:
        _need(bool(self.pile) and self.pile.pop() == move["card"])
        self.hands[move["seat"]].append(move["card"])

    def _discard(self, move: Record) -> None:
        self._from_hand(move, [move["card"]])
        self.pile.append(move["card"])

    def _knock(self, move: Record) -> None:
        if "card" in move:
            self._discard(move)

    def _cut(self, move: Record) -> None:
        self._take(move)
        self._discard({**move, "card": move["leftover"]})

    def _lay(self, move: Record) -> None:
        self._from_hand(move, move["cards"])

    def _leave(self, move: Record) -> None:
        self.hands[move["seat"]] = []

    def _reshuffle(self, move: Record) -> None:
        self.stock = list(shuffled(self.seed, f"reshuffle:{move['number']}", self.pile[:-1]))
        self.pile = self.pile[-1:]
        _need(self.stock == move["stock"])

    def _from_hand(self, move: Record, cards: list[str]) -> None:
        hand = self.hands[move["seat"]]
        _need(all(card in hand for card in cards))
        self.hands[move["seat"]] = [card for card in hand if card not in cards]


def _need(fits: bool) -> None:
    if not fits:
        raise _Misfit


def _moves(record: Record, seed: bytes, order: tuple[str, ...]) -> list[Check]:
    """Every card that moved lay where it came from; every new stock is the shuffled pile (P0-29, M3-17)."""
    table = _Table(record, seed, order)
    for number, move in enumerate(record["moves"], 1):
        try:
            table.do(move)
        except _Misfit:
            mixed = move["do"] == "reshuffle"
            return [
                Check("moves", ok=mixed, at=None if mixed else number),
                Check("reshuffles", ok=not mixed, at=number if mixed else None),
            ]
    return [Check("moves", ok=True), Check("reshuffles", ok=True)]
