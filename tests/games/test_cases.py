"""The worked questions: every line of every *.jsonl in the folder BATIDA_CASES names, put to engine and solver."""

import json
import os
from functools import partial
from pathlib import Path

import pytest

import games
from games.scoring import card_points
from games.state import replace
from tests.support.games.scenes import scene, seed

FOLDER = Path(os.environ.get("BATIDA_CASES") or Path(__file__).parent / "cases")
LETTERS = "ABCDEFGH"
JUNK = ("2C1", "4D1", "6S1", "8C1", "TH1", "QS1", "AD1", "3H1", "7C1", "9D1", "JS1", "KC2", "5D2")
CLOSED = "4H 5H 6H 9C 9D 9S KH KD KC"
CLOSED_TEN = "4H 5H 6H 7H 9C 9D 9S KH KD KC"


class Case:
    """One question with its table made ready."""

    def __init__(self, line):
        self.key = line["ruleset"]
        self.cards = tuple(line["cards"])
        raw = dict(line["options"])
        self.args = raw.pop("args", {})
        self.turn_up = raw.pop("turn_up", None)
        if self.args.get("restricted"):
            raw["restricted_take"] = True
        self.options = raw
        self.rules = games.get_ruleset(self.key)
        self.size = self.rules.hand_size(games.clean_options(self.rules, raw), 2)

    def scene(self, hands, **fields):
        return scene(self.key, hands, options=self.options, turn_up=self.turn_up, **fields)

    def mine(self, **fields):
        """A turn of seat 0 with the cards asked about, after the draw if one can have been drawn."""
        drawn = self.args.get("drawn")
        hand = tuple(card for card in self.cards if card != drawn) + ((drawn,) if drawn else ())
        phase = "draw" if len(hand) == self.size else "discard"
        source = {"discard": "pile"}.get(self.args.get("source"), "stock")
        return self.scene({0: hand, 1: JUNK[:9]}, **{"phase": phase, "source": source, **fields})

    def solver(self):
        return games.solver_of(self.mine())


def meld(case):
    return case.solver().is_meld(case.cards)


def closes(case):
    return len(case.cards) in (case.size, case.size + 1) and case.solver().closes(case.cards)


def winning_discards(case):
    state = case.mine()
    return sorted(case.solver().winning_discards(state.players[0].hand, state.barred))


def _knocks(case):
    state = case.mine()
    return [each for each in games.legal_actions(state, 0) if isinstance(each, games.Knock)]


def knock_all(case):
    return any(knock.kind == "all" for knock in _knocks(case))


def best_knock(case):
    if knock_all(case):
        return "all"
    return "common" if winning_discards(case) else None


def knock_with_discard(case):
    if case.rules.window_seconds is None:
        return []
    state = case.scene({0: case.cards, 1: JUNK[:9]}, phase="window", active=1, pile=[case.args["discard"]])
    leftovers = list(games.solver_of(state).cut_leftovers(case.cards, case.args["discard"]))
    assert bool(games.legal_actions(state, 0)) == bool(leftovers)
    if leftovers:
        assert games.apply(state, 0, games.Cut()).state.result.leftover == leftovers[0]
    return sorted(leftovers)


def may_take_discard(case):
    state = case.mine(phase="draw", pile=[case.args["top"]])
    return games.Draw("pile") in games.legal_actions(state, 0)


def legal_discards(case):
    legal = games.legal_actions(case.mine(phase="discard"), 0)
    return sorted(each.card for each in legal if isinstance(each, games.Discard))


def timeout_discard(case):
    return games.timeout(case.mine(phase="discard")).events[0].public["card"]


def window_winner(case):
    args = case.args
    seats = args["seats"]
    state = case.scene(
        {seats.index(name): hand for name, hand in args["hands"].items()},
        phase="window",
        active=seats.index(args["discarder"]),
        pile=[args["discard"]],
        bots=[place for place, name in enumerate(seats) if name not in args["humans"]],
    )
    for when, name in sorted(args["intents"]):
        if when < 4.0 and state.phase == "window":
            try:
                state = games.apply(state, seats.index(name), games.Cut()).state
            except games.IllegalAction:
                continue
    if state.phase == "window":
        state = games.timeout(state).state
    return None if state.result is None else seats[state.result.winner]


def stock_after_discard(case):
    args = case.args
    free = [card for card in games.cards.deck(2) if card not in JUNK]
    pile = free[-(args["pile"] - 1) :]
    mine = [*free[: case.size], JUNK[0]]
    state = case.scene(
        {0: mine, 1: JUNK[1:10]},
        pile=pile,
        stock=free[case.size : case.size + args["stock"]],
        reshuffles=args["reshuffles_done"],
    )
    state = games.apply(state, 0, games.Discard(JUNK[0])).state
    tied = state.result is not None and state.result.kind == "tied"
    return [len(state.stock), len(state.pile), state.reshuffles, tied]


def _letters(numbers):
    return {LETTERS[seat]: number for seat, number in numbers.items()}


