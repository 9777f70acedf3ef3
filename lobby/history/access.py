"""Who may look at a match, and how much of it.

Whoever was dealt in always may. Others may when the room was public and let people watch, or with the key of a link
that one of the players has shared; they see the public record, never a seed or a hidden card."""

from typing import Any

from django.core import signing
from django.utils.crypto import constant_time_compare

from lobby.models import Match, Round, RoundPlayer

_signer = signing.Signer(salt="batida.history.share")


def share_key(match: Match) -> str:
    """The secret part of a link to this match: whoever has it may see the public record."""
    return _signer.signature(str(match.pk))


def dealt_rounds(match: Match, user: Any) -> set[int]:
    """The rounds of the match into which this person was dealt."""
    if not user.is_authenticated:
        return set()
    return set(RoundPlayer.objects.filter(round__match=match, user=user).values_list("round_id", flat=True))


def may_see(match: Match, user: Any, key: str = "") -> bool:
    """May this visitor see the public record of the match?"""
    if key and constant_time_compare(key, share_key(match)):
        return True
    if not user.is_authenticated:
        return False
    return user.is_staff or (match.room.public and match.room.spectators) or bool(dealt_rounds(match, user))


def is_open(round_: Round, match: Match, dealt: set[int]) -> bool:
    """Seed and all cards: only after the match, only for those dealt into this round."""
    return match.ended_at is not None and round_.pk in dealt
