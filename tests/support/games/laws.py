"""What holds of every state and of every step, whoever plays: asked by the tests and, for long, by bench.laws."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import games
from games.cards import deck
from games.state import player_at

RUNNING = ("draw", "discard", "window")


def conserved(state: games.State) -> bool:
    """Every physical card of the decks in play is in exactly one place (P0-30)."""
    places = [
        *state.stock,
        *state.pile,
        *state.gone,
        *((state.turn_up,) if state.turn_up else ()),
        *(card for player in state.players if player for card in player.hand),
        *(card for meld in state.melds for card in meld.cards),
    ]
    whole = _whole(2 if any(card[2] == "2" for card in places) else 1)
    return len(places) == len(whole) and whole.issuperset(places)


@cache
def _whole(copies: int) -> frozenset[str]:
    return frozenset(deck(copies))


def right_hands(state: games.State) -> bool:
    """Whoever is in the round holds a hand, and one card more after the draw; where melds are laid, at most that."""
    if state.phase not in RUNNING:
        return True
    rules = games.get_ruleset(state.ruleset)
    sizes = {rules.hand_size(state.options, players) for players in rules.seats}
    for seat, player in enumerate(state.players):
        if player and player.in_round:
            held = len(player.hand) - (state.phase == "discard" and state.active == seat)
            if held > max(sizes) or (not rules.lays and held not in sizes):
                return False
    return True


def right_turn(state: games.State) -> bool:
    """Somebody in the round is to act, and nobody outside a round or in a window."""
    if state.phase in ("draw", "discard"):
        cards = state.stock or state.pile or state.phase == "discard"
        return state.active in _seats(state, "in_round") and bool(cards)
    return state.active is None


def nobody_back(before: games.State, state: games.State, newcomer: int | None = None) -> bool:
    """Nobody comes into a round or back into the match, and no card of a leaver comes back either (P0-30, A-40).

    A newcomer is somebody else than whoever fell or left at that seat.
    """
    same_round = before.round == state.round
    return (
        (not same_round or _seats(state, "in_round") <= _seats(before, "in_round"))
        and _seats(before, "out") <= _seats(state, "out") | {newcomer}
        and _seats(before, "left") <= _seats(state, "left") | {newcomer}
        and not _seats(state, "in_round") & (_seats(state, "out") if state.phase in RUNNING else _seats(state, "left"))
        and (not same_round or state.gone[: len(before.gone)] == before.gone)
    )


def goes_on(before: games.State, state: games.State) -> bool:
    """Rounds, turns, reshuffles and melds only grow; what is over stays over, and no match ends while a round runs."""
    if before.round != state.round:
        return state.round == before.round + 1 and before.phase not in RUNNING and not before.match_over
    over = before.phase not in RUNNING
    return (
        state.turn - before.turn in (0, 1)
        and state.reshuffles - before.reshuffles in (0, 1)
        and len(state.melds) >= len(before.melds)
        and (not over or state.phase == before.phase)
        and (before.match is None or state.match == before.match)
        and (state.match is None or state.phase not in RUNNING)
    )


def within_limits(state: games.State) -> bool:
    """No more reshuffles than the game allows; no score below nothing."""
    limit = games.get_ruleset(state.ruleset).reshuffle_limit(state.options)
    return (limit is None or state.reshuffles <= limit) and all(player.score >= 0 for player in state.players if player)


def _seats(state: games.State, what: str) -> set[int | None]:
    return {seat for seat, player in enumerate(state.players) if player and getattr(player, what)}


def broken(before: games.State, state: games.State, newcomer: int | None = None) -> Iterator[str]:
    """The names of the laws that this step breaks, or this newcomer's sitting down."""
    for law in (conserved, right_hands, right_turn, within_limits):
        if state.round and not law(state):
            yield law.__name__
    if not nobody_back(before, state, newcomer):
        yield nobody_back.__name__
    if not goes_on(before, state):
        yield goes_on.__name__


def attempts(state: games.State, seat: int, rng: random.Random) -> Iterator[games.Action]:
    """All kinds of actions, sensible or not."""
    hand = player_at(state, seat).hand
    yield games.Draw("stock")
    yield games.Draw("pile")
    yield games.Cut()
    yield games.Resign()
    yield from (games.Discard(card) for card in {*hand, *rng.sample(deck(2), 5)})
    yield from (games.Knock(kind) for kind in (None, "all", "common"))
    yield from (games.Knock(kind, card) for kind in (None, "common") for card in hand)
    triples = list(combinations(hand, 3))
    yield from (games.Lay(cards) for cards in rng.sample(triples, min(20, len(triples))))
    yield from (games.LayOff(meld, (card,)) for meld in (-1, 0, 1, 7) for card in hand)


def form(action: games.Action) -> object:
    """Actions that mean the same in one form."""
    if isinstance(action, games.Lay):
        return ("lay", *sorted(action.cards))
    if isinstance(action, games.Knock) and action.kind is None and action.discard:
        return games.Knock("common", action.discard)
    if isinstance(action, games.Knock) and action.kind == "common" and action.discard is None:
        return "common"
    return action


def misjudged(state: games.State, rng: random.Random) -> Iterator[str]:
    """Where `legal_actions` and `apply` differ, or a refusal changes the state."""
    before = games.encode(state)
    for seat in [seat for seat, player in enumerate(state.players) if player]:
        actions = games.legal_actions(state, seat)
        legal = {form(action) for action in actions}
        if any(isinstance(action, games.Knock) and action.kind == "common" for action in actions):
            legal.add("common")
        for action in (*attempts(state, seat, rng), *actions):
            try:
                games.apply(state, seat, action)
                accepted = True
            except games.IllegalAction:
                accepted = False
            if accepted != (form(action) in legal):
                yield f"{action} of {seat} is {'accepted' if accepted else 'refused'}"
        yield from (
            f"{action} in JSON" for action in actions if games.parse_action(games.action_json(action)) != action
        )
    if games.encode(state) != before:
        yield "the state has changed"
