"""Laws of a table over thousands of random happenings: moves, time-outs, people who come and go, hosts' wishes."""

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

import games
from games import GameError
from lobby.tables.core import deadlines, seats, state, transitions
from lobby.tables.core.deadlines import settled
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import GRACE, SECOND, TableState
from lobby.tables.core.transitions import Change, LogNote, played
from lobby.tables.realtime import table_view
from tests.support.scenes.tables import T0, waiting, won

PEOPLE = range(1, 9)
SHORT: dict[str, dict[str, int]] = {"pife": {"points": 2}, "cacheta-pontos": {"points": 2}}
"""Matches that come to an end."""
Happening = Callable[[TableState, int, random.Random], Change]


def luck(rng: random.Random) -> Callable[[], bytes]:
    return lambda: rng.randbytes(32)


def move(table: TableState, now: int, rng: random.Random) -> Change:
    """Anybody at all tries a move that the rules allow in this moment."""
    game = table.game
    if game is None or table.frozen:
        raise Refusal("frozen")
    choices = [
        (seat, action)
        for seat in range(len(table.seats))
        if table.seats[seat] is not None and game.players[seat] is not None
        for action in games.legal_actions(game, seat)
    ]
    if not choices:
        raise Refusal("round_over")
    seat, action = rng.choice(choices)
    note = LogNote("act", now, seat, action=games.action_json(action))
    try:
        return played(table, games.apply(game, seat, action), now, note)
    except (Refusal, GameError) as refusal:
        raise AssertionError(f"a legal move was refused: {action}") from refusal


def away(table: TableState, now: int, rng: random.Random) -> Change:
    there = [each.user for each in table.present() if each.user]
    return Change(
        transitions.absent(table, rng.choice(there), now - rng.randrange(30) * SECOND, now) if there else table
    )


def back(table: TableState, now: int, rng: random.Random) -> Change:
    gone = [each.user for each in table.people() if each.absent_since is not None and each.user]
    return Change(transitions.back(table, rng.choice(gone), now) if gone else table)


def seat(table: TableState, rng: random.Random) -> int:
    return rng.randrange(len(table.seats))


def pause(table: TableState, now: int, rng: random.Random) -> Change:
    return transitions.paused(table, now) if table.paused_at is None else transitions.resumed(table, now)


def sit(table: TableState, now: int, rng: random.Random) -> Change:
    user = rng.choice(PEOPLE)
    return seats.sat(table, user, f"p{user}", seat(table, rng), now)


def win(table: TableState, now: int, rng: random.Random) -> Change:
    """Somebody in the round closes, which would be rare by chance."""
    if table.frozen or not table.round_running or table.rules.lays:
        raise Refusal("cannot_now")
    return won(table, rng.choice(games.in_round(table.game)), now)


def poor(table: TableState, now: int, rng: random.Random) -> Change:
    """Few lives or points are left: matches come to an end."""
    game = table.game
    if game is None or game.match_over or not table.rules.falls_at_zero:
        raise Refusal("cannot_now")
    left = [replace(each, score=rng.choice((1, 1, 2))) if each and not each.out else each for each in game.players]
    return Change(replace(table, game=replace(game, players=tuple(left))))


def removed(table: TableState, now: int, rng: random.Random) -> Change:
    """The host removes anybody but themselves, as the service lets them; in time everybody is welcome again."""
    index = seat(table, rng)
    if table.host is None or index == table.seat_of(table.host):
        raise Refusal("not_host")
    changed = seats.removed(table, index, now)
    return changed._replace(table=replace(changed.table, removed=changed.table.removed[-2:]))


def pass_host(table: TableState, now: int, rng: random.Random) -> Change:
    people = [each.user for each in table.seats if each and each.user is not None and not each.leaving]
    return Change(replace(table, host=rng.choice(people)) if people else table)


HAPPENINGS: dict[Happening, int] = {
    move: 60,
    win: 4,
    poor: 4,
    away: 2,
    back: 6,
    pause: 2,
    sit: 6,
    lambda table, now, rng: transitions.started(table, now, luck(rng)): 6,
    lambda table, now, rng: seats.left(table, rng.choice(PEOPLE), now): 2,
    lambda table, now, rng: seats.bot_added(table, seat(table, rng), rng.choice(["easy", "hard"]), now): 3,
    lambda table, now, rng: seats.bot_removed(table, seat(table, rng), now): 1,
    removed: 4,
    pass_host: 1,
    lambda table, now, rng: Change(table): 12,  # only time passes
}


def check(table: TableState) -> None:
    people = [each.user for each in table.people()]
    assert len(people) == len(set(people))
    assert table.host in {*people, None}
    assert (table.asleep_since is not None) == (not table.present())
    for booking in table.reservations:
        holder = table.seats[booking.seat]
        assert holder is None or holder.bot
    for clock in (table.clock, table.bot):
        assert (clock.due if table.frozen else clock.left) is None
    game = table.game
    if game is not None:
        for index in games.in_round(game) if table.round_running else ():
            assert table.seats[index] is not None, index
            assert table.seats[index].bot == game.players[index].bot
        if table.round_running:
            assert table.clock.kind == game.phase
            limited = table.options["turn_seconds"] or game.phase == "window"
            assert not limited or (table.clock.left if table.frozen else table.clock.due) is not None
        if game.phase in {"draw", "discard"} and table.seats[game.active].bot:
            assert (table.bot.left if table.frozen else table.bot.due) is not None
        if game.round and not game.match_over and table.rules.falls_at_zero and not table.closed:
            assert sum(player is not None and not player.out for player in game.players) > 1, "nobody left to play with"
    assert deadlines.overdue(table, table.at) is None
    assert state.decode(state.encode(table)) == table
    for user in (*PEOPLE[:3], 99):
        table_view.private(table, user, "x")
    table_view.play(table)
    table_view.room_view(table)


@pytest.mark.parametrize("ruleset", games.RULESETS)
@pytest.mark.parametrize("number", range(6))
def test_laws_of_a_table(ruleset: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"{ruleset}:{number}")
    options = {"turn_seconds": rng.choice([10, 30, None]), **SHORT.get(ruleset, {})}
    table, now = waiting(1, 2, ruleset=ruleset, bots=1, **options), T0
    reached = set()
    for _ in range(1500):
        now += rng.choice([0, 1, 200_000, SECOND, SECOND, 5 * SECOND, 20 * SECOND])
        table = settled(table, max(now, table.at), luck(rng)).table
        if table.closed:
            table = waiting(1, 2, ruleset=ruleset, bots=rng.randrange(2), at=now, **options)
        happening = rng.choices(list(HAPPENINGS), list(HAPPENINGS.values()))[0]
        try:
            table = happening(table, max(now, table.at), rng).table
        except (Refusal, GameError):
            assert happening is not win or not table.round_running or table.frozen or table.rules.lays
            continue
        check(settled(table, table.at, luck(rng)).table)
        reached |= {table.game.phase if table.game else "none", "frozen" if table.frozen else "awake"}
        reached.add("booked" if table.reservations else "free")
    assert now - T0 > GRACE
    assert reached >= {"draw", "discard", "over", "frozen", "awake"}
