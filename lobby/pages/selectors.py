"""Lists of rooms, in a constant number of queries. Hands are not even loaded."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, F, IntegerField, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce
from django.db.models.lookups import LessThan
from django.urls import reverse

from accounts import relationships
from accounts.models import User, Who
from games import RULESETS
from lobby.models import Invitation, Room, Seat
from lobby.rulebook import labels
from lobby.tables.core.errors import Refusal
from lobby.tables.services import permissions
from lobby.tables.store import table_store

PAGE = 24
MOST = 240

# The name of each language in that language, as it is written in mid-sentence.
OWN_NAMES = {"bg": "български", "en": "English", "pt-br": "português"}

Viewer = User | AnonymousUser


@dataclass(frozen=True, slots=True)
class RoomFilters:
    """Which rooms somebody wants to see."""

    games: frozenset[str] = frozenset()
    free: bool = False
    people: bool = False
    spoken: bool = False
    standard: bool = False

    @classmethod
    def of(cls, data: Mapping[str, object], games: Iterable[str]) -> "RoomFilters":
        """From a query or a session. Unknown games are ignored."""
        flags = {name: data.get(name) == "1" for name in ("free", "people", "spoken", "standard")}
        return cls(games=frozenset(games) & RULESETS.keys(), **flags)

    def stored(self) -> dict[str, Any]:
        """In the form that the session stores."""
        flags = {name: "1" for name in ("free", "people", "spoken", "standard") if getattr(self, name)}
        return {"games": sorted(self.games), **flags}


class SeatDot(NamedTuple):
    """A seat on the card of a room."""

    kind: str  # person | bot | free
    name: str


@dataclass(frozen=True, slots=True)
class RoomCard:
    """A room in a list, as one viewer sees it."""

    slug: str
    url: str
    title: str
    name: str
    status: str  # waiting | playing | paused | asleep
    time: str
    languages: str
    public: bool
    differences: list[str]
    seats: list[SeatDot]
    action: str  # return | enter | reserve | watch | look
    rules_url: str
    mine: bool = False
    friends: list[str] = field(default_factory=list)  # names of the viewer's friends who sit there
    unwanted: bool = False  # somebody sits there who has blocked, or is blocked by, the viewer

    @property
    def total(self) -> int:
        return len(self.seats)

    @property
    def taken(self) -> int:
        return sum(seat.kind != "free" for seat in self.seats)

    @property
    def bots(self) -> int:
        return sum(seat.kind == "bot" for seat in self.seats)


@dataclass(frozen=True, slots=True)
class RoomPage:
    """The first rooms of the list, at most `shown`: `total` of the `open` rooms match the filters.

    `more`: how many to request next; None if there are no more."""

    cards: list[RoomCard]
    total: int
    open: int
    shown: int
    more: int | None = field(default=None)


class Company(NamedTuple):
    """A viewer's relationships: the ids of friends, and of everybody who has blocked or is blocked by the viewer."""

    friends: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()


def company_of(viewer: Viewer) -> Company:
    if not viewer.is_authenticated:
        return Company()
    return Company(frozenset(relationships.friends(viewer.pk)), frozenset(relationships.blocked_with(viewer.pk)))


def invitations(viewer: Viewer) -> list[tuple[Invitation, RoomCard]]:
    """Invitations to open rooms in which the viewer is not yet, newest first."""
    if not viewer.is_authenticated:
        return []
    company = company_of(viewer)
    rows = Invitation.objects.filter(person=viewer, declined=False, room__closed_at=None).select_related("by")
    found = list(rows.exclude(by__in=company.apart).exclude(room__seats__user=viewer).order_by("-pk")[:10])
    rooms = {room.pk: room for room in with_seats(Room.objects.filter(pk__in=[row.room_id for row in found]))}
    return [(row, card(rooms[row.room_id], viewer, company)) for row in found]


def invitable(room: Room, viewer: User) -> list[tuple[User, bool]]:
    """The viewer's friends who are not in the room, and whether each is already invited."""
    asked = set(Invitation.objects.filter(room=room).values_list("person_id", flat=True))
    people = User.objects.filter(pk__in=relationships.friends(viewer.pk), is_active=True).exclude(
        who_invites=Who.NOBODY
    )
    return [(person, person.pk in asked) for person in people.exclude(seats__room=room).order_by("display_name")]


def open_rooms(viewer: Viewer, filters: RoomFilters, language: str, show: int = PAGE) -> RoomPage:
    """Public rooms with somebody present: first those with friends, then those that wait for players.

    One's own rooms are in `my_rooms`."""
    company = company_of(viewer)
    listed = Room.objects.filter(public=True, asleep=False, closed_at=None).exclude(host__in=company.apart)
    if viewer.is_authenticated:
        listed = listed.exclude(Exists(Seat.objects.filter(room=OuterRef("pk"), user=viewer)))
    counts = listed.aggregate(open=Count("pk"), total=Count("pk", filter=_wanted(filters, language)))
    show = max(1, min(show, MOST))
    rooms = with_seats(_friends_first(listed.filter(_wanted(filters, language)), company))[:show]
    cards = [card(room, viewer, company) for room in rooms]
    more = show + PAGE if counts["total"] > len(cards) and show < MOST else None
    return RoomPage(cards, counts["total"], counts["open"], show, more)


