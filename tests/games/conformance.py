"""What holds of every game that is registered, told from its RuleSet alone: test_conformance.py asks it of each.

A check takes a rule set and fails by an assertion. Nothing here knows a game: a new one is held to all of it by being
registered. The laws are those of laws.py, the exchanged worlds those of worlds.py.
"""

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from django.urls import reverse
from django.utils import translation

import games
from games import bots
from games.management.arena import Contest, play_deal
from games.verification import check_round
from games.wording import Sentence
from lobby.history import results
from lobby.history.record import record
from lobby.pages import refusals
from lobby.pages.forms import RoomForm
from lobby.rulebook import hand_checker, labels, rules_page
from lobby.tables.realtime import table_view
from tests.games.claims import CLAIMS, observed
from tests.support.games import laws, play, worlds
from tests.support.scenes.matches import House, frames_of

LANGUAGES = ("en", "pt-br", "bg")
FOREIGN = LANGUAGES[1:]
SAMPLE = 12  # states of a match that are looked at closely


# -- matches to look at ------------------------------------------------------------------------------------------------


def options_of(rules: games.RuleSet) -> list[dict[str, Any]]:
    """The standard table, and one with every option at an end of its range."""
    changed = {option.key: extreme(option) for option in rules.options if option.key not in labels.TABLE_FACTS}
    for option in rules.options:
        if option.at_least:
            changed[option.key] = max(changed[option.key], changed[option.at_least])
    return [{}, changed]


def extreme(option: games.Option) -> Any:
    """A value that is not the default: the last choice, the other way of a switch, the lowest number."""
    if option.choices:
        return next(value for value, _ in reversed(option.choices) if value != option.default)
    if option.kind == "switch":
        return not option.default
    return option.low if option.low != option.default else option.high


@cache
def logs(rules: games.RuleSet) -> tuple[play.Log, ...]:
    """Matches of all styles, with the fewest and the most players, some of whom run out of time and leave."""
    return tuple(
        play.match(rules.key, options, players, style, number, rounds=3, cap=300, trouble=0.03)
        for number, options in enumerate(options_of(rules))
        for players in sorted({rules.seats[0], rules.seats[-1]})
        for style in play.STYLES
    )


def states(rules: games.RuleSet) -> list[games.State]:
    """Some states of each of these matches."""
    rng = random.Random(rules.key)
    return [state for log in logs(rules) for state in rng.sample(log.states, min(SAMPLE, len(log.states)))]


# -- the engine --------------------------------------------------------------------------------------------------------


def keeps_the_laws(rules: games.RuleSet) -> None:
    """No card is lost or doubled, nobody comes back, nothing goes backwards: see laws.py."""
    for log in logs(rules):
        for before, state in pairwise([log.first, *log.states]):
            assert not list(laws.broken(before, state))


def judges_as_it_offers(rules: games.RuleSet) -> None:
    """Exactly the legal actions are accepted; somebody can always move, and only whoever is to act."""
    rng = random.Random(rules.key)
    for state in states(rules):
        assert not list(laws.misjudged(state, rng))
        for seat, player in enumerate(state.players):
            moves = [each for each in games.legal_actions(state, seat) if not isinstance(each, games.Resign)]
            if state.phase in ("draw", "discard"):
                assert bool(moves) == (seat == state.active)
            assert player is not None or not moves


def goes_to_json_and_back(rules: games.RuleSet) -> None:
    for state in states(rules):
        assert games.decode(games.encode(state)) == state
        public = games.public_view(state)
        assert json.loads(json.dumps(public)) == public


def repeats_itself(rules: games.RuleSet) -> None:
    """The same seeds and actions give the same match."""
    for log in logs(rules):
        assert play.replayed(log) == log.state


def lets_time_run_out(rules: games.RuleSet) -> None:
    """In every phase of a round the clock can act, and a round left to it either ends or comes to no harm."""
    for state in states(rules):
        if state.phase not in laws.RUNNING:
            continue
        for _ in range(60):
            if state.phase not in laws.RUNNING:
                break
            before, state = state, games.timeout(state).state
            assert not list(laws.broken(before, state))


def keeps_its_secrets(rules: games.RuleSet) -> None:
    """Worlds that differ only in what a viewer cannot see look, answer and play the same, byte for byte."""
    rng = random.Random(rules.key)
    for state in states(rules)[::2]:
        for viewer in worlds.viewers(state):
            assert not list(worlds.views_apart(state, viewer, rng))
            assert not list(worlds.answers_apart(state, viewer, rng))


def names_only_open_cards(rules: games.RuleSet) -> None:
    """No event tells everybody a card that the view before and after it does not show."""
    for log in logs(rules):
        before = log.first
        for step in log.steps:
            shown = play.named_cards(games.public_view(before)) | play.named_cards(games.public_view(step.state))
            assert all(play.named_cards(event.public) <= shown for event in step.events)
            before = step.state


