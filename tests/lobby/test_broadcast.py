"""Bells of processes without sockets: nobody waits for them, many go together, a lost one harms nobody."""

import asyncio
import os
import threading
import time
from collections.abc import Iterator

import pytest

from lobby.tables.announce import broadcast, notifications


class Layer:
    """Remembers what was sent. `open`: it takes something now; `dead`: it takes nothing any more."""

    def __init__(self) -> None:
        self.sent: list[dict] = []
        self.asked = threading.Event()
        self.open = threading.Event()
        self.open.set()
        self.dead = False

    async def group_send(self, group: str, message: dict) -> None:
        self.asked.set()
        while not self.open.is_set():  # noqa: ASYNC110  a test of another thread opens it
            await asyncio.sleep(0.01)
        if self.dead:
            raise ConnectionError
        self.sent.append(message)


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Layer]:
    layer = Layer()
    monkeypatch.setattr(notifications, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(broadcast, "_listener", None)
    monkeypatch.setattr(broadcast, "_ringer", None)
    yield layer
    broadcast._ringer.finish()


def rung() -> None:
    ringer = broadcast._ringer
    asyncio.run_coroutine_threadsafe(ringer.rung(), ringer.loop).result(10)


def test_each_change_rings(layer: Layer) -> None:
    broadcast.lobby_changed()
    rung()
    broadcast.account_changed(7)
    broadcast.chat_changed(5)
    rung()
    assert layer.sent[0]["versions"] == [(notifications.LOBBY, 0)]
    assert {user for bell in layer.sent for user in bell["users"]} == {7}
    assert {table for bell in layer.sent for table in bell["talks"]} == {5}


def test_what_changes_while_a_bell_is_on_its_way_goes_with_the_next_one(layer: Layer) -> None:
    layer.open.clear()
    broadcast.account_changed(1)
    assert layer.asked.wait(10)
    for user in (2, 3):
        broadcast.account_changed(user)
    layer.open.set()
    rung()
    assert [bell["users"] for bell in layer.sent] == [[1], [2, 3]]


def test_nobody_waits_for_a_layer_that_is_frozen(layer: Layer, monkeypatch: pytest.MonkeyPatch) -> None:
    layer.open.clear()
    broadcast.lobby_changed()  # returns: the test would hang here
    assert layer.asked.wait(10)
    assert layer.sent == []
    layer.open.set()


def test_a_process_that_ends_waits_for_its_last_bell_but_not_for_long(
    layer: Layer, monkeypatch: pytest.MonkeyPatch
) -> None:
    broadcast.account_changed(1)
    broadcast._ringer.finish()
    assert [bell["users"] for bell in layer.sent] == [[1]]
    monkeypatch.setattr(broadcast, "LAST_WORDS", 0.05)
    monkeypatch.setattr(broadcast, "_ringer", None)
    layer.open.clear()
    broadcast.account_changed(2)
    began = time.monotonic()
    broadcast._ringer.finish()
    assert time.monotonic() - began < 5
    assert [bell["users"] for bell in layer.sent] == [[1]]


def test_a_dead_layer_loses_a_bell_and_nothing_else(layer: Layer) -> None:
    layer.dead = True
    broadcast.account_changed(1)
    rung()
    layer.dead = False
    broadcast.account_changed(2)
    rung()
    assert [bell["users"] for bell in layer.sent] == [[2]]


def test_a_forked_process_rings_by_itself(layer: Layer, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that has its parent's memory, but none of its threads."""
    broadcast.account_changed(1)
    rung()
    parents = broadcast._ringer
    monkeypatch.setattr(parents, "process", -1)
    broadcast.account_changed(2)
    rung()
    assert broadcast._ringer is not parents
    assert [bell["users"] for bell in layer.sent] == [[1], [2]]
    monkeypatch.setattr(parents, "process", os.getpid())
    parents.finish()
