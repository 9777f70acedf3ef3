"""A live round whose cards are known to the test: no page of the staff, no file, no log and no error page has one of
them, nor the seed, nor the encoded state."""

import base64
import html
import io
import logging
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.utils import translation

import games
from accounts.models import User
from config.ops.logs import JsonFormatter, LineFormatter
from lobby.models import Match, Room, Round, Table, TableLog
from lobby.moderation import services
from lobby.pages import selectors
from lobby.tables.core.state import encode
from lobby.tables.realtime.database_threads import db
from lobby.tables.services import chat, hosting, play, rooms, seats, sweep
from lobby.tables.store import table_store
from lobby.templatetags.batida import card_name
from tests.support.clients.page import Page, rest
from tests.support.scenes.staff import at, moderator, with_factor
from tests.support.scenes.tables import cards_in

pytestmark = [pytest.mark.django_db, pytest.mark.live]
MOST = 200  # pages of one reader


class Canaries:
    """A round of four, one card drawn, none thrown: nothing has been shown to anybody."""

    def __init__(self) -> None:
        self.host, self.guest = User.objects.create_user("hostess"), User.objects.create_user("guest")
        self.room = rooms.create_room(
            actor=self.host, ruleset="pife-corte", options={}, name="Quintal", public=True, spectators=True, bots=2
        )
        seats.sit(room_id=self.room.pk, actor=self.guest, seat=1)
        hosting.start(room_id=self.room.pk, actor=self.host)
        self.draw()
        self.report = services.file_report(
            reporter=self.guest, person=self.host, category="abuse", text="rude", room=self.room
        )
        chat.say(table_id=self.room.pk, actor=self.host.pk, action_id="s", kind="text", text="oi")
        self.round, self.match = Round.objects.get(), Match.objects.get()
        game = self.table.game
        assert not game.pile
        self.cards = {card for player in game.players if player for card in player.hand} | set(game.stock)
        assert len(self.cards) == 104
        with translation.override("en"):
            self.names = {card_name(card[:2]) for card in self.cards}
        seed, state = bytes(self.round.seed), encode(self.table)
        self.seeds = {seed.hex(), repr(seed)[2:-1], str(list(seed))[1:-1], base64.b64encode(seed).decode()[:20]}
        self.seeds |= {base64.urlsafe_b64encode(seed).decode()[:20], base64.b64encode(state).decode()[:60]}

    @property
    def table(self) -> Any:
        return table_store.read(self.room.pk).table

    def draw(self) -> None:
        game, move = self.table.game, games.Draw("stock")
        where = {"table_id": self.room.pk, "round": game.round, "turn": game.turn}
        user = self.table.seats[game.active].user
        if user is None:
            play.act_for_bot(**where, seat=game.active, phase=game.phase, action=move)
        else:
            play.act(**where, actor=user, action_id="first", action=games.action_json(move))

    def leaks(self, text: str, *, names: bool = True) -> list[str]:
        text = re.sub(r'<ul class="fan".*?</ul>', "", text, flags=re.DOTALL)  # cards as an ornament
        text = unquote(html.unescape(text))
        found = [*cards_in(text, self.cards), *(seed for seed in self.seeds if seed in text)]
        return found + [name for name in self.names if names and name in text]


@pytest.fixture
def canaries() -> Canaries:
    return Canaries()