def is_played_by_bots(rules: games.RuleSet) -> None:
    """All levels play legal moves only, and bring every match to its end."""
    players = rules.seats[-1] if rules.seats[-1] < 4 else 3
    for number, options in enumerate(options_of(rules)):
        levels = tuple(bots.LEVELS[(seat + number) % 3] for seat in range(players))
        tally = play_deal(Contest(rules.key, games.clean_options(rules, options), levels, "conformance"), number)
        assert tally.matches
        assert tally.refused == tally.past_cap == 0


# -- its texts ---------------------------------------------------------------------------------------------------------


def messages_of(rules: games.RuleSet) -> Iterator[str]:
    """The message ids a game brings along."""
    yield rules.title
    for option in rules.options:
        yield from filter(None, (option.label, option.hint, option.none))
        yield from (label for _, label in option.choices)
    for options in (games.clean_options(rules, chosen) for chosen in options_of(rules)):
        for sentence in sentences_of(rules, options):
            yield from (sentence.message,) if isinstance(sentence.message, str) else sentence.message[:1]


def sentences_of(rules: games.RuleSet, options: dict[str, Any]) -> Iterator[Sentence]:
    scoring = rules.scoring(options)
    said = [rules.gist(options), scoring.glance(options), *scoring.lines(options), scoring.newcomers]
    said += [rules.match_end.line(options)]
    said += [option.chip(options[option.key]) for option in rules.options if option.chip is not None]
    yield from (sentence for sentence in said if sentence is not None)


def speaks_every_language(rules: games.RuleSet) -> None:
    """Every text of the game is translated, and each option has words for each of its values."""
    for language in FOREIGN:
        catalogue = translation.trans_real.translation(language)
        untranslated = [text for text in messages_of(rules) if not _is_translated(catalogue, text)]
        assert not untranslated
    for language in LANGUAGES:
        with translation.override(language):
            for option in rules.options:
                assert labels.option_label(option)
                for value in (option.default, extreme(option)):
                    assert labels.value_text(option, value)
                    assert "%(" not in labels.difference_text(option, value) + labels.range_text(option)


def _is_translated(catalogue: Any, text: str) -> bool:
    known = catalogue._catalog
    return any(key in known for key in (text, (text, 0), (text, 1)))


def has_a_page_of_rules(rules: games.RuleSet) -> None:
    """The page is whole in three languages and says nothing of one language in another."""
    for options in options_of(rules):
        lines: dict[str, list[str]] = {}
        for language in LANGUAGES:
            with translation.override(language):
                page = rules_page.page(rules, options)
            assert {"deal", "melds", "turn", "closing", "stock", "score", "time"} <= {each.id for each in page.sections}
            lines[language] = [line for section in page.sections for line in section.lines]
            assert page.summary
            assert not [line for line in (*lines[language], page.summary) if "%(" in line]
        for language in FOREIGN:
            assert len(lines[language]) == len(lines["en"])
            assert not set(lines[language]) & set(lines["en"])


def says_what_is_true(rules: games.RuleSet) -> None:
    """Each claim of the page is held against what the matches above came to."""
    for options in options_of(rules):
        seen = observed(rules, tuple(options.items()))
        with translation.override("en"):
            page = rules_page.page(rules, options)
            said = "\n".join([page.summary, *(line for section in page.sections for line in section.lines)])
        made = {claim: holds for claim, holds in CLAIMS.items() if re.search(claim, said)}
        assert len(made) >= 3
        assert not [claim for claim, holds in made.items() if not holds(seen)]


def words_every_end(rules: games.RuleSet) -> None:
    """However a round or a match ends, the history has words for it, in every language."""
    ends = [step.state for log in logs(rules) for step in log.steps if step.state.result is not None]
    kinds = {state.result.kind for state in ends} | {*rules.knocks.values(), rules.alone}
    assert kinds <= results.KINDS.keys()
    assert {*rules.match_end.reasons} <= results.REASONS.keys()
    texts = [results.KINDS[kind] for kind in kinds] + [results.REASONS[reason] for reason in rules.match_end.reasons]
    _all_translated(texts)


def words_every_refusal(rules: games.RuleSet) -> None:
    """Whatever this game refuses, people are told why, in every language."""
    rng = random.Random(rules.key)
    codes = set()
    for state in states(rules):
        for seat in range(len(state.players)):
            if state.players[seat] is None:
                continue
            for action in laws.attempts(state, seat, rng):
                try:
                    games.apply(state, seat, action)
                except games.IllegalAction as refusal:
                    codes.add(refusal.code)
    assert codes
    assert codes <= refusals.REFUSALS.keys()
    _all_translated([refusals.REFUSALS[code] for code in codes])


