"""Reports, notes, rooms and the house: everything the desk can do. Each step stands in the trail.

That `by` is a moderator is asked here once more; the pages only hide what would be refused."""

from django.db import transaction
from django.utils import timezone

from accounts import limits
from accounts.limits import Limit
from accounts.models import ModerationAction, PersonNote, User
from lobby.history import ratings
from lobby.history.models import Judgement
from lobby.models import House, Match, Room
from lobby.moderation import audit_log
from lobby.moderation.rights import may_moderate
from lobby.tables.core.errors import Refusal
from lobby.tables.services import hosting, rooms
from lobby.tables.services.hosting import rename_by_moderator
from lobby.tables.store import clock

from . import evidence
from .models import Report, ReportNote

REPORTS = Limit("reports", 10, 24 * 60 * 60)  # of one person
Status = Report.Status


def file_report(*, reporter: User, person: User, category: str, text: str, room: Room | None = None) -> Report:
    """Complain about somebody. The evidence is the server's, of the room both were seen in."""
    if reporter == person or category not in Report.Category.values:
        raise Refusal("malformed")
    with transaction.atomic():
        if limits.take(REPORTS, reporter.pk) is None:  # holds up the other tabs of the same person
            raise Refusal("too_many_reports")
        if Report.objects.filter(reporter=reporter, person=person, category=category, status=Status.OPEN).exists():
            raise Refusal("already_reported")
        found = {}
        if room is not None:
            clock.ensure()
            found = evidence.taken(room, person)
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


def _staff(by: User) -> None:
    if not may_moderate(by):
        raise Refusal("not_moderator")


# --- reports --------------------------------------------------------------------------------------------------------


def take(*, report: Report, by: User) -> None:
    """It is mine now."""
    _assign(report, by, by, "took_report")


def release(*, report: Report, by: User) -> None:
    """Somebody else may have it."""
    _assign(report, by, None, "released_report")


def _assign(report: Report, by: User, to: User | None, kind: str) -> None:
    _handled(report, by)
    with transaction.atomic():
        Report.objects.filter(pk=report.pk).update(assigned_to=to)
        audit_log.record(by, kind, report=report.pk, person=report.person)


def decide(*, report: Report, by: User, status: str) -> None:
    """Resolved or dismissed; open again undoes both."""
    _handled(report, by)
    if status not in Status.values or status == report.status:
        raise Refusal("malformed")
    decided = status != Status.OPEN
    with transaction.atomic():
        Report.objects.filter(pk=report.pk).update(
            status=status, decided_by=by if decided else None, decided_at=timezone.now() if decided else None
        )
        kind = {Status.OPEN: "reopened_report", Status.RESOLVED: "resolved_report"}.get(status, "dismissed_report")
        audit_log.record(by, kind, report=report.pk, person=report.person)


def note(*, report: Report, by: User, text: str) -> None:
    """A word to the other moderators."""
    _handled(report, by)
    if text.strip():
        ReportNote.objects.create(report=report, by=by, text=text.strip()[:1000])


def _handled(report: Report, by: User) -> None:
    """Nobody handles a report in which they are a party."""
    _staff(by)
    if by.pk in {report.person_id, report.reporter_id}:
        raise Refusal("own_report")


# --- people, rooms, the house ---------------------------------------------------------------------------------------


def note_on_person(*, person: User, by: User, text: str) -> None:
    _staff(by)
    if text.strip() and person != by:
        PersonNote.objects.create(person=person, by=by, text=text.strip()[:1000])


def rename_room(*, room: Room, by: User, name: str) -> None:
    """Another name, at once for everybody."""
    cleaned = rooms.clean_name(name)
    if not cleaned:
        raise Refusal("malformed")
    _rename(room, by, cleaned)


def undo_rename(*, room: Room, by: User) -> None:
    """The name it had before, or none: then it is called after its host again."""
    before = name_before(room)
    if before is None:
        raise Refusal("cannot_now")
    _rename(room, by, before)


def name_before(room: Room) -> str | None:
    """What a moderator has renamed, if the name is still the moderator's."""
    last = ModerationAction.objects.filter(room=room.pk, kind="renamed_room").order_by("-pk").first()
    return last.details["from"] if last is not None and last.details["to"] == room.name else None


def _rename(room: Room, by: User, name: str) -> None:
    _staff(by)
    with transaction.atomic():
        rename_by_moderator(room_id=room.pk, actor=by, name=name)
        audit_log.record(by, "renamed_room", room=room.pk, details={"from": room.name, "to": name})


def close_room(*, room: Room, by: User) -> None:
    """Running rounds end without result. A closed room stays closed."""
    _staff(by)
    with transaction.atomic():
        hosting.close_by_moderator(room_id=room.pk, actor=by)
        audit_log.record(by, "closed_room", room=room.pk)


def void_result(*, judgement: Judgement, by: User, reason: str) -> None:
    """A rated result counts no more: the ratings of everybody become what they would be without it."""
    if not reason.strip():
        raise Refusal("malformed")
    _set_void(judgement, by, "voided_result", void=True, reason=" ".join(reason.split())[:300])


def count_result(*, judgement: Judgement, by: User) -> None:
    """Undo that: it counts again, in its old place."""
    _set_void(judgement, by, "counted_result", void=False)


def took_part(match: Match, person: User) -> bool:
    """Then another moderator judges it."""
    return match.players.filter(user=person).exists()


def _set_void(judgement: Judgement, by: User, kind: str, *, void: bool, reason: str = "") -> None:
    _staff(by)
    match, round_ = judgement.match, judgement.round
    with transaction.atomic():
        if took_part(match, by) or not ratings.set_void(judgement, void=void, reason=reason):
            raise Refusal("cannot_now")
        details = {"match": match.pk, "round": round_ and round_.number, "reason": reason}
        audit_log.record(by, kind, room=match.room_id, details=details)


def set_house(*, by: User, no_new_rooms: bool, banner: str) -> None:
    """Before maintenance: no new rooms, and a line on every page. Running tables go on."""
    _staff(by)
    banner = " ".join(banner.split())[:200]
    with transaction.atomic():
        House.objects.update_or_create(pk=1, defaults={"no_new_rooms": no_new_rooms, "banner": banner})
        audit_log.record(by, "house", details={"no_new_rooms": no_new_rooms, "banner": banner})
