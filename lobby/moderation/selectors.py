"""What the moderators' desk shows. Of a table only what everybody there saw: never a hand, a seed or a room code."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.db.models import Avg, Count, DurationField, ExpressionWrapper, F, Q, QuerySet, TextChoices
from django.utils import timezone

from accounts.models import ModerationAction, PersonNote, Sanction, User
from lobby.history import results
from lobby.history.models import Judgement
from lobby.history.rated_results import RATED, VOID
from lobby.history.rating_scale import points_of
from lobby.history.rating_status import why_not
from lobby.models import Match, MatchPlayer, Room, Round

from .models import Report
from .words import event_text, phrase_text

PAGE = 50
Status = Report.Status
STATES = ("open", "mine", "resolved", "dismissed")


def queue(viewer: User, state: str, category: str = "") -> QuerySet[Report]:
    """Reports in this state, open ones oldest first. Nobody sees reports about themselves."""
    reports = Report.objects.exclude(person=viewer).select_related("person", "reporter", "room__host", "assigned_to")
    if category in Report.Category.values:
        reports = reports.filter(category=category)
    if state == "mine":
        return reports.filter(status=Status.OPEN, assigned_to=viewer).order_by("pk")
    if state in {Status.RESOLVED, Status.DISMISSED}:
        return reports.filter(status=state).order_by("-decided_at")
    return reports.filter(status=Status.OPEN).order_by("pk")


def counts(viewer: User) -> dict[str, int]:
    waiting = Report.objects.exclude(person=viewer).filter(status=Status.OPEN)
    return waiting.aggregate(open=Count("pk"), mine=Count("pk", filter=Q(assigned_to=viewer)))


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    at: datetime
    who: str
    text: str
    phrase: bool
    spectator: bool
    hit: bool  # by the reported person


@dataclass(frozen=True, slots=True)
class LogLine:
    who: str
    done: str
    hit: bool


def evidence_lines(report: Report) -> list[EvidenceLine]:
    rows = report.evidence.get("chat", [])
    names = _names(row["user"] for row in rows)
    return [
        EvidenceLine(
            datetime.fromisoformat(row["at"]),
            names.get(row["user"], "?"),
            phrase_text(row["text"]) if row["kind"] == "phrase" else row["text"],
            row["kind"] == "phrase",
            row["spectators"],
            row["user"] == report.person_id,
        )
        for row in rows
    ]


def log_lines(report: Report) -> list[LogLine]:
    """The round according to the table's log: what was done, and by whom."""
    seats = {int(seat): user for seat, user in report.evidence.get("seats", {}).items()}
    names = _names(seats.values())
    found = []
    for row in report.evidence.get("log", []):
        for note in row["notes"]:
            for event in note.get("events", ()):
                seat: int | None = event.get("seat")
                user = None if seat is None else seats.get(seat)
                who = names.get(user) if user is not None else None
                unnamed = "" if seat is None else f"#{seat + 1}"
                found.append(LogLine(who or unnamed, event_text(event), user == report.person_id))
    return found


def _names(users: Iterable[int | None]) -> dict[int, str]:
    wanted = {user for user in users if user is not None}
    return {person.pk: str(person) for person in User.objects.filter(pk__in=wanted)}


@dataclass(frozen=True, slots=True)
class PersonCard:
    person: User
    matches: int
    finished: int
    reports: int
    upheld: int
    reported: int
    sanctions: list[Sanction]
    notes: QuerySet[PersonNote]
    sessions: QuerySet[UserSession]
    received: QuerySet[Report]


def person_card(person: User) -> PersonCard:
    """Account, history, reports, sanctions, notes, log-ins. No IP address, no e-mail."""
    played = MatchPlayer.objects.filter(user=person)
    received = Report.objects.filter(person=person)
    return PersonCard(
        person=person,
        matches=played.count(),
        finished=played.filter(left=False, match__ended_at__isnull=False).count(),
        reports=received.count(),
        upheld=received.filter(status=Status.RESOLVED).count(),
        reported=Report.objects.filter(reporter=person).count(),
        sanctions=list(person.sanctions.select_related("by").order_by("-pk")),
        notes=person.notes.select_related("by").order_by("-pk"),
        sessions=UserSession.objects.filter(user=person).order_by("-last_seen_at")[:10],
        received=received.order_by("-pk")[:20],
    )


