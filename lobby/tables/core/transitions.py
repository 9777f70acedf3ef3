"""What happens at a table: pure functions from one `TableState` to the next. Time and randomness are arguments.

Most return a `Change`: the next state, and `LogNote`s of what happened, for the log and the history. `now` is the
moment of the change, `at` or `due` the moment it is due to, in microseconds of service time.

A phase's clock starts when the phase begins (P0-22, P0-31, [A-38]) and keeps what was left while the table is frozen,
that is paused or asleep (P0-23, P0-38). Absence and expiry never freeze [A-11]."""

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple, TypedDict

from msgspec.structs import replace

import games
from games import State, Step

from .errors import Refusal
from .state import LOST_LINE, NEXT_DEAL, RUNNING, SECOND, Clock, Dealt, LeaverRecord, Occupant, Reservation, TableState

BOT_PAUSE = (600_000, 1_600_000)  # microseconds, at least and at most

NewSeed = Callable[[], bytes]  # 32 random bytes for the next round


class LogNote(NamedTuple):
    """One thing that happened. `state`: the game right after a match began, a deal, the end of a round or a match, or
    when the room closed."""

    do: str
    at: int
    seat: int | None = None
    user: int | None = None
    action: dict[str, Any] | None = None
    events: tuple[dict[str, Any], ...] = ()
    state: State | None = None

    def logged(self) -> dict[str, Any]:
        """What the log keeps: public facts only."""
        entry = {"do": self.do, "at": self.at, "seat": self.seat, "action": self.action, "events": self.events}
        return {key: value for key, value in entry.items() if value not in (None, ())}


class Change(NamedTuple):
    """A table after something happened, and what that was."""

    table: TableState
    notes: tuple[LogNote, ...] = ()

    def then(self, function: "Callable[..., Change]", /, *args: Any, **kwargs: Any) -> "Change":
        """Apply `function(table, …)` to the table as it is now, and add its notes."""
        table, notes = function(self.table, *args, **kwargs)
        return Change(table, self.notes + notes)


# --- the game goes on -----------------------------------------------------------------------------------------------


def played(table: TableState, step: Step, now: int, note: LogNote) -> Change:
    """Take over the game after `step`: start the next clock, or end the round."""
    before, after = table.game, step.state
    ended = before is not None and before.phase in RUNNING and after.phase not in RUNNING
    over = after.match_over and not (before is not None and before.match_over)
    note = note._replace(events=tuple(event.public for event in step.events))
    if ended or over:
        note = note._replace(state=after)
    table = replace(table, game=after, at=now)
    changed = Change(table, (note,))
    if ended or over:
        changed = changed.then(_clear_seats, now)
    return Change(_restarted(changed.table, before, now), changed.notes)


def timed_out(table: TableState, due: int, now: int) -> Change:
    """Do what the rules prescribe when the time of a phase is over. The log says `due`; the next clock starts now
    (P0-32, M3-19)."""
    return played(table, games.timeout(table.begun), now, LogNote("timeout", due, table.begun.active))


def _clear_seats(table: TableState, now: int) -> Change:
    """At the end of a round: removed people and bots leave, and bots without lives (C4-15)."""
    changed = Change(table)
    for index in range(len(table.seats)):
        seat = changed.table.seats[index]
        game = changed.table.game  # may have changed: somebody leaving can end the match
        if seat is None or game is None:
            continue
        player = game.players[index]  # a bot added during the round has none yet, or that of whoever left
        kept = table.rules.joins == "match" or table.reserved(index) is not None  # for the person taking over (C4-17)
        waits = seat.bot and kept and not game.match_over
        spent = seat.bot and table.rules.bots_leave and player is not None and player.out and not player.left
        if spent or (seat.leaving and not waits):
            changed = changed.then(vacated, index, now)
    return changed