def _friends_first(rooms: QuerySet[Room], company: Company) -> QuerySet[Room]:
    if not company.friends:
        return rooms.order_by("playing", "-created_at")
    has_friend = Exists(Seat.objects.filter(room=OuterRef("pk"), user__in=company.friends))
    return rooms.annotate(has_friend=has_friend).order_by("-has_friend", "playing", "-created_at")


def my_rooms(viewer: Viewer) -> list[RoomCard]:
    """Open rooms in which the viewer has a seat or a reservation."""
    if not viewer.is_authenticated:
        return []
    rooms = with_seats(Room.objects.filter(seats__user=viewer, closed_at=None)).distinct()
    return [card(room, viewer) for room in rooms]


def room_by_slug(slug: str) -> Room | None:
    """A room by its link, open or closed."""
    return with_seats(Room.objects.filter(slug=slug)).first()


def refused_entry(room: Room, viewer: User) -> str:
    """The code of the refusal if this viewer may not enter; "" if they may."""
    if room.closed_at is not None:
        return ""
    table = table_store.read(room.pk).table
    if table.removed_from(viewer.pk):
        return "removed_from_room"
    try:
        permissions.check(table, viewer.pk)
    except Refusal as refusal:
        return refusal.code
    return ""


def belongs(room: Room, viewer: Viewer) -> bool:
    """Does the viewer have a seat or a reservation there?"""
    return viewer.is_authenticated and any(seat.user_id == viewer.pk for seat in room.seats.all())


def with_seats(rooms: QuerySet[Room]) -> QuerySet[Room]:
    """Loads host, seats and the languages of the people in them along with the rooms: two queries."""
    seats = Seat.objects.order_by("index").annotate(language=F("user__language"))
    return rooms.select_related("host").prefetch_related(Prefetch("seats", queryset=seats))


# --- filters --------------------------------------------------------------------------------------------------------


def _wanted(filters: RoomFilters, language: str) -> Q:
    wanted = Q()
    if filters.games:
        wanted &= Q(ruleset__in=filters.games)
    if filters.free:
        wanted &= _with_free_seat()
    if filters.people:
        wanted &= ~Q(Exists(Seat.objects.filter(room=OuterRef("pk")).exclude(bot="")))
    if filters.spoken:
        wanted &= Q(Exists(Seat.objects.filter(room=OuterRef("pk"), user__language=language)))
    return wanted & _standard() if filters.standard else wanted


def _with_free_seat() -> Q:
    """Fewer people, seated or with a reservation, than seats. A bot's seat counts as free."""
    people = Seat.objects.filter(room=OuterRef("pk"), user__isnull=False).order_by().values("room")
    taken = Coalesce(Subquery(people.annotate(n=Count("pk")).values("n")), 0)
    return Q(LessThan(taken, Cast(KT("options__seats"), IntegerField())))


def _standard() -> Q:
    wanted = Q()
    for key, rules in RULESETS.items():
        values = {
            f"options__{option.key}": option.default for option in rules.options if option.key not in labels.TABLE_FACTS
        }
        wanted |= Q(ruleset=key, **values)
    return wanted


# --- cards ----------------------------------------------------------------------------------------------------------


def card(room: Room, viewer: Viewer, company: Company = Company()) -> RoomCard:  # noqa: B008  immutable
    """The card of a room, whose seats are prefetched, for this viewer."""
    rows = list(room.seats.all())
    mine = viewer.is_authenticated and any(seat.user_id == viewer.pk for seat in rows)
    return RoomCard(
        slug=room.slug,
        url=reverse("room", args=[room.slug]),
        title=labels.title(room.ruleset),
        name=room.shown_name,
        status=_status(room),
        time=labels.time_text(room.options.get("turn_seconds")),
        languages=_languages(getattr(seat, "language", None) for seat in rows),
        public=room.public,
        differences=labels.differences(room.ruleset, room.options),
        seats=[_dot(rows, index) for index in range(room.options.get("seats", 0))],
        action="return" if mine else _action(room, rows),
        rules_url=labels.rules_url(room.ruleset, room.options),
        mine=mine,
        friends=[seat.name for seat in rows if seat.user_id in company.friends],
        unwanted=any(seat.user_id in company.apart for seat in rows),
    )


def _status(room: Room) -> str:
    if room.asleep:
        return "asleep"
    if room.paused:
        return "paused"
    return "playing" if room.playing else "waiting"


def _languages(codes: Iterable[str | None]) -> str:
    return ", ".join(OWN_NAMES.get(code, code) for code in sorted({code for code in codes if code}))


def _dot(rows: list[Seat], index: int) -> SeatDot:
    held = sorted((seat for seat in rows if seat.index == index), key=lambda seat: seat.reserved)
    if not held:
        return SeatDot("free", "")
    return SeatDot("bot" if held[0].bot else "person", held[0].name)


def _action(room: Room, rows: list[Seat]) -> str:
    people = sum(seat.user_id is not None for seat in rows)
    if people < room.options.get("seats", 0):
        return "reserve" if room.playing else "enter"
    return "watch" if room.spectators else "look"
