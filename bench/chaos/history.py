"""The history of a run as its clients saw it, and the judge that checks it against the database.

The clients record every request with its id and every reply, byte for byte. The judge checks for each table: is every
acknowledged request in the log, once, with this reply and this version; is nothing there that nobody requested; are the
versions without gaps; is every card of the deck in exactly one place; and does the log, replayed from the deal through
the engine, lead to exactly the state in the row."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import msgspec

import games
from lobby.history.replay import Unreplayable, positions
from lobby.models import Round, Table, TableLog
from lobby.tables.core import state as lives
from lobby.tables.core.state import TableState
from tests.support.games.laws import conserved

encode = msgspec.json.encode
Key = tuple[int, int, str]  # table, user, id


@dataclass
class Sent:
    """One request: how often it was sent, and every reply to it."""

    message: dict[str, Any]
    frame: bytes
    times: int = 0
    replies: list[bytes] = field(default_factory=list)

    @property
    def acks(self) -> list[bytes]:
        return [reply for reply in self.replies if reply.startswith(b'{"type":"ack"')]

    @property
    def body(self) -> bytes:
        """Its identity, as the log stores it."""
        asked = self.message
        if asked["type"] == "act":
            return encode([asked["round"], asked["turn"], asked["action"]])
        return encode([asked["do"], asked.get("seat"), asked.get("level"), asked.get("seconds")])


class History:
    def __init__(self) -> None:
        self.sent: dict[Key, Sent] = {}

    def of_tables(self) -> dict[int, dict[tuple[int, str], Sent]]:
        found: dict[int, dict[tuple[int, str], Sent]] = defaultdict(dict)
        for (table, user, asked), sent in self.sent.items():
            found[table][user, asked] = sent
        return found

    @property
    def acked(self) -> int:
        return sum(bool(sent.acks) for sent in self.sent.values())


def judge(history: History, tables: list[int], *, crafted: bool = False) -> list[str]:
    """What is wrong with these tables. `crafted`: a test has set up positions, so no deal can be replayed."""
    asked = history.of_tables()
    return [f"table {table}: {problem}" for table in tables for problem in judge_table(table, asked[table], crafted)]


def judge_table(table_id: int, asked: dict[tuple[int, str], Sent], crafted: bool) -> list[str]:
    row = Table.objects.get(pk=table_id)
    table = lives.decode(bytes(row.state))
    columns = ("version", "user_id", "action_id", "body", "reply")
    log = list(TableLog.objects.filter(table_id=table_id).order_by("version").values_list(*columns))
    problems = []
    if [entry[0] for entry in log] != list(range(1, row.version + 1)):
        problems.append("versions with a gap")
    done = {(user, asked_id): entry for entry in log for user, asked_id in [entry[1:3]] if asked_id is not None}
    if len(done) != sum(entry[2] is not None for entry in log):
        problems.append("a request done twice")
    for key, sent in asked.items():
        problems += judge_request(key, sent, done.get(key))
    people = {user for user, _ in asked}
    problems += [f"nobody asked for {key}" for key in done.keys() - asked.keys() if key[0] in people]
    problems += cards_missing(table)
    return problems if crafted else problems + replayed(table_id, table)


def judge_request(key: tuple[int, str], sent: Sent, entry: tuple[Any, ...] | None) -> list[str]:
    acks = set(sent.acks)
    if len(acks) > 1:
        return [f"{key}: two different acks"]
    if entry is None:
        return [f"{key}: acknowledged and lost"] if acks else []
    version, _user, _id, body, reply = entry
    if bytes(body) != sent.body:
        return [f"{key}: stored with another body"]
    if acks and acks != {bytes(reply)}:
        return [f"{key}: another reply is stored"]
    if msgspec.json.decode(bytes(reply))["v"] != version:
        return [f"{key}: the reply names another version"]
    return []


def cards_missing(table: TableState) -> list[str]:
    """Stock, pile, hands, melds, turn-up and the cards of leavers must make up the decks in play, each card once."""
    game = table.game
    if game is None or not game.round:
        return []
    return [] if conserved(game) else ["not every card in one place"]


def replayed(table_id: int, table: TableState) -> list[str]:
    """The running round, replayed from its deal by the log."""
    game = table.game
    if game is None or not table.round_running:
        return []
    round_ = Round.objects.filter(match__room_id=table_id, match__number=table.match, number=game.round).first()
    if round_ is None:
        return ["the running round is not in the history"]
    try:
        state = positions(round_)[-1].state
    except Unreplayable as error:
        return [f"the log cannot be replayed: {error.__cause__!r}"]
    return [] if games.encode(state) == games.encode(game) else ["the log leads to another state"]
