"""What all tests share: the stack, people and tables in its database, and queries to both."""

import asyncio
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable
from contextlib import suppress
from http.cookiejar import CookieJar
from typing import Any, ParamSpec, TypeVar

import msgspec
from django.db import Error

from accounts.models import User
from lobby.models import Room
from lobby.tables.announce import broadcast
from lobby.tables.core import deadlines
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import TableState
from lobby.tables.realtime import database_threads as threads
from lobby.tables.services import hosting
from lobby.tables.store import table_store
from lobby.tables.store.clock import ensure, now
from lobby.tables.store.table_store import LogEntry, StoredTable
from tests.support.scenes.people import crowd, sessions_of
from tests.support.scenes.rooms import open_room
from tests.support.stack import Stack

from .actor import Actor, Person, Seated, Seen
from .history import History, judge

P = ParamSpec("P")
R = TypeVar("R")
N = TypeVar("N", int, float)
PASSWORD = "a long password of chaos"
AWAY = 30.0  # seconds a query waits for the database


class World:
    """`short`: sizes for the test run."""

    def __init__(self, stack: Stack, *, short: bool) -> None:
        self.stack, self.short = stack, short

    def size(self, full: N, short: N) -> N:
        return short if self.short else full

    @property
    def urls(self) -> list[str]:
        return self.stack.urls

    # --- the database ---

    async def db(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Query in a thread, waiting for the database while it is away."""
        until = time.monotonic() + AWAY
        while True:
            try:
                return await threads.db(work, *args, **kwargs)
            except Error:
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.2)

    async def people(self, count: int, *, password: str | None = None) -> list[Person]:
        return await self.db(_people, count, password)

    async def tables(self, key: str, count: int, seats: int = 4, *, start: bool = True, **options: Any) -> list[Seated]:
        """Rooms with people seated and the match begun; no time limit unless `turn_seconds` is given."""
        people = await self.people(count * seats)
        parts = [people[n * seats : (n + 1) * seats] for n in range(count)]
        return list(await asyncio.gather(*(self.db(_table, key, part, start, options) for part in parts)))

    async def craft(self, table: int, change: Callable[[TableState, int], TableState]) -> StoredTable:
        """Put a table into a position of the test's own, as a version like any other."""
        return await self.db(_craft, table, change)

    async def close_rooms(self, *, but: Iterable[int]) -> None:
        """Close a test's rooms, which would all expire two minutes later, during the next one."""
        (moderator,) = await self.people(1)
        await self.db(_close_rooms, moderator.user, set(but))

    async def judged(self, history: History, tables: Iterable[Seated], *, crafted: bool = False) -> list[str]:
        return await self.db(judge, history, [each.table for each in tables], crafted=crafted)

    async def read(self, table: int) -> StoredTable:
        return await self.db(table_store.read, table)

    async def versions(self, tables: Iterable[Seated]) -> dict[int, int]:
        return dict(await self.db(table_store.versions, [each.table for each in tables]))

    # --- clients ---

    async def seat(
        self, tables: Iterable[Seated], history: History, *, come: bool = True, **how: Any
    ) -> dict[int, list[Actor]]:
        """Connect everybody at these tables, at any server; table -> sockets in seat order."""
        found: dict[int, list[Actor]] = {}
        for each in tables:
            actors = [Actor(each, seat, self.urls, history, **how) for seat in range(len(each.people))]
            found[each.table] = [actor.start() for actor in actors]
            await asyncio.sleep(0.01)
        if come:
            await self.came((actor for actors in found.values() for actor in actors), 180)
        return found

    @staticmethod
    async def came(actors: Iterable[Actor], within: float = 60) -> None:
        async with asyncio.timeout(within):
            await asyncio.gather(*(actor.came.wait() for actor in actors))

    async def in_step(self, actors: Iterable[Actor], within: float) -> list[str]:
        """Wait until every socket shows the version its row has now, or a later one; returns those that are late."""
        actors = list(actors)
        until, rows = time.monotonic() + within, await self.versions({actor.at for actor in actors})
        while True:
            late = [actor for actor in actors if actor.version < rows[actor.at.table]]
            if not late or time.monotonic() > until:
                return [f"table {each.at.table} shows {each.version} of {rows[each.at.table]}" for each in late]
            await asyncio.sleep(0.1)

    async def quiet(self, actors: Iterable[Actor]) -> None:
        """Stop playing, and wait until what is under way is answered."""
        actors = list(actors)
        for actor in actors:
            actor.plays = False
        async with asyncio.timeout(30):
            while any(actor.waiting for actor in actors):  # noqa: ASYNC110  they are many
                await asyncio.sleep(0.05)
        faults = [fault for actor in actors for fault in actor.faults]
        if faults:
            raise RuntimeError(f"errors of the servers: {', '.join(faults)}")

    async def part(self, actors: Iterable[Actor]) -> None:
        """Close all sockets."""
        for actor in actors:
            actor.leave()
        await asyncio.sleep(0.1)

    # --- pages ---

    async def page(self, url: str, session: str = "", within: float = 15) -> tuple[int, float]:
        """Status and seconds of a page; 0: no answer."""
        return await asyncio.to_thread(_page, url, session, within)

    def memory(self) -> int:
        """Bytes the servers hold."""
        return sum(server.memory() for server in self.stack.servers)

    def sockets(self, url: str) -> int:
        """Table sockets a server says it has."""
        headers = {"Authorization": f"Bearer {self.stack.token}"}
        with urllib.request.urlopen(urllib.request.Request(f"{url}/metrics", headers=headers), timeout=10) as response:
            text = response.read().decode()
        return int(float(re.findall(r'batida_sockets\{kind="table"\} (\S+)', text)[0]))

    async def log_in(self, url: str, person: Person) -> tuple[bool, float]:
        """Log in by the form, as a browser does; did it work, and in how many seconds?"""
        return await asyncio.to_thread(_log_in, url, person)


def actors_of(seated: dict[int, list[Actor]]) -> list[Actor]:
    return [actor for actors in seated.values() for actor in actors]


def _people(count: int, password: str | None) -> list[Person]:
    users = crowd(count, password=password)
    return [Person(user.pk, user.username, key) for user, key in zip(users, sessions_of(users), strict=True)]


def _table(key: str, people: list[Person], start: bool, options: dict[str, Any]) -> Seated:
    known = User.objects.in_bulk([person.user for person in people])
    users = [known[person.user] for person in people]
    settings = {"turn_seconds": None, "seats": len(people), **options}
    room = open_room(key, users, name="Chaos", start=start, **settings)
    return Seated(room.pk, room.slug, tuple(people))


def _close_rooms(moderator: int, but: set[int]) -> None:
    by = User.objects.get(pk=moderator)
    for room in Room.objects.filter(closed_at=None).exclude(pk__in=but).values_list("pk", flat=True):
        with suppress(Refusal):  # closed by itself meanwhile
            hosting.close_by_moderator(room_id=room, actor=by)


def _craft(table: int, change: Callable[[TableState, int], TableState]) -> StoredTable:
    ensure()
    while True:
        known = table_store.read(table)
        at = max(now(), known.table.at)
        current = msgspec.structs.replace(change(known.table, at), at=at)
        entry = LogEntry(
            current.match, current.game.round if current.game else 0, at, None, None, None, None, b"[]", None
        )
        if saved := table_store.save(known, current, deadlines.check_at(current), entry):
            broadcast.table_changed(saved)
            return saved


def _page(url: str, session: str, timeout: float) -> tuple[int, float]:
    began = time.monotonic()
    request = urllib.request.Request(url, headers={"Cookie": f"sessionid={session}"} if session else {})
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:
            response.read()
            return response.status, time.monotonic() - began
    except urllib.error.HTTPError as error:
        with error:
            return error.code, time.monotonic() - began
    except OSError:
        return 0, time.monotonic() - began


def _log_in(url: str, person: Person) -> tuple[bool, float]:
    jar = CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    began = time.monotonic()
    browser.open(f"{url}/accounts/login/", timeout=15).close()
    token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
    form = {"login": person.name, "password": PASSWORD, "csrfmiddlewaretoken": token or ""}
    request = urllib.request.Request(f"{url}/accounts/login/", urllib.parse.urlencode(form).encode())
    request.add_header("Referer", f"{url}/accounts/login/")
    browser.open(request, timeout=15).close()
    return any(cookie.name == "sessionid" for cookie in jar), time.monotonic() - began


__all__ = ["PASSWORD", "Actor", "History", "Person", "Seated", "Seen", "World", "actors_of"]
