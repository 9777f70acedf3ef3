"""The talk at a table: who may say what, who hears it, and that every line arrives."""

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import limits, relationships
from accounts.models import User
from lobby.models import ChatMessage, Room
from lobby.moderation import sanctions
from lobby.tables.announce import broadcast
from lobby.tables.core.errors import Refusal
from lobby.tables.realtime.database_threads import db
from lobby.tables.realtime.hub import hub
from lobby.tables.services import chat, hosting
from tests.support.clients.page import Page, rest
from tests.support.scenes.staff import moderator
from tests.support.scenes.tables import person, playing, stored, waiting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.live]
SLACK = 1.0  # of a busy machine
LONG_AGO = timedelta(days=3)


def old(name: str) -> User:
    return person(name, date_joined=timezone.now() - LONG_AGO)


class Scene:
    """Ana hosts, Bia sits, Caio and Duda watch."""

    def __init__(self) -> None:
        self.ana, self.bia, self.caio, self.duda = self.people = [old(name) for name in ("ana", "bia", "caio", "duda")]
        self.id = stored(waiting(self.ana.pk, self.bia.pk))
        self.slug = Room.objects.get(pk=self.id).slug
        self.pages: list[Page] = []

    async def open(self, who: User) -> Page:
        page = await Page(who, self.slug).open()
        self.pages.append(page)
        await page.next("said")
        return page

    def say(self, who: User, text: str, kind: str = "text", action_id: str = "") -> None:
        action_id = action_id or f"x{ChatMessage.objects.count()}"
        chat.say(table_id=self.id, actor=who.pk, action_id=action_id, kind=kind, text=text)


@pytest.fixture
def table() -> Scene:
    return Scene()


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    scene = await db(Scene)
    yield scene
    for page in scene.pages:
        await page.close()
    await rest()


def texts(message: dict[str, Any]) -> list[str]:
    return [line.get("text") or line["phrase"] for line in message["lines"]]


# --- who may say what -----------------------------------------------------------------------------------------------


