"""`TableState`: all there is to know of an open room, as one frozen value. `Table.state` stores it encoded.

It holds hidden cards, so it must never reach a log or an error page (`__repr__` shows none), and only table_view.py
turns it into something a socket may send. Times are microseconds of service time. The functions from one state to the
next are in transitions.py and seats.py."""

from typing import TYPE_CHECKING, Any

import msgspec

import games

if TYPE_CHECKING:
    from games import State as GameState
else:
    GameState = Any  # kept apart from msgspec: `encode` and `decode` below call the engine's own pair

SECOND = 1_000_000
GRACE = 120 * SECOND  # after this absence a seat is free; a room with nobody present closes (P0-37, P0-38, C4-19)
PRESENT = 25 * SECOND  # present: sent a frame within this time
PAUSE_RIGHT = 300 * SECOND  # after this time any seated person may end a host's pause
NEXT_DEAL = 8 * SECOND  # between two rounds, where the host does not deal
LOST_LINE = 30 * SECOND  # an absent player's time to act in a room without deadlines (P0-33, [A-10])


class Occupant(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A taken seat: a person (`user`) or a bot (`level`)."""

    name: str
    since: int  # when they sat down; whoever of those present sat down first becomes host
    user: int | None = None
    level: str = ""  # of a bot
    absent_since: int | None = None
    leaving: bool = False  # a bot or a person removed by the host: goes when the round (or match) ends
    removed: bool = False  # a person removed by the host: cannot come back

    @property
    def bot(self) -> bool:
        """Is this a bot?"""
        return self.user is None


class Dealt(msgspec.Struct, frozen=True, array_like=True):
    """Who was dealt a seat's cards."""

    name: str
    user: int | None = None  # of a person
    level: str = ""  # of a bot


class LeaverRecord(msgspec.Struct, frozen=True, array_like=True):
    """What a person who left the running match gets back on return [A-15]."""

    user: int
    score: int
    fell: int | None = None  # when the last life was lost, in the engine's own count


class Reservation(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A seat (free, or a bot's) that is a person's from the next deal or match on [A-39]."""

    seat: int
    user: int
    name: str
    since: int
    absent_since: int | None = None


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """A countdown, in microseconds. Running: `due` is set. Frozen: `left` is what remained. Neither: no time limit."""

    kind: str | None = None  # draw | discard | window | deal; of a bot's move: bot
    since: int = 0  # when the phase began
    due: int | None = None
    left: int | None = None
    total: int | None = None

    def frozen(self, at: int) -> "Clock":
        """Stopped at `at`, keeping what was left then."""
        return self if self.due is None else msgspec.structs.replace(self, due=None, left=max(0, self.due - at))

    def thawed(self, at: int) -> "Clock":
        """Run again from `at` with the time that was left. A phase without a limit counts as begun at `at`, so that a
        deadline set later does not include the pause."""
        if self.left is None:
            return self if self.due is not None or self.kind is None else msgspec.structs.replace(self, since=at)
        return msgspec.structs.replace(self, due=at + self.left, left=None)


class TableState(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One open room: its settings, people, game and clocks. Functions take it as `table`."""

    slug: str
    code: str
    name: str
    ruleset: str
    options: dict[str, Any]
    public: bool
    spectators: bool
    chat: bool = True  # the host may switch it off
    at: int  # the last change; time never runs backwards at a table
    seats: tuple[Occupant | None, ...]  # as many as options["seats"]
    reservations: tuple[Reservation, ...] = ()
    # People the host has removed: they cannot come back. (Stored states use the field's older name.)
    removed: tuple[int, ...] = msgspec.field(name="kicked", default=())
    host: int | None = None  # a person
    match: int = 0  # how many matches have begun here
    dealt: tuple[Dealt | None, ...] = ()  # per seat, the last in this match: results name them even after they leave
    records: tuple[LeaverRecord, ...] = ()  # of those who left the running match
    paused_at: int | None = None
    asleep_since: int | None = None  # nobody is present: the last frame of the last person
    closed: str | None = None
    game: GameState | None = None
    clock: Clock = Clock()
    bot: Clock = Clock()  # when the sweep makes the move of the bot to act

    def __repr__(self) -> str:
        return f"TableState({self.slug}, match {self.match})"

    # --- questions ---

    @property
    def rules(self) -> games.RuleSet:
        """The rule set played here."""
        return games.get_ruleset(self.ruleset)

    @property
    def frozen(self) -> bool:
        """Do the clocks stand still, because the room is paused or asleep?"""
        return self.paused_at is not None or self.asleep_since is not None

    @property
    def match_running(self) -> bool:
        """Has a match begun that is not over?"""
        return self.game is not None and not self.game.match_over and not self.closed

    @property
    def round_running(self) -> bool:
        """Have cards been dealt that are still being played?"""
        return self.game is not None and self.game.phase in RUNNING and not self.closed

    @property
    def begun(self) -> GameState:
        """The game of a table known to have one. Raises LookupError if no match has begun."""
        if self.game is None:
            raise LookupError(f"no match has begun at {self.slug}")
        return self.game

    @property
    def to_act(self) -> Occupant | None:
        """Who holds the seat whose turn it is, if anybody."""
        active = None if self.game is None else self.game.active
        return None if active is None else self.seats[active]

    def seat_of(self, user: int | None) -> int | None:
        """The seat this person holds; a reserved one does not count."""
        if user is None:
            return None
        return next((i for i, seat in enumerate(self.seats) if seat and seat.user == user), None)

    def reservation_of(self, user: int | None) -> Reservation | None:
        """This person's reservation, if any."""
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
        """The reservation of this seat, if any."""
        return next((r for r in self.reservations if r.seat == seat), None)

    def in_round(self, seat: int) -> bool:
        """Was this seat dealt into the running round, and is its player still in it?"""
        return self.game is not None and self.round_running and seat in games.in_round(self.game)

    def removed_from(self, user: int) -> bool:
        """Has the host removed this person, and are they gone? Until the round is over they may still be seated."""
        return user in self.removed and self.seat_of(user) is None

    def open_to(self, user: int) -> bool:
        """May this person see the game and take part in the chat?

        In a room without spectators only from a seat: a reservation, which anybody may make, shows nothing of it."""
        return (self.spectators and not self.removed_from(user)) or self.seat_of(user) is not None

    def people(self) -> list[Occupant | Reservation]:
        """Everybody who can keep the room awake and host it: seats before reservations, the longest there first."""
        seated = sorted((s for s in self.seats if s and s.user is not None), key=lambda seat: seat.since)
        return [*seated, *sorted(self.reservations, key=lambda each: each.since)]

    def person(self, user: int) -> Occupant | Reservation | None:
        """This person's seat or else reservation, if any."""
        return next((each for each in self.people() if each.user == user), None)

    def present(self) -> list[Occupant | Reservation]:
        """Those of `people` who are not absent."""
        return [each for each in self.people() if each.absent_since is None]

    def next_host(self) -> int | None:
        """Of those present, who sat down first, else who reserved first; None until somebody appears [A-28]."""
        staying = (each for each in self.present() if not (isinstance(each, Occupant) and each.removed))
        return next((each.user for each in staying), None)

    def taken(self) -> list[Occupant]:
        """Everybody with a seat, people and bots, in seat order."""
        return [seat for seat in self.seats if seat is not None]

    def free_seats(self) -> list[int]:
        """Indices of the seats that are neither taken nor reserved."""
        return [i for i, seat in enumerate(self.seats) if seat is None and not self.reserved(i)]

    def has_seat_for_newcomer(self) -> bool:
        """Is there a free seat, or a bot's that is not reserved?"""
        return any(self.reserved(i) is None and (seat is None or seat.bot) for i, seat in enumerate(self.seats))


RUNNING = frozenset({"draw", "discard", "window"})


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(TableState)


def encode(table: TableState) -> bytes:
    """The table as it is stored: MessagePack, with the game in the engine's own encoding."""
    game = None if table.game is None else games.encode(table.game)
    return _encoder.encode(msgspec.structs.replace(table, game=game))


def decode(state: bytes) -> TableState:
    """The inverse of `encode`. Raises what msgspec or the engine raises for bytes they cannot read."""
    table = _decoder.decode(state)
    game: Any = table.game  # still encoded
    return table if game is None else msgspec.structs.replace(table, game=games.decode(game))
