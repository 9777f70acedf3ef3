"""The table's log, read back: what happened in a round, note by note."""

from collections.abc import Iterator
from typing import Any

import msgspec
from django.db.models import Min

from lobby.models import Match, Round, TableLog

Note = dict[str, Any]
_decode = msgspec.json.Decoder().decode
BATCH = 200


def notes_of_round(round_: Round) -> Iterator[Note]:
    """Everything after the deal of this round up to the next deal. One entry may hold the end of a round and more."""
    match = round_.match
    log = TableLog.objects.filter(table_id=match.room_id)
    first = log.filter(match=match.number, round=round_.number).aggregate(Min("version"))["version__min"]
    if first is None:
        return
    dealt = False
    entries = log.filter(version__gte=first).order_by("version").values_list("entry", flat=True)
    for entry in entries.iterator(chunk_size=BATCH):
        for note in _decode(bytes(entry)):
            if note["do"] in {"deal", "match"}:
                if dealt:
                    return
                dealt = note["do"] == "deal"
            elif dealt:
                yield note


def removed_seats(match: Match, *, round_number: int | None = None) -> set[int]:
    """Seats whose holder the host removed during the match, or during one round of it."""
    log = TableLog.objects.filter(table_id=match.room_id, match=match.number)
    if round_number is not None:
        log = log.filter(round=round_number)
    entries = log.values_list("entry", flat=True).iterator(chunk_size=BATCH)
    kicks = (bytes(entry) for entry in entries if b'"kick"' in bytes(entry))
    return {note["seat"] for entry in kicks for note in _decode(entry) if note["do"] == "kick"}
