"""Worlds a viewer cannot tell apart: the same state with everything hidden from that viewer dealt anew."""

import random
from collections.abc import Iterator, Sequence

import msgspec

import games
from games import bots
from games.state import replace

TRIES = (
    games.Draw("stock"),
    games.Draw("pile"),
    games.Knock(),
    games.Knock("all"),
    games.Knock("common"),
    games.Cut(),
    games.LayOff(0, ("7H1",)),
    games.Discard("7H1"),
    games.Discard("7H"),
)
"""What a seat may try to learn something from the answer."""


def other_world(state: games.State, viewer: int | None, rng: random.Random) -> games.State:
    """Stock, other hands, leavers' cards and, where the pile is closed, all of it below the top are shuffled together.

    What everyone saw taken stays where it is (M3-9). The seed is another one; the commitment, being public, is kept.
    """
    rules = games.get_ruleset(state.ruleset)
    below = () if rules.shows_pile or rules.shows_history else state.pile[:-1]
    fixed = {card for player in state.players if player for card in player.known}
    hidden = [
        card
        for seat, player in enumerate(state.players)
        if player and seat != viewer
        for card in player.hand
        if card not in fixed
    ]
    pool = [*state.stock, *below, *state.gone, *hidden]
    rng.shuffle(pool)
    deal = iter(pool)

    def redealt(cards: Sequence[str]) -> tuple[str, ...]:
        return tuple(card if card in fixed else next(deal) for card in cards)

    players = tuple(
        player if player is None or seat == viewer else replace(player, hand=redealt(player.hand))
        for seat, player in enumerate(state.players)
    )
    stock = tuple(next(deal) for _ in state.stock)
    gone = tuple(next(deal) for _ in state.gone)
    pile = (*(next(deal) for _ in below), *state.pile[len(below) :])
    drawn = state.drawn
    if state.active is not None and state.active != viewer and drawn is not None and drawn not in fixed:
        holder = players[state.active]
        assert holder is not None
        drawn = holder.hand[-1]
    return replace(state, players=players, stock=stock, gone=gone, pile=pile, drawn=drawn, seed=rng.randbytes(32))


def viewers(state: games.State) -> list[int | None]:
    """Everybody who looks at a table: a watcher, and each seat."""
    return [None, *(seat for seat in range(len(state.players)) if state.players[seat])]


def views_apart(state: games.State, viewer: int | None, rng: random.Random) -> Iterator[str]:
    """What shows the viewer that it is not another world: nothing may."""
    seen = [msgspec.json.encode(games.observe(world, viewer)) for world in (state, other_world(state, viewer, rng))]
    if seen[0] != seen[1]:
        yield f"the view of {viewer}"


def answers_apart(state: games.State, viewer: int | None, rng: random.Random) -> Iterator[str]:
    """The same of what a seat is told when it tries something, of a draw by another seat, and of the bots' moves."""
    worlds = state, other_world(state, viewer, rng)
    if viewer is not None:
        for action in [*TRIES, *games.legal_actions(state, viewer)[:3]]:
            if len({_verdict(world, viewer, action) for world in worlds}) > 1:
                yield f"the answer to {action} of {viewer}"
    if state.phase == "draw" and state.stock and state.active is not None and viewer != state.active:
        steps = [games.apply(world, state.active, games.Draw("stock")) for world in worlds]
        told = [[(event.public, _heard(event, viewer)) for event in step.events] for step in steps]
        if told[0] != told[1]:
            yield f"what {viewer} hears of a draw"
    if viewer is not None and viewer == state.active and state.phase in ("draw", "discard"):
        for level in bots.LEVELS:
            moves = [bots.choose(games.observe(world, viewer), level, random.Random(1)) for world in worlds]
            if moves[0] != moves[1]:
                yield f"the move of a bot, {level}, at {viewer}"


def _heard(event: games.Event, viewer: int | None) -> object:
    """What is told to one seat alone; a watcher is told nothing."""
    return None if viewer is None else event.private.get(viewer)


def _verdict(state: games.State, seat: int, action: games.Action) -> str:
    """A refusal's code, or the public side of what happened."""
    try:
        step = games.apply(state, seat, action)
    except games.IllegalAction as refusal:
        return refusal.code
    if step.state.phase == "over":
        return "over"
    return str([event.public for event in step.events])
