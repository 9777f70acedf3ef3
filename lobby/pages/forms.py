"""The form that opens a room. Its options and their limits come from the rule sets."""

import json
from dataclasses import replace
from typing import Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from games import RULESETS, InvalidOption, Option, RuleSet, clean_options, get_ruleset
from games.bots import LEVELS
from lobby.rulebook import labels, rules_page
from lobby.tables.services.rooms import NAME_LENGTH

MOST_BOTS = max(rules.seats[-1] for rules in RULESETS.values()) - 1
LEVEL_NAMES = {"easy": _("easy"), "normal": _("normal"), "hard": _("hard")}
STANDARD_LEVEL = "normal"


class OptionField(NamedTuple):
    """An option, for the template."""

    kind: str
    label: str
    hint: str
    range: str
    possible: str
    standard: str
    standard_value: str
    chips: str  # JSON: the text in the list of rooms, by value
    bound: BoundField
    none_bound: BoundField | None
    none_label: str


class Problem(NamedTuple):
    """An invalid field, and where it is on the page."""

    anchor: str
    label: str
    message: str


class GameChoice(NamedTuple):
    """A game, with the options that only it has."""

    key: str
    title: str
    players: str
    summary: str
    chips: list[str]
    chosen: bool
    fields: list[OptionField]


def _shared() -> frozenset[str]:
    """Keys of the options that every game has with the same limits; the form asks for them once."""
    specs = [{option.key: option for option in rules.options} for rules in RULESETS.values()]
    return frozenset(key for key, option in specs[0].items() if all(spec.get(key) == option for spec in specs))


