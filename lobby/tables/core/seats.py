"""Who sits where: pure functions from one `TableState` to the next, as in transitions.py for the game.

A seat goes free -> taken, free or bot -> reserved, person -> gone, bot -> gone. Indices count seats from 0; `now` is
microseconds of service time."""

from collections.abc import Iterator
from itertools import count

from msgspec.structs import replace

from games.bots import LEVELS

from . import transitions
from .errors import Refusal
from .state import Occupant, Reservation, TableState
from .transitions import Change, LogNote, with_seat

# Trees and fruits of Brazil, where the games come from.
BOT_NAMES = ("Caju", "Ipê", "Pitanga", "Jatobá", "Umbu", "Açaí", "Graviola", "Buriti", "Cacau")


def sits_at_once(table: TableState) -> bool:
    """Do people sit down now rather than reserve? Yes between matches, and between rounds where the host deals (P0-27,
    [A-39])."""
    return not (table.round_running if table.rules.deals == "host" else table.match_running)


def sat(table: TableState, user: int, name: str, index: int, now: int) -> Change:
    """Take a free seat or a bot's, or reserve it while others play (P0-27, C4-17, [A-39]). A repeat changes nothing.

    Raises Refusal: removed_from_room, no_such_seat, already_seated, seat_taken, room_full, no_lives_left."""
    if user in table.removed:
        raise Refusal("removed_from_room")
    if _already_holds(table, user, index):
        return Change(table)
    _check_may_take(table, user, index)
    table = replace(table, reservations=tuple(each for each in table.reservations if each.user != user))
    return _seated(table, user, name, index, now) if sits_at_once(table) else _reserved(table, user, name, index, now)


def _already_holds(table: TableState, user: int, index: int) -> bool:
    """Does this person hold this seat, or a reservation of it that must wait?

    Raises Refusal: no_such_seat, already_seated (in another seat)."""
    held(table, index)  # refuses an index without a seat
    seat = table.seat_of(user)
    if seat not in {None, index}:
        raise Refusal("already_seated")
    reservation = table.reserved(index)
    return seat == index or (reservation is not None and reservation.user == user and not sits_at_once(table))


def _check_may_take(table: TableState, user: int, index: int) -> None:
    """Raises Refusal: seat_taken, room_full, no_lives_left."""
    holder, reservation = held(table, index), table.reserved(index)
    if (holder is not None and not holder.bot) or (reservation is not None and reservation.user != user):
        raise Refusal("seat_taken" if table.has_seat_for_newcomer() else "room_full")
    record = transitions.record_of(table, user)
    if holder is not None and table.match_running and record is not None and record.score <= 0:
        raise Refusal("no_lives_left")


def _seated(table: TableState, user: int, name: str, index: int, now: int) -> Change:
    changed = transitions.vacated(table, index, now) if table.seats[index] is not None else Change(table)
    table = with_seat(changed.table, index, Occupant(name=name, user=user, since=now), now)
    table = transitions.expecting_deal(transitions.settled_people(table, now), now)
    return Change(table, (*changed.notes, LogNote("sit", now, index, user)))


def _reserved(table: TableState, user: int, name: str, index: int, now: int) -> Change:
    reservation = Reservation(seat=index, user=user, name=name, since=now)
    table = replace(table, reservations=(*table.reservations, reservation), at=now)
    return Change(transitions.settled_people(table, now), (LogNote("reserve", now, index, user),))


def cancelled(table: TableState, user: int, now: int) -> Change:
    """Give a reservation back. Raises Refusal: no_reservation."""
    if table.reservation_of(user) is None:
        raise Refusal("no_reservation")
    return transitions.left(table, user, now)


def left(table: TableState, user: int, now: int) -> Change:
    """Give a seat or a reservation back, in every phase [A-40]. Raises Refusal: not_seated."""
    if table.person(user) is None:
        raise Refusal("not_seated")
    return transitions.left(table, user, now)


def check_name(table: TableState, index: int, who: str | None) -> None:
    """Make sure a request about a person does not hit whoever has taken that seat since.

    `who`: the name the requester saw there; None: whoever it is. Raises Refusal: no_such_seat, stale_turn."""
    holder = held(table, index) or table.reserved(index)
    if who is not None and holder is not None and holder.name != who:
        raise Refusal("stale_turn")


