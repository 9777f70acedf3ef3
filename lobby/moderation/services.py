"""What moderators can do, apart from sanctions: reports, notes, rooms, results, the whole site. Each step enters the
audit log.

Every service checks that `by` is a moderator; the pages only hide what would be refused."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts import limits
from accounts.limits import Limit
from accounts.models import ModerationAction, PersonNote, User
from lobby.history import ratings
from lobby.history.models import Judgement
from lobby.models import House, Match, Room
from lobby.tables.core.errors import Refusal
from lobby.tables.services import hosting, rooms
from lobby.tables.services.hosting import rename_by_moderator
from lobby.tables.store import clock

from . import audit_log, evidence
from .models import Report, ReportNote
from .rights import may_moderate

REPORTS = Limit("reports", 10, 24 * 60 * 60)  # per user
Status = Report.Status
DECISIONS = {
    Status.OPEN: "reopened_report",
    Status.RESOLVED: "resolved_report",
    Status.DISMISSED: "dismissed_report",
}


def file_report(*, reporter: User, person: User, category: str, text: str, room: Room | None = None) -> Report:
    """Report somebody. The server collects the evidence from `room`, where both were."""
    if reporter == person or category not in Report.Category.values:
        raise Refusal("malformed")
    with transaction.atomic():
        if limits.take(REPORTS, reporter.pk) is None:  # serialises the reporter's other requests
            raise Refusal("too_many_reports")
        if Report.objects.filter(reporter=reporter, person=person, category=category, status=Status.OPEN).exists():
            raise Refusal("already_reported")
        found: dict[str, Any] = {}
        if room is not None:
            clock.ensure()
            found = evidence.collect(room, person)
        where = found.get("room", {"match": 0, "round": 0})
        return Report.objects.create(
            reporter=reporter,
            person=person,
            category=category,
            text=text.strip()[:1000],
            room=room,
            match=where["match"],
            round=where["round"],
            evidence=found,
        )


def _require_moderator(by: User) -> None:
    if not may_moderate(by):
        raise Refusal("not_moderator")


# --- reports --------------------------------------------------------------------------------------------------------


def take(*, report: Report, by: User) -> None:
    """Assign the report to oneself."""
    _assign(report, by, by, "took_report")


def release(*, report: Report, by: User) -> None:
    """Give the report back to the queue."""
    _assign(report, by, None, "released_report")


def _assign(report: Report, by: User, to: User | None, kind: str) -> None:
    _require_impartial(report, by)
    with transaction.atomic():
        Report.objects.filter(pk=report.pk).update(assigned_to=to)
        audit_log.record(by, kind, report=report.pk, person=report.person)


def decide(*, report: Report, by: User, status: str) -> None:
    """Resolve or dismiss a report, or reopen it."""
    _require_impartial(report, by)
    if status not in Status.values or status == report.status:
        raise Refusal("malformed")
    decided = status != Status.OPEN
    with transaction.atomic():
        Report.objects.filter(pk=report.pk).update(
            status=status, decided_by=by if decided else None, decided_at=timezone.now() if decided else None
        )
        audit_log.record(by, DECISIONS[Status(status)], report=report.pk, person=report.person)


def note(*, report: Report, by: User, text: str) -> None:
    """Leave a note for the other moderators."""
    _require_impartial(report, by)
    if text.strip():
        ReportNote.objects.create(report=report, by=by, text=text.strip()[:1000])


def _require_impartial(report: Report, by: User) -> None:
    """Nobody may handle a report that they filed or that is about them."""
    _require_moderator(by)
    if by.pk in {report.person_id, report.reporter_id}:
        raise Refusal("own_report")


# --- people, rooms, results, the whole site ---------------------------------------------------------------------------


def note_on_person(*, person: User, by: User, text: str) -> None:
    _require_moderator(by)
    if text.strip() and person != by:
        PersonNote.objects.create(person=person, by=by, text=text.strip()[:1000])


def rename_room(*, room: Room, by: User, name: str) -> None:
    """Rename a room; everybody sees it at once."""
    cleaned = rooms.clean_name(name)
    if not cleaned:
        raise Refusal("malformed")
    _rename(room, by, cleaned)


def undo_rename(*, room: Room, by: User) -> None:
    """Restore the previous name, which may be none: the room is then called after its host."""
    before = name_before(room)
    if before is None:
        raise Refusal("cannot_now")
    _rename(room, by, before)


def name_before(room: Room) -> str | None:
    """The name before a moderator's renaming, if that is still the current one."""
    last = ModerationAction.objects.filter(room=room.pk, kind="renamed_room").order_by("-pk").first()
    if last is None or last.details["to"] != room.name:
        return None
    before: str = last.details["from"]
    return before


def _rename(room: Room, by: User, name: str) -> None:
    _require_moderator(by)
    with transaction.atomic():
        rename_by_moderator(room_id=room.pk, actor=by, name=name)
        audit_log.record(by, "renamed_room", room=room.pk, details={"from": room.name, "to": name})


def close_room(*, room: Room, by: User) -> None:
    """Close a room for good. Running rounds end without a result."""
    _require_moderator(by)
    with transaction.atomic():
        hosting.close_by_moderator(room_id=room.pk, actor=by)
        audit_log.record(by, "closed_room", room=room.pk)


def void_result(*, judgement: Judgement, by: User, reason: str) -> None:
    """A rated result stops counting: all ratings become what they would be without it."""
    reason = " ".join(reason.split())[:300]
    if not reason:
        raise Refusal("malformed")
    _require_moderator(by)
    with transaction.atomic():
        if took_part(judgement.match, by) or not ratings.void(judgement, reason=reason):
            raise Refusal("cannot_now")
        _record_result(by, "voided_result", judgement, reason)


def count_result(*, judgement: Judgement, by: User) -> None:
    """Undo that: the result counts again, in its old place."""
    _require_moderator(by)
    with transaction.atomic():
        if took_part(judgement.match, by) or not ratings.restore(judgement):
            raise Refusal("cannot_now")
        _record_result(by, "counted_result", judgement, "")


def took_part(match: Match, person: User) -> bool:
    """Did this person play in the match? Then another moderator has to decide."""
    return match.players.filter(user=person).exists()


def _record_result(by: User, kind: str, judgement: Judgement, reason: str) -> None:
    match, round_ = judgement.match, judgement.round
    details = {"match": match.pk, "round": None if round_ is None else round_.number, "reason": reason}
    audit_log.record(by, kind, room=match.room_id, details=details)


def set_house(*, by: User, no_new_rooms: bool, banner: str) -> None:
    """For maintenance: allow no new rooms, and show a banner on every page. Running tables continue."""
    _require_moderator(by)
    banner = " ".join(banner.split())[:200]
    with transaction.atomic():
        House.objects.update_or_create(pk=1, defaults={"no_new_rooms": no_new_rooms, "banner": banner})
        audit_log.record(by, "house", details={"no_new_rooms": no_new_rooms, "banner": banner})
