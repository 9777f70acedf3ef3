"""What the replay page hands to its script: names, frames, and the record to check where the round is open."""

from itertools import pairwise
from typing import Any

from lobby.models import Round

from .record import leader_before, record_of
from .replay import Frame, fixed, frames, positions


def replay(round_: Round, user: Any, *, open_: bool) -> dict[str, Any]:
    """Everything the page shows of a round."""
    found = positions(round_)
    players = {player.seat: player for player in round_.players.order_by("seat")}
    you = next((seat for seat, player in players.items() if user.pk and player.user_id == user.pk), None)
    return {
        "open": open_,
        "you": you,
        "table": fixed(round_),
        "seats": [{"seat": seat, "name": each.name, "level": each.bot or None} for seat, each in players.items()],
        "frames": _slim(frames(found, open_=open_)),
        "record": record_of(found, leader_before(round_)) if open_ else None,
    }


def _slim(full: list[Frame]) -> list[Frame]:
    """Hands only where they have changed since the frame before: most of a page of frames would be hands."""
    slim = full[:1]
    for before, frame in pairwise(full):
        if "hands" in frame:
            changed = {seat: hand for seat, hand in frame["hands"].items() if before["hands"].get(seat) != hand}
            changed |= {seat: [] for seat in before["hands"] if seat not in frame["hands"]}
            frame = frame | {"hands": changed}
        slim.append(frame)
    return slim
