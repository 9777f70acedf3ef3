"""Keeps the people of the demo present and playing; they start a match when a visitor sits down."""

import logging
import threading

from django.db import OperationalError, close_old_connections

from accounts.models import User
from games import GameError
from lobby.models import Connection, Seat
from lobby.tables.core.errors import Busy, Refusal
from lobby.tables.core.state import SECOND, TableState
from lobby.tables.services import hosting, presence
from lobby.tables.store import clock, table_store

from . import playing

PROCESS = "demo"  # of their sockets
PERIOD = 2.0  # seconds between two looks at the tables, and so between two moves at a table
REST = 10 * SECOND  # between a result and the next match, so that visitors can read it
log = logging.getLogger(__name__)


def seat_in_company(table_id: int, slug: str) -> None:
    """Give everybody who sits at this table a socket, which `Company` keeps alive."""
    for user in Seat.objects.filter(room_id=table_id, user__isnull=False).values_list("user_id", flat=True):
        presence.arrived(slug=slug, user=user, process=PROCESS)


class Company(threading.Thread):
    """A thread that acts for everybody with a socket of PROCESS. It ends with the process, or when `stop` is set."""

    def __init__(self) -> None:
        super().__init__(name="company", daemon=True)
        self.stop = threading.Event()
        here = Connection.objects.filter(process=PROCESS)
        self.sockets = list(here.values_list("pk", flat=True))
        self.people = set(here.values_list("user_id", flat=True))
        self.tables = sorted(set(here.values_list("table_id", flat=True)))

    def run(self) -> None:
        """Look at each table every PERIOD seconds."""
        while not self.stop.wait(PERIOD):
            close_old_connections()
            try:
                presence.heard(connections=self.sockets, process=PROCESS)
                for table_id in self.tables:
                    self.look_at(table_id)
            except OperationalError as error:  # the database is busy: try again in PERIOD
                log.info("company: %r", error)

    def look_at(self, table_id: int) -> None:
        """Make one move at a table, or start the next match or round."""
        try:
            table = table_store.read(table_id).table
            if table.closed:
                return
            if self.begins(table):
                hosting.start(room_id=table_id, actor=User.objects.get(pk=table.host or 0))
            else:
                playing.move(table_id, self.people, with_bots=False)
        except (Refusal, GameError, Busy) as refusal:  # a visitor acted first
            log.debug("table %s: %r", table_id, refusal)

    def begins(self, table: TableState) -> bool:
        """Should one of our people start now? A first match waits until a visitor has sat down."""
        if table.host not in self.people or table.frozen or table.round_running or clock.now() - table.at < REST:
            return False
        if table.game is None:
            return any(seat.user not in self.people for seat in table.taken() if seat.user)
        return table.game.match_over or table.rules.deals == "host"
