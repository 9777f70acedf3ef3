"""The hub's reader: tables asked for together are read together, and none is harmed by another."""

import asyncio
from collections.abc import Callable

import pytest
from django.db import OperationalError

from lobby.models import Table
from lobby.tables.realtime.database_threads import db
from lobby.tables.realtime.hub import Reader
from lobby.tables.store import table_store
from tests.support.scenes.tables import person, stored, waiting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.live]
NOBODYS = 10**9


@pytest.fixture
def tables() -> list[int]:
    return [stored(waiting(person(f"p{n}").pk)) for n in range(3)]


@pytest.fixture
def queries(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    asked: list[list[int]] = []
    read_all: Callable[[list[int]], object] = table_store.read_all
    monkeypatch.setattr(table_store, "read_all", lambda ids: (asked.append(ids), read_all(ids))[1])
    return asked


async def test_what_is_asked_for_together_is_read_together(tables: list[int], queries: list[list[int]]) -> None:
    reader = Reader()
    found = await asyncio.gather(*map(reader.read, [*tables, tables[0]]))
    assert [known.id for known in found] == [*tables, tables[0]]
    assert queries == [tables]
    assert await reader.read(tables[1]) == found[1]
    assert len(queries) == 2


async def test_a_table_that_cannot_be_read_harms_no_other(tables: list[int], queries: list[list[int]]) -> None:
    await db(Table.objects.filter(pk=tables[1]).update, state=b"{")
    ids = [*tables, NOBODYS]
    first, broken, last, missing = await asyncio.gather(*map(Reader().read, ids), return_exceptions=True)
    assert (first.id, last.id) == (tables[0], tables[2])
    assert isinstance(broken, ValueError)
    assert isinstance(missing, LookupError)
    assert queries == [ids]


async def test_a_database_that_is_away_is_told_to_all(tables: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    def away(ids: list[int]) -> None:
        raise OperationalError

    monkeypatch.setattr(table_store, "read_all", away)
    reader = Reader()
    found = await asyncio.gather(*map(reader.read, tables), return_exceptions=True)
    assert [type(each) for each in found] == [OperationalError] * 3
    monkeypatch.undo()
    assert (await reader.read(tables[0])).id == tables[0]
