"""Refusals: each has a code that a client can translate, and never names a card."""

# ruff: noqa: N818 - a refusal is an answer, not a program error


class GameError(Exception):
    """A request the rules refuse. `code` is stable; nothing has changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class MalformedAction(GameError):
    """Not an action at all: wrong shape, wrong types, a card that does not exist."""

    def __init__(self) -> None:
        super().__init__("malformed")


class IllegalAction(GameError):
    """An action, but not allowed to this seat in this state."""


class UnknownRuleSet(GameError):
    """No rule set has this key."""

    def __init__(self) -> None:
        super().__init__("unknown_ruleset")


class InvalidOption(GameError):
    """A table option that does not exist or a value outside its limits."""

    def __init__(self, option: str) -> None:
        super().__init__("invalid_option")
        self.option = option
