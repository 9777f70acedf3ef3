"""The rows derived from a table's own: room flags and seats for the lists, matches and rounds for the history.

`change` calls `write` inside the transaction of the change, after the table's row is updated. Most moves need none."""

from typing import Any, NamedTuple

from django.db import IntegrityError
from django.utils import timezone

import games
from games import State
from lobby.models import Match, MatchPlayer, Room, Round, RoundPlayer, Seat
from lobby.tables.core.errors import Refusal
from lobby.tables.core.state import Dealt, TableState
from lobby.tables.core.transitions import LogNote

Place = tuple[int, bool]  # a seat's index, and whether it is the reservation of it


class Progress(NamedTuple):
    """How far the notes of a change have been written: one change may end a match and begin the next."""

    room_id: int
    match: int
    game: State | None
    """As it was before the note."""
    new: TableState
    """As it is after the whole change."""

    def row(self) -> Match | None:
        """The row of the match the notes have reached."""
        return Match.objects.filter(room_id=self.room_id, number=self.match).first()


def needed(old: TableState, new: TableState, notes: tuple[LogNote, ...]) -> bool:
    """Does this change need any of these rows written?"""
    return _flags(old) != _flags(new) or _seats(old) != _seats(new) or any(_WRITERS.keys() & _topics(n) for n in notes)


def listed(table: TableState) -> Any:
    """What the public list shows of a room, to be compared; None: not listed. If it differs, the lobby is progress."""
    shown = table.public and not table.closed and table.asleep_since is None
    paused = table.paused_at is not None
    return (table.name, table.match_running, paused, table.options, _seats(table)) if shown else None


def write(room_id: int, old: TableState, new: TableState, notes: tuple[LogNote, ...]) -> None:
    """Bring the rows to what `new` says. Raises Refusal: already_seated (somebody has a seat in another open room)."""
    if (flags := _flags(new)) != _flags(old):
        if new.closed and not old.closed:
            flags |= {"closed_at": timezone.now()}
        Room.objects.filter(pk=room_id).update(**flags)
    progress = Progress(room_id, old.match, old.game, new)
    for note in notes:
        if note.do == "match":
            progress = progress._replace(match=progress.match + 1)
        for topic in sorted(_topics(note)):
            if writer := _WRITERS.get(topic):
                writer(progress, note)
        if note.state is not None:
            progress = progress._replace(game=note.state)
    _write_seats(room_id, _seats(old), _seats(new))


def _flags(table: TableState) -> dict[str, Any]:
    flags = {
        "asleep": table.asleep_since is not None,
        "paused": table.paused_at is not None,
        "playing": table.match_running,
        "closed_reason": table.closed or "",
        "options": table.options,
        "chat": table.chat,
        "name": table.name,
    }
    if table.host is None and (table.asleep_since is not None or table.closed):
        return flags  # an empty room is still named after its last host
    return flags | {"host_id": table.host}


def _seats(table: TableState) -> dict[Place, tuple[int | None, str, str]]:
    if table.closed:
        return {}
    taken = {(i, False): (seat.user, seat.level, seat.name) for i, seat in enumerate(table.seats) if seat}
    return taken | {(each.seat, True): (each.user, "", each.name) for each in table.reservations}


def _write_seats(room_id: int, old: dict[Place, Any], new: dict[Place, Any]) -> None:
    gone = [place for place in old if new.get(place) != old[place]]
    seats = Seat.objects.filter(room_id=room_id)
    if gone and not new:  # hundreds of rooms can close at once: one statement each
        seats.delete()
    else:
        for index, reserved in gone:
            seats.filter(index=index, reserved=reserved).delete()
    rows = [
        Seat(room_id=room_id, index=place[0], reserved=place[1], user_id=user, bot=bot, name=name)
        for place, (user, bot, name) in new.items()
        if old.get(place) != (user, bot, name)
    ]
    try:
        Seat.objects.bulk_create(rows)
    except IntegrityError:  # one seat or reservation per person in open rooms
        raise Refusal("already_seated") from None


# --- history --------------------------------------------------------------------------------------------------------


def _topics(note: LogNote) -> set[str]:
    """What a note means for the history; any step can end a round."""
    ended = note.state is not None and note.do not in {"match", "deal", "close"}
    return {note.do, "ended"} if ended else {note.do}


