"""Positions too rare to wait for: a discard that four hands need, and a clock at a chosen moment.

Every card of the decks stays in exactly one place."""

from collections.abc import Callable

from msgspec.structs import replace

import games
from games.cards import deck
from lobby.tables.core.state import SECOND, Clock, TableState

CUTTERS = (1, 2, 3, 4)  # seats after the discarder
CLAIMED = "7H1"
MELDS = (
    ("AC1 2C1 3C1 AD1 2D1 3D1", "7C1 7D1", "KC1"),
    ("AC2 2C2 3C2 AD2 2D2 3D2", "7C2 7D2", "KC2"),
    ("AS1 2S1 3S1 TS1 JS1 QS1", "5H1 6H1", "KD1"),
    ("AS2 2S2 3S2 TS2 JS2 QS2", "8H1 9H1", "KD2"),
)
LOOSE = "9C1 9C2 5D1 5D2 JH1 QD1 4C1 8S1 6C1"
Setting = Callable[[TableState, int], TableState]


def cut_scene(*, discarder: int, waiting: bool = True) -> Setting:
    """Seat `discarder` is about to discard 7H1. `waiting`: the four after it have two melds and wait for it."""

    def set_up(table: TableState, now: int) -> TableState:
        game = table.game
        assert game is not None
        hands = {discarder: (*LOOSE.split(), CLAIMED)}
        for step, (melds, pair, spare) in zip(CUTTERS, MELDS, strict=True):
            hands[(discarder + step) % 5] = (*melds.split(), *(pair if waiting else "6S1 8D1").split(), spare)
            if not waiting:
                break
        return _with_hands(table, now, hands, discarder)

    return set_up


def _with_hands(table: TableState, now: int, hands: dict[int, tuple[str, ...]], active: int) -> TableState:
    game = table.game
    assert game is not None
    used = {card for hand in hands.values() for card in hand}
    rest = [card for card in deck(2) if card not in used]
    for seat in range(5):
        if seat not in hands:
            hands[seat], rest = tuple(rest[-9:]), rest[:-9]
    players = tuple(
        replace(
            games.Player(bot=False) if player is None else player, hand=hands[seat], in_round=True, left=False, turns=2
        )
        for seat, player in enumerate(game.players)
    )
    game = replace(
        game, players=players, phase="discard", active=active, round=game.round + 1, turn=9, stock=tuple(rest), pile=(),
        gone=(), drawn=hands[active][-1], barred=None, window=None, result=None, match=None, last=(),
    )  # fmt: skip
    return replace(table, game=game, clock=Clock("discard", now), bot=Clock())


def due_at(moment: int) -> Setting:
    """Let the running clock of the table end at this moment of service time."""

    def set_up(table: TableState, now: int) -> TableState:
        return replace(table, clock=replace(table.clock, due=moment, left=None))

    return set_up


def left_of(seconds: float) -> Setting:
    """Set how much is left of the running clock."""

    def set_up(table: TableState, now: int) -> TableState:
        return replace(table, clock=replace(table.clock, due=now + int(seconds * SECOND), left=None))

    return set_up