def after_hand(case):
    args = case.args
    word = "lives" if "lives" in args else "points"
    scores = {LETTERS.index(name): score for name, score in args[word].items()}
    if word == "points" and not case.options.get("points"):
        case.options["points"] = max(scores.values())
    winner = None if args["winner"] is None else LETTERS.index(args["winner"])
    full = args.get("cards_knocked") == 10 or args.get("kind") == "all"
    active = winner or 0
    mine = CLOSED_TEN if full else f"{CLOSED} 2S1" if winner is not None else " ".join(JUNK[:10])
    hands = {seat: mine if seat == active else JUNK[:9] for seat in scores}
    state = case.scene(
        hands,
        active=active,
        scores=scores,
        turns=1 if args.get("first_turn") else 2,
        stock=["3S2"] if winner is not None else [],
        pile=["3C1", "3D2"],
        reshuffles=case.rules.reshuffle_limit(games.clean_options(case.rules, case.options)) or 0,
    )
    if winner is None:
        action = games.Discard(JUNK[0])
    elif full:
        action = games.Knock("all")
    else:
        action = games.Discard("2S1") if case.rules.closes_on_discard else games.Knock()
    state = games.apply(state, active, action).state
    champion = state.match.winner if state.match else None
    return {
        word: {LETTERS[seat]: player.score for seat, player in enumerate(state.players) if player},
        "eliminated": [LETTERS[seat] for seat in state.result.eliminated],
        "champion": None if champion is None else LETTERS[champion],
    }


def placement(case):
    players = {}
    for number, seats in enumerate(case.args["eliminations"], 1):
        for name in seats:
            players[name] = games.Player(bot=False, out=True, fell=2 * number)
    for name, score in case.args["survivors_points"].items():
        players[name] = games.Player(bot=False, score=score)
    state = games.new_match(case.key, case.options, {LETTERS.index(name): False for name in players})
    limit = state.options["max_rounds"]
    state = replace(
        state, round=limit, phase="over", players=tuple(players.get(name) for name in LETTERS[: len(state.players)])
    )
    return _letters(case.rules.match_end.ends(case.rules, state).placement)


def next_starter(case):
    seats = case.args["seats"]
    state = games.new_match(case.key, case.options, {seats.index(name): False for name in case.args["alive"]})
    previous = seats.index(case.args["previous"])
    state = games.deal(replace(state, round=1, phase="over", dealer=previous, starter=previous), seed()).state
    return seats[state.dealer if case.rules.rotates == "dealer" else state.starter]


def decks(case):
    players = case.args["players"]
    state = games.deal(games.new_match(case.key, case.options, dict.fromkeys(range(players), False)), seed()).state
    dealt = sum(len(player.hand) for player in state.players if player)
    return (dealt + len(state.stock) + len(state.pile) + (state.turn_up is not None)) // 52


def wilds(case):
    settings = games.clean_options(case.rules, case.options)
    return sorted(face + "1" for face in case.rules.wild_faces(settings, case.turn_up))


def _accepted(state, action):
    try:
        return bool(games.apply(state, 0, action))
    except games.IllegalAction:
        return False


def layoff(case):
    table = case.args["meld"]
    state = case.scene({0: (*case.cards, "2C1"), 1: ("3C1",)}, melds=[table])
    return _accepted(state, games.LayOff(0, case.cards))


def table_move(case):
    target = case.args["target"]
    state = case.scene({0: case.args["hand"], 1: ("3C1",)}, melds=[target] if target else [])
    return _accepted(state, games.LayOff(0, case.cards) if target else games.Lay(case.cards))


def hand_points(case):
    return case.rules.hand_value(games.clean_options(case.rules, case.options), case.cards)


def round_gain(case):
    hands = {LETTERS.index(name): tuple(hand) for name, hand in case.args["hands"].items()}
    winner = LETTERS.index(case.args["winner"])
    assert not hands[winner]
    state = case.scene({**hands, winner: ("9S1",)}, active=winner)
    return games.apply(state, winner, games.Discard("9S1")).state.result.changes[winner]


def blocked_round(case):
    seats = case.args["seats"]
    hands = {seats.index(name): hand for name, hand in case.args["hands"].items()}
    state = case.scene(hands, phase="draw", stock=[], pile=["2S1"])
    result = games.apply(state, 0, games.Draw("stock")).state.result
    return {"winner": seats[result.winner], "gain": result.changes[result.winner]}


def least_deadwood(case):
    points = partial(card_points, games.clean_options(case.rules, case.options))
    return case.solver().least_deadwood(case.cards, points)[0]


ASK = {
    each.__name__: each
    for each in (
        meld, closes, winning_discards, knock_all, best_knock, knock_with_discard, may_take_discard, legal_discards,
        timeout_discard, window_winner, after_hand, placement, next_starter, stock_after_discard, layoff, table_move,
        hand_points, round_gain, blocked_round, least_deadwood, wilds, decks,
    )
}  # fmt: skip


def _lines():
    return [
        json.loads(line) for path in sorted(FOLDER.glob("*.jsonl")) for line in path.read_text().splitlines() if line
    ]


@pytest.mark.parametrize("line", _lines(), ids=lambda line: line["id"])
def test_case(line):
    if line["ruleset"] not in games.RULESETS:
        pytest.skip(f"no rule set {line['ruleset']}")
    answer = ASK[line["question"]](Case(line))
    expected = line["answer"]
    assert answer == (
        sorted(expected) if isinstance(expected, list) and line["question"] != "stock_after_discard" else expected
    )


def test_there_are_cases():
    assert _lines()
