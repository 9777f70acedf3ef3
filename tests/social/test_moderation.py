"""Reports and the desk: what may be seen, what can be decided, what stands in the trail."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import AppendOnlyError, ModerationAction, Sanction, User
from lobby.models import ChatMessage, House, Room
from lobby.moderation import audit_log, rights, sanctions, services, words
from lobby.moderation.models import Report
from lobby.moderation.purge import purge
from lobby.moderation.sanctions import SanctionError
from lobby.tables.core.chat import PHRASES
from lobby.tables.core.errors import Refusal
from lobby.tables.realtime import access_checks
from lobby.tables.services import chat, hosting, presence, rooms, seats
from lobby.tables.store import table_store
from tests.support.scenes.staff import at, moderator, with_factor
from tests.support.scenes.tables import cards_in

pytestmark = [pytest.mark.django_db, pytest.mark.live]


@pytest.fixture
def dora() -> User:
    return moderator()


@pytest.fixture
def rafa() -> User:
    return User.objects.create_user("rafa")


@pytest.fixture
def lu() -> User:
    return User.objects.create_user("lu")


def opened(host: User, **how: object) -> Room:
    facts = {"ruleset": "pife", "options": {}, "name": "Quintal", "public": True, "spectators": True, "bots": 2, **how}
    return rooms.create_room(actor=host, **facts)


def filed(reporter: User, person: User, **how: object) -> Report:
    return services.file_report(reporter=reporter, person=person, **{"category": "abuse", "text": "", **how})


def report_form(reporter: User, address: str) -> dict[str, str]:
    """What the page opened at this address sends."""
    return {"about": at(reporter).get(address).context["about"], "category": "abuse", "text": "rude"}


def refused(code: str, work: object, **how: object) -> None:
    with pytest.raises(Refusal) as refusal:
        work(**how)
    assert refusal.value.code == code


# --- reports --------------------------------------------------------------------------------------------------------


def test_a_report_takes_its_evidence_and_no_hand(lu: User, rafa: User) -> None:
    room = opened(rafa)
    hosting.start(room_id=room.pk, actor=rafa)
    chat.say(table_id=room.pk, actor=rafa.pk, action_id="a", kind="text", text="idiota")
    address = f"/room/{room.slug}/report/?seat=0"
    answer = at(lu).post(address, report_form(lu, address))
    assert answer.status_code == 302
    report = Report.objects.get()
    assert (report.person, report.reporter, report.round) == (rafa, lu, 1)
    assert [line["text"] for line in report.evidence["chat"]] == ["idiota"]
    assert report.evidence["log"]
    hidden = table_store.read(room.pk).table.game.players[0].hand
    assert not cards_in(str(report.evidence), hidden)
    line = ChatMessage.objects.get().pk
    assert at(lu).get(f"/room/{room.slug}/report/?line={line}").status_code == 200
    assert at(lu).get(f"/room/{room.slug}/report/?seat=1").status_code == 404  # a bot
    assert at(lu).get(f"/room/{room.slug}/report/?line=99999999999999999999").status_code == 404
    assert at(lu).get(f"/room/{room.slug}/person/?seat=0")["Location"] == "/people/rafa/"


def test_a_report_meets_whom_the_form_was_opened_about(lu: User, rafa: User) -> None:
    """Somebody else may sit in the seat by then, nobody, or the reporter may have been put out by the one reported."""
    room = opened(rafa)
    rude, next_one = (User.objects.create_user(name) for name in ("rude", "next"))
    address = f"/room/{room.slug}/report/?seat=3"
    seats.sit(room_id=room.pk, actor=rude, seat=3)
    form = report_form(lu, address)
    seats.leave(room_id=room.pk, actor=rude)
    assert at(lu).post(address, {**form, "category": "spam"}).status_code == 302
    seats.sit(room_id=room.pk, actor=next_one, seat=3)
    assert at(lu).post(address, {**form, "category": "no such"}).context["person"] == rude
    seats.sit(room_id=room.pk, actor=lu, seat=2)
    seats.remove(room_id=room.pk, actor=rafa, seat=2)
    assert at(lu).post(address, form).status_code == 302
    assert set(Report.objects.values_list("person", flat=True)) == {rude.pk}
    assert Report.objects.count() == 2


def test_a_report_from_a_room_names_nobody_the_page_did_not_name(lu: User, rafa: User) -> None:
    room, other = opened(rafa), opened(User.objects.create_user("host"))
    form = report_form(lu, f"/room/{room.slug}/report/?seat=0")
    address = f"/room/{room.slug}/report/?seat=0"
    assert at(User.objects.create_user("borrower")).post(address, form).status_code == 404
    assert at(lu).post(f"/room/{other.slug}/report/?seat=0", form).status_code == 404
    assert at(lu).post(address, {**form, "about": form["about"][:-1]}).status_code == 404
    assert at(lu).post(address, {**form, "about": ""}).status_code == 404
    assert not Report.objects.exists()


def test_reports_have_limits(lu: User, rafa: User) -> None:
    filed(lu, rafa)
    refused("already_reported", services.file_report, reporter=lu, person=rafa, category="abuse", text="")
    refused("malformed", services.file_report, reporter=lu, person=lu, category="abuse", text="")
    for n in range(services.REPORTS.most - 1):
        filed(lu, User.objects.create_user(f"p{n}"))
    refused("too_many_reports", services.file_report, reporter=lu, person=rafa, category="name", text="")


def test_the_desk_handles_a_report_from_queue_to_decision(dora: User, lu: User, rafa: User) -> None:
    room = opened(rafa)
    report = filed(lu, rafa, room=room, text="he said <script>alert(1)</script>")
    desk = at(dora)
    assert "rafa" in desk.get("/moderation/").content.decode()
    page = desk.get(f"/moderation/reports/{report.pk}/").content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page
    do = f"/moderation/reports/{report.pk}/do/"
    desk.post(do, {"do": "take"})
    assert "rafa" in desk.get("/moderation/?state=mine").content.decode()
    desk.post(do, {"do": "note", "text": "seen it"})
    form = {"kind": "mute", "term": "3d", "reason": "insults", "report": report.pk}
    desk.post(f"/moderation/people/{rafa.pk}/do/", form)
    desk.post(do, {"do": "resolve"})
    report.refresh_from_db()
    assert (report.status, report.assigned_to, report.decided_by) == ("resolved", dora, dora)
    sanction = Sanction.objects.get()
    assert (sanction.kind, sanction.report) == ("mute", report.pk)
    assert timedelta(days=2) < sanction.until - timezone.now() < timedelta(days=3)
    kinds = list(ModerationAction.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["promoted", "took_report", "mute", "resolved_report"]
    desk.post(do, {"do": "reopen"})
    assert desk.get("/moderation/?state=open").context["counts"] == {"open": 1, "mine": 1}
    for page in (
        "people/?q=ra",
        f"people/{rafa.pk}/",
        "rooms/",
        f"rooms/{room.pk}/",
        "trail/",
        "statistics/",
        "house/",
    ):
        assert desk.get(f"/moderation/{page}").status_code == 200, page
    assert desk.post(do, {"do": "delete"}).status_code == 400


def test_nobody_handles_reports_about_themselves(dora: User, lu: User) -> None:
    report = filed(lu, dora)
    desk = at(dora)
    assert not list(desk.get("/moderation/").context["reports"])
    assert desk.get(f"/moderation/reports/{report.pk}/").status_code == 404
    assert desk.post(f"/moderation/reports/{report.pk}/do/", {"do": "dismiss"}).status_code == 404
    own = filed(dora, lu)
    refused("own_report", services.decide, report=own, by=dora, status="resolved")


def test_quick_phrases_are_read_as_they_were_said(dora: User, lu: User, rafa: User) -> None:
    room = opened(rafa)
    chat.say(table_id=room.pk, actor=rafa.pk, action_id="a", kind="phrase", text="hurry")
    report = filed(lu, rafa, room=room)
    for address in (f"reports/{report.pk}/", f"rooms/{room.pk}/"):
        assert "(Shall we go on?)" in at(dora).get(f"/moderation/{address}").content.decode()
    assert words.PHRASES.keys() == set(PHRASES)
    page = (settings.BASE_DIR / "static/js/table/words-chat.js").read_text()
    assert not [text for text in map(words.phrase_text, PHRASES) if f"'said at the table', '{text}')" not in page]


# --- who may come ---------------------------------------------------------------------------------------------------

PAGES = ["", "people/", "rooms/", "trail/", "statistics/", "house/"]


@pytest.mark.parametrize("page", PAGES)
def test_the_desk_is_for_moderators_with_a_second_factor(lu: User, page: str) -> None:
    assert Client().get(f"/moderation/{page}").status_code == 302
    assert at(lu).get(f"/moderation/{page}").status_code == 403
    bare = moderator("bare", factor=False)
    assert "/2fa/totp/" in at(bare).get(f"/moderation/{page}")["Location"]
    rights.demote(bare)
    assert at(with_factor(bare)).get(f"/moderation/{page}").status_code == 403


def test_the_admin_wants_a_second_factor_too(dora: User) -> None:
    boss = User.objects.create_superuser("boss")
    assert "/2fa/totp/" in at(boss).get("/admin/")["Location"]
    assert at(with_factor(boss)).get("/admin/").status_code == 200
    assert at(dora).get("/admin/accounts/moderationaction/").status_code == 200
    assert at(dora).get("/admin/accounts/user/").status_code == 403


# --- sanctions ------------------------------------------------------------------------------------------------------


def test_the_muted_do_not_chat_until_it_is_undone(dora: User, rafa: User) -> None:
    room = opened(rafa)
    sanction = sanctions.impose(by=dora, person=rafa, kind="mute", reason="insults")
    words = {"table_id": room.pk, "actor": rafa.pk, "kind": "text", "text": "oi"}
    refused("muted", chat.say, action_id="a", **words)
    at(dora).post(f"/moderation/sanctions/{sanction.pk}/lift/")
    chat.say(action_id="b", **words)


def test_the_suspended_leave_public_rooms_at_once(
    dora: User, rafa: User, lu: User, django_capture_on_commit_callbacks
) -> None:
    public, private = opened(lu), opened(User.objects.create_user("zeca"), public=False)
    seats.sit(room_id=public.pk, actor=rafa, seat=3)
    with django_capture_on_commit_callbacks(execute=True):
        sanctions.impose(
            by=dora, person=rafa, kind="suspend", reason="leaving", until=timezone.now() + timedelta(days=1)
        )
    assert rooms.room_of(rafa) is None
    refused("suspended", seats.sit, room_id=public.pk, actor=rafa, seat=3)
    refused("suspended", presence.arrived, slug=public.slug, user=rafa.pk, process="p")
    refused("suspended", opened, host=rafa)
    refused("suspended", rooms.play_now, actor=rafa)
    assert access_checks.barred({(rafa.pk, public.pk), (rafa.pk, private.pk)}) == {(rafa.pk, public.pk): "suspended"}
    seats.sit(room_id=private.pk, actor=rafa, seat=3)
    Sanction.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert access_checks.barred({(rafa.pk, public.pk)}) == {}


def test_a_ban_says_why_and_ends_with_its_term(dora: User, rafa: User) -> None:
    rafa.set_password("caneca-azul-9")
    rafa.save()
    sanctions.impose(by=dora, person=rafa, kind="ban", reason="third time", until=timezone.now() + timedelta(days=1))
    rafa.refresh_from_db()
    assert not rafa.is_active
    answer = Client().post("/accounts/login/", {"login": "rafa", "password": "caneca-azul-9"})
    assert "third time" in answer.content.decode()
    assert sanctions.end_terms() == 0
    Sanction.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert sanctions.end_terms() == 1
    rafa.refresh_from_db()
    assert rafa.is_active
    assert ModerationAction.objects.last().by is None


def test_one_sanction_that_cannot_end_keeps_nobody_else_banned(
    dora: User, lu: User, rafa: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for person in (lu, rafa):
        until = timezone.now() + timedelta(hours=1)
        sanctions.impose(by=dora, person=person, kind="ban", reason="a while", until=until)
    Sanction.objects.update(until=timezone.now())
    lift = sanctions.lift

    def failing(*, by: User | None, sanction: Sanction) -> None:
        if sanction.person == lu:
            raise DatabaseError
        lift(by=by, sanction=sanction)

    monkeypatch.setattr(sanctions, "lift", failing)
    assert sanctions.end_terms() == 1
    assert User.objects.get(pk=rafa.pk).is_active


def test_a_warning_is_read(dora: User, rafa: User) -> None:
    sanction = sanctions.impose(by=dora, person=rafa, kind="warn", reason="<b>calma</b>")
    page = at(rafa)
    assert "&lt;b&gt;calma" in page.get("/").content.decode()
    page.post(f"/accounts/decisions/{sanction.pk}/read/")
    assert "calma" not in page.get("/").content.decode()


def test_two_bans_are_lifted_one_by_one(dora: User, rafa: User) -> None:
    first, second = (sanctions.impose(by=dora, person=rafa, kind="ban", reason=r) for r in ("one", "two"))
    sanctions.lift(by=dora, sanction=first)
    assert not User.objects.get(pk=rafa.pk).is_active
    sanctions.lift(by=dora, sanction=second)
    assert User.objects.get(pk=rafa.pk).is_active


def test_who_may_judge_whom(dora: User, rafa: User) -> None:
    other, boss = moderator("caio"), User.objects.create_superuser("boss")
    for by, person in ((rafa, dora), (rafa, boss), (dora, dora), (dora, other), (dora, boss)):
        with pytest.raises(SanctionError):
            sanctions.impose(by=by, person=person, kind="ban", reason="x")
    sanctions.impose(by=boss, person=other, kind="warn", reason="x")


# --- the trail ------------------------------------------------------------------------------------------------------


def test_the_trail_is_append_only(dora: User) -> None:
    row = audit_log.record(dora, "house")
    with pytest.raises(AppendOnlyError):
        row.save()
    with pytest.raises(AppendOnlyError):
        row.delete()
    for work in ("delete", "update"):
        with pytest.raises(AppendOnlyError):
            getattr(ModerationAction.objects.all(), work)(**({"kind": "x"} if work == "update" else {}))
    with pytest.raises(AppendOnlyError):
        ModerationAction.objects.bulk_update([row], ["kind"])


@pytest.mark.production
@pytest.mark.parametrize(
    "sql", ["UPDATE accounts_moderationaction SET kind = 'x'", "DELETE FROM accounts_moderationaction"]
)
def test_postgresql_refuses_it_too(dora: User, sql: str) -> None:
    audit_log.record(dora, "house")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


# --- rooms and the house --------------------------------------------------------------------------------------------


def test_a_room_is_renamed_and_closed(dora: User, lu: User) -> None:
    room = opened(lu, name="rude name")
    desk = at(dora)
    desk.post(f"/moderation/rooms/{room.pk}/do/", {"do": "rename", "name": "Mesa  17"})
    room.refresh_from_db()
    assert room.name == table_store.read(room.pk).table.name == "Mesa 17"
    assert ModerationAction.objects.last().details == {"from": "rude name", "to": "Mesa 17"}
    desk.post(f"/moderation/rooms/{room.pk}/do/", {"do": "undo_rename"})
    room.refresh_from_db()
    assert room.name == table_store.read(room.pk).table.name == "rude name"
    services.rename_room(room=room, by=dora, name="Mesa 18")
    room.refresh_from_db()
    assert "Before a moderator renamed it: rude name" in desk.get(f"/moderation/rooms/{room.pk}/").content.decode()
    Room.objects.filter(pk=room.pk).update(name="the host's own")
    room.refresh_from_db()
    refused("cannot_now", services.undo_rename, room=room, by=dora)
    desk.post(f"/moderation/rooms/{room.pk}/do/", {"do": "close"})
    assert "cannot be opened again" in desk.get(f"/moderation/rooms/{room.pk}/").content.decode()
    room.refresh_from_db()
    assert room.closed_reason == "moderator"
    refused("not_moderator", services.close_room, room=room, by=lu)


def test_before_maintenance_nobody_opens_rooms_and_all_pages_say_it(dora: User, lu: User) -> None:
    at(dora).post("/moderation/house/", {"no_new_rooms": "on", "banner": "Manutenção às 22h <i>"})
    refused("maintenance", opened, host=lu)
    assert "Manutenção às 22h &lt;i&gt;" in Client().get("/").content.decode()
    at(dora).post("/moderation/house/", {"banner": ""})
    opened(lu)
    assert House.objects.get().banner == ""


# --- secrecy --------------------------------------------------------------------------------------------------------


def test_no_live_hand_in_any_page_of_the_staff(dora: User, lu: User, rafa: User) -> None:
    room = opened(rafa)
    hosting.start(room_id=room.pk, actor=rafa)
    report = filed(lu, rafa, room=room)
    game = table_store.read(room.pk).table.game
    hidden = {card for player in game.players if player for card in player.hand} | set(game.stock)
    boss = with_factor(User.objects.create_superuser("boss"))
    addresses = [f"/moderation/{page}" for page in PAGES]
    addresses += [
        f"/moderation/reports/{report.pk}/",
        f"/moderation/rooms/{room.pk}/",
        f"/moderation/people/{rafa.pk}/",
    ]
    addresses += [f"/admin/lobby/{model}/" for model in ("room", "match", "tablelog")]
    addresses += [f"/admin/lobby/room/{room.pk}/change/", f"/admin/lobby/match/{room.matches.get().pk}/change/"]
    seen = {game.turn_up} if getattr(game, "turn_up", None) else set()
    for reader in (dora, boss):
        client = at(reader)
        for address in addresses:
            answer = client.get(address)
            assert answer.status_code == 200, address
            page = re.sub(
                r'csrfmiddlewaretoken" value="\w+"|<svg.*?</svg>', "", answer.content.decode(), flags=re.DOTALL
            )
            assert not cards_in(page, hidden - seen), address
            assert room.code not in page, address


# --- commands -------------------------------------------------------------------------------------------------------


def test_undoing_needs_the_rank_that_imposing_needs(dora: User) -> None:
    boss, other = User.objects.create_superuser("boss"), moderator("olga")
    ban = sanctions.impose(by=boss, person=other, kind="ban", reason="sold reports")
    with pytest.raises(SanctionError, match="not_this_person"):
        sanctions.lift(by=dora, sanction=ban)
    with pytest.raises(SanctionError, match="not_this_person"):
        sanctions.lift_bans(by=dora, person=other)
    at(dora).post(f"/moderation/sanctions/{ban.pk}/lift/")
    assert not User.objects.get(pk=other.pk).is_active
    sanctions.lift(by=boss, sanction=ban)
    assert User.objects.get(pk=other.pk).is_active


@pytest.mark.parametrize("name", ["Kappa", "KAPPA", "kappa"])
def test_whoever_a_command_makes_can_log_in(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("create_moderator", name)
    printed = capsys.readouterr().out
    password = printed.split("password: ")[1].split()[0]
    assert User.objects.get().username == "kappa"
    answer = Client().post("/accounts/login/", {"login": name, "password": password})
    assert answer.status_code == 302


def test_commands_for_operators(lu: User, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("create_moderator", "nova", email="n@example.com")
    assert rights.may_moderate(User.objects.get(username="nova"))
    assert "password" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("create_moderator", "N0va")
    call_command("promote", "lu")
    assert rights.may_moderate(User.objects.get(pk=lu.pk))
    call_command("promote", "lu", remove=True)
    assert not User.objects.get(pk=lu.pk).is_staff
    call_command("anonymise", "lu", yes=True)
    assert User.objects.get(pk=lu.pk).username == f"gone-{lu.pk}"
    with pytest.raises(CommandError):
        call_command("anonymise", "lu", yes=True)


def test_personal_data_goes_when_its_term_is_over(dora: User, lu: User, rafa: User) -> None:
    room = opened(rafa)
    chat.say(table_id=room.pk, actor=rafa.pk, action_id="a", kind="text", text="old words")
    report = filed(lu, rafa, room=room, text="complaint")
    services.decide(report=report, by=dora, status="dismissed")
    assert not any(purge().values())
    long_ago = timezone.now() - timedelta(days=400)
    ChatMessage.objects.update(at=long_ago)
    Report.objects.update(decided_at=long_ago)
    gone = purge()
    assert (gone["lines of chat"], gone["reports emptied"]) == (1, 1)
    report.refresh_from_db()
    assert (report.text, report.evidence, report.status) == ("", {}, "dismissed")
    call_command("purge_personal_data")
