"""T7: absence counts from a goodbye, or else from the last frame: a cable that was cut says nothing."""

import pytest

from lobby.models import Connection, Room, Table
from lobby.tables.core.state import SECOND
from lobby.tables.services import presence
from tests.support.scenes.tables import StoppedClock, now_at, of, person, stored, waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    return now_at(monkeypatch)


@pytest.mark.parametrize(("just_heard", "counted_from"), [(True, 9), (False, 0)])
def test_from_when_absence_counts(clock: StoppedClock, just_heard: bool, counted_from: int) -> None:
    ana, bia = person("ana"), person("bia")
    table = stored(waiting(ana.pk, bia.pk))
    slug = Room.objects.get(pk=table).slug
    _, socket = presence.arrived(slug=slug, user=ana.pk, process="here")
    presence.arrived(slug=slug, user=bia.pk, process="here")
    last = clock.at
    clock.forward(9)
    presence.gone([presence.Goodbye(socket, table, ana.pk, just_heard)])
    assert of(table).seats[0].absent_since == last + counted_from * SECOND
    assert Connection.objects.get(pk=socket).closed == clock.at


def test_who_is_back_before_it_was_noted_was_never_away(clock: StoppedClock) -> None:
    """T15: a thousand that come back at once change nothing."""
    ana = person("ana")
    table = stored(waiting(ana.pk))
    slug, before = Room.objects.get(pk=table).slug, Table.objects.get(pk=table).version
    _, socket = presence.arrived(slug=slug, user=ana.pk, process="here")
    presence.arrived(slug=slug, user=ana.pk, process="here")
    presence.gone([presence.Goodbye(socket, table, ana.pk)])
    assert of(table).seats[0].absent_since is None
    assert Table.objects.get(pk=table).version == before