def crawled(client: Client, starts: list[str], within: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Every page that can be reached from these by links, with what it says."""
    waiting, seen = list(starts), set(starts)
    while waiting:
        address = waiting.pop()
        answer = client.get(address)
        if answer.status_code != 200:
            assert answer.status_code in {301, 302, 403, 404}, address
            continue
        page = answer.content.decode()
        yield address, page
        for link in re.findall(r'href="([^"#]+)"', page):
            link = html.unescape(link)
            link = address.split("?")[0] + link if link.startswith("?") else link
            # nothing twice, and not every list of the administration in every order
            again = link in seen or "logout" in link or (link.startswith("/admin/") and "?" in link)
            if link.startswith(within) and not again and len(seen) < MOST:
                seen.add(link)
                waiting.append(link)


def test_no_page_of_the_staff_has_a_card(canaries: Canaries) -> None:
    room, match = canaries.room, canaries.match
    starts = ["/moderation/", "/admin/", f"/moderation/rooms/{room.pk}/", f"/moderation/matches/{match.pk}/"]
    within = ("/moderation/", "/admin/", "/history/", "/people/")
    must = {
        f"/moderation/reports/{canaries.report.pk}/?state=open&category=",
        f"/moderation/rooms/{room.pk}/",
        f"/moderation/people/{canaries.host.pk}/",
        "/moderation/trail/",
    }
    of_boss = {f"/admin/lobby/{model.__name__.lower()}/{row.pk}/change/" for model in (Room, Match, TableLog)
               for row in model.objects.all()} | {f"/admin/accounts/user/{canaries.host.pk}/change/"}  # fmt: skip
    for reader in (moderator(), with_factor(User.objects.create_superuser("boss"))):
        pages = dict(crawled(at(reader), starts, within))
        assert must <= pages.keys()
        assert reader.username != "boss" or of_boss <= pages.keys()
        assert len(pages) > 20
        for address, page in pages.items():
            assert not canaries.leaks(page), address


def test_no_export_and_no_json_has_a_card(canaries: Canaries, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "METRICS_TOKEN", "known")
    match, room = canaries.match, canaries.room
    addresses = ["/accounts/data/export.json", f"/history/{match.pk}/export.json", f"/history/{match.pk}/",
                 f"/history/{match.pk}/1/", f"/room/{room.slug}/", f"/room/{room.slug}/report/?seat=0", "/rooms/list/",
                 "/", "/metrics", "/readyz", "/jsi18n/", "/people/hostess/", "/leaderboard/pife-corte/"]  # fmt: skip
    readers = [canaries.host, canaries.guest, moderator(), with_factor(User.objects.create_superuser("boss"))]
    for reader in readers:
        client = at(reader)
        for address in addresses:
            answer = client.get(address, headers={"Authorization": "Bearer known"})
            assert not canaries.leaks(answer.content.decode(), names=False), (reader, address)


# --- faults ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def logged() -> Iterator[dict[str, io.StringIO]]:
    """What the processes would write, as lines and as JSON."""
    handlers, texts = [], {}
    for name, formatter in (("lines", LineFormatter()), ("json", JsonFormatter())):
        texts[name] = io.StringIO()
        handler = logging.StreamHandler(texts[name])
        handler.setFormatter(formatter)
        handlers.append(handler)
        logging.getLogger().addHandler(handler)
    yield texts
    for handler in handlers:
        logging.getLogger().removeHandler(handler)


class TellingError(Exception):
    """An exception that says everything it knows."""


def telling(*args: Any, **how: Any) -> Any:
    """In the place of something that has the whole table at hand."""
    table = next(table_store.read(pk).table for pk in Room.objects.values_list("pk", flat=True))
    seed = bytes(Round.objects.get().seed)
    raise TellingError(table.game.players, table.game.stock, seed.hex())


def clean(canaries: Canaries, logged: dict[str, io.StringIO]) -> None:
    for name, text in logged.items():
        assert "TellingError" in text.getvalue(), name
        assert not canaries.leaks(text.getvalue(), names=False), name


def test_an_error_page_and_its_log_have_no_card(
    canaries: Canaries, logged: dict[str, io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not settings.DEBUG
    monkeypatch.setattr(selectors, "refused_entry", telling)
    client = at(canaries.host)
    client.raise_request_exception = False
    answer = client.get(f"/room/{canaries.room.slug}/")
    assert answer.status_code == 500
    assert not canaries.leaks(answer.content.decode(), names=False)
    assert "TellingError" not in answer.content.decode()
    clean(canaries, logged)


def test_a_sweep_that_fails_logs_no_card(
    canaries: Canaries, logged: dict[str, io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "look_at", telling)
    Table.objects.update(check_at=0)
    sweep.sweep_tables()
    clean(canaries, logged)


@pytest.mark.django_db(transaction=True)
async def test_an_action_that_fails_logs_and_sends_no_card(
    logged: dict[str, io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    canaries = await db(Canaries)
    page = await Page(canaries.host, canaries.room.slug).open()
    await page.table()
    with monkeypatch.context() as patched:
        patched.setattr(table_store, "save", telling)
        reply = await page.room("pause")
    await page.close()
    await rest()
    assert reply["type"] == "error"
    assert set(reply) == {"type", "id", "reference"}
    clean(canaries, logged)
    hand = set((await db(lambda: canaries.table)).game.players[0].hand)
    assert not set(canaries.leaks("".join(page.raw), names=False)) - hand


def test_the_scan_finds_what_it_looks_for(canaries: Canaries) -> None:
    card = min(canaries.cards)
    for text in (f'["{card}"]', f"&quot;{card}&quot;", card_name(card[:2]), bytes(canaries.round.seed).hex()):
        assert canaries.leaks(text)
    assert not canaries.leaks(RequestFactory().get("/").build_absolute_uri())
