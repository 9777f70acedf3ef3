"""Why a finished result did not count for ratings, in words."""

from django.utils.translation import gettext as _

from lobby.models import Match

from .models import Judgement
from .rated_results import VOID, WHY_NOT


def not_rated(match: Match, *, with_reason: bool) -> dict[int | None, str]:
    """Round number (None: the match as a whole) -> why it was not rated. Only players may read a moderator's reason."""
    found: dict[int | None, str] = {}
    for judgement in match.judgements.exclude(verdict="rated").select_related("round"):
        text = why_not(judgement, with_reason=with_reason)
        if text:
            found[None if judgement.round is None else judgement.round.number] = text
    return found


def why_not(judgement: Judgement, *, with_reason: bool) -> str:
    text = str(WHY_NOT.get(judgement.verdict, ""))
    if judgement.verdict == VOID and with_reason and judgement.reason:
        return _("%(what)s: %(reason)s") % {"what": text, "reason": judgement.reason}
    return text


def voided(matches: list[int]) -> set[int]:
    """Those of these matches whose result as a whole was voided."""
    return set(Judgement.objects.filter(match__in=matches, round=None, verdict=VOID).values_list("match", flat=True))
