"""One writer path: exactly once, one winner, nothing on old knowledge, nobody told before the commit."""

import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from django.db import connection, transaction

import games
from accounts.models import User
from games import GameError
from lobby.models import Match, Round, RoundPlayer, TableLog
from lobby.tables.announce import broadcast
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import Occupant, TableState
from lobby.tables.core.transitions import Change
from lobby.tables.services.change import change, settle
from lobby.tables.services.play import act
from lobby.tables.store import table_store
from lobby.tables.store.table_store import StoredTable
from tests.support.scenes.tables import begun, now_at, of, person, stored, waiting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.live]


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch) -> list[StoredTable]:
    heard: list[StoredTable] = []
    monkeypatch.setattr(broadcast, "table_changed", heard.append)
    monkeypatch.setattr(broadcast, "lobby_changed", lambda: None)
    return heard


@pytest.fixture
def people() -> list[User]:
    return [person(f"p{n}") for n in range(3)]


@pytest.fixture
def table(people: list[User]) -> int:
    table_id = stored(waiting(*(user.pk for user in people), turn_seconds=None))
    change(table_id, begin)
    return table_id


def begin(table: TableState, now: int) -> Change:
    return begun(table, now)


def at_once(n: int, work: Callable[[int], Any]) -> list[Any]:
    def run(k: int) -> Any:
        try:
            return work(k)
        except (Refusal, GameError) as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(n) as pool:
        return list(pool.map(run, range(n)))


def move(table_id: int, action_id: str = "a", action: dict[str, Any] | None = None, **how: Any) -> bytes:
    """The active player draws (or does `action`)."""
    table = of(table_id)
    seat = table.seats[table.game.active]
    how = {"actor": seat.user, "round": table.game.round, "turn": table.game.turn, **how}
    return act(table_id=table_id, action_id=action_id, action=action or {"do": "draw", "from": "stock"}, **how)


def again(table_id: int, then: StoredTable, action_id: str, known: StoredTable | None = None) -> bytes:
    """Whoever was to draw `then` asks for a card of that turn."""
    game = then.table.game
    return act(
        table_id=table_id, actor=then.table.seats[game.active].user, action_id=action_id, round=game.round,
        turn=game.turn, action={"do": "draw", "from": "stock"}, known=known,
    )  # fmt: skip


def test_an_action_is_stored_once_and_answers_the_same(table: int) -> None:
    """T2"""
    before = table_store.read(table)
    reply = move(table)
    assert again(table, before, "a") == reply
    assert table_store.read(table).version == before.version + 1
    assert TableLog.objects.filter(table_id=table, action_id="a").count() == 1


def test_same_id_for_something_else_is_a_conflict(table: int) -> None:
    user = of(table).seats[of(table).game.active].user
    move(table)
    with pytest.raises(Refusal, match="conflict"):
        move(table, actor=user, turn=99)


@pytest.mark.parametrize("known", [False, True])
def test_same_action_from_many_threads_has_one_effect(table: int, known: bool) -> None:
    start = table_store.read(table)
    answers = at_once(8, lambda k: again(table, start, "same", start if known else None))
    assert len(set(answers)) == 1
    assert table_store.read(table).version == start.version + 1


def test_of_many_different_actions_one_wins(table: int) -> None:
    start = table_store.read(table)
    answers = at_once(8, lambda k: again(table, start, f"a{k}", start if k % 2 else None))
    assert sum(isinstance(answer, bytes) for answer in answers) == 1
    assert table_store.read(table).version == start.version + 1


def test_old_knowledge_neither_acts_nor_refuses(table: int) -> None:
    old = table_store.read(table)
    move(table, "one")
    drawn = of(table).game.drawn
    assert b'"ack"' in move(table, "two", {"do": "discard", "card": drawn}, known=old)  # old says: not yet
    with pytest.raises(games.IllegalAction):
        again(table, old, "three", known=old)  # old says: yes


def test_guards_name_round_and_turn(table: int) -> None:
    before = table_store.read(table)
    for wrong in ({"turn": before.table.game.turn + 1}, {"round": 2}, {"turn": 0}):
        with pytest.raises(Refusal, match="stale_turn"):
            move(table, **wrong)
    assert table_store.read(table) == before


def test_rolled_back_change_is_told_nobody(table: int, told: list[StoredTable]) -> None:
    told.clear()
    version = table_store.read(table).version
    with contextlib.suppress(ZeroDivisionError), transaction.atomic():
        move(table)
        _ = 1 / 0
    assert told == []
    assert table_store.read(table).version == version


def test_ban_counts_from_its_commit(table: int) -> None:
    """T14: the statement itself looks at the account; knowledge of the process cannot help."""
    known = table_store.read(table)
    user = known.table.seats[known.table.game.active].user
    User.objects.filter(pk=user).update(is_active=False)
    with pytest.raises(Refusal, match="account_inactive"):
        move(table, known=known)
    with pytest.raises(Refusal, match="account_inactive"):
        move(table)
    assert table_store.read(table).version == known.version


