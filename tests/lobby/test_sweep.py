"""What falls due without anybody asking, by a clock in the test's hands."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections

import games
from accounts.models import User
from games import bots
from lobby.models import Connection, Match, Room, Round, Seat, TableLog
from lobby.tables.announce import broadcast
from lobby.tables.core import transitions
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import SECOND
from lobby.tables.services import presence, sweep
from lobby.tables.services.change import change
from lobby.tables.store import table_store
from tests.support.scenes.tables import StoppedClock, begun, now_at, of, person, stored, waiting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.live]


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "table_changed", lambda table: None)
    monkeypatch.setattr(broadcast, "lobby_changed", lambda: None)


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    return now_at(monkeypatch)


@pytest.fixture
def people() -> list[User]:
    return [person(f"p{n}") for n in range(3)]


def opened(people: list[User], **how: Any) -> int:
    table = stored(waiting(*(user.pk for user in people), **how))
    change(table, begun)
    return table


def seen(table: int, *people: User, at: int) -> None:
    """A socket of each has sent a frame."""
    for user in people:
        Connection.objects.update_or_create(
            table_id=table, user=user, defaults={"process": "test", "opened": at, "last_frame": at}
        )


def twice_at_once(work: Any) -> None:
    """Two sweepers."""

    def run(_: int) -> None:
        try:
            work()
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(run, range(2)))


def test_time_outs_act_once_with_two_sweepers(people: list[User], hands: StoppedClock) -> None:
    """T6"""
    tables = [opened([person(f"a{n}"), person(f"b{n}")], turn_seconds=10) for n in range(6)]
    hands.forward(10)
    twice_at_once(sweep.sweep_tables)
    for table in tables:
        current = of(table)
        assert (current.game.phase, table_store.read(table).version) == ("discard", 2)
        assert current.clock.due == hands.at + 10 * SECOND
    sweep.sweep_tables()
    assert all(table_store.read(table).version == 2 for table in tables)


@pytest.mark.production
def test_sweepers_divide_the_house(people: list[User], hands: StoppedClock) -> None:
    """What another one is sweeping is left to it, not done twice; but not for long: it may be frozen."""
    table = opened(people[:2], turn_seconds=10)
    hands.forward(10)
    with ThreadPoolExecutor(1) as pool, table_store.claimed(table % table_store.SHARES) as ours:
        assert ours
        assert pool.submit(sweep.sweep_tables).result() == 0
        assert table_store.read(table).version == 1
        hands.forward(2)
        assert pool.submit(sweep.sweep_tables).result() == 1
        pool.submit(connections.close_all).result()
    assert table_store.read(table).version == 2
    hands.forward(10)
    assert sweep.sweep_tables() == 1
    assert table_store.read(table).version == 3


def test_bots_play_to_the_window_and_beyond(people: list[User], hands: StoppedClock) -> None:
    """They go the ordinary way: one log row a move, at their own pace."""
    table = opened(people[:1], bots=3, turn_seconds=10)
    phases = set()
    for _ in range(60):
        hands.at = max(hands.at, check_at(table) or 0)
        sweep.sweep_tables()
        phases.add(of(table).game.phase)
        if not of(table).round_running:
            break
    assert {"draw", "discard", "window"} <= phases
    assert TableLog.objects.filter(table_id=table).count() == table_store.read(table).version


@pytest.mark.parametrize("ruleset", games.RULESETS)
def test_bots_and_the_clock_play_every_game(
    people: list[User], hands: StoppedClock, ruleset: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A person who never acts and three bots: rounds end, the next is dealt where the clock deals, no error."""
    table = opened(people[:1], ruleset=ruleset, bots=3, turn_seconds=10)
    for _ in range(400):
        if (due := check_at(table)) is None:
            break
        hands.at = max(hands.at, due)
        sweep.sweep_tables()
    assert Round.objects.filter(ended_at__isnull=False).exists() or of(table).game.turn > 60
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def check_at(table: int) -> int:
    from lobby.models import Table

    return Table.objects.get(pk=table).check_at


