"""How a table goes on: pure functions from one `Live` to the next. No clock, no database, no luck: those are arguments.

Each returns a `Change`: the next Live, and `Note`s of what happened, for the log and for the rows beside it.
Clocks: a phase's clock starts when the phase begins (P0-22, P0-31, [A-38]) and keeps what was left while the table is
frozen, that is paused or asleep (P0-23, P0-38). Absence and expiry are never frozen [A-11]."""

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

import games
from games import State, Step

from .errors import Refusal
from .state import LOST_LINE, NEXT_DEAL, RUNNING, SECOND, Clock, Dealt, Live, Record, Reservation, Seat

BOT_PAUSE = (600_000, 1_600_000)

NewSeed = Callable[[], bytes]


class Note(NamedTuple):
    """One thing that happened. `state` is the game right after a deal or right after a round or match ended."""

    do: str
    at: int
    seat: int | None = None
    user: int | None = None
    action: dict[str, Any] | None = None
    events: tuple[dict[str, Any], ...] = ()
    state: State | None = None

    def logged(self) -> dict[str, Any]:
        """What the log keeps: public only."""
        entry = {"do": self.do, "at": self.at, "seat": self.seat, "action": self.action, "events": self.events}
        return {key: value for key, value in entry.items() if value not in (None, ())}


class Change(NamedTuple):
    live: Live
    notes: tuple[Note, ...] = ()

    def then(self, function: "Callable[..., Change]", /, *args: Any, **kwargs: Any) -> "Change":
        """Go on from here."""
        live, notes = function(self.live, *args, **kwargs)
        return Change(live, self.notes + notes)


# --- the game moves on ----------------------------------------------------------------------------------------------


def played(live: Live, step: Step, now: int, note: Note) -> Change:
    """The game is where `step` has brought it: start the next clock, or end the round."""
    before, after = live.game, step.state
    ended = before is not None and before.phase in RUNNING and after.phase not in RUNNING
    over = after.match_over and not (before is not None and before.match_over)
    note = note._replace(events=tuple(event.public for event in step.events))
    if ended or over:
        note = note._replace(state=after)
    live = replace(live, game=after, at=now)
    changed = Change(live, (note,))
    if ended or over:
        changed = changed.then(_clear_seats, now)
    return Change(_restarted(changed.live, before, now), changed.notes)


def timed_out(live: Live, due: int, now: int) -> Change:
    """The phase's time is over: judged at its due time, the next clock starts now (P0-32, M3-19)."""
    return played(live, games.timeout(live.game), now, Note("timeout", due, live.game.active))


def _clear_seats(live: Live, now: int) -> Change:
    """At the end of a round those go who waited for it: removed people, bots sent away or without lives (C4-15)."""
    changed = Change(live)
    for index in range(len(live.seats)):
        seat = changed.live.seats[index]
        game = changed.live.game  # who goes may end the match
        if seat is None or game is None:
            continue
        player = game.players[index]  # nobody, or somebody gone: a bot added during the round is not in the match yet
        kept = live.rules.joins == "match" or live.reserved(index) is not None  # for whoever takes it over (C4-17)
        waits = seat.bot and kept and not game.match_over
        spent = seat.bot and live.rules.bots_leave and player is not None and player.out and not player.left
        if spent or (seat.leaving and not waits):
            changed = changed.then(vacated, index, now)
    return changed


def _restarted(live: Live, before: State | None, now: int) -> Live:
    game = live.game
    if game is None or (before is not None and _moment(before) == _moment(game)):
        return live
    clock, bot = Clock(), Clock()
    if game.phase == "window":
        clock = _counting("window", now, _microseconds(live.rules.window_seconds))
    elif game.phase in RUNNING:
        clock = _counting(game.phase, now, _microseconds(live.options["turn_seconds"]))
        if (seat := live.seats[game.active]) and seat.bot:
            bot = _counting("bot", now, bot_pause(game))
    elif not game.match_over and live.rules.deals == "clock" and game.round:
        clock = _counting("deal", now, NEXT_DEAL)
    live = _lost_line(replace(live, clock=clock, bot=bot), now)
    return replace(live, clock=live.clock.frozen(now), bot=live.bot.frozen(now)) if live.frozen else live


def _moment(game: State) -> tuple[int, int, str, int | None, bool]:
    return game.round, game.turn, game.phase, game.active, game.match_over


def _counting(kind: str, now: int, total: int | None) -> Clock:
    return Clock(kind, now, None if total is None else now + total, None, total)


def _microseconds(seconds: int | None) -> int | None:
    return None if seconds is None else seconds * SECOND


def bot_pause(game: State) -> int:
    """Bots take their time like people do, by public facts alone: it says nothing about their cards (P0-34)."""
    facts = f"{game.commitment}:{game.round}:{game.turn}:{game.phase}:{len(game.last)}"
    low, high = BOT_PAUSE
    return low + int.from_bytes(hashlib.sha256(facts.encode()).digest()[:4], "big") % (high - low)


