"""`TableState`: everything that is true of an open room, as one frozen value. `Table.state` holds it encoded.

It carries hidden cards: it never reaches a log or an error page (`__repr__` is silent), and only table_view.py turns it
into something a socket may send. Times are microseconds of service time. The functions from one state to the next are
in transitions.py and seats.py."""

from typing import TYPE_CHECKING, Any

import msgspec

import games

if TYPE_CHECKING:
    from games import State as GameState
else:
    GameState = Any  # kept apart from msgspec: `encode` and `decode` below call the engine's own pair

SECOND = 1_000_000
GRACE = 120 * SECOND  # absent as long: the seat is free, or the room is closed if nobody is left (P0-37, P0-38, C4-19)
PRESENT = 25 * SECOND  # a frame within: present
PAUSE_RIGHT = 300 * SECOND  # after that any seated person may end a host's pause
NEXT_DEAL = 8 * SECOND  # between two rounds, where the host does not deal
LOST_LINE = 30 * SECOND  # P0-33: the deadline of an absent player in a room without deadlines


class Occupant(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A taken seat: a person (`user`) or a bot (`level`)."""

    name: str
    since: int  # sat down; the oldest present person becomes host
    user: int | None = None
    level: str = ""  # of a bot
    absent_since: int | None = None
    leaving: bool = False  # a bot sent away, or a person removed by the host: goes when the round (or match) ends
    removed: bool = False  # removed by the host: cannot come back

    @property
    def bot(self) -> bool:
        return self.user is None


class Dealt(msgspec.Struct, frozen=True, array_like=True):
    """Who was dealt the cards of a seat."""

    name: str
    user: int | None = None  # of a person
    level: str = ""  # of a bot


class LeaverRecord(msgspec.Struct, frozen=True, array_like=True):
    """What a person who left the running match comes back with [A-15]."""

    user: int
    score: int
    fell: int | None = None  # when the last life was lost, as the engine counts it


class Reservation(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A seat (free, or a bot's) kept for a person from the next deal or match on [A-39]."""

    seat: int
    user: int
    name: str
    since: int
    absent_since: int | None = None


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is counted down. Running: `due` is set. Frozen: `left` is what remained. Neither: no limit."""

    kind: str | None = None  # draw | discard | window | deal
    since: int = 0  # the phase began
    due: int | None = None
    left: int | None = None
    total: int | None = None

    def frozen(self, at: int) -> "Clock":
        return self if self.due is None else msgspec.structs.replace(self, due=None, left=max(0, self.due - at))

    def thawed(self, at: int) -> "Clock":
        """Where nothing was counted down, what may still be counted begins anew: nobody loses time of a pause."""
        if self.left is None:
            return self if self.due is not None or self.kind is None else msgspec.structs.replace(self, since=at)
        return msgspec.structs.replace(self, due=at + self.left, left=None)


class TableState(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    slug: str
    code: str
    name: str
    ruleset: str
    options: dict[str, Any]
    public: bool
    spectators: bool
    chat: bool = True  # the host may switch it off
    at: int  # the last change: time never runs backwards at a table
    seats: tuple[Occupant | None, ...]  # as many as options["seats"]
    reservations: tuple[Reservation, ...] = ()
    # People the host has removed: they cannot come back. (Open rooms have it stored under its older name.)
    removed: tuple[int, ...] = msgspec.field(name="kicked", default=())
    host: int | None = None  # a person
    match: int = 0  # matches begun here
    dealt: tuple[Dealt | None, ...] = ()  # by seat, last in this match: results name them when they are gone
    records: tuple[LeaverRecord, ...] = ()  # of those who left the running match
    paused_at: int | None = None
    asleep_since: int | None = None  # the last frame of the last person
    closed: str | None = None
    game: GameState | None = None
    clock: Clock = Clock()
    bot: Clock = Clock()  # when the bot to move (or whose move the sweep must make) moves

    def __repr__(self) -> str:
        return f"TableState({self.slug}, match {self.match})"

    # --- questions ---

    @property
    def rules(self) -> games.RuleSet:
        return games.get_ruleset(self.ruleset)

    @property
    def frozen(self) -> bool:
        return self.paused_at is not None or self.asleep_since is not None

    @property
    def match_running(self) -> bool:
        return self.game is not None and not self.game.match_over and not self.closed

    @property
    def round_running(self) -> bool:
        return self.game is not None and self.game.phase in RUNNING and not self.closed

    @property
    def begun(self) -> GameState:
        """The game of a table known to have one. Raises LookupError where no match has begun."""
        if self.game is None:
            raise LookupError(f"no match has begun at {self.slug}")
        return self.game

    @property
    def to_act(self) -> Occupant | None:
        """Who holds the seat whose turn it is."""
        active = None if self.game is None else self.game.active
        return None if active is None else self.seats[active]

    def seat_of(self, user: int | None) -> int | None:
        """The seat this person holds (not: has reserved)."""
        if user is None:
            return None
        return next((i for i, seat in enumerate(self.seats) if seat and seat.user == user), None)

    def reservation_of(self, user: int | None) -> Reservation | None:
        return next((r for r in self.reservations if r.user == user), None)

    def gone(self, seat: int) -> Dealt | None:
        """Who was dealt this seat's cards, if somebody else or nobody sits there now."""
        held = self.dealt[seat] if self.dealt else None
        sitting = self.seats[seat]
        if held is None or sitting is None or held.user != sitting.user:
            return held
        return None if held.user or held.name == sitting.name else held

    def dealt_to(self, user: int) -> int | None:
        """The seat this person holds, if its cards were dealt to them: whoever sits down later sees nothing of them."""
        seat = self.seat_of(user)
        held = None if seat is None or not self.dealt else self.dealt[seat]
        return seat if held is not None and held.user == user else None

    def reserved(self, seat: int) -> Reservation | None:
        return next((r for r in self.reservations if r.seat == seat), None)

    def in_round(self, seat: int) -> bool:
        """Dealt into the running round and not gone."""
        return self.game is not None and self.round_running and seat in games.in_round(self.game)

    def removed_from(self, user: int) -> bool:
        """Has the host removed this person, and are they gone? Until the round is over they may still be seated."""
        return user in self.removed and self.seat_of(user) is None

    def open_to(self, user: int) -> bool:
        """May this person see the game and take part in the chat? Where the host lets nobody watch, only from a seat: a
        reservation, which anybody may make, shows no more than watching does."""
        return (self.spectators and not self.removed_from(user)) or self.seat_of(user) is not None

    def people(self) -> list[Occupant | Reservation]:
        """Everybody who keeps the room awake and may host: seats first, each oldest first."""
        seated = sorted((s for s in self.seats if s and s.user is not None), key=lambda seat: seat.since)
        return [*seated, *sorted(self.reservations, key=lambda each: each.since)]

    def person(self, user: int) -> Occupant | Reservation | None:
        return next((each for each in self.people() if each.user == user), None)

    def present(self) -> list[Occupant | Reservation]:
        return [each for each in self.people() if each.absent_since is None]

    def next_host(self) -> int | None:
        """Oldest present seat, else oldest present reservation, else nobody until one appears [A-28]."""
        staying = (each for each in self.present() if not (isinstance(each, Occupant) and each.removed))
        return next((each.user for each in staying), None)

    def taken(self) -> list[Occupant]:
        return [seat for seat in self.seats if seat is not None]

    def free_seats(self) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if seat is None and not self.reserved(i)]

    def has_seat_for_newcomer(self) -> bool:
        """A free seat, or a bot's that can be reserved."""
        return any(self.reserved(i) is None and (seat is None or seat.bot) for i, seat in enumerate(self.seats))


RUNNING = frozenset({"draw", "discard", "window"})


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(TableState)


def encode(table: TableState) -> bytes:
    game = None if table.game is None else games.encode(table.game)
    return _encoder.encode(msgspec.structs.replace(table, game=game))


def decode(state: bytes) -> TableState:
    table = _decoder.decode(state)
    game: Any = table.game  # as it is stored: the bytes of the engine's own encoding
    return table if game is None else msgspec.structs.replace(table, game=games.decode(game))
