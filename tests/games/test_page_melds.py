"""What the page takes for a meld is one for the server, and both lay its cards in the same order."""

import json
import random
import shutil
import subprocess
from collections import Counter
from itertools import combinations_with_replacement

import pytest

import games
from games.cards import deck
from games.melds import laid_out
from games.solver import solver
from tests.support.servers import ROOT

RANKS = "A23QK"  # both ends of a run, and what goes round the corner
CORNER = [f"{rank}{suit}" for rank in RANKS for suit in "CDHS"]
QUEENS, KINGS, ACES = "JD1", "QH1", "KC1"  # the turn-ups that make them wild
TABLES = [
    ("pife-corte", {}, None),
    ("cacheta-vidas", {}, QUEENS),
    ("cacheta-vidas", {}, ACES),
    ("pife", {}, None),
    ("pife", {"ace": "low"}, None),
    ("rami", {}, None),
    ("cacheta-pontos", {"max_wild": 0}, KINGS),
    ("cacheta-pontos", {}, ACES),
    ("cacheta-pontos", {"ace": "low"}, ACES),
    ("cacheta-pontos", {"wild_scope": "color", "max_wild": 2}, QUEENS),
    ("cacheta-pontos", {"wild_scope": "all"}, KINGS),
    ("cacheta-pontos", {"wild_scope": "all", "max_wild": 3}, ACES),
    ("cacheta-pontos", {"wild_scope": "all", "max_wild": None, "ace": "low"}, QUEENS),
]


def groups_of(faces, size, copies):
    """Every group of this size of these faces, as cards."""
    for group in combinations_with_replacement(faces, size):
        if max(Counter(group).values()) <= copies:
            seen = Counter()
            cards = []
            for face in group:
                seen[face] += 1
                cards.append(f"{face}{seen[face]}")
            yield cards


def longer(rng, copies, wilds):
    """Groups of five to eight cards that are a run of one suit, but for a card or two."""
    cards = deck(copies)
    wild = [card for card in cards if card[:2] in wilds]
    for _ in range(2000):
        start, size, suit = rng.randrange(13), rng.randint(5, 8), rng.choice("CDHS")
        run = [f"{'A23456789TJQK'[(start + place) % 13]}{suit}1" for place in range(size)]
        for _ in range(rng.choice((0, 0, 1, 2))):
            run[rng.randrange(size)] = rng.choice(wild or cards) if rng.random() < 0.7 else rng.choice(cards)
        if len(set(run)) == size:
            yield rng.sample(run, size)


@pytest.mark.parametrize(("key", "options", "turn_up"), TABLES)
def test_the_page_and_the_server_agree_on_every_group(key, options, turn_up):
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node")
    rules = games.get_ruleset(key)
    cleaned = games.clean_options(rules, options)
    copies = max(map(rules.decks, rules.seats))
    wilds = rules.wild_faces(cleaned, turn_up) if rules.turns_up else ()
    groups = [group for size in (3, 4) for group in groups_of(CORNER, size, copies)]
    groups += longer(random.Random(f"{key} {options}"), copies, wilds)
    judge = solver(rules.meld_rules(cleaned, frozenset(wilds)))
    asked = json.dumps({"game": {"rules": games.facts(rules, cleaned), "wilds": wilds}, "groups": groups})
    done = subprocess.run(
        [node, "tests/js/judge.mjs"], cwd=ROOT, input=asked, capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stderr[-2000:]
    answers = json.loads(done.stdout)
    right = [judge.is_meld(group) for group in groups]
    assert any(right)
    said = zip(groups, answers, right, strict=True)
    assert not [(group, answer) for group, answer, true in said if bool(answer) is not true][:10]
    runs = [answer["cards"] for answer in answers if answer and answer["kind"] == "run"]
    assert not [run for run in runs if _naturals(laid_out(judge.rules, run), wilds) != _naturals(run, wilds)][:10]


def _naturals(cards, wilds):
    """Where the cards lie that are not wild; of wild ones any may take any gap."""
    return [card for card in enumerate(cards) if card[1][:2] not in wilds]
