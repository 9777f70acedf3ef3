"""What the replay page passes to its script: names, frames, and for open rounds the record to verify."""

from itertools import pairwise
from typing import Any

from lobby.models import Round

from .access import Viewer
from .record import leader_before, record_of
from .replay import Frame, fixed, open_frames, positions, public_frames


def replay(round_: Round, user: Viewer, *, open_: bool) -> dict[str, Any]:
    """Everything the page shows of a round. `open_`: the viewer was dealt in and the match is over."""
    found = positions(round_)
    players = {player.seat: player for player in round_.players.order_by("seat")}
    you = next((seat for seat, player in players.items() if user.pk and player.user_id == user.pk), None)
    return {
        "open": open_,
        "you": you,
        "table": fixed(round_),
        "seats": [{"seat": seat, "name": each.name, "level": each.bot or None} for seat, each in players.items()],
        "frames": _slim(open_frames(found) if open_ else public_frames(found)),
        "record": record_of(found, leader_before(round_)) if open_ else None,
    }


def _slim(full: list[Frame]) -> list[Frame]:
    """Only the hands that changed since the previous frame, because repeated hands would be most of the page."""
    slim = full[:1]
    for before, frame in pairwise(full):
        if "hands" in frame:
            changed = {seat: hand for seat, hand in frame["hands"].items() if before["hands"].get(seat) != hand}
            changed |= {seat: [] for seat in before["hands"] if seat not in frame["hands"]}
            frame = frame | {"hands": changed}
        slim.append(frame)
    return slim
