"""Bells of processes without sockets: a sweep rings a few times a second, a lost bell harms nobody."""

import pytest

from lobby import broadcast, hub


class Layer:
    """Remembers what was sent; `dead`: takes nothing."""

    def __init__(self, *, dead: bool = False) -> None:
        self.sent: list[dict] = []
        self.dead = dead

    async def group_send(self, group: str, message: dict) -> None:
        if self.dead:
            raise ConnectionError
        self.sent.append(message)


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> Layer:
    layer = Layer()
    monkeypatch.setattr(broadcast, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(hub, "of_this_process", lambda: None)
    return layer


def test_each_change_outside_a_sweep_rings(layer: Layer) -> None:
    broadcast.lobby_changed()
    broadcast.account_changed(7)
    assert [bell["users"] for bell in layer.sent] == [[], [7]]


def test_a_sweep_rings_once_for_what_it_changed_at_a_time(layer: Layer) -> None:
    with broadcast.gathered():
        for _ in range(3):
            broadcast.lobby_changed()
        broadcast.account_changed(7)
        assert layer.sent == []
    assert len(layer.sent) == 1
    assert (layer.sent[0]["versions"], layer.sent[0]["users"]) == ([(hub.LOBBY, 0)], [7])


def test_a_long_sweep_does_not_keep_its_bells(layer: Layer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "GATHERED", -1)
    with broadcast.gathered():
        broadcast.account_changed(1)
        broadcast.account_changed(2)
        assert [bell["users"] for bell in layer.sent] == [[1], [2]]


def test_a_sweep_that_changes_nothing_is_silent(layer: Layer) -> None:
    with broadcast.gathered():
        pass
    assert layer.sent == []


def test_a_dead_layer_does_not_stop_the_sweep(layer: Layer) -> None:
    layer.dead = True
    with broadcast.gathered():
        broadcast.lobby_changed()
    broadcast.lobby_changed()
    assert layer.sent == []
