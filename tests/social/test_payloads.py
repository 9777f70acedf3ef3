"""Three hundred script payloads in every free text: no page of the site turns one into an element or an attribute."""

from html.parser import HTMLParser

import pytest
from django.test import Client

from accounts.models import PersonNote, User
from lobby.models import ChatMessage, House, Room
from lobby.moderation import sanctions
from lobby.moderation.models import Report, ReportNote
from lobby.tables.services import rooms
from tests.support.scenes.staff import at, moderator

from .hostile import PAYLOADS

pytestmark = pytest.mark.django_db


class Elements(HTMLParser):
    """What a browser would make of a page, as far as it could run something."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name.startswith(("on", "hx-on")) or (value or "").strip().lower().startswith(
                ("javascript:", "//x.example")
            ):
                self.found.append(f"{tag} {name}={value}")
        if tag in {"iframe", "object", "embed", "base", "math", "style", "video"}:
            self.found.append(tag)
        if tag == "script" and not dict(attrs).get("src", "").startswith(("/static/", "/jsi18n/")):
            self.found.append(f"script {attrs}")


def harmless(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    page = answer.content.decode()
    parser = Elements()
    parser.feed(page)
    assert not parser.found, (address, parser.found[:3])
    return page


def test_there_are_three_hundred() -> None:
    assert len(set(PAYLOADS)) == 300


def test_no_free_text_becomes_markup() -> None:
    dora, lu, rafa = moderator(), User.objects.create_user("lu"), User.objects.create_user("rafa")
    room = rooms.create_room(actor=lu, ruleset="pife", options={}, name="x", public=True, spectators=True)
    ChatMessage.objects.bulk_create(
        ChatMessage(table_id=room.pk, user=rafa, kind="text", text=text[:200], action_id=str(n))
        for n, text in enumerate(PAYLOADS)
    )
    PersonNote.objects.bulk_create(PersonNote(person=rafa, by=dora, text=text) for text in PAYLOADS)
    lines = [
        {"n": n, "user": rafa.pk, "at": "2026-01-01T00:00:00+00:00", "kind": "text", "text": text, "spectators": False}
        for n, text in enumerate(PAYLOADS)
    ]
    report = Report.objects.create(
        reporter=lu, person=rafa, category="abuse", room=room, text=" ".join(PAYLOADS)[:1000], evidence={"chat": lines}
    )
    ReportNote.objects.bulk_create(ReportNote(report=report, by=dora, text=text) for text in PAYLOADS)
    desk = at(dora)
    for number in range(0, 300, 37):
        payload = PAYLOADS[number]
        Room.objects.filter(pk=room.pk).update(name=payload[:40])
        House.objects.update_or_create(pk=1, defaults={"banner": payload[:200]})
        sanctions.impose(by=dora, person=lu, kind="warn", reason=payload[:300])
        for address in ("/", "/friends/", f"/room/{room.slug}/", f"/room/{room.slug}/invite/", "/accounts/data/"):
            harmless(at(lu), address)
    for address in (
        "",
        f"reports/{report.pk}/",
        f"people/{rafa.pk}/",
        f"people/{lu.pk}/",
        f"rooms/{room.pk}/",
        "rooms/",
        "trail/",
    ):
        harmless(desk, f"/moderation/{address}")
