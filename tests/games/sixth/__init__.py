"""Games that only the tests know: whatever holds of every game has to hold of these, too.

They bring their own catalogues of texts, as a game in a package of its own would."""

from pathlib import Path

import pytest

from games import rulesets
from games.rules import RuleSet
from tests.games.sixth.gin import GIN
from tests.games.sixth.stakes import STAKES

__all__ = ["GIN", "LOCALE", "SIXTH", "STAKES", "register"]

SIXTH = (GIN, STAKES)
LOCALE = Path(__file__).parent / "locale"


def register(monkeypatch: pytest.MonkeyPatch, *games: RuleSet) -> None:
    """Puts games into the registry as long as a test runs."""
    for rules in games:
        monkeypatch.setitem(rulesets._REGISTERED, rules.key, rules)
