"""The rules pages, generated from the rule sets. Nothing here depends on the name of a game."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import RULESETS, RuleSet, clean_options

from . import endings, labels, sections
from .examples import RUNS, SETS, TEN_SETS, TURN_UP, WILDS, Example, hand_examples, meld_examples
from .sections import Rules, Section


class OptionRow(NamedTuple):
    """A row of the table of options. `changed`: the room of this page differs from the standard."""

    label: str
    hint: str
    range: str
    standard: str
    value: str
    changed: bool


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of one game."""

    key: str
    title: str
    summary: str
    players: str
    chips: list[str]
    glance: list[tuple[str, str]]
    sections: list[Section]
    options: list[OptionRow]
    changes: list[str]


class ComparisonRow(NamedTuple):
    """A row of the comparison of all games."""

    label: str
    cells: list[str]


def rules_of(game: RuleSet, options: Mapping[str, Any] | None = None) -> Rules:
    """A game with the options of a room, by default the standard ones. Raises InvalidOption."""
    cleaned = clean_options(game, options or {})
    wilds = frozenset(game.wild_faces(cleaned, TURN_UP)) if game.wild_faces else frozenset()
    return Rules(game, cleaned, game.meld_rules(cleaned, wilds))


def page(game: RuleSet, options: Mapping[str, Any] | None = None) -> RulesPage:
    """Everything a rules page shows. Raises InvalidOption."""
    rules = rules_of(game, options)
    return RulesPage(
        key=game.key,
        title=_(game.title),
        summary=summary(rules),
        players=_players_text(rules),
        chips=chips(rules),
        glance=glance(rules),
        sections=_sections(rules),
        options=[_option_row(rules, option.key) for option in game.options],
        changes=labels.changes(game, rules.options),
    )


def _players_text(rules: Rules) -> str:
    return labels.players_range(rules.players[0], rules.players[-1])


def comparison() -> list[ComparisonRow]:
    """All games side by side: the "at a glance" tables, transposed."""
    columns = [glance(rules_of(game)) for game in RULESETS.values()]
    return [
        ComparisonRow(label, [column[place][1] for column in columns])
        for place, (label, _value) in enumerate(columns[0])
    ]


def summary(rules: Rules) -> str:
    """The game in two sentences."""
    return f"{_aim(rules)} {labels.sentence_text(rules.game.gist(rules.options))}"


def _aim(rules: Rules) -> str:
    if rules.game.lays:
        return _("Lay melds on the table, add to those of the others and be the first without cards.")
    if rules.game.deadwood is not None:
        return _("Bring your hand into melds until little is left beside them, then knock.")
    if rules.melds.closing == "any":
        return _("Bring the whole hand into melds of any length, then knock.")
    if rules.knocks_with_ten:
        return _("Three melds win: with nine cards, or with ten, which costs the others more.")
    return _("Three melds of three win.")


def chips(rules: Rules) -> list[str]:
    """A few keywords, for the card of a game in a list."""
    game = rules.game
    found = [sections.hand_sizes(rules), _("wild cards") if game.wild_faces else _("no wild cards")]
    if game.window_seconds:
        found.append(_("cut-in"))
    if game.lays:
        found.append(_("melds on the table"))
    if game.shows_pile:
        found.append(_("open pile"))
    return found


def glance(rules: Rules) -> list[tuple[str, str]]:
    """The game at a glance: the same rows, in the same order, for every game."""
    game, limit = rules.game, rules.game.reshuffle_limit(rules.options)
    stock = _("never shuffled again") if game.exhausted == "ask" else _("reshuffled as often as needed")
    if game.exhausted == "tied" and limit:
        stock = ngettext("reshuffled up to %(n)d time", "reshuffled up to %(n)d times", limit) % {"n": limit}
    elif game.exhausted == "tied":
        stock = _("never shuffled again")
    return [
        (_("Players"), _players_text(rules)),
        (_("Decks"), sections.decks_text(rules)),
        (_("Hand"), sections.hand_text(rules)),
        (_("Melds"), _closing_text(rules)),
        (_("Ace in runs"), _ace_text(rules)),
        (_("Wild cards"), _wild_text(rules)),
        (_("Winning"), _winning_text(rules)),
        (_("Out of turn"), _("cut-in after each discard") if game.window_seconds else _("never")),
        (_("Discard pile"), _pile_text(rules)),
        (_("Stock"), stock),
        (_("Score"), labels.sentence_text(rules.scoring.glance(rules.options))),
    ]