def _lost_line(live: Live, now: int) -> Live:
    """P0-33: in a room without deadlines an absent player gets one; coming back takes it away [A-10]."""
    clock, game = live.clock, live.game
    if clock.kind not in {"draw", "discard"} or live.options["turn_seconds"] or not live.rules.lost_line:
        return live
    seat = live.seats[game.active]
    if seat is None or seat.absent_since is None:
        return replace(live, clock=replace(clock, due=None, left=None, total=None))
    if clock.total is not None:
        return live
    due = max(seat.absent_since, clock.since) + LOST_LINE
    clock = replace(clock, due=due, total=LOST_LINE)
    stopped = [at for at in (live.paused_at, live.asleep_since) if at is not None]
    if not stopped:
        return replace(live, clock=clock)
    return replace(live, clock=clock.frozen(max(min(stopped), due - LOST_LINE)))  # time does not run since then


# --- matches and deals ----------------------------------------------------------------------------------------------


def started(live: Live, now: int, new_seed: NewSeed) -> Change:
    """The host begins: a match with its first deal, or the next round where the host deals (P0-26, C4-16)."""
    if live.frozen:
        raise Refusal("frozen")
    if live.round_running:
        raise Refusal("round_running")
    if live.match_running:
        if live.rules.deals != "host":
            raise Refusal("match_running")
        return dealt(live, now, new_seed)
    changed = _reservations_seated(live, now).then(_sent_away, now)
    live = changed.live
    players = {index: seat.bot for index, seat in enumerate(live.seats) if seat}
    if len(players) < 2:
        raise Refusal("not_enough_players")
    game = games.new_match(live.ruleset, live.options, players)
    live = replace(live, game=game, match=live.match + 1, dealt=(), records=(), at=now)
    return Change(live, (*changed.notes, Note("match", now, state=game))).then(_dealt, now, new_seed)


def dealt(live: Live, now: int, new_seed: NewSeed) -> Change:
    """The next round of a running match: newcomers take part [A-39], bots sent away go, the match's end is tested."""
    changed = Change(live)
    if live.rules.joins == "round":
        changed = changed.then(_reservations_seated, now).then(_sent_away, now)
        changed = Change(_joined(changed.live), changed.notes)
    live = changed.live
    if live.game.match_over:
        return changed
    if not games.ready(live.game):
        if live.rules.deals == "host":
            raise Refusal("not_enough_players")
        return Change(replace(live, clock=Clock(), at=now), changed.notes)
    return changed.then(_dealt, now, new_seed)


def expecting_deal(live: Live, now: int) -> Live:
    """Somebody has sat down: the countdown to a deal that waited for people begins anew."""
    game = live.game
    waits = game is not None and game.phase not in RUNNING and not game.match_over and live.clock.kind is None
    if not waits or live.rules.deals != "clock" or not game.round or len(live.taken()) < 2:
        return live
    clock = _counting("deal", now, NEXT_DEAL)
    return replace(live, clock=clock.frozen(now) if live.frozen else clock)


def _dealt(live: Live, now: int, new_seed: NewSeed) -> Change:
    step = games.deal(live.game, new_seed())
    live, notes = played(replace(live, dealt=_holders(live)), step, now, Note("deal", now))
    return Change(live, (notes[0]._replace(state=step.state), *notes[1:]))


def _holders(live: Live) -> tuple[Dealt | None, ...]:
    """Whose the players of the game are, by seat; who has left keeps what nobody has taken over."""
    holders = [*live.dealt] or [None] * len(live.seats)
    for index, seat in enumerate(live.seats):
        player = live.game.players[index]
        if seat is not None and player is not None and not player.left:
            holders[index] = Dealt(seat.name, seat.user, seat.level)
    return tuple(holders)


def _reservations_seated(live: Live, now: int) -> Change:
    """First come, first seated. Who takes over a bot's seat inherits its lives (C4-17)."""
    changed = Change(live)
    for booking in sorted(live.reservations, key=lambda each: each.since):
        changed = changed.then(_booking_seated, booking, now)
    return Change(replace(changed.live, reservations=()), changed.notes)


def _booking_seated(live: Live, booking: Reservation, now: int) -> Change:
    game, index = live.game, booking.seat
    if live.match_running and live.rules.joins == "round":
        player = game.players[index]
        held = player is not None and not player.left and live.seats[index] is not None
        inherits = held and live.rules.falls_at_zero  # lives; wins start anew, also over a bot
        game = games.seat_in(game, index, bot=False, inherit=inherits, **_kept(live, booking.user))
    seat = Seat(name=booking.name, user=booking.user, since=now, absent_since=booking.absent_since)
    live = replace(with_seat(live, index, seat, now), game=game)
    return Change(live, (Note("sit", now, index, booking.user),))


def _joined(live: Live) -> Live:
    """Whoever sat down between two rounds takes part from this deal (P0-27, C4-17)."""
    game = live.game
    for index, seat in enumerate(live.seats):
        player = game.players[index]
        if seat is not None and (player is None or player.left):
            game = games.seat_in(game, index, bot=seat.bot, **_kept(live, seat.user))
    return replace(live, game=game)


