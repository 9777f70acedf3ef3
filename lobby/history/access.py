"""Who may look at a match, and how much of it.

Whoever was dealt in always may. Others may with the key of a link that one of the players has shared; or when the
room was public, let people watch, and everybody who played shows this viewer what they have played. They see the public
record, never a seed or a hidden card."""

from typing import Any

from django.core import signing
from django.utils.crypto import constant_time_compare

from accounts import relationships
from accounts.models import User
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
    if user.is_staff or dealt_rounds(match, user):
        return True
    return match.room.public and match.room.spectators and _all_show(match, user)


def _all_show(match: Match, user: Any) -> bool:
    players = match.players.filter(user__isnull=False, user__deleted_at=None)
    choices = set(players.values_list("user_id", "user__who_sees_history"))
    return all(relationships.may(choice, viewer=user.pk, owner=owner) for owner, choice in choices)


def shows_games(person: User, viewer: Any) -> bool:
    """Does this person show the viewer what they have played?"""
    return relationships.may(person.who_sees_history, viewer=viewer.pk, owner=person.pk)


def is_open(round_: Round, match: Match, dealt: set[int]) -> bool:
    """Seed and all cards: only after the match, only for those dealt into this round."""
    return match.ended_at is not None and round_.pk in dealt
