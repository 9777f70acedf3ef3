"""Chat at a table: the only writer of its lines. The table's row is not touched, so frozen tables talk too."""

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

LENGTH = 200
LINES = Limit("chat", 5, 10)
LINKS_AFTER = timedelta(hours=24)  # age of the account
KEPT = 50  # lines that a newcomer sees

_ENDINGS = "com net org info biz gg io me tv xyz top site online club shop app link live ru br bg pt eu uk de ly co bet"
LINK = re.compile(
    rf"://|\bwww\.|\b[\w-]+\.(?:{'|'.join(_ENDINGS.split())})\b(?!\.\w)|\b[\w-]+\.\w{{2,}}/", re.IGNORECASE
)


def say(*, table_id: int, actor: int, action_id: str, kind: str, text: str) -> None:
    """Say a phrase or some words. Sent again under the same id: said once.

    Raises Refusal: `malformed`, `too_long`, `no_such_room`, `room_closed`, `chat_off`, `spectators_off`,
    `removed_from_room`, `account_inactive`, `muted`, `rate_limited`, `no_links_yet`."""
    cleaned = _phrase(text) if kind == "phrase" else clean_text(text)
    table = table_store.read(table_id).table
    with transaction.atomic():
        speaker = User.objects.select_for_update(no_key=True).get(pk=actor)  # one line after the other: limits hold
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
    """One line of printable text without heaps of accents: nothing may run out of its line or turn others around."""
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
    """Do not hear the person in this seat, or who said this line, any more; or hear them again.

    `who`: the name that was seen in the seat. If somebody else has it by now, nothing is done (`stale_turn`).
    """
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
    """Who said this line at this table, or else who sits in this seat now; nobody where that is no person."""
    if line is not None:
        return User.objects.filter(chat__pk=line, chat__table=table_id).first()
    seats = table_store.read(table_id).table.seats
    holder = seats[seat] if seat is not None and seat < len(seats) else None
    return User.objects.filter(pk=holder.user).first() if holder and holder.user else None


# --- reading --------------------------------------------------------------------------------------------------------


def recent(table_id: int) -> list[ChatLine]:
    """The last lines of a table, oldest first."""
    rows = ChatMessage.objects.filter(table_id=table_id).order_by("-pk")[:KEPT]
    values = rows.values_list("pk", "user_id", "user__display_name", "at", "kind", "text", "spectators")
    return [
        ChatLine(n, user, who, int(at.timestamp() * 1000), kind, text, spectators)
        for n, user, who, at, kind, text, spectators in reversed(values)
    ]


def visible(lines: Iterable[ChatLine], table: TableState, user: int, unheard: set[tuple[int, int]]) -> list[ChatLine]:
    """What this person sees of them: not the muted, and of those without a seat nothing while playing."""
    if not table.open_to(user):
        return []
    seated = table.seat_of(user) is not None
    return [
        line
        for line in lines
        if line.user == user or not ((seated and line.spectators) or (user, line.user) in unheard)
    ]


def news(after: int) -> list[tuple[int, int]]:
    """(line, table) of everything said later, in the whole house; what came in the wrong order is seen again."""
    return list(ChatMessage.objects.filter(pk__gt=after).order_by("-pk").values_list("pk", "table_id")[:1000])


def newest() -> int:
    return ChatMessage.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