def record_of(live: Live, user: int | None) -> Record | None:
    """Who comes back into a match with lives has those he left with [A-15]; wins start anew [A-30]."""
    known = live.records if user is not None and live.rules.falls_at_zero else ()
    return next((record for record in known if record.user == user), None)


def _kept(live: Live, user: int | None) -> dict[str, int | None]:
    record = record_of(live, user)
    return {} if record is None else {"score": record.score, "fell": record.fell}


def _sent_away(live: Live, now: int) -> Change:
    changed = Change(live)
    for index in range(len(live.seats)):
        seat = changed.live.seats[index]
        if seat is not None and seat.leaving:
            changed = changed.then(vacated, index, now)
    return changed


# --- people ---------------------------------------------------------------------------------------------------------


def left(live: Live, user: int, now: int, at: int | None = None) -> Change:
    """Leaving, by button, absence or ban: the seat is free at once, in every phase [A-40]."""
    index = live.seat_of(user)
    if index is not None:
        return vacated(live, index, now, at)
    booking = live.reservation_of(user)
    others = tuple(each for each in live.reservations if each.user != user)
    live = replace(live, reservations=others, at=now)
    seen = None if booking is None else booking.absent_since or now
    return Change(settled_people(live, now, seen), (Note("cancel", at or now, user=user),))


def vacated(live: Live, index: int, now: int, at: int | None = None) -> Change:
    """The seat is empty; its cards go out of play until the next deal; no discard, the turn passes [A-40]."""
    seat, game = live.seats[index], live.game
    if seat is None:
        raise Refusal("no_such_seat")
    note = Note("leave", at or now, index, seat.user)
    records = live.records
    takes_part = live.match_running and game.players[index] is not None and not game.players[index].left
    if takes_part and seat.user is not None:
        player = game.players[index]
        kept = tuple(record for record in records if record.user != seat.user)
        records = (*kept, Record(seat.user, player.score, player.fell if player.out else None))
    live = replace(with_seat(live, index, None, now), records=records)
    changed = Change(live, (note,))
    if takes_part:
        changed = played(live, games.leave(game, index), now, note)
    seen = None if seat.bot else seat.absent_since or now
    return Change(settled_people(changed.live, now, seen), changed.notes)


def absent(live: Live, user: int, since: int, now: int) -> Live:
    """No frame for 25 s, or a clean close: absent since the last one."""
    live = _person(live, user, absent_since=since)
    return replace(settled_people(_lost_line(live, now), now), at=now)


def back(live: Live, user: int, now: int) -> Live:
    """Present again: the room wakes, keeping a host's pause."""
    live = _person(live, user, absent_since=None)
    return replace(settled_people(_lost_line(live, now), now), at=now)


def _person(live: Live, user: int, **facts: Any) -> Live:
    seats = tuple(replace(s, **facts) if s is not None and s.user == user else s for s in live.seats)
    bookings = tuple(replace(r, **facts) if r.user == user else r for r in live.reservations)
    return replace(live, seats=seats, reservations=bookings)


def settled_people(live: Live, now: int, seen: int | None = None) -> Live:
    """After any change of people or their presence: a host if there can be one, asleep if nobody is present (P0-38).

    `seen`: the last frame of whoever has just gone."""
    people, present = live.people(), live.present()
    if live.host is None or live.host not in {each.user for each in people}:
        live = replace(live, host=live.next_host())
    if present and live.asleep_since is not None:
        return thawed(replace(live, asleep_since=None), now)
    if not present and live.asleep_since is None:
        frames = [each.absent_since or now for each in people] + ([] if seen is None else [seen])
        last = max(frames, default=now)
        return replace(frozen(live, now), asleep_since=last)
    return live


# --- freezing and closing -------------------------------------------------------------------------------------------


def frozen(live: Live, now: int) -> Live:
    """Window, deadlines, bot moves and the next deal keep exactly what was left. Call before setting the reason."""
    if live.frozen:
        return live
    return replace(live, clock=live.clock.frozen(now), bot=live.bot.frozen(now))


def thawed(live: Live, now: int) -> Live:
    """Call after the reason has been taken away: another one may remain."""
    if live.frozen:
        return live
    return replace(live, clock=live.clock.thawed(now), bot=live.bot.thawed(now))


def paused(live: Live, now: int) -> Change:
    return Change(replace(frozen(live, now), paused_at=now, at=now), (Note("pause", now),))


def resumed(live: Live, now: int) -> Change:
    return Change(thawed(replace(live, paused_at=None, at=now), now), (Note("resume", now),))


def closed(live: Live, reason: str, now: int, at: int | None = None) -> Change:
    """A running round and match end without result; who sat where stays readable for the last page."""
    live = replace(live, closed=reason, reservations=(), clock=Clock(), bot=Clock(), at=now)
    return Change(live, (Note("close", at or now, state=live.game),))


def with_seat(live: Live, index: int, seat: Seat | None, now: int) -> Live:
    return replace(live, seats=(*live.seats[:index], seat, *live.seats[index + 1 :]), at=now)
