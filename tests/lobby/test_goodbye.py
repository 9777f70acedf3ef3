"""T7: absence counts from a goodbye, or else from the last frame: a cable that was cut says nothing."""

import pytest

from lobby.live import SECOND
from lobby.models import Connection, Room
from lobby.services import presence

from .tables import Hands, now_at, of, person, stored, waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Hands:
    return now_at(monkeypatch)


@pytest.mark.parametrize(("clean", "counted_from"), [(True, 9), (False, 0)])
def test_from_when_absence_counts(clock: Hands, clean: bool, counted_from: int) -> None:
    ana, bia = person("ana"), person("bia")
    table = stored(waiting(ana.pk, bia.pk))
    slug = Room.objects.get(pk=table).slug
    _, socket = presence.arrived(slug=slug, user=ana.pk, process="here")
    presence.arrived(slug=slug, user=bia.pk, process="here")
    last = clock.at
    clock.forward(9)
    presence.gone(connection=socket, table_id=table, user=ana.pk, clean=clean)
    assert of(table).seats[0].absent_since == last + counted_from * SECOND
    assert Connection.objects.get(pk=socket).closed == clock.at