def _restarted(table: TableState, before: State | None, now: int) -> TableState:
    game = table.game
    if game is None or (before is not None and _moment(before) == _moment(game)):
        return table
    clock, bot = Clock(), Clock()
    if game.phase == "window":
        clock = _counting("window", now, _microseconds(table.rules.window_seconds))
    elif game.phase in RUNNING:
        clock = _counting(game.phase, now, _microseconds(table.options["turn_seconds"]))
        if (seat := table.to_act) and seat.bot:
            bot = _counting("bot", now, bot_pause(game))
    elif not game.match_over and table.rules.deals == "clock" and game.round:
        clock = _counting("deal", now, NEXT_DEAL)
    table = _absence_limited(replace(table, clock=clock, bot=bot), now)
    return replace(table, clock=table.clock.frozen(now), bot=table.bot.frozen(now)) if table.frozen else table


def _moment(game: State) -> tuple[int, int, str, int | None, bool]:
    return game.round, game.turn, game.phase, game.active, game.match_over


def _counting(kind: str, now: int, total: int | None) -> Clock:
    return Clock(kind, now, None if total is None else now + total, None, total)


def _microseconds(seconds: int | None) -> int | None:
    return None if seconds is None else seconds * SECOND


def bot_pause(game: State) -> int:
    """How long a bot waits before it moves, in microseconds. Computed from public facts alone, so that it says nothing
    about its cards (P0-34)."""
    facts = f"{game.commitment}:{game.round}:{game.turn}:{game.phase}:{len(game.last)}"
    low, high = BOT_PAUSE
    return low + int.from_bytes(hashlib.sha256(facts.encode()).digest()[:4], "big") % (high - low)


def _absence_limited(table: TableState, now: int) -> TableState:
    """In a room without deadlines an absent player gets one, until they are back (P0-33, [A-10])."""
    clock, seat = table.clock, table.to_act
    if clock.kind not in {"draw", "discard"} or table.options["turn_seconds"] or not table.rules.lost_line:
        return table
    if seat is None or seat.absent_since is None:
        return replace(table, clock=replace(clock, due=None, left=None, total=None))
    if clock.total is not None:
        return table
    due = max(seat.absent_since, clock.since) + LOST_LINE
    clock = replace(clock, due=due, total=LOST_LINE)
    stopped = [at for at in (table.paused_at, table.asleep_since) if at is not None]
    if not stopped:
        return replace(table, clock=clock)
    return replace(table, clock=clock.frozen(max(min(stopped), due - LOST_LINE)))  # no time has passed since


# --- matches and deals ----------------------------------------------------------------------------------------------


def started(table: TableState, now: int, new_seed: NewSeed) -> Change:
    """Begin a match with its first deal, or the next round where the host deals (P0-26, C4-16).

    Raises Refusal: frozen, round_running, match_running, not_enough_players."""
    if table.frozen:
        raise Refusal("frozen")
    if table.round_running:
        raise Refusal("round_running")
    if table.match_running:
        if table.rules.deals != "host":
            raise Refusal("match_running")
        return dealt(table, now, new_seed)
    changed = _reservations_seated(table, now).then(_removed_left, now)
    table = changed.table
    players = {index: seat.bot for index, seat in enumerate(table.seats) if seat}
    if len(players) < 2:
        raise Refusal("not_enough_players")
    game = games.new_match(table.ruleset, table.options, players)
    table = replace(table, game=game, match=table.match + 1, dealt=(), records=(), at=now)
    return Change(table, (*changed.notes, LogNote("match", now, state=game))).then(_dealt, now, new_seed)


def dealt(table: TableState, now: int, new_seed: NewSeed) -> Change:
    """Deal the next round of a running match: newcomers join [A-39], those removed leave, which may end the match.

    With fewer than two players a clock deal waits; a host's raises Refusal: not_enough_players."""
    changed = Change(table)
    if table.rules.joins == "round":
        changed = changed.then(_reservations_seated, now).then(_removed_left, now)
        changed = Change(_joined(changed.table), changed.notes)
    table = changed.table
    if table.begun.match_over:
        return changed
    if not games.ready(table.begun):
        if table.rules.deals == "host":
            raise Refusal("not_enough_players")
        return Change(replace(table, clock=Clock(), at=now), changed.notes)
    return changed.then(_dealt, now, new_seed)