def test_a_bot_at_a_loss_is_timed_out(people: list[User], hands: StoppedClock, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(bots, "choose", lost)
    table = opened(people[:1], bots=1, turn_seconds=None)
    current = of(table)
    if current.game.active == 0:
        change(table, lambda current, now: transitions.timed_out(current, now, now))
        change(table, lambda current, now: transitions.timed_out(current, now, now))
        hands.forward(4)
        sweep.sweep_tables()
    assert of(table).game.active == 1
    hands.forward(2)
    sweep.sweep_tables()
    assert of(table).game.phase == "discard"


def test_a_move_thought_too_long_is_dropped(people: list[User], hands: StoppedClock) -> None:
    """The table has gone on meanwhile: what was thought out on the older picture is refused and forgotten."""
    table = opened(people[:1], bots=2, turn_seconds=10)
    while not (known := table_store.read(table)).table.bot.due:
        change(table, lambda current, now: transitions.timed_out(current, now, now))
    change(table, lambda current, now: transitions.timed_out(current, now, now))
    before = table_store.read(table)
    with pytest.raises(Refusal, match="stale_turn"):
        sweep.move_bot(known)
    assert table_store.read(table) == before


# --- presence -------------------------------------------------------------------------------------------------------


def test_silent_people_become_absent_since_their_last_frame_and_leave(people: list[User], hands: StoppedClock) -> None:
    """T7: 120 s from the last frame; presence is judged by two sweepers at once."""
    table, t0 = opened(people, turn_seconds=None), hands.at
    seen(table, *people, at=t0)
    for second in range(0, 130, 5):
        hands.at = t0 + second * SECOND
        seen(table, *people[1:], at=hands.at)
        twice_at_once(sweep.sweep_presence)
        sweep.sweep_tables()
        seat = of(table).seats[0]
        if second < 25:
            assert seat.absent_since is None
        elif second < 120:
            assert seat.absent_since == t0
        else:
            assert seat is None
    assert not Seat.objects.filter(user=people[0]).exists()


def test_back_at_119_seconds_keeps_seat_and_cards(people: list[User], hands: StoppedClock) -> None:
    table, t0 = opened(people, turn_seconds=None), hands.at
    hand = of(table).game.players[0].hand
    seen(table, people[0], at=t0)
    hands.at = t0 + 119 * SECOND
    seen(table, *people[1:], at=hands.at)
    sweep.sweep_presence()
    slug = Room.objects.get(pk=table).slug
    presence.arrived(slug=slug, user=people[0].pk, process="other")
    hands.forward(10)
    sweep.sweep_tables()
    assert of(table).seats[0].absent_since is None
    assert of(table).game.players[0].hand[: len(hand)] == hand


def test_whoever_never_opened_the_table_is_absent_since_sitting_down(people: list[User], hands: StoppedClock) -> None:
    table = opened(people[:2])
    hands.forward(1)
    seen(table, people[0], at=hands.at)
    sweep.sweep_presence()
    assert of(table).seats[1].absent_since == of(table).seats[1].since


def test_nobody_present_sleeps_off_the_list_and_expires(people: list[User], hands: StoppedClock) -> None:
    """P0-38, T11's other half: only real absence closes a room."""
    table, t0 = opened(people[:2], turn_seconds=60), hands.at
    seen(table, *people[:2], at=t0)
    hands.forward(26)
    sweep.sweep_presence()
    assert Room.objects.get(pk=table).asleep
    assert of(table).clock.left == 34 * SECOND
    hands.at = t0 + 120 * SECOND
    sweep.sweep_tables()
    room = Room.objects.get(pk=table)
    assert (room.closed_reason, room.closed_at is None) == ("expired", False)
    assert not Seat.objects.exists()
    assert Match.objects.get().reason == "expired"
    assert Round.objects.get().ended_at is not None


# --- restart --------------------------------------------------------------------------------------------------------


def test_three_minutes_of_outage_change_nothing(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    """T11: everything stops in mid-round, for three minutes of the database's clock, and starts again."""
    from lobby.models import Pulse
    from lobby.tables.store import clock

    monkeypatch.setattr(clock, "_known", None)
    clock.pulse()
    table = stored(waiting(*(user.pk for user in people), at=clock.now(), turn_seconds=20))
    change(table, begun)
    seen(table, *people, at=clock.now())
    before, left = of(table), of(table).clock.due - clock.now()
    Pulse.objects.update(at=Pulse.objects.get().at - 180 * SECOND)  # three minutes have passed since the last pulse …
    current = of(table)
    shift = 180 * SECOND
    assert current == before
    monkeypatch.setattr(clock, "_known", None)  # … and these are new processes
    # Rows keep service time: it is the pulse that tells how long nobody could play.
    Pulse.objects.update(outage=-shift)
    clock.pulse()
    sweep.sweep_presence()
    sweep.sweep_tables()
    after = of(table)
    assert after == before
    assert abs(after.clock.due - clock.now() - left) < 2 * SECOND


def test_sweeps_are_idempotent(people: list[User], hands: StoppedClock) -> None:
    table = opened(people[:2], ruleset="pife", turn_seconds=20)
    seen(table, *people[:2], at=hands.at)
    for _ in range(3):
        sweep.sweep_presence()
        sweep.sweep_tables()
        sweep.sweep_rooms()
    assert table_store.read(table).version == 1
