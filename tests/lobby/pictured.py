"""The table of which docs/protocol.md shows the whole picture: Ana has just taken the discard, Bia is absent."""

from typing import Any

import msgspec
from msgspec.structs import replace

import games
from lobby.tables.core import state, transitions
from lobby.tables.core.state import SECOND, TableState
from lobby.tables.core.transitions import LogNote, played
from lobby.tables.realtime.connections import ConnectedTable
from lobby.tables.store.table_store import StoredTable
from tests.support.scenes.tables import T0, playing

NAMES = ("Ana", "Bia", "Caju")
MOVES: tuple[tuple[int, dict[str, Any]], ...] = (
    (1, {"do": "draw", "from": "stock"}),
    (1, {"do": "discard", "card": "KH1"}),
    (2, {"do": "draw", "from": "stock"}),
    (2, {"do": "discard", "card": "JD1"}),
    (0, {"do": "draw", "from": "pile"}),
)
NOW = T0 + 6 * SECOND


def shown_to_ana() -> dict[str, Any]:
    """Her picture at `NOW`, which is for the caller to make the time."""
    connected = ConnectedTable(1)
    connected.take(StoredTable(1, 7, _table()))
    found: dict[str, Any] = msgspec.json.decode(connected.picture(1, "Ana", None)[0])
    return found


def _table() -> TableState:
    table = playing(1, 2, ruleset="pife", bots=1, seats=3)
    for seat, move in MOVES:
        assert table.game is not None
        step = games.apply(table.game, seat, games.parse_action(move))
        table = played(table, step, T0, LogNote("act", T0, seat)).table
    table = transitions.absent(table, 2, T0 - 4 * SECOND, T0)
    seats = tuple(replace(each, name=name) for each, name in zip(table.taken(), NAMES, strict=True))
    dealt = tuple(state.Dealt(each.name, each.user, each.level) for each in seats)
    return replace(table, slug="m1ZpQYtVQ0u8cVn2b3a4xw", code="7KQM2XWB", name="", seats=seats, dealt=dealt)