def expecting_deal(table: TableState, now: int) -> TableState:
    """Somebody has sat down: if the deal was waiting for people, restart its countdown."""
    game = table.game
    waits = game is not None and game.phase not in RUNNING and not game.match_over and table.clock.kind is None
    if game is None or not waits or table.rules.deals != "clock" or not game.round or len(table.taken()) < 2:
        return table
    clock = _counting("deal", now, NEXT_DEAL)
    return replace(table, clock=clock.frozen(now) if table.frozen else clock)


def _dealt(table: TableState, now: int, new_seed: NewSeed) -> Change:
    step = games.deal(table.begun, new_seed())
    table, notes = played(replace(table, dealt=_holders(table)), step, now, LogNote("deal", now))
    return Change(table, (notes[0]._replace(state=step.state), *notes[1:]))


def _holders(table: TableState) -> tuple[Dealt | None, ...]:
    """Who plays each seat. Somebody who left is named until somebody else is dealt in there."""
    holders = [*table.dealt] or [None] * len(table.seats)
    for index, seat in enumerate(table.seats):
        player = table.begun.players[index]
        if seat is not None and player is not None and not player.left:
            holders[index] = Dealt(seat.name, seat.user, seat.level)
    return tuple(holders)


def _reservations_seated(table: TableState, now: int) -> Change:
    """Seat everybody with a reservation, oldest first. Whoever takes over a bot's seat inherits its lives (C4-17)."""
    changed = Change(table)
    for reservation in sorted(table.reservations, key=lambda each: each.since):
        changed = changed.then(_reservation_seated, reservation, now)
    return Change(replace(changed.table, reservations=()), changed.notes)


def _reservation_seated(table: TableState, reservation: Reservation, now: int) -> Change:
    game, index = table.game, reservation.seat
    if game is not None and table.match_running and table.rules.joins == "round":
        player = game.players[index]
        held = player is not None and not player.left and table.seats[index] is not None
        inherits = held and table.rules.falls_at_zero  # lives; wins start from zero, even in a bot's seat
        game = games.seat_in(game, index, bot=False, inherit=inherits, **_kept(table, reservation.user))
    seat = Occupant(name=reservation.name, user=reservation.user, since=now, absent_since=reservation.absent_since)
    table = replace(with_seat(table, index, seat, now), game=game)
    return Change(table, (LogNote("sit", now, index, reservation.user),))


def _joined(table: TableState) -> TableState:
    """Let whoever sat down between two rounds take part from this deal on (P0-27, C4-17)."""
    game = table.begun
    for index, seat in enumerate(table.seats):
        player = game.players[index]
        if seat is not None and (player is None or player.left):
            game = games.seat_in(game, index, bot=seat.bot, **_kept(table, seat.user))
    return replace(table, game=game)


def record_of(table: TableState, user: int | None) -> LeaverRecord | None:
    """What this person comes back with: lives as they left [A-15]; where wins count, nothing [A-30]."""
    known = table.records if user is not None and table.rules.falls_at_zero else ()
    return next((record for record in known if record.user == user), None)


class _Kept(TypedDict, total=False):
    score: int
    fell: int | None


def _kept(table: TableState, user: int | None) -> _Kept:
    record = record_of(table, user)
    return {} if record is None else {"score": record.score, "fell": record.fell}


def _removed_left(table: TableState, now: int) -> Change:
    changed = Change(table)
    for index in range(len(table.seats)):
        seat = changed.table.seats[index]
        if seat is not None and seat.leaving:
            changed = changed.then(vacated, index, now)
    return changed


# --- people ---------------------------------------------------------------------------------------------------------


def left(table: TableState, user: int, now: int, at: int | None = None) -> Change:
    """A person leaves, by button, absence or ban: seat or reservation is free at once, in every phase [A-40].

    `at`: when it fell due, for the log; default: `now`."""
    index = table.seat_of(user)
    if index is not None:
        return vacated(table, index, now, at)
    reservation = table.reservation_of(user)
    kept = tuple(each for each in table.reservations if each.user != user)
    table = replace(table, reservations=kept, at=now)
    seen = None if reservation is None else reservation.absent_since or now
    return Change(settled_people(table, now, seen), (LogNote("cancel", at or now, user=user),))


