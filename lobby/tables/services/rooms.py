"""Rooms: open one, find one, or play in one at once."""

import re
from typing import Any

from django.db import IntegrityError, transaction

import games
from accounts import limits, relationships
from accounts.limits import Limit
from accounts.models import User
from lobby.models import CODE_ALPHABET, MatchPlayer, Room, Seat, Table
from lobby.tables.announce import broadcast
from lobby.tables.core import deadlines, seats, state
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import SECOND, TableState
from lobby.tables.store import clock

from . import permissions
from .seats import sit

OPEN_ROOMS = 3  # per creator
CREATIONS = Limit("rooms-opened", 5, 600)  # per person
GUESSES = Limit("code-guesses", 10, 600)  # wrong room codes per person
NAME_LENGTH = 40  # characters
PLAY_NOW_BOTS, PLAY_NOW_LEVEL = 3, "normal"
TRIED = 5  # rooms `play_now` tries to enter

Options = dict[str, Any]


# --- opening --------------------------------------------------------------------------------------------------------


def create_room(
    *,
    actor: User,
    ruleset: str,
    options: Options,
    name: str,
    public: bool,
    spectators: bool,
    bots: int = 0,
    bot_level: str = "normal",
) -> Room:
    """Open a room. Its creator is the host and sits in the first seat, `bots` bots in the next ones.

    Raises UnknownRuleSet, InvalidOption, or Refusal: `account_inactive`, `maintenance`, `suspended` (public rooms),
    `room_full` (more bots than seats), `unknown_level`, `rate_limited`, `too_many_rooms`, `already_seated`."""
    rules = games.get_ruleset(ruleset)
    cleaned = games.clean_options(rules, options)
    if not actor.is_active:
        raise Refusal("account_inactive")
    permissions.check_opening(actor.pk, public=public)
    if not 0 <= bots < cleaned["seats"]:
        raise Refusal("room_full")
    clock.ensure()
    room = Room(
        name=clean_name(name),
        ruleset=ruleset,
        rules_version=rules.version,
        options=cleaned,
        public=public,
        spectators=spectators,
        host=actor,
        opened_by=actor,
    )
    with transaction.atomic():  # so that a refused attempt does not count
        _check_limits(actor)
        _store(room, actor, bots, bot_level)
        if public:
            transaction.on_commit(broadcast.lobby_changed, robust=True)
    return room


def clean_name(name: str) -> str:
    """The name as one line of printable text, cut at NAME_LENGTH."""
    return " ".join("".join(char if char.isprintable() else " " for char in name).split())[:NAME_LENGTH]


def _store(room: Room, user: User, bots: int, level: str) -> None:
    room.save()
    opened = _opened(room, user, bots, level)
    Table.objects.create(room=room, state=state.encode(opened), check_at=deadlines.check_at(opened))
    seats = [
        Seat(room=room, index=index, user_id=seat.user, bot=seat.level, name=seat.name)
        for index, seat in enumerate(opened.seats)
        if seat
    ]
    try:
        with transaction.atomic():  # a savepoint: a refusal must not spoil a surrounding transaction
            Seat.objects.bulk_create(seats)
    except IntegrityError:  # one seat or reservation per person in open rooms
        raise Refusal("already_seated") from None


def _opened(room: Room, user: User, bots: int, level: str) -> TableState:
    now = clock.now()
    opened = TableState(
        slug=room.slug,
        code=room.code,
        name=room.name,
        ruleset=room.ruleset,
        options=room.options,
        public=room.public,
        spectators=room.spectators,
        at=now,
        seats=(state.Occupant(name=str(user), user=user.pk, since=now), *[None] * (room.options["seats"] - 1)),
        host=user.pk,
    )
    for index in range(1, bots + 1):
        opened = seats.bot_added(opened, index, level, now).table
    return opened