def test_one_seat_a_person(table: int, people: list[User]) -> None:
    elsewhere = stored(waiting(person("other").pk))

    def sit(current: TableState, now: int) -> Change:
        seats = (current.seats[0], Occupant(name="p1", user=people[1].pk, since=now), *current.seats[2:])
        return Change(msgspec.structs.replace(current, seats=seats, at=now))

    with pytest.raises(Refusal, match="already_seated"):
        change(elsewhere, sit, actor=people[1].pk)
    assert of(elsewhere).seats[1] is None


def test_a_deal_writes_match_and_round(table: int, people: list[User]) -> None:
    match, round_ = Match.objects.get(), Round.objects.get()
    state = of(table).game
    assert (match.number, round_.number, round_.commitment) == (1, 1, state.commitment)
    assert games.decode(bytes(round_.start)) == state
    assert games.commitment(bytes(round_.seed)) == round_.commitment
    assert {row.user_id for row in RoundPlayer.objects.all()} == {user.pk for user in people}


def test_the_log_has_no_hidden_card_and_no_seed(table: int) -> None:
    seat = of(table).game.active
    move(table, "one")
    state = of(table).game
    log = b"".join(bytes(row.entry) + bytes(row.reply or b"") for row in TableLog.objects.filter(table_id=table))
    assert state.drawn.encode() not in log
    assert not any(card.encode() in log for card in state.players[seat].hand)
    assert state.seed.hex().encode() not in log
    assert state.seed not in log


READY = ("AC1", "2C1", "3C1", "4D1", "5D1", "6D1", "7H1", "8H1", "KS1")  # waits for 9H or 6H


def window_for_9h(names: str) -> tuple[int, dict[str, Any]]:
    """A table in whose open window the other player could cut in, and their cut."""
    table = stored(waiting(*(person(f"{names}-{n}").pk for n in range(2)), turn_seconds=None))
    change(table, begin)

    def rigged(current: TableState, now: int) -> Change:
        game, other = current.game, 1 - current.game.active
        players = list(game.players)
        players[other] = msgspec.structs.replace(players[other], hand=READY)
        game = msgspec.structs.replace(game, players=tuple(players), stock=("9H1", *game.stock[1:]))
        return Change(msgspec.structs.replace(current, game=game))

    change(table, rigged)
    move(table, "draw")
    move(table, "discard", {"do": "discard", "card": "9H1"})
    current = of(table)
    other = current.seats[1 - current.game.window.discarder].user
    asked = {"actor": other, "round": 1, "turn": current.game.turn, "action": {"do": "cut"}}
    return table, {"table_id": table, "action_id": "cut", **asked}


def test_cut_in_at_three_point_nine_seconds_is_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """T4, P0-16: by the change itself, no sweep runs here."""
    hands = now_at(monkeypatch)
    table, cut = window_for_9h("in")
    hands.forward(3.9)
    act(**cut)
    assert of(table).game.result.kind == "cut"
    assert Round.objects.get().result["kind"] == "cut"
    assert RoundPlayer.objects.get(won=True).user_id == cut["actor"]


def test_cut_in_at_four_point_one_seconds_is_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """T4, [A-6]"""
    hands = now_at(monkeypatch)
    table, cut = window_for_9h("out")
    hands.forward(4.1)
    with pytest.raises(Refusal, match="stale_turn"):
        act(**cut)
    settle(table)
    assert of(table).game.phase == "draw"


def test_one_winner_of_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """P0-18, T3"""
    table, cut = window_for_9h("race")
    answers = at_once(6, lambda k: act(**{**cut, "action_id": f"cut{k}"}))
    assert sum(isinstance(answer, bytes) for answer in answers) == 1
    assert of(table).game.players[1 - of(table).game.result.winner].score == 0


def test_a_refused_cut_in_is_kept_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """P0-19"""
    table, cut = window_for_9h("kept")

    def spoiled(current: TableState, now: int) -> Change:
        players = tuple(
            msgspec.structs.replace(player, hand=(*READY[:7], "2S1", "KS1"))
            if player and player.hand == READY
            else player
            for player in current.game.players
        )
        return Change(msgspec.structs.replace(current, game=msgspec.structs.replace(current.game, players=players)))

    change(table, spoiled)
    before = table_store.read(table)
    for n in range(3):
        with pytest.raises(games.IllegalAction, match="does_not_close"):
            act(**{**cut, "action_id": f"cut{n}"})
    assert table_store.read(table) == before


@pytest.mark.production
def test_a_move_is_one_statement(table: int, django_assert_num_queries: Callable[..., Any]) -> None:
    """With the state known by the process: UPDATE and INSERT in one, which commits by itself."""
    known = table_store.read(table)
    with django_assert_num_queries(1):
        again(table, known, "hot", known)
