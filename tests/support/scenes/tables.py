"""Tables that tests start from: values of `TableState`, their rows in the database, and the clock that they go by."""

import re
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

import games
from accounts.models import User
from lobby.models import Room, Seat, Table
from lobby.tables.core import deadlines, state
from lobby.tables.core.state import SECOND, TableState
from lobby.tables.core.transitions import Change, LogNote, played, started
from lobby.tables.store import clock, table_store

SEED = bytes(range(32))
T0 = 1_000 * SECOND


def seed() -> bytes:
    return SEED


def waiting(*people: int, ruleset: str = "pife-corte", bots: int = 0, at: int = T0, **options: Any) -> TableState:
    """A room in which these people and then the bots have sat down, the people a second apart; the first one hosts."""
    cleaned = games.clean_options(games.get_ruleset(ruleset), options)
    seats: list[state.Occupant | None] = [
        state.Occupant(name=f"p{user}", user=user, since=at - (100 - n) * SECOND) for n, user in enumerate(people)
    ]
    seats += [state.Occupant(name=f"bot {n}", level="normal", since=at) for n in range(bots)]
    seats += [None] * (cleaned["seats"] - len(seats))
    return TableState(
        slug="slug", code="CODE", name="a room", ruleset=ruleset, options=cleaned, public=True, spectators=True,
        at=at, seats=tuple(seats), host=people[0] if people else None,
    )  # fmt: skip


def playing(*people: int, at: int = T0, **how: Any) -> TableState:
    """The same room once the host has started the match; the cards are always the same."""
    return begun(waiting(*people, at=at, **how), at).table


def begun(table: TableState, at: int = T0) -> Change:
    """The host starts the match: a decision for `change`."""
    return started(table, at, seed)


def won(table: TableState, winner: int, at: int) -> Change:
    """This seat wins the running round: its hand is exchanged for three melds and a card to discard, and it closes."""
    melds = ("2C1", "3C1", "4C1", "7D1", "7H1", "7S1", "JH1", "QH1", "KH1")
    game = table.game
    assert game is not None
    hands = {winner: (*melds, "9D1")}
    others = tuple(
        player and replace(player, hand=hands.get(seat, ()), turns=2) for seat, player in enumerate(game.players)
    )
    game = replace(
        game, players=others, active=winner, phase="discard", drawn="9D1", barred=None, wilds=(), turn_up=None
    )
    action = {"do": "discard", "card": "9D1"}
    if not table.rules.closes_on_discard:
        action = {"do": "knock", "discard": "9D1"}
    step = games.apply(game, winner, games.parse_action(action))
    return played(table, step, at, LogNote("act", at, winner))


def person(name: str, **facts: Any) -> User:
    return User.objects.create_user(name, **facts)


def stored(table: TableState) -> int:
    """The rows of this table, as creating the room would have made them; the room's key."""
    room = Room.objects.create(
        name=table.name, ruleset=table.ruleset, options=table.options, public=table.public, host_id=table.host
    )
    table = replace(table, slug=room.slug, code=room.code)
    Table.objects.create(room=room, state=state.encode(table), check_at=deadlines.check_at(table))
    Seat.objects.bulk_create(
        Seat(room=room, index=index, user_id=seat.user, bot=seat.level, name=seat.name)
        for index, seat in enumerate(table.seats)
        if seat
    )
    return room.pk


def now_at(monkeypatch: Any, at: int = T0) -> "StoppedClock":
    """Service time stands still at `at` from now on, until it is moved `forward`."""
    stopped = StoppedClock(at)
    monkeypatch.setattr(clock, "now", lambda: stopped.at)
    monkeypatch.setattr(clock, "ensure", lambda: None)
    return stopped


class StoppedClock:
    """The service time that a test has set."""

    def __init__(self, at: int) -> None:
        self.at = at

    def forward(self, seconds: float) -> None:
        self.at += int(seconds * SECOND)


def of(table_id: int) -> TableState:
    """The table as it is stored now."""
    return table_store.read(table_id).table


def cards_in(text: str, cards: Iterable[str]) -> set[str]:
    """Those of these cards that a text names. Inside a slug or a code the same letters do not count."""
    return set(re.findall(r"(?<![A-Za-z0-9])[A2-9TJQK][CDHS][12](?![A-Za-z0-9])", text)) & set(cards)
