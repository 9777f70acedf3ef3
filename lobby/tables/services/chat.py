"""The chat of a table: only this module writes its lines. The table's row is not touched, so it works at frozen tables
too."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from accounts import limits, relationships
from accounts.limits import Limit
from accounts.models import Sanction, User
from accounts.standing import in_force
from lobby.models import ChatMessage
from lobby.tables.announce import broadcast
from lobby.tables.core.chat import PHRASES, ChatLine
from lobby.tables.core.errors import Refusal
from lobby.tables.core.seats import check_name
from lobby.tables.core.state import TableState
from lobby.tables.store import table_store

LENGTH = 200  # characters
LINES = Limit("chat", 5, 10)  # per person
LINKS_AFTER = timedelta(hours=24)  # an account this old may post links
SHOWN = 50  # lines a newcomer sees

_ENDINGS = "com net org info biz gg io me tv xyz top site online club shop app link live ru br bg pt eu uk de ly co bet"
LINK = re.compile(
    rf"://|\bwww\.|\b[\w-]+\.(?:{'|'.join(_ENDINGS.split())})\b(?!\.\w)|\b[\w-]+\.\w{{2,}}/", re.IGNORECASE
)


def say(*, table_id: int, actor: int, action_id: str, kind: str, text: str) -> None:
    """Write a line: one of PHRASES (`kind` is `phrase`) or text. Resent under the same id, it is stored once.

    Raises Refusal: `malformed`, `too_long`, `no_such_room`, `room_closed`, `chat_off`, `spectators_off`,
    `removed_from_room`, `account_inactive`, `muted`, `rate_limited`, `no_links_yet`."""
    cleaned = _phrase(text) if kind == "phrase" else clean_text(text)
    table = table_store.read(table_id).table
    with transaction.atomic():
        speaker = User.objects.select_for_update(no_key=True).get(pk=actor)  # one line at a time: the limits hold
        if ChatMessage.objects.filter(table_id=table_id, user=actor, action_id=action_id).exists():
            return
        _check_room(table, actor)
        _check_speaker(speaker, cleaned if kind == "text" else "")
        ChatMessage.objects.create(
            table_id=table_id,
            user=speaker,
            kind=kind,
            text=cleaned,
            spectators=table.seat_of(actor) is None,
            match=table.match,
            round=table.game.round if table.game else 0,
            action_id=action_id,
        )
        transaction.on_commit(partial(broadcast.chat_changed, table_id), robust=True)


def clean_text(text: str) -> str:
    """One line of printable text, with at most two accents per letter: it cannot leave its line or reverse others.

    Raises Refusal: `malformed` (nothing is left), `too_long`."""
    text = unicodedata.normalize("NFC", text)
    text = "".join(char if char.isprintable() else " " for char in text if unicodedata.category(char) != "Cf")
    text = " ".join(re.sub(r"([\u0300-\u036f]{2})[\u0300-\u036f]+", r"\1", text).split())
    if not text:
        raise Refusal("malformed")
    if len(text) > LENGTH:
        raise Refusal("too_long")
    return text


def _phrase(key: str) -> str:
    if key not in PHRASES:
        raise Refusal("malformed")
    return key


def _check_room(table: TableState, user: int) -> None:
    if table.closed:
        raise Refusal("room_closed")
    if not table.chat:
        raise Refusal("chat_off")
    if table.removed_from(user):
        raise Refusal("removed_from_room")
    if not table.open_to(user):
        raise Refusal("spectators_off")


def _check_speaker(speaker: User, words: str) -> None:
    now = timezone.now()
    if not speaker.is_active:
        raise Refusal("account_inactive")
    if in_force(speaker.pk, Sanction.Kind.MUTE).exists():
        raise Refusal("muted")
    if limits.take(LINES, speaker.pk) is None:
        raise Refusal("rate_limited")
    if speaker.date_joined > now - LINKS_AFTER and LINK.search(unicodedata.normalize("NFKC", words)):
        raise Refusal("no_links_yet")


def mute(
    *, table_id: int, actor: int, on: bool, seat: int | None = None, who: str | None = None, line: int | None = None
) -> None:
    """Mute the person in this seat, or who wrote this line, for oneself; with `on` false, unmute them.

    `who`: the name that was seen in the seat. Raises Refusal: `no_such_room`, `no_such_seat`, `stale_turn` (somebody
    else has the seat by now), `not_a_person`, `cannot_now`."""
    if seat is not None and who is not None:
        check_name(table_store.read(table_id).table, seat, who)
    person = meant(table_id, seat, line)
    if person is None:
        raise Refusal("not_a_person")
    me = User.objects.get(pk=actor)
    try:
        (relationships.mute if on else relationships.unmute)(by=me, person=person)
    except relationships.RelationshipError as error:
        raise Refusal("cannot_now") from error


def meant(table_id: int, seat: int | None, line: int | None) -> User | None:
    """Who wrote this line at this table, or else who sits in this seat now; None if that is not a person.

    Raises Refusal: `no_such_room`."""
    if line is not None:
        return User.objects.filter(chat__pk=line, chat__table=table_id).first()
    seats = table_store.read(table_id).table.seats
    holder = seats[seat] if seat is not None and seat < len(seats) else None
    return User.objects.filter(pk=holder.user).first() if holder and holder.user else None


# --- reading --------------------------------------------------------------------------------------------------------


def recent(table_id: int) -> list[ChatLine]:
    """The last SHOWN lines of a table, oldest first."""
    rows = ChatMessage.objects.filter(table_id=table_id).order_by("-pk")[:SHOWN]
    values = rows.values_list("pk", "user_id", "user__display_name", "at", "kind", "text", "spectators")
    return [
        ChatLine(n, user, who, int(at.timestamp() * 1000), kind, text, spectators)
        for n, user, who, at, kind, text, spectators in reversed(values)
    ]


def visible(lines: Iterable[ChatLine], table: TableState, user: int, unheard: set[tuple[int, int]]) -> list[ChatLine]:
    """Those of the lines this person sees: none of people they muted, and with a seat none of spectators.

    `unheard`: pairs (listener, writer)."""
    if not table.open_to(user):
        return []
    seated = table.seat_of(user) is not None
    return [
        line
        for line in lines
        if line.user == user or not ((seated and line.spectators) or (user, line.user) in unheard)
    ]


def news(after: int) -> list[tuple[int, int]]:
    """(line, table) of lines with a number above `after`, at all tables, newest first, at most 1000.

    Lines can be committed out of order: pass an older number to see those too."""
    return list(ChatMessage.objects.filter(pk__gt=after).order_by("-pk").values_list("pk", "table_id")[:1000])


def newest() -> int:
    """The number of the newest line at all tables; 0: there is none."""
    return ChatMessage.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