def refused(code: str, *args: Any, **how: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        chat.say(*args, **how)
    assert refusal.value.code == code


def test_words_become_one_clean_line(table: Scene) -> None:
    table.say(table.ana, "  boa\n\tnoite\u202e \u200b!  ")
    assert ChatMessage.objects.get().text == "boa noite !"
    table.say(table.ana, "e" + "\u0301" * 40)
    assert len(ChatMessage.objects.last().text) <= 3


@pytest.mark.parametrize(("text", "code"), [(" \u200b\n", "malformed"), ("a" * 201, "too_long")])
def test_nothing_and_too_much_are_refused(table: Scene, text: str, code: str) -> None:
    refused(code, table_id=table.id, actor=table.ana.pk, action_id="a", kind="text", text=text)


def test_unknown_phrases_are_refused(table: Scene) -> None:
    refused("malformed", table_id=table.id, actor=table.ana.pk, action_id="a", kind="phrase", text="rude")


def test_five_lines_in_ten_seconds(table: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(5):
        table.say(table.ana, f"line {n}")
    refused("rate_limited", table_id=table.id, actor=table.ana.pk, action_id="a", kind="text", text="six")
    table.say(table.bia, "another person may")
    later = time.time() + 11
    monkeypatch.setattr(limits.time, "time", lambda: later)
    table.say(table.ana, "later it goes on")


def test_the_same_request_again_says_nothing_again(table: Scene) -> None:
    for _ in range(3):
        table.say(table.ana, "once", action_id="same")
    assert ChatMessage.objects.count() == 1


@pytest.mark.parametrize(
    "text",
    [
        "see https://x.example",
        "HTTP://X",
        "www.spam",
        "vem pra spam.com",
        "spam.com.br agora",
        "t.me/abc",
        "ｓｐａｍ．ｃｏｍ",
    ],
)
def test_new_accounts_send_no_links(table: Scene, text: str) -> None:
    new = person("nova")
    refused("no_links_yet", table_id=table.id, actor=new.pk, action_id="a", kind="text", text=text)
    table.say(table.ana, text)


@pytest.mark.parametrize("text", ["boa.vamos", "1.5 pontos", "ok...", "sei lá. me diz", "e.g. this"])
def test_ordinary_words_are_no_links(table: Scene, text: str) -> None:
    table.say(person("nova"), text)


def test_the_host_switches_the_talk_off(table: Scene) -> None:
    hosting.set_chat(room_id=table.id, actor=table.ana, on=False)
    assert not Room.objects.get(pk=table.id).chat
    refused("chat_off", table_id=table.id, actor=table.ana.pk, action_id="a", kind="text", text="a")
    with pytest.raises(Refusal):
        hosting.set_chat(room_id=table.id, actor=table.bia, on=True)
    hosting.set_chat(room_id=table.id, actor=table.ana, on=True)
    table.say(table.bia, "again")


def test_a_paused_table_talks(table: Scene) -> None:
    hosting.pause(room_id=table.id, actor=table.ana)
    table.say(table.bia, "volto já")


def test_a_closed_room_is_silent(table: Scene) -> None:
    hosting.close(room_id=table.id, actor=table.ana)
    refused("room_closed", table_id=table.id, actor=table.ana.pk, action_id="a", kind="text", text="a")


def test_the_banned_say_nothing(table: Scene) -> None:
    User.objects.filter(pk=table.ana.pk).update(is_active=False)
    refused("account_inactive", table_id=table.id, actor=table.ana.pk, action_id="a", kind="text", text="a")


def test_a_line_knows_its_round(table: Scene) -> None:
    table_id = stored(playing(old("eva").pk, old("fabi").pk))
    chat.say(table_id=table_id, actor=User.objects.get(username="eva").pk, action_id="a", kind="phrase", text="nice")
    line = ChatMessage.objects.get()
    assert (line.match, line.round, line.kind, line.spectators) == (1, 1, "phrase", False)


# --- who hears it ---------------------------------------------------------------------------------------------------


async def test_everybody_hears_a_line_and_newcomers_the_last_ones(scene: Scene) -> None:
    a, c = await scene.open(scene.ana), await scene.open(scene.caio)
    await a.send({"type": "say", "id": "s1", "kind": "text", "text": "<b>oi</b>"})
    assert (await a.answer())["type"] == "ack"
    heard = await c.next("said")
    assert texts(heard) == ["<b>oi</b>"]
    assert heard["lines"][0]["who"] == "ana"
    assert heard["lines"][0]["own"] is False
    late = await Page(scene.duda, scene.slug).open()
    scene.pages.append(late)
    assert texts(await late.next("said")) == ["<b>oi</b>"]


async def test_what_watchers_say_does_not_reach_the_players(scene: Scene) -> None:
    a, c, d = await scene.open(scene.ana), await scene.open(scene.caio), await scene.open(scene.duda)
    await db(scene.say, scene.caio, "she holds two kings")
    assert texts(await d.next("said")) == ["she holds two kings"]
    await db(scene.say, scene.bia, "oi")
    assert texts(await a.next("said")) == ["oi"]
    assert texts(await c.next("said")) == ["she holds two kings"]
    assert "kings" not in "".join(a.raw)


async def test_the_muted_are_not_heard_and_do_not_notice(scene: Scene) -> None:
    a, b = await scene.open(scene.ana), await scene.open(scene.bia)
    await a.send({"type": "mute", "id": "m1", "seat": 1, "on": True})
    everything = await a.next("said")
    assert everything["muted"] == ["bia"]
    await db(scene.say, scene.bia, "hey")
    assert texts(await b.next("said")) == ["hey"]
    await db(scene.say, scene.ana, "hello")
    assert texts(await a.next("said")) == ["hello"]
    assert texts(await b.next("said")) == ["hello"]
    await a.send({"type": "mute", "id": "m2", "seat": 1, "on": False})
    again = await a.next("said")
    assert texts(again) == ["hey", "hello"]
    assert again["muted"] == []
    await a.send({"type": "mute", "id": "m3", "seat": 1, "who": "somebody before her", "on": True})
    assert (await a.next("refused"))["code"] == "stale_turn"
    seen = a.view["table"]["seats"][1]["name"]
    await a.send({"type": "mute", "id": "m4", "seat": 1, "who": seen, "on": True})
    assert (await a.next("said"))["muted"] == ["bia"]


async def test_a_block_is_deaf_in_both_directions_at_once(scene: Scene) -> None:
    a, b = await scene.open(scene.ana), await scene.open(scene.bia)
    await db(scene.say, scene.ana, "one")
    await a.next("said")
    assert texts(await b.next("said")) == ["one"]
    await db(relationships.block, by=scene.ana, person=scene.bia)
    await a.next("said")
    emptied = await b.next("said")
    assert texts(emptied) == []
    assert emptied["muted"] == []
    await db(relationships.unmute, by=scene.ana, person=scene.bia)  # a mute taken back leaves the block
    assert await db(relationships.apart, scene.bia.pk, scene.ana.pk)


async def test_a_lost_bell_is_made_good(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    a = await scene.open(scene.ana)
    monkeypatch.setattr(broadcast, "chat_changed", lambda table_id: None)
    await asyncio.sleep(2.2)  # the patrol has been by once
    await db(scene.say, scene.bia, "quiet")
    assert texts(await a.next("said", within=5)) == ["quiet"]


async def test_the_bell_carries_no_words(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    a = await scene.open(scene.ana)
    rung: list[Any] = []
    send = hub().layer.group_send

    async def listening(group: str, message: Any) -> None:
        rung.append(message)
        await send(group, message)

    monkeypatch.setattr(hub().layer, "group_send", listening)
    await db(scene.say, scene.bia, "secret words")
    await a.next("said")
    await asyncio.sleep(0.1)
    assert any(scene.id in message["talks"] for message in rung)
    assert "secret" not in repr(rung)


async def test_who_may_not_watch_does_not_listen(scene: Scene) -> None:
    def shut() -> str:
        from msgspec.structs import replace

        return Room.objects.get(pk=stored(replace(waiting(old("gil").pk), spectators=False))).slug

    slug = await db(shut)
    page = await Page(scene.caio, slug).open()
    scene.pages.append(page)
    await page.next("said")
    await page.send({"type": "say", "id": "s", "kind": "phrase", "text": "hello"})
    assert (await page.answer())["code"] == "spectators_off"


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "say", "id": "s", "kind": "shout", "text": "a"},
        {"type": "say", "id": "s", "kind": "text", "text": ""},
        {"type": "say", "id": "s", "kind": "text", "text": "a", "as": 1},
        {"type": "say", "id": "s", "kind": "text", "text": "a" * 1001},
        {"type": "mute", "id": "m", "seat": 8, "on": True},
    ],
)
async def test_malformed_frames(scene: Scene, frame: dict[str, Any]) -> None:
    a = await scene.open(scene.ana)
    await a.send(frame)
    assert (await a.answer())["code"] == "malformed"


# --- decisions of moderators reach open sockets ---------------------------------------------------------------------


async def closed_within(page: Page, seconds: float) -> int:
    return (await page.next("closed", within=seconds))["code"]


async def test_a_ban_closes_the_socket_within_a_second_in_the_middle_of_a_flood(scene: Scene) -> None:
    moderator_ = await db(moderator)
    b, a = await scene.open(scene.bia), await scene.open(scene.ana)

    async def flood() -> None:
        for n in range(60):
            await b.send({"type": "say", "id": f"f{n}", "kind": "text", "text": f"spam {n}"})
            await asyncio.sleep(0.02)

    flooding = asyncio.create_task(flood())
    await asyncio.sleep(0.2)
    began = asyncio.get_running_loop().time()
    await db(sanctions.impose, by=moderator_, person=scene.bia, kind="ban", reason="flood")
    assert await closed_within(b, 3) == 4003
    assert asyncio.get_running_loop().time() - began < 1 + SLACK
    await flooding
    count = await db(ChatMessage.objects.count)
    await asyncio.sleep(0.2)
    assert await db(ChatMessage.objects.count) == count <= chat.LINES.most
    while (await a.table())["table"]["seats"][1]["kind"] != "free":
        continue  # pictures from before the ban; `table` gives up when none comes any more


async def test_a_suspension_closes_sockets_at_public_tables(scene: Scene) -> None:
    moderator_ = await db(moderator)
    c = await scene.open(scene.caio)
    await db(sanctions.impose, by=moderator_, person=scene.caio, kind="suspend", reason="leaving")
    assert await closed_within(c, 3) == 4003
    assert [m["code"] for m in c.heard if m["type"] == "bye"] == ["suspended"]


async def test_the_host_blocks_a_watcher_away(scene: Scene) -> None:
    c = await scene.open(scene.caio)
    await db(relationships.block, by=scene.ana, person=scene.caio)
    assert await closed_within(c, 3) == 4004