def removed(table: TableState, index: int, now: int) -> Change:
    """The host removes a person for good: at once if absent or not in the round, else at the end of the round.

    Raises Refusal: no_such_seat, not_a_person."""
    holder, reservation = held(table, index), table.reserved(index)
    if holder is not None and holder.user is not None:
        table = replace(table, removed=_with(table.removed, holder.user))
        if table.in_round(index) and holder.absent_since is None:
            leaving = replace(holder, leaving=True, removed=True)
            return Change(with_seat(table, index, leaving, now), (LogNote("kick", now, index),))
        return Change(table, (LogNote("kick", now, index),)).then(transitions.vacated, index, now)
    if reservation is None:
        raise Refusal("not_a_person")
    table = replace(table, removed=_with(table.removed, reservation.user))
    return Change(table, (LogNote("kick", now, index),)).then(transitions.left, reservation.user, now)


# --- bots -----------------------------------------------------------------------------------------------------------


def bot_added(table: TableState, index: int, level: str, now: int) -> Change:
    """Put a bot into a free seat; during a round it gets cards at the next deal (P0-4, P0-35).

    Raises Refusal: unknown_level, no_such_seat, seat_taken, match_running (where nobody may join a running match)."""
    if level not in LEVELS:
        raise Refusal("unknown_level")
    if held(table, index) is not None or table.reserved(index) is not None:
        raise Refusal("seat_taken")
    if table.match_running and table.rules.joins == "match":
        raise Refusal("match_running")
    table = with_seat(table, index, Occupant(name=bot_name(table), level=level, since=now), now)
    return Change(transitions.expecting_deal(table, now), (LogNote("bot", now, index, action={"level": level}),))


def bot_removed(table: TableState, index: int, now: int) -> Change:
    """Remove a bot: at once if it is not playing; else at the end of the round (P0-35), or of the match if nobody may
    join a running one.

    Raises Refusal: no_such_seat, not_a_bot."""
    bot = _bot(table, index)
    plays = table.in_round(index) if table.rules.joins == "round" else _in_match(table, index)
    if not plays:
        return transitions.vacated(table, index, now)
    if bot.leaving:
        return Change(table)
    return Change(with_seat(table, index, replace(bot, leaving=True), now), (LogNote("bot_leaves", now, index),))


def bot_level(table: TableState, index: int, level: str, now: int) -> Change:
    """Change how well a bot plays, from its next move on: bots remember nothing.

    Raises Refusal: unknown_level, no_such_seat, not_a_bot."""
    if level not in LEVELS:
        raise Refusal("unknown_level")
    bot = _bot(table, index)
    if bot.level == level:
        return Change(table)
    table = with_seat(table, index, replace(bot, level=level), now)
    return Change(table, (LogNote("level", now, index, action={"level": level}),))


def bot_name(table: TableState) -> str:
    """A bot's name that nobody at the table has."""
    used = {seat.name for seat in table.taken()}
    return next(name for name in _bot_names() if name not in used)


def _bot_names() -> Iterator[str]:
    """As many as are needed: after the last name the first again, numbered 2."""
    yield from BOT_NAMES
    for number in count(2):
        yield from (f"{name} {number}" for name in BOT_NAMES)


def _bot(table: TableState, index: int) -> Occupant:
    holder = held(table, index)
    if holder is None or not holder.bot:
        raise Refusal("not_a_bot")
    return holder


def _in_match(table: TableState, index: int) -> bool:
    game = table.game
    player = game.players[index] if game is not None and table.match_running else None
    return player is not None and not player.left


# --- seats ----------------------------------------------------------------------------------------------------------


def held(table: TableState, index: int) -> Occupant | None:
    """Who sits in this seat, if anybody. Raises Refusal: no_such_seat."""
    if not 0 <= index < len(table.seats):
        raise Refusal("no_such_seat")
    return table.seats[index]


def _with(people: tuple[int, ...], user: int) -> tuple[int, ...]:
    return people if user in people else (*people, user)