def _check_limits(user: User) -> None:
    """Not too many rooms lately, nor at once. The first check locks: the same person's requests wait for each other.

    Raises Refusal: `rate_limited`, `too_many_rooms`."""
    if limits.take(CREATIONS, user.pk, at=clock.now() / SECOND) is None:
        raise Refusal("rate_limited")
    if Room.objects.filter(opened_by=user, closed_at=None).count() >= OPEN_ROOMS:
        raise Refusal("too_many_rooms")


# --- finding --------------------------------------------------------------------------------------------------------


def find_by_code(*, code: str, actor: User) -> Room:
    """The open room with this code, whatever its case and separators. Wrong guesses are limited.

    Raises Refusal: `no_such_room`, `rate_limited` (too many wrong guesses)."""
    clock.ensure()
    guess = limits.take(GUESSES, actor.pk, at=clock.now() / SECOND)
    if guess is None:
        raise Refusal("rate_limited")
    typed = re.sub(f"[^{CODE_ALPHABET}]", "", code.upper())
    room = Room.objects.filter(code=typed, closed_at=None).first() if typed else None
    if room is None:
        raise Refusal("no_such_room")
    guess.rollback()
    return room


def room_of(user: User) -> Room | None:
    """The open room in which this person has a seat or a reservation."""
    return Room.objects.filter(seats__user=user, closed_at=None).first()


def play_now(*, actor: User, ruleset: str | None = None) -> Room:
    """A room to play in at once: the one this person is in, else a suitable open one, else a new one with bots.

    Raises what `create_room` raises, and Busy."""
    if (room := room_of(actor)) is not None:
        return room
    for room in _fitting(ruleset, relationships.blocked_with(actor.pk)):
        for index in _free(room):
            try:
                sit(room_id=room.pk, actor=actor, seat=index)
            except Refusal as refusal:
                if refusal.code in {"seat_taken", "no_such_seat"}:
                    continue  # another process changed the row first: try the next seat
                if refusal.code in {"account_inactive", "already_seated", "suspended"}:
                    raise
                break  # full, closed or not open to this person: try the next room
            return room
    return _own(actor, ruleset)


def _fitting(ruleset: str | None, avoid: set[int]) -> list[Room]:
    """Public rooms waiting for players, the fullest first, without those where one of `avoid` sits."""
    rooms = Room.objects.filter(public=True, asleep=False, paused=False, playing=False, closed_at=None)
    if ruleset is not None:
        rooms = rooms.filter(ruleset=games.get_ruleset(ruleset).key)
    waiting = list(rooms.prefetch_related("seats").order_by("-created_at")[:100])
    fitting = [room for room in waiting if _free(room) and not any(seat.user_id in avoid for seat in room.seats.all())]
    return sorted(fitting, key=lambda room: -sum(seat.user_id is not None for seat in room.seats.all()))[:TRIED]


def _free(room: Room) -> list[int]:
    """Indices of the seats a newcomer may take, empty ones before bots'."""
    held = {seat.index: seat for seat in room.seats.all()}
    bots = [index for index, seat in held.items() if seat.bot and not seat.reserved]
    reserved = {seat.index for seat in room.seats.all() if seat.reserved}
    empty = [index for index in range(room.options["seats"]) if index not in held]
    return [index for index in (*empty, *sorted(bots)) if index not in reserved]


def _own(user: User, ruleset: str | None) -> Room:
    key = ruleset or _last_played(user) or next(iter(games.RULESETS))
    rules = games.get_ruleset(key)
    return create_room(
        actor=user,
        ruleset=key,
        options={},
        name="",
        public=True,
        spectators=True,
        bots=min(PLAY_NOW_BOTS, rules.seats[-1] - 1),
        bot_level=PLAY_NOW_LEVEL,
    )


def _last_played(user: User) -> str | None:
    played = MatchPlayer.objects.filter(user=user, match__ruleset__in=list(games.RULESETS))
    return played.order_by("-pk").values_list("match__ruleset", flat=True).first()
