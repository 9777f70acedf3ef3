"""Bots: functions of what their seat sees, and of nothing else (P0-34, C4-20, R2-11)."""

import random
from typing import Any

from games.actions import Action, Discard, Draw, Knock, Lay, LayOff, parse_action
from games.melds import Solver, solver
from games.rulesets import get_ruleset

LEVELS = ("easy", "normal", "hard")


def choose(observation: dict[str, Any], level: str, rng: random.Random) -> Action:
    """The move of the seat whose view this is, one of its legal ones."""
    public, you = observation["public"], observation["you"]
    rules = get_ruleset(public["ruleset"])
    tool = solver(rules.meld_rules(public["options"], frozenset(public.get("wilds", ()))))
    legal = [parse_action(action) for action in you["legal"]]
    for kind in (Knock, Lay, LayOff):
        if found := next((action for action in legal if isinstance(action, kind)), None):
            return found
    hand = you["hand"]
    if public["phase"] == "draw":
        return _draw(tool, hand, public["top"], legal)
    taken = you["drawn"] if public.get("top") != you["drawn"] else None
    return Discard(_discard(tool, hand, {you["barred"], taken}, rng))


def _draw(tool: Solver, hand: list[str], top: str | None, legal: list[Action]) -> Action:
    stock, pile = Draw("stock"), Draw("pile")
    if stock not in legal:
        return pile
    if pile in legal and top and tool.distance([*hand, top]) < tool.distance(hand):
        return pile
    return stock


def _discard(tool: Solver, hand: list[str], kept: set[str | None], rng: random.Random) -> str:
    free = [card for card in hand if card not in kept] or hand
    left = {card: tool.distance([other for other in hand if other != card]) for card in free}
    best = min(left.values())
    return rng.choice(sorted(card for card in free if left[card] == best))
