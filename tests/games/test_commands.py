"""manage.py simulate and check_hand."""

import io
import json

import pytest
from django.core.management import CommandError, call_command


def output(*words, stdin="", monkeypatch=None):
    """What a command prints."""
    out = io.StringIO()
    if monkeypatch is not None:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
    call_command(*words, stdout=out)
    return out.getvalue()


def simulate(*words):
    return json.loads(output("simulate", *words, "--json"))


def test_simulate_reports_what_was_played():
    report = simulate("pife-corte", "--levels", "normal,easy", "--matches", "6", "--seed", "7")
    assert report["matches"] == report["rounds"] == 6
    assert report["deals"] == 3
    assert report["refused"] == report["past_cap"] == 0
    assert report["turns"] > 0
    assert sum(level["matches"] for level in report["wins"].values()) == 6
    for name, level in report["wins"].items():
        low, high = level["ci95"]
        assert low <= level["share"] <= high
        assert report["us_per_decision"][name] > 0


def test_the_same_seed_is_the_same_matches_whatever_the_processes():
    words = ("pife", "--levels", "easy,normal,normal", "--matches", "6", "--option", "hand_size=10")
    one, two = simulate(*words), simulate(*words, "--jobs", "2")
    for report in (one, two):
        del report["us_per_decision"]
    assert one == two
    assert one["options"]["hand_size"] == 10


def test_simulate_in_words():
    text = output("simulate", "rami", "--levels", "easy,easy", "--matches", "1", "--option", "target=20")
    assert "rami: 1 matches" in text
    assert "easy (2 seats): 1 won, 100.0 %" in text


@pytest.mark.parametrize(
    "words",
    [
        ("nope",),
        ("pife", "--levels", "easy,genius"),
        ("pife", "--levels", "easy"),
        ("pife", "--matches", "0"),
        ("pife", "--option", "hand_size=11"),
        ("pife", "--option", "wild_scope=suit"),
        ("pife", "--option", "ace"),
    ],
)
def test_simulate_refuses_nonsense(words):
    with pytest.raises(CommandError) as refused:
        output("simulate", *words)
    assert refused.value.returncode == 2


def test_check_hand_says_what_knocks_and_what_is_missing():
    closed = output("check_hand", "pife-corte", *"4h 5H 6H 9C 9D 9S KH KD KC 2S".split())
    assert "knocks:   2S1" in closed
    assert "missing:  0" in closed
    ten = output("check_hand", "cacheta-vidas", "--turn-up", "5H", *"7C 7C 7D 7S TD JD QD KS KD KC".split())
    assert "wild:     6H" in ten
    assert "closes:   yes" in ten
    assert "knocks:   7C1 7C2" in ten
    open_hand = output("check_hand", "pife", "--option", "hand_size=10", *"4H 5H 6H 7H 9C 9D 9S KH KD 2C".split())
    assert "closes:   no" in open_hand
    assert "missing:  1" in open_hand
    assert "3H1 4H1 5H1 | 6C1 6D1 6H1" in output("check_hand", "rami", *"3H 4H 5H 6H 7H 6C 6D".split())


def test_check_hand_shows_melds_as_people_lay_them():
    shown = output("check_hand", "cacheta-pontos", "--turn-up", "5S", *"4H 6S 6H 9C 9D 9S QD KD AD".split())
    assert "melds:    9C1 9D1 9S1 | QD1 KD1 AD1 | 4H1 6S1 6H1" in shown


def test_check_hand_reads_a_ten_as_it_is_printed():
    typed = output("check_hand", "pife-corte", *"9h 10H JH 9C 9D 9S 10C 10s 10D".split())
    assert typed == output("check_hand", "pife-corte", *"9H TH JH 9C 9D 9S TC TS TD".split())
    with pytest.raises(CommandError, match="7H, TS or 10S"):
        output("check_hand", "pife-corte", "11H")


def test_check_hand_counts_on_no_card_that_is_in_sight():
    """Not on the turn-up, nor on a second copy where there is one deck."""
    hand = "AH 2H 3H 3C 3D 9C 9D 9S KC".split()
    assert "waits:    3H 9H 3S\n" in output("check_hand", "cacheta-vidas", "--turn-up", "8H", *hand)
    assert "waits:    4H 3S\n" in output("check_hand", "cacheta-vidas", "--turn-up", "3H", *hand)
    sevens = "6H 7H 8H 6S 7S 8S 7C 7D 2C".split()
    assert "missing:  1" in output("check_hand", "pife", *sevens)
    assert "missing:  2" in output("check_hand", "pife", "--option", "seats=2", *sevens)


def test_check_hand_answers_lines(monkeypatch):
    questions = [
        {"id": "a", "ruleset": "pife", "cards": ["7H1", "7D1", "7C1", "7S1"], "question": "meld"},
        {
            "id": "b",
            "ruleset": "cacheta-pontos",
            "options": {"turn_up": "5H1", "args": {"drawn": "2S1", "source": "discard"}},
            "cards": "7C1 8C1 6H1 TD1 JD1 QD1 KS1 KD1 KC1 2S1".split(),
            "question": "best_knock",
        },
        {"id": "c", "ruleset": "rami", "cards": ["AH1", "2H1", "3H1", "KD1"], "question": "least_deadwood"},
        {"id": "d", "ruleset": "cacheta-vidas", "options": {"turn_up": "KC1"}, "question": "wilds"},
    ]
    stdin = "\n".join(map(json.dumps, questions))
    answers = [
        json.loads(line) for line in output("check_hand", "--jsonl", stdin=stdin, monkeypatch=monkeypatch).splitlines()
    ]
    assert answers == [
        {"id": "a", "answer": True},
        {"id": "b", "answer": None},
        {"id": "c", "answer": 16},
        {"id": "d", "answer": ["AC1"]},
    ]


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("pife",),
        ("pife", "4H", "4H", "4H"),
        ("pife", "4H", "11H"),
        ("pife", "4H"),
        ("cacheta-vidas", *"4H 5H 6H 9C 9D 9S KH KD KC".split()),
    ],
)
def test_check_hand_refuses_nonsense(words):
    with pytest.raises(CommandError) as refused:
        output("check_hand", *words)
    assert refused.value.returncode == 2


@pytest.mark.parametrize("line", ["x", "[]", '{"question": "meld"}', '{"ruleset": "pife", "question": "luck"}'])
def test_check_hand_refuses_lines_that_are_no_questions(line, monkeypatch):
    with pytest.raises(CommandError, match="line 1: ") as refused:
        output("check_hand", "--jsonl", stdin=line, monkeypatch=monkeypatch)
    assert refused.value.returncode == 2