def _begin_match(progress: Progress, note: LogNote) -> None:
    Match.objects.create(
        room_id=progress.room_id,
        number=progress.match,
        ruleset=progress.new.ruleset,
        rules_version=games.get_ruleset(progress.new.ruleset).version,
        options=progress.new.options,
    )


def _begin_round(progress: Progress, note: LogNote) -> None:
    match, state = progress.row(), note.state
    if match is None or state is None or state.commitment is None:
        return
    round_ = Round.objects.create(
        match=match, number=state.round, seed=state.seed, commitment=state.commitment, start=games.encode(state)
    )
    dealt = enumerate(progress.new.dealt)  # those who have left since were dealt in too
    playing = games.in_round(state)
    holders = [(index, holder) for index, holder in dealt if holder and index in playing]
    RoundPlayer.objects.bulk_create(
        RoundPlayer(round=round_, seat=index, user_id=holder.user, bot=holder.level, name=holder.name)
        for index, holder in holders
    )
    known = {player.seat: player for player in MatchPlayer.objects.filter(match=match, left=False)}
    for index, holder in holders:
        before = known.get(index)
        if before and _is(before, holder):
            if before.bot != holder.level:
                MatchPlayer.objects.filter(pk=before.pk).update(bot=holder.level)
            continue
        if before:
            score = None if progress.game is None else _score(progress.game, index)
            MatchPlayer.objects.filter(pk=before.pk).update(left=True, score=score)
        MatchPlayer.objects.create(match=match, seat=index, user_id=holder.user, bot=holder.level, name=holder.name)


def _is(player: MatchPlayer, holder: Dealt) -> bool:
    """Is this the same person, or the same bot at any level?"""
    return player.user_id == holder.user and (holder.user is not None or player.name == holder.name)


def _end_round(progress: Progress, note: LogNote) -> None:
    state = note.state
    if state is None:
        return
    result = games.public_view(state)["result"]
    rounds = Round.objects.filter(match__room_id=progress.room_id, match__number=progress.match)
    number = rounds.filter(number=state.round, ended_at=None).values_list("pk", flat=True).first()
    if number is not None:
        Round.objects.filter(pk=number).update(ended_at=timezone.now(), result=result)
        if result and result.get("winner") is not None:
            RoundPlayer.objects.filter(round_id=number, seat=result["winner"]).update(won=True)
    if state.match_over and (match := progress.row()):
        _end_match(progress, match, state)


def _end_match(progress: Progress, match: Match, state: State) -> None:
    over = games.public_view(state)["match"]
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now(), reason=over.get("reason") or "")
    places = {int(seat): place for seat, place in (over.get("placement") or {}).items()}
    last: dict[int, MatchPlayer] = {}
    for player in MatchPlayer.objects.filter(match=match).order_by("pk"):
        last[player.seat] = player
    for seat, player in last.items():
        holder = progress.new.dealt[seat] if progress.new.match == progress.match and progress.new.dealt else None
        # A place goes to whoever earned it, not to somebody who came back to the seat without lives.
        player.place = places.get(seat) if holder is None or _is(player, holder) else None
        if not player.left:
            player.score = _score(state, seat)
    MatchPlayer.objects.bulk_update(last.values(), ["place", "score"])


def _score(state: State, seat: int) -> int | None:
    player = state.players[seat]
    return None if player is None else player.score


def _leave_match(progress: Progress, note: LogNote) -> None:
    game = progress.game
    if game is None or game.match_over or note.seat is None:
        return
    score = (
        0 if games.get_ruleset(game.ruleset).leaver_scores_zero else _score(game, note.seat)
    )  # as if they had resigned
    rows = MatchPlayer.objects.filter(
        match__room_id=progress.room_id, match__number=progress.match, seat=note.seat, left=False
    )
    rows.update(left=True, score=score)


def _close(progress: Progress, note: LogNote) -> None:
    now = timezone.now()
    Round.objects.filter(match__room_id=progress.room_id, ended_at=None).update(ended_at=now)
    ended = Match.objects.filter(room_id=progress.room_id, ended_at=None)
    for match in ended:
        if note.state is not None:
            players = list(MatchPlayer.objects.filter(match=match, left=False))
            for player in players:
                player.score = _score(note.state, player.seat)
            MatchPlayer.objects.bulk_update(players, ["score"])
    ended.update(ended_at=now, reason=progress.new.closed or "")


_WRITERS = {
    "match": _begin_match,
    "deal": _begin_round,
    "leave": _leave_match,
    "ended": _end_round,
    "close": _close,
}
