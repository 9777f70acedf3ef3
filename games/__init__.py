"""The rules of the rummy games as a pure library: no clock, no storage, no randomness but the seed it is given."""

from games.actions import Action, Cut, Discard, Draw, Knock, Lay, LayOff, Resign, action_json, parse_action
from games.engine import apply, deal, leave, legal_actions, new_match, ready, seat_in, set_turn_seconds, timeout
from games.errors import GameError, IllegalAction, InvalidOption, MalformedAction, UnknownRuleSet
from games.events import Event
from games.observation import observe, private_view, public_view
from games.options import Option
from games.rules import RuleSet, changed, clean_options, facts
from games.rulesets import MOST_SEATS, RULESETS, get_ruleset, solver_of
from games.shuffle import commitment
from games.solver import Solver
from games.state import MatchEnd, Player, Result, State, Step, TableMeld, Window, decode, encode, in_round

__all__ = [
    "MOST_SEATS",
    "RULESETS",
    "Action",
    "Cut",
    "Discard",
    "Draw",
    "Event",
    "GameError",
    "IllegalAction",
    "InvalidOption",
    "Knock",
    "Lay",
    "LayOff",
    "MalformedAction",
    "MatchEnd",
    "Option",
    "Player",
    "Resign",
    "Result",
    "RuleSet",
    "Solver",
    "State",
    "Step",
    "TableMeld",
    "UnknownRuleSet",
    "Window",
    "action_json",
    "apply",
    "changed",
    "clean_options",
    "commitment",
    "deal",
    "decode",
    "encode",
    "facts",
    "get_ruleset",
    "in_round",
    "leave",
    "legal_actions",
    "new_match",
    "observe",
    "parse_action",
    "private_view",
    "public_view",
    "ready",
    "seat_in",
    "set_turn_seconds",
    "solver_of",
    "timeout",
]
