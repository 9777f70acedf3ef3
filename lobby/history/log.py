"""Reads a table's log back: what happened in a round, note by note."""

from collections.abc import Iterator
from typing import Any

import msgspec
from django.db.models import Min

from lobby.models import Match, Round, TableLog

LogNote = dict[str, Any]
_decode = msgspec.json.Decoder().decode
BATCH = 200


def notes_of(entry: bytes) -> list[LogNote]:
    """What one entry says happened, in order."""
    notes: list[LogNote] = _decode(entry)
    return notes


def notes_of_round(round_: Round, *, until: int | None = None) -> Iterator[LogNote]:
    """Every note after the deal of this round, up to the next deal or to the version `until`. One entry may hold the
    end of a round and more."""
    match = round_.match
    log = TableLog.objects.filter(table_id=match.room_id)
    first = log.filter(match=match.number, round=round_.number).aggregate(Min("version"))["version__min"]
    if first is None:
        return
    dealt = False
    log = log.filter(version__gte=first) if until is None else log.filter(version__range=(first, until))
    entries = log.order_by("version").values_list("entry", flat=True)
    for entry in entries.iterator(chunk_size=BATCH):
        for note in notes_of(bytes(entry)):
            if note["do"] in {"deal", "match"}:
                if dealt:
                    return
                dealt = note["do"] == "deal"
            elif dealt:
                yield note


def removed_seats(match: Match, *, round_number: int | None = None) -> set[int]:
    """Seats whose holder the host removed during the match, or during one round of it. Removals after its end and
    removals of a mere reservation do not count."""
    log = TableLog.objects.filter(table_id=match.room_id, match=match.number)
    if round_number is not None:
        log = log.filter(round=round_number)
    end = "match_over" if round_number is None else "round_over"
    entries = log.order_by("version").values_list("entry", flat=True)
    removed: set[int] = set()
    for entry in map(bytes, entries.iterator(chunk_size=BATCH)):
        if b'"kick"' not in entry and end.encode() not in entry:
            continue
        notes = _decode(entry)
        for note, after in zip(notes, [*notes[1:], {}], strict=True):
            if any(event["e"] == end for event in note.get("events", ())):
                return removed
            if note["do"] == "kick" and after.get("do") != "cancel":
                removed.add(note["seat"])
    return removed
