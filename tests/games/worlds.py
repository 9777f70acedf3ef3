"""Worlds a viewer cannot tell apart: the same state with everything hidden from that viewer dealt anew."""

import random

import games
from games.state import replace


def other_world(state, viewer, rng: random.Random):
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

    def redealt(cards):
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
        drawn = players[state.active].hand[-1]
    return replace(state, players=players, stock=stock, gone=gone, pile=pile, drawn=drawn, seed=rng.randbytes(32))
