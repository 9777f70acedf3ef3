"""Who sits where: pure functions from one `Live` to the next, as flow.py has them for the game.

A seat goes free -> taken, free or bot -> reserved, person -> gone, bot -> gone."""

from collections.abc import Iterator
from itertools import count

from msgspec.structs import replace

from games.bots import LEVELS

from . import transitions
from .errors import Refusal
from .state import Live, Reservation, Seat
from .transitions import Change, Note, with_seat

# Trees and fruit of the same country as the games.
BOT_NAMES = ("Caju", "Ipê", "Pitanga", "Jatobá", "Umbu", "Açaí", "Graviola", "Buriti", "Cacau")


def sits_at_once(live: Live) -> bool:
    """No match is running; where the host deals, no round (P0-27, [A-39])."""
    return not (live.round_running if live.rules.deals == "host" else live.match_running)


def sat(live: Live, user: int, name: str, index: int, now: int) -> Change:
    """Take a free seat or a bot's, or reserve it while others play (P0-27, C4-17, [A-39])."""
    if user in live.kicked:
        raise Refusal("removed_from_room")
    holder = held(live, index)
    if live.seat_of(user) is not None:
        if live.seat_of(user) == index:
            return Change(live)
        raise Refusal("already_seated")
    booking = live.reserved(index)
    if booking is not None and booking.user == user and not sits_at_once(live):
        return Change(live)
    if (holder is not None and not holder.bot) or (booking is not None and booking.user != user):
        raise Refusal("seat_taken" if live.has_seat_for_newcomer() else "room_full")
    record = transitions.record_of(live, user)
    if holder is not None and live.match_running and record is not None and record.score <= 0:
        raise Refusal("no_lives_left")
    live = replace(live, reservations=tuple(each for each in live.reservations if each.user != user))
    return _seated(live, user, name, index, now) if sits_at_once(live) else _promised(live, user, name, index, now)


def _seated(live: Live, user: int, name: str, index: int, now: int) -> Change:
    changed = transitions.vacated(live, index, now) if live.seats[index] is not None else Change(live)
    live = with_seat(changed.live, index, Seat(name=name, user=user, since=now), now)
    live = transitions.expecting_deal(transitions.settled_people(live, now), now)
    return Change(live, (*changed.notes, Note("sit", now, index, user)))


def _promised(live: Live, user: int, name: str, index: int, now: int) -> Change:
    promise = Reservation(seat=index, user=user, name=name, since=now)
    live = replace(live, reservations=(*live.reservations, promise), at=now)
    return Change(transitions.settled_people(live, now), (Note("reserve", now, index, user),))


def cancelled(live: Live, user: int, now: int) -> Change:
    """A reservation is given back."""
    if live.reservation_of(user) is None:
        raise Refusal("no_reservation")
    return transitions.left(live, user, now)


def left(live: Live, user: int, now: int) -> Change:
    """A seat or a reservation is given back, in every phase [A-40]."""
    if live.person(user) is None:
        raise Refusal("not_seated")
    return transitions.left(live, user, now)


def check_name(live: Live, index: int, who: str | None) -> None:
    """What is asked about somebody is not done to whoever has come into their seat; None: whoever it is.

    Raises Refusal: no_such_seat, stale_turn.
    """
    person = held(live, index) or live.reserved(index)
    if who is not None and person is not None and person.name != who:
        raise Refusal("stale_turn")


def put_out(live: Live, index: int, now: int) -> Change:
    """The host removes a person for good: absent or not in the round at once, else at the end of the round."""
    holder, booking = held(live, index), live.reserved(index)
    if holder is not None and holder.user is not None:
        live = replace(live, kicked=_with(live.kicked, holder.user))
        if live.in_round(index) and holder.absent_since is None:
            going = replace(holder, leaving=True, removed=True)
            return Change(with_seat(live, index, going, now), (Note("kick", now, index),))
        return Change(live, (Note("kick", now, index),)).then(transitions.vacated, index, now)
    if booking is None:
        raise Refusal("not_a_person")
    live = replace(live, kicked=_with(live.kicked, booking.user))
    return Change(live, (Note("kick", now, index),)).then(transitions.left, booking.user, now)


# --- bots -----------------------------------------------------------------------------------------------------------


def bot_added(live: Live, index: int, level: str, now: int) -> Change:
    """A bot in a free seat; in a running round it gets cards at the next deal (P0-4, P0-35)."""
    if level not in LEVELS:
        raise Refusal("unknown_level")
    if held(live, index) is not None or live.reserved(index) is not None:
        raise Refusal("seat_taken")
    if live.match_running and live.rules.joins == "match":
        raise Refusal("match_running")
    live = with_seat(live, index, Seat(name=bot_name(live), level=level, since=now), now)
    return Change(transitions.expecting_deal(live, now), (Note("bot", now, index, action={"level": level}),))


def bot_removed(live: Live, index: int, now: int) -> Change:
    """At once if it does not play; else at the end of the round (P0-35), or of the match where nobody may join one."""
    bot = _bot(live, index)
    plays = live.in_round(index) if live.rules.joins == "round" else _in_match(live, index)
    if not plays:
        return transitions.vacated(live, index, now)
    if bot.leaving:
        return Change(live)
    return Change(with_seat(live, index, replace(bot, leaving=True), now), (Note("bot_leaves", now, index),))


def bot_level(live: Live, index: int, level: str, now: int) -> Change:
    """Bots remember nothing: a new level counts from the next move on."""
    if level not in LEVELS:
        raise Refusal("unknown_level")
    bot = _bot(live, index)
    if bot.level == level:
        return Change(live)
    live = with_seat(live, index, replace(bot, level=level), now)
    return Change(live, (Note("level", now, index, action={"level": level}),))


def bot_name(live: Live) -> str:
    """A name nobody at the table has."""
    used = {seat.name for seat in live.taken()}
    return next(name for name in _bot_names() if name not in used)


def _bot_names() -> Iterator[str]:
    """However many are needed: after the last one the first again, as the second of its name."""
    yield from BOT_NAMES
    for number in count(2):
        yield from (f"{name} {number}" for name in BOT_NAMES)


def _bot(live: Live, index: int) -> Seat:
    holder = held(live, index)
    if holder is None or not holder.bot:
        raise Refusal("not_a_bot")
    return holder


def _in_match(live: Live, index: int) -> bool:
    game = live.game
    player = game.players[index] if game is not None and live.match_running else None
    return player is not None and not player.left


# --- seats ----------------------------------------------------------------------------------------------------------


def held(live: Live, index: int) -> Seat | None:
    """Whoever sits there; refused when there is no such seat."""
    if not 0 <= index < len(live.seats):
        raise Refusal("no_such_seat")
    return live.seats[index]


def _with(people: tuple[int, ...], user: int) -> tuple[int, ...]:
    return people if user in people else (*people, user)
