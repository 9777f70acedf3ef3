"""Between rounds: who takes part, and the deal."""

from collections.abc import Mapping
from typing import Any

from games.cards import deck
from games.errors import IllegalAction
from games.events import Event, event
from games.rules import RuleSet, clean_options
from games.rulesets import get_ruleset
from games.shuffle import SEED_BYTES, commitment, draw, shuffled
from games.state import Player, State, Step, next_seat, replace, with_player

BETWEEN_ROUNDS = ("idle", "over")


def new_match(key: str, options: Mapping[str, Any], players: Mapping[int, bool]) -> State:
    """A match before its first deal: `players` says for each taken seat whether a bot sits there.

    Raises UnknownRuleSet, InvalidOption, or IllegalAction `no_such_seat`.
    """
    rules = get_ruleset(key)
    cleaned = clean_options(rules, options)
    if any(not 0 <= seat < cleaned["seats"] for seat in players):
        raise IllegalAction("no_such_seat")
    fresh = {seat: Player(bot=bot, score=rules.start_score(cleaned)) for seat, bot in players.items()}
    return State(
        ruleset=key,
        rules_version=rules.version,
        options=cleaned,
        players=tuple(fresh.get(seat) for seat in range(cleaned["seats"])),
    )


def set_turn_seconds(state: State, seconds: int | None) -> State:
    """The host's new deadline, between two rounds (P0-31, C4-18).

    Raises InvalidOption, or IllegalAction `round_running`.
    """
    _require_pause(state)
    cleaned = clean_options(get_ruleset(state.ruleset), {**state.options, "turn_seconds": seconds})
    return replace(state, options=cleaned)


def seat_in(
    state: State, seat: int, *, bot: bool, inherit: bool = False, score: int | None = None, fell: int | None = None
) -> State:
    """Seats a newcomer who takes part from the next deal [A-39]; before the first deal, in every game.

    They start afresh, with what the bot of that seat had (`inherit`, C4-17), or with their own record: `score`, and
    when they `fell` if it is nothing (A-15). Raises IllegalAction: `round_running`, `match_running`, `match_over`,
    `no_such_seat`, `seat_taken`.
    """
    rules = get_ruleset(state.ruleset)
    _require_open_seat(rules, state, seat)
    before = state.players[seat]
    if score is None:
        inherits = inherit and before is not None and before.bot
        score = before.score if inherits and before is not None else rules.start_score(state.options)
    player = Player(bot=bot, score=score)
    if rules.falls_at_zero and state.round > 0 and score <= 0:
        player = replace(player, out=True, fell=2 * state.round + 1 if fell is None else fell)
    left_over = before.hand if before is not None else ()  # of the round that is over: out of play until the next deal
    return replace(state, players=with_player(state, seat, player), gone=(*state.gone, *left_over))


def _require_open_seat(rules: RuleSet, state: State, seat: int) -> None:
    """Refuses a newcomer where nobody may come in now, or not into this seat."""
    _require_pause(state)
    if state.match_over:
        raise IllegalAction("match_over")
    if rules.joins == "match" and state.round:
        raise IllegalAction("match_running")
    if not 0 <= seat < len(state.players):
        raise IllegalAction("no_such_seat")
    before = state.players[seat]
    if before is not None and not before.left and not before.bot:
        raise IllegalAction("seat_taken")


def _require_pause(state: State) -> None:
    if state.phase not in BETWEEN_ROUNDS:
        raise IllegalAction("round_running")


def participants(state: State) -> list[int]:
    """The seats the next deal will serve."""
    return [seat for seat, player in enumerate(state.players) if player is not None and not player.out]


def ready(state: State) -> bool:
    """Whether `deal` may be called: no round running, the match not over, two or more to deal in."""
    return state.phase in BETWEEN_ROUNDS and not state.match_over and len(participants(state)) >= 2


def deal(state: State, seed: bytes) -> Step:
    """The next round: leaders, hands, turn-up and stock, all from the seed (P0-1 to P0-3, C4-1, M3-3, R2-1).

    Raises IllegalAction `cannot_deal` unless the match is `ready`, ValueError for a seed of another length.
    """
    if not ready(state):
        raise IllegalAction("cannot_deal")
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    rules = get_ruleset(state.ruleset)
    seats = participants(state)
    dealer, starter = _leaders(rules, state, seats, seed)
    cards = shuffled(seed, "deal", deck(rules.decks(len(seats))))
    hands, rest = _hands(cards, seats, starter, rules.hand_size(state.options, len(seats)))
    turn_up, rest = (rest[0], rest[1:]) if rules.turns_up else (None, rest)
    pile, rest = (rest[:1], rest[1:]) if rules.upcard else ((), rest)
    events = _dealt(state.round + 1, dealer, starter, commitment(seed), turn_up, pile)
    dealt = State(
        ruleset=state.ruleset,
        rules_version=state.rules_version,
        options=state.options,
        players=tuple(_dealt_in(player, hands.get(seat), seat == starter) for seat, player in enumerate(state.players)),
        round=state.round + 1,
        turn=1,
        phase="draw",
        active=starter,
        dealer=dealer,
        starter=starter,
        seed=seed,
        commitment=commitment(seed),
        stock=rest,
        pile=pile,
        turn_up=turn_up,
        wilds=rules.wild_faces(state.options, turn_up) if rules.wild_faces and turn_up else (),
        ties=state.ties,
        history=({"e": "upcard", "card": pile[0]},) if rules.shows_history and pile else (),
        last=tuple(each.public for each in events),
    )
    return Step(dealt, events)


def _dealt(
    number: int, dealer: int, starter: int, promise: str, turn_up: str | None, pile: tuple[str, ...]
) -> tuple[Event]:
    facts: dict[str, Any] = {"round": number, "dealer": dealer, "starter": starter, "commitment": promise}
    if turn_up:
        facts["turn_up"] = turn_up
    if pile:
        facts["upcard"] = pile[0]
    return (event("dealt", **facts),)


def _leaders(rules: RuleSet, state: State, seats: list[int], seed: bytes) -> tuple[int, int]:
    """Dealer and starter: drawn at first, then the next from the previous one's seat (P0-3, M3-2, A-1, A-33)."""
    before = state.dealer if rules.rotates == "dealer" else state.starter
    lead = seats[draw(seed, "dealer", len(seats))] if before is None else next_seat(seats, before)
    if rules.rotates == "dealer":
        return lead, next_seat(seats, lead)
    return seats[seats.index(lead) - 1], lead


def _hands(
    cards: tuple[str, ...], seats: list[int], starter: int, size: int
) -> tuple[dict[int, tuple[str, ...]], tuple[str, ...]]:
    """One card at a time from the starter on (M3-3), and what is left of the deck."""
    first = seats.index(starter)
    circle = seats[first:] + seats[:first]
    used = size * len(seats)
    return {seat: cards[place : used : len(seats)] for place, seat in enumerate(circle)}, cards[used:]


def _dealt_in(player: Player | None, hand: tuple[str, ...] | None, starts: bool) -> Player | None:
    if player is None:
        return None
    if hand is None:
        return replace(player, hand=(), known=(), in_round=False, turns=0)
    return replace(player, hand=hand, known=(), in_round=True, turns=1 if starts else 0)