def _all_translated(texts: list[Any]) -> None:
    with translation.override("en"):
        english = [str(text) for text in texts]
    for language in FOREIGN:
        with translation.override(language):
            assert not [text for text, known in zip(texts, english, strict=True) if str(text) in ("", known)]


def answers_about_hands(rules: games.RuleSet) -> None:
    """The hand checker of its page takes a hand of the right size and says something about it."""
    rng = random.Random(rules.key)
    for state in rng.sample([each for each in states(rules) if each.phase == "discard"], 5):
        hand, options = " ".join(card[:2] for card in state.players[state.active].hand), state.options
        for language in LANGUAGES:
            with translation.override(language):
                found = hand_checker.checker(rules, options, {"cards": hand, "turn_up": state.turn_up or ""})
            assert not found.error
            assert found.answer is not None
            assert found.answer.verdict


# -- its rooms ---------------------------------------------------------------------------------------------------------


def fills_the_room_form(rules: games.RuleSet) -> None:
    """The form offers the game with its own options and understands what it is sent."""
    for language in LANGUAGES:
        with translation.override(language):
            form = RoomForm()
            offered = next(choice for choice in form.games if choice.key == rules.key)
            assert {each.label for each in (*offered.fields, *form.shared_fields)} >= {
                labels.option_label(option) for option in rules.options
            }
            assert offered.summary
    for chosen in options_of(rules):
        options = games.clean_options(rules, chosen)
        form = RoomForm({"ruleset": rules.key, "bots": "0", "bot_level": "easy", **_sent(form, rules, options)})
        assert form.is_valid(), form.errors
        assert form.cleaned_data["options"] == options


def _sent(form: RoomForm, rules: games.RuleSet, options: dict[str, Any]) -> dict[str, str]:
    """The fields as a browser sends them."""
    sent = {}
    for option in rules.options:
        name, value = form._name(rules, option), options[option.key]
        if value is None:
            sent[f"{name}.none"] = "on"
        elif value is not False:
            sent[name] = "on" if value is True else str(value)
    return sent


def shows_its_pages(rules: games.RuleSet, client: Any) -> None:
    """The list of games, the page of rules of an unusual room, and the form to open one."""
    unusual = games.clean_options(rules, options_of(rules)[1])
    for language in LANGUAGES:
        client.cookies["django_language"] = language
        with translation.override(language):
            title, changes = labels.title(rules.key), labels.changes(rules, unusual)
        assert title in client.get(reverse("rules")).content.decode()
        page = client.get(labels.rules_url(rules.key, unusual)).content.decode()
        assert f"<h1>{title}</h1>" in page
        assert all(change in page for change in changes)
        assert title in client.get(reverse("room_new")).content.decode()


def is_played_in_a_room(rules: games.RuleSet, house: House, client: Any) -> None:
    """People and bots play a match through the services; its table, history, replay and record are there."""
    house.start()
    _shows_the_table(house)
    client.force_login(house.people[0])
    assert client.get(reverse("room", args=[house.table.slug])).status_code == 200
    house.play_on()
    _is_in_the_history(rules, house, client)


def _shows_the_table(house: House) -> None:
    table = house.table
    picture = json.loads(b"{" + table_view.play(table) + b"}")
    assert picture["game"]["ruleset"] == table.ruleset
    room = json.loads(table_view.room_view(table).room)
    assert room["rules"]["hand"]
    for user in house.people:
        seen = json.loads(table_view.private(table, user.pk, user.username))
        assert sorted(seen["hand"]) == sorted(table.game.players[seen["seat"]].hand)
        assert not play.named_cards(picture["game"]) & {*seen["hand"], *table.game.stock}


def _is_in_the_history(rules: games.RuleSet, house: House, client: Any) -> None:
    match = house.match
    for language in LANGUAGES:
        client.cookies["django_language"] = language
        with translation.override(language):
            title = labels.title(rules.key)
        page = client.get(reverse("history_match", args=[match.pk]))
        assert page.status_code == 200
        assert title in page.content.decode()
        assert title in client.get(reverse("history")).content.decode()
        assert client.get(reverse("history_round", args=[match.pk, 1])).status_code == 200
    for round_ in match.rounds.select_related("match"):
        frames = frames_of(round_, open_=True)
        assert frames[-1]["result"]["kind"] == round_.result["kind"]
        assert [check for check in check_round(record(round_)) if not check.ok] == []


ENGINE = (
    keeps_the_laws,
    judges_as_it_offers,
    goes_to_json_and_back,
    repeats_itself,
    lets_time_run_out,
    keeps_its_secrets,
    names_only_open_cards,
    is_played_by_bots,
)
TEXTS = (
    speaks_every_language,
    has_a_page_of_rules,
    says_what_is_true,
    words_every_end,
    words_every_refusal,
    answers_about_hands,
    fills_the_room_form,
)
