"""All there is to know about a match, as one frozen value with a JSON form."""

from collections.abc import Iterable
from typing import Any

import msgspec

from games.cards import FACES
from games.events import Event

Options = dict[str, Any]
Cards = tuple[str, ...]
Melds = tuple[Cards, ...]


class Player(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One seat of the match; the hand stays in the order in which its cards came."""

    bot: bool
    score: int = 0
    hand: Cards = ()
    in_round: bool = False  # dealt into this round and not gone
    out: bool = False  # takes no further part in the match
    left: bool = False  # nobody sits here any more
    turns: int = 0  # own turns begun in this round
    known: Cards = ()  # held cards that everyone saw taken from the pile (M3-9)
    fell: int | None = None  # when the seat fell out: twice the round, one more between rounds

    def __repr__(self) -> str:
        return f"Player(bot={self.bot}, score={self.score}, cards={len(self.hand)}, in_round={self.in_round})"


class Window(msgspec.Struct, frozen=True):
    """The public moment after a discard in which others may cut in (P0-14)."""

    discarder: int
    card: str


class TableMeld(msgspec.Struct, frozen=True):
    """A meld lying on the table (R2-4)."""

    id: int
    owner: int
    cards: Cards


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a round ended, as far as everybody may know."""

    kind: str
    winner: int | None = None
    melds: Melds = ()
    leftover: str | None = None
    changes: dict[int, int] = {}
    eliminated: tuple[int, ...] = ()
    hands: dict[int, Cards] | None = None
    points: dict[int, int] | None = None


class MatchEnd(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match ended."""

    reason: str
    winner: int | None = None
    placement: dict[int, int] = {}


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match between two steps. Holds every secret: only games.observation decides what may leave it."""

    ruleset: str
    rules_version: int
    options: Options
    players: tuple[Player | None, ...]
    round: int = 0
    turn: int = 0
    phase: str = "idle"
    active: int | None = None
    dealer: int | None = None
    starter: int | None = None
    seed: bytes = b""
    commitment: str | None = None
    stock: Cards = ()  # the next card first
    pile: Cards = ()  # the top last
    gone: Cards = ()  # cards of those who left: out of play until the next deal (P0-30)
    turn_up: str | None = None
    wilds: Cards = ()  # faces
    drawn: str | None = None
    barred: str | None = None  # taken from the pile this turn, may not be discarded (M3-8)
    reshuffles: int = 0
    ties: int = 0
    window: Window | None = None
    melds: tuple[TableMeld, ...] = ()
    history: tuple[dict[str, Any], ...] = ()
    last: tuple[dict[str, Any], ...] = ()
    result: Result | None = None
    match: MatchEnd | None = None

    @property
    def match_over(self) -> bool:
        return self.match is not None

    def __repr__(self) -> str:
        return f"State({self.ruleset}, round={self.round}, turn={self.turn}, phase={self.phase}, active={self.active})"


class Step(msgspec.Struct, frozen=True):
    """The state after something happened, and what did."""

    state: State
    events: tuple[Event, ...]


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(State)

replace = msgspec.structs.replace


def encode(state: State) -> bytes:
    """The state as JSON. Secret: for the table row alone."""
    return _encoder.encode(state)


def decode(data: bytes) -> State:
    return _decoder.decode(data)


def player_at(state: State, seat: int) -> Player:
    """The player of a seat known to be taken."""
    player = state.players[seat]
    if player is None:
        raise LookupError(f"nobody at seat {seat}")
    return player


def seated(state: State) -> Iterable[tuple[int, Player]]:
    """Every seat of the match with its player, in seat order."""
    return ((seat, player) for seat, player in enumerate(state.players) if player is not None)


def in_round(state: State) -> list[int]:
    """The active participants, in seat order [A-34]."""
    return [seat for seat, player in enumerate(state.players) if player is not None and player.in_round]


def decks_in_play(state: State) -> int:
    """How many decks were dealt from in this round, whoever has left since."""
    held = sum(len(player.hand) for _, player in seated(state))
    laid = sum(len(meld.cards) for meld in state.melds)
    aside = state.turn_up is not None
    return round((len(state.stock) + len(state.pile) + len(state.gone) + held + laid + aside) / len(FACES))


def with_player(state: State, seat: int, player: Player | None) -> tuple[Player | None, ...]:
    """The players with one of them replaced."""
    return (*state.players[:seat], player, *state.players[seat + 1 :])


def next_seat(seats: Iterable[int], after: int) -> int:
    """The first of `seats` after a place at the table; that place itself comes last (P0-3, A-1)."""
    ordered = sorted(seats)
    return next((seat for seat in ordered if seat > after), ordered[0])