def vacated(table: TableState, index: int, now: int, at: int | None = None) -> Change:
    """Empty a seat. Its cards are out of play until the next deal; it discards nothing and the turn passes [A-40].

    Raises Refusal: no_such_seat (nobody sits there)."""
    seat, game = table.seats[index], table.game
    if seat is None:
        raise Refusal("no_such_seat")
    note = LogNote("leave", at or now, index, seat.user)
    records = table.records
    player = game.players[index] if game is not None and table.match_running else None
    takes_part = player is not None and not player.left
    if player is not None and takes_part and seat.user is not None:
        kept = tuple(record for record in records if record.user != seat.user)
        records = (*kept, LeaverRecord(seat.user, player.score, player.fell if player.out else None))
    table = replace(with_seat(table, index, None, now), records=records)
    changed = Change(table, (note,))
    if takes_part:
        changed = played(table, games.leave(table.begun, index), now, note)
    seen = None if seat.bot else seat.absent_since or now
    return Change(settled_people(changed.table, now, seen), changed.notes)


def absent(table: TableState, user: int, since: int, now: int) -> TableState:
    """Mark a person absent since their last frame (`since`): none came for 25 s, or the page said goodbye."""
    table = _person(table, user, absent_since=since)
    return replace(settled_people(_absence_limited(table, now), now), at=now)


def back(table: TableState, user: int, now: int) -> TableState:
    """Mark a person present: a sleeping room wakes; a host's pause stays."""
    table = _person(table, user, absent_since=None)
    return replace(settled_people(_absence_limited(table, now), now), at=now)


def _person(table: TableState, user: int, **facts: Any) -> TableState:
    seats = tuple(replace(s, **facts) if s is not None and s.user == user else s for s in table.seats)
    reservations = tuple(replace(r, **facts) if r.user == user else r for r in table.reservations)
    return replace(table, seats=seats, reservations=reservations)


def settled_people(table: TableState, now: int, seen: int | None = None) -> TableState:
    """What follows from any change of people or presence: a new host if needed; asleep if nobody is present (P0-38).

    `seen`: the last frame of somebody who has just left."""
    people, present = table.people(), table.present()
    if table.host is None or table.host not in {each.user for each in people}:
        table = replace(table, host=table.next_host())
    if present and table.asleep_since is not None:
        return thawed(replace(table, asleep_since=None), now)
    if not present and table.asleep_since is None:
        frames = [each.absent_since or now for each in people] + ([] if seen is None else [seen])
        last = max(frames, default=now)
        return replace(frozen(table, now), asleep_since=last)
    return table


# --- freezing and closing -------------------------------------------------------------------------------------------


def frozen(table: TableState, now: int) -> TableState:
    """Stop the clocks: window, deadline, bot move and next deal keep exactly what was left.

    Call it before setting the reason (`paused_at`, `asleep_since`)."""
    if table.frozen:
        return table
    return replace(table, clock=table.clock.frozen(now), bot=table.bot.frozen(now))


def thawed(table: TableState, now: int) -> TableState:
    """Let the clocks run again. Call it after clearing the reason: while another remains, nothing changes."""
    if table.frozen:
        return table
    return replace(table, clock=table.clock.thawed(now), bot=table.bot.thawed(now))


def paused(table: TableState, now: int) -> Change:
    """The host pauses the table (P0-23)."""
    return Change(replace(frozen(table, now), paused_at=now, at=now), (LogNote("pause", now),))


def resumed(table: TableState, now: int) -> Change:
    """End the pause; a sleeping table stays frozen."""
    return Change(thawed(replace(table, paused_at=None, at=now), now), (LogNote("resume", now),))


def closed(table: TableState, reason: str, now: int, at: int | None = None) -> Change:
    """Close the room. A running round and match end without result; the seats stay readable for the last page.

    `reason`: expired, host or moderator. `at`: when it fell due, for the log; default: `now`."""
    table = replace(table, closed=reason, reservations=(), clock=Clock(), bot=Clock(), at=now)
    return Change(table, (LogNote("close", at or now, state=table.game),))


def with_seat(table: TableState, index: int, seat: Occupant | None, now: int) -> TableState:
    """The table with this seat given to somebody else, or emptied."""
    return replace(table, seats=(*table.seats[:index], seat, *table.seats[index + 1 :]), at=now)