def _closing_text(rules: Rules) -> str:
    if rules.melds.closing == "any":
        return _("three cards or more")
    return _("3+3+3, with ten 3+3+4") if rules.melds.ten else _("3+3+3 only")


def _ace_text(rules: Rules) -> str:
    if rules.melds.ace_low and rules.melds.ace_high:
        return _("A-2-3 and Q-K-A")
    return _("A-2-3 only") if rules.melds.ace_low else _("Q-K-A only")


def _wild_text(rules: Rules) -> str:
    if not rules.game.wild_faces:
        return _("none")
    if rules.melds.max_wild is None:
        return _("by the turn-up, any number in a meld")
    if rules.melds.max_wild == 0:
        return _("by the turn-up, only in their own place")
    return _("by the turn-up, %(n)d in a meld") % {"n": rules.melds.max_wild}


def _winning_text(rules: Rules) -> str:
    if rules.game.lays:
        return _("no cards left")
    if rules.knocks_with_ten:
        return _("by the discard; with ten by knocking")
    return _("by the discard, automatically") if rules.game.closes_on_discard else _("by knocking")


def _pile_text(rules: Rules) -> str:
    if rules.game.shows_pile:
        return _("open to everybody")
    return _("takes and throws can be read") if rules.game.shows_history else _("only the top card")


Examples = Callable[[Rules], list[Example]]


def _no_examples(rules: Rules) -> list[Example]:
    return []


def _meld_examples(rules: Rules) -> list[Example]:
    candidates = (*SETS, *(TEN_SETS if rules.melds.fourth_any_suit else ()), *RUNS)
    return meld_examples(rules.melds, candidates, rules.decks)


def _wild_examples(rules: Rules) -> list[Example]:
    return meld_examples(rules.melds, WILDS, rules.decks) if rules.melds.wilds else []


def _closing_examples(rules: Rules) -> list[Example]:
    return [] if rules.game.shows_melds else hand_examples(rules.melds, rules.hand_size)


def _sections(rules: Rules) -> list[Section]:
    """The sections that are not empty for this game."""
    winning = _("Going out") if rules.game.lays else _("Winning the round")
    parts: list[tuple[str, str, Callable[[Rules], Iterator[str]], Examples]] = [
        ("deal", _("Cards and deal"), sections.deal, _no_examples),
        ("melds", _("Sets and runs"), sections.melds, _meld_examples),
        ("wild", _("Wild cards"), sections.wild, _wild_examples),
        ("turn", _("Your turn"), sections.turn, _no_examples),
        ("window", _("Cut-in"), sections.window, _no_examples),
        ("closing", winning, sections.closing, _closing_examples),
        ("stock", _("When the stock runs out"), sections.stock, _no_examples),
        ("score", _("Score and match"), endings.score, _no_examples),
        ("time", _("Time and pause"), endings.time, _no_examples),
        ("leaving", _("Leaving and coming in"), endings.leaving, _no_examples),
        ("bots", _("Bots"), endings.bots, _no_examples),
    ]
    drawn = [Section(name, title, list(lines(rules)), examples(rules)) for name, title, lines, examples in parts]
    return [section for section in drawn if section.lines]


def _option_row(rules: Rules, key: str) -> OptionRow:
    option = next(option for option in rules.game.options if option.key == key)
    value = rules.options[key]
    return OptionRow(
        label=labels.option_label(option),
        hint=labels.option_hint(option),
        range=labels.range_text(option),
        standard=labels.value_text(option, option.default),
        value=labels.value_text(option, value),
        changed=value != option.default,
    )
