"""People of the demo play as bots do: through the services, each on what their own seat sees."""

import random
import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager

import games
from accounts.models import User
from games import bots
from lobby import clock, hot
from lobby.live import NEXT_DEAL, SECOND, Live
from lobby.models import Room
from lobby.services import play, rooms, sweep
from lobby.services.change import change, nothing

LEVEL = "normal"
STEPS = 900  # moves of one round, at most: more is an error
ROUNDS = 80  # of one match, at most
HOST_DEALS = 8  # rounds of a match that only ends with the room


class Past:
    """The clock of matches that are over before anybody looks: it goes on when it is told to."""

    def __init__(self, at: int) -> None:
        self.at = at

    def forward(self, microseconds: int) -> None:
        self.at += microseconds


@contextmanager
def past(ago: int) -> Iterator[Past]:
    """In here `clock.now` is a `Past` that begins so many microseconds ago: a match takes as long as its moves."""
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
        live = _live(room)
        if not live.match_running or (live.rules.deals == "host" and played == HOST_DEALS):
            break
    else:
        raise RuntimeError(f"the match in room {room.pk} does not end")
    rooms.close(room_id=room.pk, by=_host(room))


def _begin(room: Room, hands: Past) -> None:
    live = _live(room)
    if live.match_running and live.rules.deals == "clock":
        hands.forward(NEXT_DEAL)
        change(room.pk, nothing)
    else:
        rooms.start(room_id=room.pk, by=_host(room))


def _play_round(room: Room, people: Collection[int], hands: Past) -> None:
    for _ in range(STEPS):
        if not _live(room).round_running:
            return
        hands.forward(2 * SECOND)
        if not move(room.pk, people):
            hands.forward(2 * SECOND)  # the window closes
            change(room.pk, nothing)
    raise RuntimeError(f"the round in room {room.pk} does not end")


def move(table_id: int, people: Collection[int], *, with_bots: bool = True) -> bool:
    """The next move of one of these people, or of a bot; False if it is nobody's of them, as in a window of which
    nobody has use."""
    known = hot.read(table_id)
    live, game = known.live, known.live.game
    if game is None or live.frozen or not live.round_running:
        return False
    for seat, holder in enumerate(live.seats):
        if holder is None or seat not in games.in_round(game):
            continue
        if holder.user and holder.user in people and (action := _choice(game, seat)):
            play.act(
                table_id=table_id, user=holder.user, action_id=secrets.token_hex(8),
                round=game.round, turn=game.turn, action=games.action_json(action),
            )  # fmt: skip
            return True
        if holder.bot and with_bots and seat == game.active and game.phase != "window":
            sweep.move_bot(known)
            return True
    return False


def _choice(game: games.State, seat: int) -> games.Action | None:
    """What this seat does now, if anything is its to do."""
    if game.phase == "window":
        return games.Cut() if games.Cut() in games.legal_actions(game, seat) else None
    if seat != game.active:
        return None
    return bots.choose(games.observe(game, seat), LEVEL, random.Random(f"{game.commitment}:{game.turn}:{game.phase}"))


def _live(room: Room) -> Live:
    return hot.read(room.pk).live


def _host(room: Room) -> User:
    return User.objects.get(pk=_live(room).host or 0)
