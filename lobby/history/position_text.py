"""A position in plain words, for operators and developers: what the table is, and what lies on it.

The game's part is made of `games.observe` for one viewer; `every_card` alone adds what nobody at the table may see."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any

import games
from games import State
from games.actions import action_json
from lobby.models import RoundPlayer
from lobby.tables.core import deadlines
from lobby.tables.core.state import SECOND, Clock, Occupant, Reservation, TableState

from .log import LogNote
from .position import LogLine, Moment

NOT_KEPT = "not kept for versions of the past: host, presence, reservations, who has sat down since the deal, clocks"


def text(moment: Moment, *, now: int, viewer: int | None, every_card: bool) -> Iterator[str]:
    """The position line by line. `now` is service time; `viewer` a seat, or None for what anybody may see."""
    rows = [*_table(moment), *_room(moment, now)]
    game = moment.game
    if game is None:
        rows.append(("game", "no cards have been dealt"))
    else:
        rows += [*_game(moment, game), *_players(moment, game), *_lying(games.public_view(game))]
        rows += [] if viewer is None else _own(game, viewer)
        rows += _everything(game) if every_card else []
    for line in moment.before:
        rows += _moves(line)
    for name, value in rows:
        yield f"{name:<13}{_plain(value)}"


def _plain(value: str) -> str:
    """People choose their names: nothing of them reaches the terminal but what it can print."""
    return "".join(char if char.isprintable() else "?" for char in value)


Rows = Iterator[tuple[str, str]]

# --- times: service time, which stands still while no server lives ---------------------------------------------------


def _clock_time(at: int) -> str:
    return datetime.fromtimestamp(at / SECOND, UTC).isoformat(" ", "milliseconds").replace("+00:00", "")


def _span(microseconds: int) -> str:
    return f"{microseconds / SECOND:.1f} s"


def _until(at: int, now: int) -> str:
    return f"in {_span(at - now)}" if at >= now else f"{_span(now - at)} overdue"


# --- the room -------------------------------------------------------------------------------------------------------


def _table(moment: Moment) -> Rows:
    room, line = moment.room, moment.line
    kind = "public" if room.public else "private"
    watched = "may be watched" if room.spectators else "nobody may watch"
    yield "table", f"{room.slug} {room.name!r}, {kind}, {watched}"
    written = "as it was opened" if line is None else f"written {_clock_time(line.at)} (service time, UTC less outages)"
    yield "version", f"{moment.version} of {moment.latest}, {written}"


def _room(moment: Moment, now: int) -> Rows:
    table = moment.table
    if table is None:
        paused = "" if moment.paused_at is None else f"paused since {_clock_time(moment.paused_at)}; "
        yield "room", f"{paused}{NOT_KEPT}"
        return
    yield "room", _condition(table)
    host = None if table.host is None else table.person(table.host)
    yield "host", "none" if host is None else f"{host.name} (user {host.user})"
    for index, seat in enumerate(table.seats):
        yield f"seat {index}", "free" if seat is None else _sitting(seat, now)
    for booking in table.reservations:
        yield "reserved", f"seat {booking.seat} for {booking.name} (user {booking.user}), {_presence(booking, now)}"
    yield "clock", _clock(table.clock, now)
    yield from _next(table, now)


def _condition(table: TableState) -> str:
    if table.closed:
        return f"closed ({table.closed})"
    found = []
    if table.paused_at is not None:
        found.append(f"paused since {_clock_time(table.paused_at)}")
    if table.asleep_since is not None:
        found.append(f"asleep since {_clock_time(table.asleep_since)}")
    return ", ".join(["open", *found])


def _sitting(seat: Occupant, now: int) -> str:
    leaving = ", leaves when it may" if seat.leaving else ""
    if seat.bot:
        return f"{seat.name}, bot ({seat.level}){leaving}"
    return f"{seat.name} (user {seat.user}), {_presence(seat, now)}{leaving}"


def _presence(person: Occupant | Reservation, now: int) -> str:
    return "present" if person.absent_since is None else f"absent for {_span(now - person.absent_since)}"


def _clock(clock: Clock, now: int) -> str:
    if clock.kind is None:
        return "none"
    if clock.due is not None:
        return f"{clock.kind}, {_span(clock.total or 0)} in all, due {_until(clock.due, now)}"
    return f"{clock.kind}, no limit" if clock.left is None else f"{clock.kind}, stopped with {_span(clock.left)} left"


def _next(table: TableState, now: int) -> Rows:
    """What is due by itself, the first one first."""
    found = [(due.at, _due(table, due)) for due in sorted(deadlines.dues(table))]
    if table.bot.due is not None and not table.closed:
        found.append((table.bot.due, "a bot moves"))
    for at, what in sorted(found, key=itemgetter(0)):
        yield "due", f"{_until(at, now)} ({_clock_time(at)}): {what}"


def _due(table: TableState, due: deadlines.Due) -> str:
    if due.what == "expiry":
        return "the room closes, because nobody is there"
    if due.what == "absence":
        person = table.person(due.user)
        return f"{'somebody' if person is None else person.name} loses the seat, being absent"
    texts = {"deal": "the next round is dealt", "window": "the cut-in window closes"}
    return texts.get(table.clock.kind or "", f"the time to {table.clock.kind} is over")


# --- the game -------------------------------------------------------------------------------------------------------


def _game(moment: Moment, game: State) -> Rows:
    changed = {key: game.options[key] for key in games.changed(games.get_ruleset(game.ruleset), game.options)}
    options = ", ".join(f"{key}={value}" for key, value in changed.items()) or "standard options"
    yield "rules", f"{game.ruleset}, version {game.rules_version}, {options}"
    match = "?" if moment.match is None else moment.match.number
    active = "" if game.active is None else f", seat {game.active} to act"
    yield "match", f"{match}, round {game.round}, turn {game.turn}, {game.phase}{active}, dealer seat {game.dealer}"


def _players(moment: Moment, game: State) -> Rows:
    view = games.public_view(game)
    names = _dealt(moment)
    known = view.get("known", {})
    for player in view["players"]:
        seat, kind = player["seat"], view["score_kind"]
        facts = [names.get(seat, "bot" if player["bot"] else "person")]
        facts += [word for word, holds in _standing(player) if holds]
        facts += [f"{player['count']} cards"] + ([f"{player['score']} {kind}"] if kind else [])
        facts += [f"known to hold {_cards(known[str(seat)])}"] if str(seat) in known else []
        yield f"player {seat}", ", ".join(facts)


def _dealt(moment: Moment) -> dict[int, str]:
    """Who was dealt the cards of this round, by seat."""
    if moment.round is None:
        return {}
    rows = RoundPlayer.objects.filter(round=moment.round)
    return {row.seat: f"{row.name} (bot, {row.bot})" if row.bot else row.name for row in rows}


def _standing(player: Mapping[str, Any]) -> list[tuple[str, bool]]:
    return [("in the round", player["in_round"]), ("out of the match", player["out"]), ("gone", player["left"])]


def _lying(view: Mapping[str, Any]) -> Rows:
    """What lies open, as everybody sees it."""
    limit = "" if view["reshuffle_limit"] is None else f" of at most {view['reshuffle_limit']}"
    yield "stock", f"{view['stock']} cards, {view['reshuffles']}{limit} reshuffles"
    pile = f": {_cards(view['pile_cards'])}" if view.get("pile_cards") else ""
    yield "pile", f"{view['pile']} cards, top {view['top'] or 'none'}{pile}"
    if view.get("turn_up"):
        yield "turn-up", f"{view['turn_up']}, wild {_cards(view['wilds'])}"
    for meld in view.get("melds", ()):
        yield f"meld {meld['id']}", f"{_cards(meld['cards'])} (seat {meld['owner']})"
    if view["window"]:
        yield "window", f"seat {view['window']['discarder']} threw {view['window']['card']}"
    yield "fingerprint", view["commitment"] or "none"
    if view["result"]:
        yield "result", _result(view["result"])
    if view["match"]["over"]:
        yield "match over", f"{view['match']['reason']}, winner {_seat(view['match']['winner'])}"


def _result(result: Mapping[str, Any]) -> str:
    changes = ", ".join(f"seat {seat} {change:+}" for seat, change in result["changes"].items())
    melds = " | ".join(map(_cards, result["melds"]))
    facts = [result["kind"], f"winner {_seat(result['winner'])}", changes, melds]
    return "; ".join(fact for fact in facts if fact)


def _seat(seat: int | None) -> str:
    return "nobody" if seat is None else f"seat {seat}"


def _cards(cards: Any) -> str:
    return " ".join(cards)


def _own(game: State, viewer: int) -> Rows:
    """What this seat alone sees."""
    you = games.observe(game, viewer)["you"]
    if you is None:
        yield f"seat {viewer}", "sees what everybody sees"
        return
    yield f"hand {viewer}", _cards(you["hand"]) or "none"
    for name in ("drawn", "barred"):
        if you[name]:
            yield name, you[name]
    yield "legal", f"{len(you['legal'])} moves"
    for action in you["legal"]:
        yield "", _move(action)


def _everything(game: State) -> Rows:
    """What nobody at the table may see before the match is over."""
    for seat in games.in_round(game):
        yield f"hand {seat}", _hand(game, seat)
    yield "stock order", _cards(game.stock) or "empty"
    yield "whole pile", _cards(game.pile) or "empty"
    if game.gone:
        yield "leavers'", _cards(game.gone)
    yield "seed", game.seed.hex() or "none"
    for seat in games.in_round(game):
        actions = map(action_json, games.legal_actions(game, seat))
        yield f"legal {seat}", "; ".join(map(_move, actions)) or "nothing"


def _hand(game: State, seat: int) -> str:
    player = game.players[seat]
    return _cards(player.hand) if player is not None else ""


# --- the log --------------------------------------------------------------------------------------------------------


def _moves(line: LogLine) -> Rows:
    said = [words for note in line.notes for words in _note(note)]
    yield f"v{line.version}", f"{_clock_time(line.at)}  {'; '.join(said) or 'nothing of the game: who is present'}"


def _note(note: LogNote) -> Iterator[str]:
    """What happened: the events of the game, or what was done to the room."""
    for event in note.get("events", ()):
        yield _move(event, "e")
    if not note.get("events"):
        yield _move({key: value for key, value in note.items() if key != "at"})


def _move(facts: Mapping[str, Any], name: str = "do") -> str:
    """ "discard card=7H1", "seat 1 drew auto"."""
    seat = f"seat {facts['seat']} " if "seat" in facts else ""
    rest = {key: value for key, value in facts.items() if key not in {name, "seat"} and value is not None}
    return " ".join([seat + facts[name], *(_fact(key, value) for key, value in rest.items())])


def _fact(key: str, value: Any) -> str:
    if value is True:
        return key
    if isinstance(value, dict):
        return " ".join(_fact(*item) for item in value.items())
    if isinstance(value, list):
        value = ",".join("+".join(each) if isinstance(each, list) else str(each) for each in value)
    return f"{key}={value}"
