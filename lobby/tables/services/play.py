"""The moves of a round, and each player's private order of their hand."""

from typing import Any

import msgspec

import games
from games import Action, Cut, IllegalAction, Resign
from games.prospects import Prospect, prospect
from lobby.models import Arrangement
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import TableState
from lobby.tables.core.transitions import Change, LogNote, played
from lobby.tables.store import table_store
from lobby.tables.store.table_store import StoredTable

from .change import change

Groups = list[list[str]]
_encode = msgspec.json.Encoder().encode

# Refused cut-ins of open windows. A seat's answer cannot change during a window, so a repeat neither costs the solver
# anything nor reveals anything.
_verdicts: dict[tuple[int, int, int, int, int], str] = {}
VERDICTS = 10_000  # kept at most


def act(
    *,
    table_id: int,
    actor: int,
    action_id: str,
    round: int,  # noqa: A002  its name in the protocol
    turn: int,
    action: dict[str, Any],
    known: StoredTable | None = None,
) -> bytes:
    """A person's move; the reply is an `ack`. Resent under the same id, it has no second effect and the same reply.

    `round`, `turn`: those the player saw. Raises MalformedAction, IllegalAction with the code of the rules, Busy, or
    Refusal: `not_seated`, `stale_turn`, `frozen`, `room_closed`, `no_such_room`, `account_inactive`, `conflict` (the id
    belongs to another request)."""
    move = games.parse_action(action)
    body = _encode([round, turn, action])

    def decide(table: TableState, now: int) -> Change:
        seat = table.seat_of(actor)
        if seat is None:
            raise Refusal("not_seated")
        return _moved(table_id, table, now, seat, round, turn, move)

    return change(table_id, decide, actor=actor, action_id=action_id, body=body, known=known)


def act_for_bot(
    *,
    table_id: int,
    seat: int,
    round: int,  # noqa: A002
    turn: int,
    phase: str,
    action: Action,
    known: StoredTable | None = None,
) -> None:
    """A bot's move, by the same path.

    It was chosen for the turn described by `round`, `turn` and `phase`. Raises what `act` raises for a move; Refusal
    `stale_turn` if the table has moved on since."""

    def decide(table: TableState, now: int) -> Change:
        holder, game = table.seats[seat], table.game
        if holder is None or not holder.bot or game is None or game.phase != phase or game.active != seat:
            raise Refusal("stale_turn")
        return _moved(table_id, table, now, seat, round, turn, action)

    change(table_id, decide, known=known)


def _moved(table_id: int, table: TableState, now: int, seat: int, round_: int, turn: int, move: Action) -> Change:
    game, holder = table.game, table.seats[seat]
    if game is None or holder is None:
        raise IllegalAction("round_over")
    if table.frozen and not isinstance(move, Resign):  # resigning is leaving, which is always allowed (M3-20, [A-40])
        raise Refusal("frozen")
    if (game.round, game.turn) != (round_, turn):
        raise Refusal("stale_turn")
    asked = (table_id, table.match, round_, turn, seat)
    if isinstance(move, Cut) and (code := _verdicts.get(asked)):
        raise IllegalAction(code)
    try:
        step = games.apply(game, seat, move)
    except IllegalAction as error:
        if isinstance(move, Cut) and error.code == "does_not_close":
            _keep_verdict(asked, error.code)
        raise
    return played(table, step, now, LogNote("act", now, seat, holder.user, games.action_json(move)))


def _keep_verdict(asked: tuple[int, int, int, int, int], code: str) -> None:
    if len(_verdicts) >= VERDICTS:
        _verdicts.clear()
    _verdicts[asked] = code


# --- the order of a hand --------------------------------------------------------------------------------------------


def arrange(*, table_id: int, actor: int, groups: Groups, n: int, known: StoredTable | None = None) -> None:
    """Store the order of a hand. Any groups are accepted, the last write wins, and the table gets no new version.

    `n`: the page's own count of its orders. Raises Refusal: `not_seated`, `no_such_room`."""
    table = (known or table_store.read(table_id)).table
    if table.seat_of(actor) is None:
        raise Refusal("not_seated")
    game = table.game
    facts = {"match": table.match, "round": game.round if game else 0, "n": n, "groups": groups}
    Arrangement.objects.update_or_create(table_id=table_id, user_id=actor, defaults=facts)


def arrangement(*, table_id: int, user: int, known: StoredTable | None = None) -> tuple[int, Groups, list[bool]]:
    """(n, groups, which of them are melds) of the current hand: cards no longer held are left out, new ones at the end.

    Without a hand to show, no groups. Raises Refusal: `no_such_room`."""
    table = (known or table_store.read(table_id)).table
    seat, game = table.dealt_to(user), table.game
    row = Arrangement.objects.filter(table_id=table_id, user_id=user).first()
    n = row.n if row else 0
    player = None if seat is None or game is None else game.players[seat]
    if game is None or seat is None or player is None or table.closed:
        return n, [], []
    stored = row.groups if row and (row.match, row.round) == (table.match, game.round) else []
    groups = _of_hand(stored, player.hand)
    return n, groups, [_is_meld(game, group) for group in groups]


def _of_hand(groups: Groups, hand: tuple[str, ...]) -> Groups:
    waiting = set(hand)
    found: Groups = []
    for group in groups:
        cards = [card for card in dict.fromkeys(group) if card in waiting]
        waiting.difference_update(cards)
        if cards:
            found.append(cards)
    missing = [card for card in hand if card in waiting]
    return [*found, missing] if missing else found


def _is_meld(game: games.State, group: list[str]) -> bool:
    return games.solver_of(game).is_meld(group)


def why(*, table_id: int, user: int, known: StoredTable | None = None) -> Prospect:
    """How near this person's hand is to winning, and by what.

    Raises IllegalAction `not_in_round` without cards, `unknown_action` where nobody knocks; Refusal `no_such_room`."""
    table = (known or table_store.read(table_id)).table
    seat, game = table.dealt_to(user), table.game
    if seat is None or game is None:
        raise IllegalAction("not_in_round")
    return prospect(game, seat)