class RoomForm(forms.Form):
    """The game and its options, the initial bots, and who may come in."""

    ruleset = forms.ChoiceField(choices=labels.titles, label=_("Game"))
    name = forms.CharField(
        label=_("Name of the room"),
        help_text=_("Without one, the room is named after its host, in each reader's language."),
        required=False,
        max_length=NAME_LENGTH,
        error_messages={"max_length": _("Possible here: at most %(limit_value)d characters.")},
        widget=forms.TextInput({"class": "input", "autocomplete": "off"}),
    )
    private = forms.BooleanField(
        label=_("Private room"), help_text=_("only with the link, the code or the QR code"), required=False
    )
    spectators = forms.BooleanField(
        label=_("People may watch"), help_text=_("they never see a hand"), required=False, initial=True
    )
    bots = forms.IntegerField(
        label=_("Bots from the start"),
        min_value=0,
        max_value=MOST_BOTS,
        initial=0,
        required=False,  # the form checks it, because the limit depends on the seats
        widget=forms.NumberInput({"class": "input", "inputmode": "numeric"}),
    )
    bot_level = forms.ChoiceField(
        label=_("Level of the bots"),
        choices=[(level, LEVEL_NAMES[level]) for level in LEVELS],
        initial=STANDARD_LEVEL,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.shared = _shared()
        for name in ("private", "spectators"):
            self.fields[name].widget.attrs["role"] = "switch"
        for rules in RULESETS.values():
            for option in rules.options:
                self._add(self._name(rules, option), option)

    def _name(self, rules: RuleSet, option: Option) -> str:
        return f"{'all' if option.key in self.shared else rules.key}.{option.key}"

    def _add(self, name: str, option: Option) -> None:
        if name in self.fields:
            return
        self.fields[name] = _field(option)
        if option.nullable:
            none = forms.BooleanField(required=False, initial=option.default is None, label=labels.none_text(option))
            self.fields[f"{name}.none"] = none

    # --- checking ---

    def clean(self) -> dict[str, Any]:
        """Only the options of the chosen game count. The rule set validates them."""
        data = super().clean() or {}
        key = data.get("ruleset")
        for name in list(self.errors):
            if "." in name and name.split(".")[0] not in {"all", key}:
                del self.errors[name]
        if key is not None:
            data["options"] = self._options(get_ruleset(key), data)
        return data

    def _options(self, rules: RuleSet, data: dict[str, Any]) -> dict[str, Any]:
        raw = {option.key: self._value(self._name(rules, option), option, data) for option in rules.options}
        try:
            options = clean_options(rules, raw)
        except InvalidOption as problem:
            option = next(option for option in rules.options if option.key == problem.option)
            if (name := self._name(rules, option)) not in self.errors:
                low = raw[option.at_least] if option.at_least else option.low
                self.add_error(name, labels.possible_text(replace(option, low=low)))
            options = {}
        seats = raw["seats"] if raw["seats"] in rules.seats else rules.seats[-1]
        self._check_bots(data.get("bots"), seats)
        return options

    def _value(self, name: str, option: Option, data: dict[str, Any]) -> Any:
        if option.nullable and data.get(f"{name}.none"):
            self.errors.pop(name, None)  # "no limit" counts, whatever the field beside it contains
            return None
        value: Any = data.get(name)
        if value is None and option.nullable:
            return ""  # neither a number nor "none": a value that the rules refuse
        return {str(choice): choice for choice, _label in option.choices}.get(value, value)

    def _check_bots(self, bots: int | None, seats: int) -> None:
        """One message with the limits of this room replaces those of the field."""
        if bots is not None and bots < seats:
            return
        self.errors.pop("bots", None)
        self.add_error("bots", _possible_bots(seats - 1))

    # --- drawing ---

    @property
    def possible_bots(self) -> str:
        """The range of the field of bots; the page replaces `{n}` by the number of free seats."""
        return _possible_bots("{n}")

    @property
    def problems(self) -> list[Problem]:
        """Every invalid field, in the order of the page, for the summary at the top."""
        wrong = [name for name in self.fields if name in self.errors]
        return [self._problem(self[name]) for name in sorted(wrong, key=self._place)]

    def _problem(self, bound: BoundField) -> Problem:
        first = bound.id_for_label or f"{bound.auto_id}_0"  # for radio buttons, the first one
        return Problem(first, str(bound.label), str(bound.errors[0]))

    def _place(self, name: str) -> int:
        """The order on the page: the game, its options, the shared options, then the rest as declared."""
        if "." not in name:
            return 0 if name == "ruleset" else 3
        return 2 if name.startswith("all.") else 1

    @property
    def games(self) -> list[GameChoice]:
        """Every game with its own options."""
        chosen = self["ruleset"].value()
        return [self._game(rules, chosen=rules.key == chosen) for rules in RULESETS.values()]

    def _game(self, rules: RuleSet, *, chosen: bool) -> GameChoice:
        standard = rules_page.rules_of(rules)
        return GameChoice(
            key=rules.key,
            title=labels.title(rules.key),
            players=labels.players_text(rules),
            summary=rules_page.summary(standard),
            chips=rules_page.chips(standard),
            chosen=chosen,
            fields=[self._drawn(rules, option) for option in rules.options if option.key not in self.shared],
        )

    @property
    def shared_fields(self) -> list[OptionField]:
        """The options that all games share."""
        rules = next(iter(RULESETS.values()))
        return [self._drawn(rules, option) for option in rules.options if option.key in self.shared]

    def _drawn(self, rules: RuleSet, option: Option) -> OptionField:
        name = self._name(rules, option)
        return OptionField(
            kind=option.kind,
            label=labels.option_label(option),
            hint=labels.option_hint(option),
            range=labels.range_text(option),
            possible=labels.possible_text(option),
            standard=labels.value_text(option, option.default),
            standard_value=_plain(option.default),
            chips=json.dumps(labels.chips_by_value(option), ensure_ascii=False),
            bound=self[name],
            none_bound=self[f"{name}.none"] if option.nullable else None,
            none_label=labels.none_text(option),
        )


def _possible_bots(most: int | str) -> str:
    fits = _("%(low)s to %(high)s") % {"low": 0, "high": most}
    return _("Possible here: %(range)s. One of the seats is yours.") % {"range": fits}


def _plain(value: object) -> str:
    """A value in the form in which the page's script compares it."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _field(option: Option) -> forms.Field:
    label = labels.option_label(option)
    possible = labels.possible_text(option)
    if option.kind == "choice":
        choices = [(str(choice), labels.value_text(option, choice)) for choice, _label in option.choices]
        return forms.ChoiceField(
            choices=choices,
            initial=str(option.default),
            label=label,
            required=False,
            error_messages={"invalid_choice": possible},
            widget=forms.RadioSelect,
        )
    if option.kind == "switch":
        switch = forms.CheckboxInput({"role": "switch"})
        return forms.BooleanField(initial=option.default, label=label, required=False, widget=switch)
    return forms.IntegerField(
        min_value=option.low,
        max_value=option.high,
        initial=option.default,
        label=label,
        required=False,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), possible),
        widget=forms.NumberInput({"class": "input", "inputmode": "numeric"}),
    )


class CodeForm(forms.Form):
    """A room code typed by hand."""

    code = forms.CharField(max_length=24, label=_("Room code"))
