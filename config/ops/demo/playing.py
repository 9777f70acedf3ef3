"""How the people of the demo play: as bots do, through the services, each by what their own seat sees."""

import random
import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager

import games
from accounts.models import User
from games import bots
from lobby.models import Room
from lobby.tables.core.state import NEXT_DEAL, SECOND, TableState
from lobby.tables.services import hosting, play, sweep
from lobby.tables.services.change import settle
from lobby.tables.store import clock, table_store

LEVEL = "normal"
STEPS = 900  # moves per round, at most: more is an error
ROUNDS = 80  # per match, at most
HOST_DEALS = 8  # rounds of a match that ends only with its room


class Past:
    """A clock in the past for finished matches: it stands still until moved forward. `at`: microseconds."""

    def __init__(self, at: int) -> None:
        self.at = at

    def forward(self, microseconds: int) -> None:
        """Let this much time pass."""
        self.at += microseconds


@contextmanager
def past(ago: int) -> Iterator[Past]:
    """Within this context `clock.now` reads a `Past` that begins `ago` microseconds ago."""
    real, hands = clock.now, Past(clock.now() - ago)
    clock.now = lambda: hands.at
    try:
        yield hands
    finally:
        clock.now = real


def play_match(room: Room, hands: Past) -> None:
    """Play the match to its end, or HOST_DEALS rounds where only closing the room ends it; then close the room.

    Raises RuntimeError if a round or the match does not end."""
    people = {seat.user for seat in _live(room).seats if seat and seat.user}
    for played in range(1, ROUNDS):
        _begin(room, hands)
        _play_round(room, people, hands)
        table = _live(room)
        if not table.match_running or (table.rules.deals == "host" and played == HOST_DEALS):
            break
    else:
        raise RuntimeError(f"the match in room {room.pk} does not end")
    hosting.close(room_id=room.pk, actor=_host(room))


def _begin(room: Room, hands: Past) -> None:
    table = _live(room)
    if table.match_running and table.rules.deals == "clock":
        hands.forward(NEXT_DEAL)
        settle(room.pk)
    else:
        hosting.start(room_id=room.pk, actor=_host(room))


def _play_round(room: Room, people: Collection[int], hands: Past) -> None:
    for _ in range(STEPS):
        if not _live(room).round_running:
            return
        hands.forward(2 * SECOND)
        if not move(room.pk, people):
            hands.forward(2 * SECOND)  # the window closes
            settle(room.pk)
    raise RuntimeError(f"the round in room {room.pk} does not end")


def move(table_id: int, people: Collection[int], *, with_bots: bool = True) -> bool:
    """Make the next move of one of these people, or of a bot. False if none of them is to move, as in a window that
    nobody can use."""
    known = table_store.read(table_id)
    table, game = known.table, known.table.game
    if game is None or table.frozen or not table.round_running:
        return False
    for seat, holder in enumerate(table.seats):
        if holder is None or seat not in games.in_round(game):
            continue
        if holder.user and holder.user in people and (action := _choice(game, seat)):
            play.act(
                table_id=table_id, actor=holder.user, action_id=secrets.token_hex(8),
                round=game.round, turn=game.turn, action=games.action_json(action),
            )  # fmt: skip
            return True
        if holder.bot and with_bots and seat == game.active and game.phase != "window":
            sweep.move_bot(known)
            return True
    return False


def _choice(game: games.State, seat: int) -> games.Action | None:
    """The action of this seat, if it has one to take."""
    if game.phase == "window":
        return games.Cut() if games.Cut() in games.legal_actions(game, seat) else None
    if seat != game.active:
        return None
    return bots.choose(games.observe(game, seat), LEVEL, random.Random(f"{game.commitment}:{game.turn}:{game.phase}"))


def _live(room: Room) -> TableState:
    return table_store.read(room.pk).table


def _host(room: Room) -> User:
    return User.objects.get(pk=_live(room).host or 0)
