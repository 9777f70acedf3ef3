"""The tables of the lobby.

The source of truth for an open room is `Table.state`: one encoded `TableState` (tables/core/state.py), changed only
through `tables.services.change`. `Room` flags and `Seat` rows are projections of it, for lists and for the constraint
"one seat per user". `change` writes them, and the `Match` and `Round` rows, in the same transaction
(tables/store/projections.py).

Integer columns such as `at` and `opened` are microseconds of *service time* (tables/store/clock.py), which stands still
during an outage; date-times are wall-clock times, for people."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no characters that are easily confused
CODE_LENGTH = 8
CLOSED_REASONS = [("host", "host"), ("moderator", "moderator"), ("expired", "expired")]


def new_slug() -> str:
    """128 bits, because the URL of a private room is its key."""
    return secrets.token_urlsafe(16)


def new_code() -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


class Room(models.Model):
    slug = models.CharField(max_length=22, unique=True, default=new_slug)
    code = models.CharField(max_length=10, unique=True, default=new_code)
    name = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField(default=1)
    options = models.JSONField(default=dict)
    public = models.BooleanField(default=True)
    spectators = models.BooleanField(default=True)
    chat = models.BooleanField(default=True, db_default=True)  # a projection too: the host can switch it off
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)
    closed_reason = models.CharField(max_length=10, choices=CLOSED_REASONS, blank=True)
    # projections of the live table, for lists
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    asleep = models.BooleanField(default=False)
    paused = models.BooleanField(default=False)
    playing = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(
                fields=["-created_at"],
                name="room_listed",
                condition=Q(public=True, asleep=False, closed_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name that its creator chose; by default "Ana's room", after the host, in the reader's language."""
        if self.name:
            return self.name
        return _("%(name)s's room") % {"name": self.host} if self.host else _("Room without a name")


class Seat(models.Model):
    """A taken or reserved seat of an open room: a projection. Closing the room deletes it."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="seats")
    bot = models.CharField(max_length=10, blank=True)
    name = models.CharField(max_length=40)
    reserved = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=Q(user__isnull=False), name="one_seat_a_person"),
            models.UniqueConstraint(fields=["room", "index", "reserved"], name="one_holder_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.index}: {self.name}"


class Table(models.Model):
    """The live state of a room. Its primary key is the room's."""

    room = models.OneToOneField(Room, models.CASCADE, primary_key=True, related_name="table")
    state = models.BinaryField()
    version = models.BigIntegerField(default=0)
    check_at = models.BigIntegerField(null=True, db_index=True)

    def __str__(self) -> str:
        return f"table {self.pk} version {self.version}"


class TableLog(models.Model):
    """One row per version: who requested what, and what everybody saw of it. Never a hidden card, never a seed."""

    table = models.ForeignKey(Table, models.CASCADE, db_index=False, related_name="log")  # the constraint is the index
    version = models.BigIntegerField()
    match = models.PositiveIntegerField(default=0)
    round = models.PositiveIntegerField(default=0)
    at = models.BigIntegerField()
    # No foreign key check on the hot path: the inserting statement has just read the account.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, db_index=False, db_constraint=False, related_name="+"
    )
    seat = models.PositiveSmallIntegerField(null=True)
    action_id = models.CharField(max_length=40, null=True)
    body = models.BinaryField(null=True)
    entry = models.BinaryField()
    reply = models.BinaryField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "version"], name="one_entry_a_version"),
            models.UniqueConstraint(
                fields=["table", "user", "action_id"], condition=Q(action_id__isnull=False), name="one_effect_an_action"
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.table_id} version {self.version}"


class Match(models.Model):
    room = models.ForeignKey(Room, models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField()
    ruleset = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField(default=1)
    options = models.JSONField(default=dict)
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=20, blank=True)  # the engine's, or one of CLOSED_REASONS

    class Meta:
        constraints = [models.UniqueConstraint(fields=["room", "number"], name="match_number")]

    def __str__(self) -> str:
        return f"match {self.number} of room {self.room_id}"


