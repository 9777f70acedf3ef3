"""A table at one of its versions: as it is now, or as far as the kept deal and the log bring it back.

The row of a table holds its last version only. Of the versions before it the game is played again from its deal; of the
room the log keeps pauses and who was dealt in, and nothing is made up about the rest."""

from dataclasses import dataclass
from typing import NamedTuple

import games
from games import GameError, State
from lobby.models import Match, Room, Round, TableLog
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import TableState
from lobby.tables.store import table_store

from .log import BATCH, LogNote, notes_of, notes_of_round
from .replay import Unreplayable, step

MOVES = 12  # log entries that are shown with a position


class NotKept(LookupError):  # noqa: N818  an answer, no error of the program
    """There is no such room or version; the text says which, for whoever asked."""


class LogLine(NamedTuple):
    """One version of the log: when it was written, in service time, and what happened in it."""

    version: int
    at: int
    notes: list[LogNote]


@dataclass(frozen=True, slots=True)
class Moment:
    """A table at a version. `table` is None for a version of the past: then `paused_at` is what is known of the room.

    `line`: the version's own entry, None for the table as it was opened; `before`: it and what led to it, oldest
    first; `after`: the next one."""

    room: Room
    version: int
    latest: int
    table: TableState | None
    paused_at: int | None
    game: State | None
    match: Match | None
    round: Round | None
    before: tuple[LogLine, ...]
    after: LogLine | None

    @property
    def line(self) -> LogLine | None:
        return self.before[-1] if self.before else None

    @property
    def over(self) -> bool:
        """The match of this position is over: its cards are no secret any more."""
        return self.match is not None and self.match.ended_at is not None


def moment(slug: str, version: int | None = None) -> Moment:
    """The table of a room at `version`, or as it is. Raises NotKept; Unreplayable where the rules have moved on."""
    room = Room.objects.filter(slug=slug).first()
    if room is None:
        raise NotKept(f"There is no room {slug!r}")
    try:
        known = table_store.read(room.pk)
    except Refusal:
        raise NotKept(f"The room {slug!r} has no table") from None
    at = known.version if version is None else version
    if not 0 <= at <= known.version:
        raise NotKept(f"There is no version {at} of this table: it has 0 to {known.version}")
    return _now(room, known.table, at) if at == known.version else _then(room, at, known.version)


def _now(room: Room, table: TableState, version: int) -> Moment:
    match, round_ = _rows(room, table.match, table.game.round if table.game else 0)
    before = _lines_up_to(room, version)
    return Moment(room, version, version, table, table.paused_at, table.game, match, round_, before, None)


def _then(room: Room, version: int, latest: int) -> Moment:
    before = _lines_up_to(room, version)
    after = TableLog.objects.filter(table_id=room.pk, version=version + 1).first()
    row = TableLog.objects.filter(table_id=room.pk, version=version).first()
    if after is None or (row is None and version > 0):
        raise NotKept(f"The log of this table does not have version {version}")
    match, round_ = _rows(room, row.match, row.round) if row is not None else (None, None)
    if row is not None and row.round and round_ is None:
        raise NotKept(f"The deal of round {row.round} in match {row.match} is not kept")
    game = None if round_ is None else game_at(round_, version)
    return Moment(room, version, latest, None, _paused(room, version), game, match, round_, before, _line(after))


def _rows(room: Room, match: int, round_: int) -> tuple[Match | None, Round | None]:
    found = Match.objects.filter(room=room, number=match).first()
    if found is None or not round_:
        return found, None
    return found, Round.objects.select_related("match").filter(match=found, number=round_).first()


# --- the game -------------------------------------------------------------------------------------------------------


def game_at(round_: Round, version: int) -> State:
    """The game after a version, which must be of this round or between it and the next deal.

    Raises Unreplayable when the engine of today does not go the way that the log says."""
    state = games.decode(bytes(round_.start))
    if games.get_ruleset(state.ruleset).version != state.rules_version:
        raise Unreplayable
    try:
        for note in notes_of_round(round_, until=version):
            state = _after(state, note)
    except (GameError, LookupError) as error:
        raise Unreplayable from error
    return state


def _after(state: State, note: LogNote) -> State:
    """The game after a note, be it of the round or of the pause behind it."""
    if note["do"] == "turn_seconds":
        return state if state.match_over else games.set_turn_seconds(state, note["action"]["seconds"])
    events = note.get("events", [])
    if not events:
        return state  # it happened beside the game: somebody left who had no part in it
    taken = step(state, note)
    if taken is None or [event.public for event in taken.events] != events:
        raise Unreplayable
    return taken.state


# --- the log --------------------------------------------------------------------------------------------------------


def _lines_up_to(room: Room, version: int) -> tuple[LogLine, ...]:
    rows = TableLog.objects.filter(table_id=room.pk, version__lte=version).order_by("-version")[:MOVES]
    return tuple(_line(row) for row in reversed(rows))


def _line(row: TableLog) -> LogLine:
    return LogLine(row.version, row.at, notes_of(bytes(row.entry)))


def _paused(room: Room, version: int) -> int | None:
    """Since when the host's pause lasted at this version; None: there was none."""
    rows = TableLog.objects.filter(table_id=room.pk, version__lte=version).order_by("-version")
    entries = map(bytes, rows.values_list("entry", flat=True).iterator(chunk_size=BATCH))
    pauses = (
        note
        for entry in entries
        if b'"pause"' in entry or b'"resume"' in entry
        for note in reversed(notes_of(entry))
        if note["do"] in {"pause", "resume"}
    )
    last = next(pauses, None)
    return last["at"] if last is not None and last["do"] == "pause" else None
