"""What falls due without a request: three sweeps, idempotent, any number of them at once.

A sweep only *looks*: `change` decides what is due, as for everything else, on the row as it is then."""

import logging
import random
from functools import partial

from django.db import Error

import games
from games import bots
from lobby.tables.core import deadlines
from lobby.tables.core.errors import Busy, Refusal
from lobby.tables.core.state import SECOND, TableState, decode
from lobby.tables.core.transitions import Change, timed_out
from lobby.tables.store import clock, metrics, table_store
from lobby.tables.store.table_store import StoredTable

from . import presence
from .change import change, settle
from .play import act_for_bot

log = logging.getLogger(__name__)

BATCH = 200  # rows per query
NEGLECTED = SECOND  # overdue by more: whoever has claimed the share is not getting to it
MOVES = 400  # tables per share and tick: a tick must end; the next one continues


@metrics.sweeping("tables")
def sweep_tables() -> int:
    """Settle the tables where something is due, and move their bots; returns the number of tables looked at."""
    clock.ensure()
    shares, done = table_store.due_shares(clock.now()), 0
    random.shuffle(shares)  # so that several sweepers start in different places
    for share, since in shares:
        with table_store.claimed(share) as ours:
            if ours or clock.now() - since > NEGLECTED:
                done += _share(share)
    return done


def _share(share: int) -> int:
    done = 0
    while done < MOVES:
        rows = table_store.due(clock.now(), share, BATCH)
        for row in rows:
            _one(row)
        done += len(rows)
        if len(rows) < BATCH:
            break
    return done


def _one(row: table_store.StoredRow) -> None:
    """One table; a failure is logged and does not stop the others."""
    table_id, version, state = row
    try:
        look_at(StoredTable(table_id, version, decode(bytes(state))))
    except Refusal as refusal:
        log.debug("table %s: %s", table_id, refusal.code)  # another process changed the row first
    except Exception:
        log.exception("table %s could not be swept", table_id)


def look_at(known: StoredTable) -> None:
    """Settle what is overdue at one table; else, if a bot is due to move, move it. The next tick does what follows.

    Raises what `settle` and `move_bot` raise."""
    table, now = known.table, max(clock.now(), known.table.at)
    if deadlines.overdue(table, now):
        settle(known.id, known=known)
    elif table.bot.due is not None and table.bot.due <= now and not table.closed:
        move_bot(known)
        metrics.bot_moved(now - table.bot.due)


def move_bot(known: StoredTable) -> None:
    """Move the bot whose turn it is, if any. It thinks outside any lock, on what it may see, and moves like a player.

    Raises what `act_for_bot` raises."""
    table_id, table, game = known.id, known.table, known.table.game
    if game is None or game.active is None or (holder := table.seats[game.active]) is None or not holder.bot:
        return
    seat = game.active
    ties = random.Random(f"{game.commitment}:{game.turn}:{game.phase}")  # public facts only: no move reveals a secret
    try:
        action = bots.choose(games.observe(game, seat), holder.level, ties)
    except Exception:  # a failing bot must not hold up a table without deadlines
        log.exception("bot %s at table %s found no move: its turn times out", holder.level, table_id)
        change(table_id, partial(_time_out, game), known=known)
        return
    act_for_bot(
        table_id=table_id, seat=seat, round=game.round, turn=game.turn, phase=game.phase, action=action, known=known
    )


def _time_out(seen: games.State, table: TableState, now: int) -> Change:
    if table.game != seen or table.frozen:
        raise Refusal("stale_turn")
    return timed_out(table, now, now)


@metrics.sweeping("presence")
def sweep_presence() -> None:
    """Mark people absent whose sockets are silent; a table that fails is logged and does not stop the others."""
    clock.ensure()
    for table_id, users in presence.silent_people(clock.now()).items():
        try:
            presence.mark_absent(table_id=table_id, users=users)
        except (Error, Busy):
            log.exception("presence at table %s could not be judged", table_id)


@metrics.sweeping("rooms")
def sweep_rooms() -> None:
    """Delete the rows of sockets that went silent long ago."""
    clock.ensure()
    presence.forget_old(clock.now())
