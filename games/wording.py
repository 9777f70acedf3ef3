"""Texts of the rules for people, as message ids: games know no language, and whoever shows a text translates it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Message = str | tuple[str, str]
"""A message id, or two of them: for one and for other numbers."""


def gettext_noop(message: str) -> str:
    """Marks a text for the translators."""
    return message


def ngettext_lazy(one: str, other: str) -> tuple[str, str]:
    """Marks a text with a plural form; named so because the tool that collects texts knows this name."""
    return one, other


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text with the numbers it names; with a plural form, `n` chooses it."""

    message: Message
    values: Mapping[str, int] = field(default_factory=dict)


def sentence(message: Message, **values: int) -> Sentence:
    return Sentence(message, values)


def fixed(message: str) -> Callable[[Any], Sentence]:
    """The same text for every value of an option."""
    return lambda value: Sentence(message)


def number(message: Message) -> Callable[[Any], Sentence]:
    """A text with the value of an option as `n`."""
    return lambda value: sentence(message, n=value)
