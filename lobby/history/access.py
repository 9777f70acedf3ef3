"""Who may look at a match, and how much of it.

Whoever was dealt in always may. Others may with the key from a link that a player has shared; or if the room was public
and allowed spectators, and every player's privacy settings admit this viewer. They see the public record, never a seed
or a hidden card."""

from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.utils.crypto import constant_time_compare

from accounts import relationships
from accounts.models import User
from lobby.models import Match, Round, RoundPlayer

Viewer = User | AnonymousUser

_signer = signing.Signer(salt="batida.history.share")


def share_key(match: Match) -> str:
    """The secret part of a link to this match, which admits its holder to the public record."""
    return _signer.signature(str(match.pk))


def dealt_rounds(match: Match, user: Viewer) -> set[int]:
    """The ids of the rounds of the match into which this user was dealt."""
    if not user.is_authenticated:
        return set()
    return set(RoundPlayer.objects.filter(round__match=match, user=user).values_list("round_id", flat=True))


def may_see(match: Match, user: Viewer, key: str = "") -> bool:
    """May this viewer see the public record of the match?"""
    if key and constant_time_compare(key, share_key(match)):
        return True
    if not user.is_authenticated:
        return False
    if user.is_staff or dealt_rounds(match, user):
        return True
    return match.room.public and match.room.spectators and _all_show(match, user)


def _all_show(match: Match, user: User) -> bool:
    players = match.players.filter(user__isnull=False, user__deleted_at=None)
    choices = set(players.values_list("user_id", "user__who_sees_history"))
    return all(relationships.may(choice, viewer=user.pk, owner=owner) for owner, choice in choices)


def shows_games(person: User, viewer: Viewer) -> bool:
    """Do this person's privacy settings let the viewer see what they have played?"""
    return relationships.may(person.who_sees_history, viewer=viewer.pk, owner=person.pk)


def is_open(round_: Round, match: Match, dealt: set[int]) -> bool:
    """May seed and cards be shown? Only after the match, to those dealt into this round."""
    return match.ended_at is not None and round_.pk in dealt