def people(text: str) -> QuerySet[User]:
    """Users with this text in a name, newest first."""
    found = User.objects.filter(Q(username__icontains=text) | Q(display_name__icontains=text)) if text else User.objects
    return found.filter(deleted_at=None).order_by("-date_joined")[:PAGE]


def rooms(text: str, *, open_only: bool) -> QuerySet[Room]:
    named = Q(name__icontains=text) | Q(name="", host__display_name__icontains=text)
    found = Room.objects.filter(named) if text else Room.objects.all()
    return (found.filter(closed_at=None) if open_only else found).select_related("host").order_by("-pk")[:PAGE]


def finished_rounds(room: Room) -> QuerySet[Round]:
    """Without seed and start."""
    ended = Round.objects.filter(match__room=room, ended_at__isnull=False).select_related("match")
    return ended.defer("seed", "start").order_by("-pk")[:PAGE]


@dataclass(frozen=True, slots=True)
class JudgedResult:
    judgement: Judgement
    round: int | None  # its number; None: the match as a whole
    rated: bool
    void: bool
    why_not: str
    changes: list[tuple[User, str]]


def results_of(match: Match) -> list[JudgedResult]:
    """What was judged of a match: the whole, or round by round."""
    judgements = match.judgements.select_related("match", "round").defer("round__seed", "round__start")
    return [
        JudgedResult(
            judgement=each,
            round=None if each.round is None else each.round.number,
            rated=each.verdict == RATED,
            void=each.verdict == VOID,
            why_not=why_not(each, with_reason=True),
            changes=[(row.user, results.signed(points_of(row.delta))) for row in each.changes.all()],
        )
        for each in judgements.order_by("-pk").prefetch_related("changes__user")
    ]


def trail(**about: Any) -> QuerySet[ModerationAction]:
    """The audit log, newest first, filtered by `about`."""
    rows = ModerationAction.objects.filter(**about).select_related("by", "person", "sanction")
    return rows.order_by("-pk")[:PAGE]


@dataclass(frozen=True, slots=True)
class Figures:
    days: int
    filed: int
    decided: int
    hours: float | None  # from report to decision, on average
    sanctions: int


def statistics() -> dict[str, Any]:
    """How many reports there are, how fast they are decided, who reports most and who is reported most."""
    month = timezone.now() - timedelta(days=30)
    recent = Report.objects.filter(at__gt=month)
    return {
        "figures": [_figures(days) for days in (1, 7, 30)],
        "categories": _counted(recent, "category", Report.Category),
        "kinds": _counted(Sanction.objects.filter(at__gt=month), "kind", Sanction.Kind),
        "reporters": _most(recent, "reporter"),
        "reported": _most(recent, "person"),
    }


def _figures(days: int) -> Figures:
    since = timezone.now() - timedelta(days=days)
    took = ExpressionWrapper(F("decided_at") - F("at"), output_field=DurationField())
    decided = Report.objects.filter(decided_at__gt=since)
    mean = decided.aggregate(mean=Avg(took))["mean"]
    return Figures(
        days=days,
        filed=Report.objects.filter(at__gt=since).count(),
        decided=decided.count(),
        hours=None if mean is None else mean.total_seconds() / 3600,
        sanctions=Sanction.objects.filter(at__gt=since).count(),
    )


def _counted(rows: QuerySet[Any], name: str, labels: type[TextChoices]) -> list[tuple[str, int]]:
    found = rows.values_list(name).annotate(n=Count("pk")).order_by("-n")
    return [(str(labels(value).label), n) for value, n in found]


def _most(rows: QuerySet[Report], name: str) -> list[tuple[User, int]]:
    found = list(rows.values_list(name).annotate(n=Count("pk")).order_by("-n")[:5])
    people_ = User.objects.in_bulk([pk for pk, _ in found])
    return [(people_[pk], n) for pk, n in found]
