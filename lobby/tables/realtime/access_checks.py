"""What the heartbeat asks the database periodically, so that nothing depends on a bell: plain reads, few and cheap."""

from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db.models import Count, Max, Q
from django.utils import timezone

from accounts.models import Block, Sanction
from accounts.standing import in_force_of_all
from lobby.models import Room, Seat

Place = tuple[int, int]  # an account and a table
Holder = tuple[int, str | None]  # an account and the session its socket was opened with


def expelled(holders: set[Holder]) -> dict[Holder, str]:
    """Those whose sockets must close, each with the reason: `account_inactive`, or `not_logged_in` (session ended)."""
    users = {user for user, _ in holders}
    active = set(get_user_model().objects.filter(pk__in=users, is_active=True).values_list("pk", flat=True))
    keys = {key for _, key in holders if key}
    running = Session.objects.filter(pk__in=keys, expire_date__gt=timezone.now())
    alive = set(running.values_list("pk", flat=True))
    ended = {(user, key): "not_logged_in" for user, key in holders if key and key not in alive}
    return ended | {(user, key): "account_inactive" for user, key in holders if user not in active}


def barred(places: set[Place]) -> dict[Place, str]:
    """Those of these people who may no longer be at their table, each with the reason: `suspended` (public rooms), or
    `blocked_by_host` (spectators)."""
    rows = Room.objects.filter(pk__in={table for _, table in places}).values_list("pk", "host_id", "public")
    rooms, public = {pk: host for pk, host, _ in rows}, {pk for pk, _, shown in rows if shown}
    running = in_force_of_all({user for user, _ in places}, Sanction.Kind.SUSPEND)
    suspended = set(running.values_list("person", flat=True))
    seated = set(Seat.objects.filter(room__in=rooms, user__isnull=False).values_list("user_id", "room_id"))
    blocks = set(
        Block.objects.filter(by__in=rooms.values(), person__in={user for user, _ in places}, only_chat=False)
        .values_list("person_id", "by_id")
    )  # fmt: skip
    spectators = places - seated
    found = {(user, table): "blocked_by_host" for user, table in spectators if (user, rooms.get(table)) in blocks}
    return found | {(user, table): "suspended" for user, table in places if user in suspended and table in public}


def lobby_print() -> tuple[object, ...]:
    """Fingerprint of the public list: it changes with the rooms, the seats taken, and who is playing or waiting."""
    listed = Room.objects.filter(public=True, asleep=False, closed_at=None)
    rooms = listed.aggregate(rooms=Count("pk"), playing=Count("pk", filter=Q(playing=True)), newest=Max("pk"))
    seats = Seat.objects.filter(room__public=True, room__asleep=False).aggregate(taken=Count("pk"), newest=Max("pk"))
    return (*rooms.values(), *seats.values())