class MatchPlayer(models.Model):
    """Who held which seat in a match. A seat may change hands during it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="matches")
    bot = models.CharField(max_length=10, blank=True)
    name = models.CharField(max_length=40)
    score = models.IntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    left = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.seat}: {self.name}"


class Round(models.Model):
    """A dealt round. `seed` and `start` are secret until the match is over."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    seed = models.BinaryField()
    commitment = models.CharField(max_length=64)
    start = models.BinaryField()  # the encoded games.State right after the deal, for replays
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
    result = models.JSONField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="round_number")]

    def __str__(self) -> str:
        return f"round {self.number} of match {self.match_id}"


class RoundPlayer(models.Model):
    """Somebody, or a bot, who was dealt into a round."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="rounds")
    bot = models.CharField(max_length=10, blank=True)
    name = models.CharField(max_length=40)
    won = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "seat"], name="one_player_a_dealt_seat")]

    def __str__(self) -> str:
        return f"{self.seat}: {self.name}"


class Connection(models.Model):
    """A user's socket at a table, and when its process last recorded a frame from it. Presence is derived from this."""

    table = models.ForeignKey(Table, models.CASCADE, db_index=False, related_name="connections")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="connections")
    process = models.CharField(max_length=40)
    opened = models.BigIntegerField()
    last_frame = models.BigIntegerField()
    closed = models.BigIntegerField(null=True)

    class Meta:
        indexes = [models.Index(fields=["table", "user"], name="connection_person")]

    def __str__(self) -> str:
        return f"user {self.user_id} at table {self.table_id}"


class Pulse(models.Model):
    """The single row (pk 1) that reveals outages; see tables/store/clock.py."""

    at = models.BigIntegerField()
    outage = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.at} µs, {self.outage} µs of outage"


class Arrangement(models.Model):
    """How a user has arranged their hand in one round: private, last write wins, not part of the table's versions."""

    table = models.ForeignKey(Table, models.CASCADE, db_index=False, related_name="arrangements")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    match = models.PositiveIntegerField(default=0)
    round = models.PositiveIntegerField(default=0)
    n = models.BigIntegerField(default=0)
    groups = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="one_arrangement_a_person")]

    def __str__(self) -> str:
        return f"user {self.user_id} at table {self.table_id}"


class ChatMessage(models.Model):
    """An immutable chat line at a table, written only by services.chat. `text`: free text, or the key of a phrase."""

    KINDS = [("phrase", "phrase"), ("text", "text")]

    table = models.ForeignKey(Table, models.CASCADE, db_index=False, related_name="chat")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="chat")
    at = models.DateTimeField(auto_now_add=True)
    kind = models.CharField(max_length=6, choices=KINDS)
    text = models.CharField(max_length=200)
    spectators = models.BooleanField(default=False)  # from a spectator: players do not see it
    match = models.PositiveIntegerField(default=0)
    round = models.PositiveIntegerField(default=0)
    action_id = models.CharField(max_length=40)

    class Meta:
        indexes = [
            models.Index(fields=["table", "id"], name="chat_of_a_table"),
            models.Index(fields=["user", "at"], name="chat_of_a_person"),
        ]
        constraints = [models.UniqueConstraint(fields=["table", "user", "action_id"], name="one_line_an_action")]

    def __str__(self) -> str:
        return f"line {self.pk} at table {self.table_id}"


class Invitation(models.Model):
    """`by` invites `person` to a room. The lobby shows it until they enter or decline, or the room closes."""

    room = models.ForeignKey(Room, models.CASCADE, db_index=False, related_name="invitations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    at = models.DateTimeField(auto_now_add=True)
    declined = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["room", "person"], name="one_invitation_a_person")]

    def __str__(self) -> str:
        return f"{self.person_id} to room {self.room_id}"


class House(models.Model):
    """The single row (pk 1) of settings for the whole site."""

    no_new_rooms = models.BooleanField(default=False)  # before maintenance
    banner = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return self.banner
