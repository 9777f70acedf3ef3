"""A refused log-in does not tell which names exist: not by what it says, nor by the work it makes, nor by its time."""

import re
import statistics
from collections import Counter
from typing import Any

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.test import Client

from .login_timing import KINDS, WRONG, measured, people

pytestmark = pytest.mark.django_db
hashed: Counter[str] = Counter()


class Counted(Argon2PasswordHasher):
    """Argon2 as in production, but small; counts every hashing."""

    time_cost, memory_cost, parallelism = 1, 4096, 1

    def encode(self, *args: Any, **how: Any) -> str:
        hashed["n"] += 1
        return super().encode(*args, **how)

    def verify(self, *args: Any, **how: Any) -> bool:
        hashed["n"] += 1
        return super().verify(*args, **how)


@pytest.fixture
def names(settings: Any) -> dict[str, str]:
    settings.PASSWORD_HASHERS = [f"{__name__}.Counted"]
    settings.ACCOUNT_RATE_LIMITS = False  # here every name is tried again and again
    return people()


def attempt(client: Client, name: str) -> Any:
    answer = client.post("/accounts/login/", {"login": name, "password": WRONG})
    assert answer.status_code == 200
    return answer


@pytest.mark.parametrize("kind", KINDS)
def test_every_refusal_hashes_one_password_and_says_the_same(names: dict[str, str], kind: str) -> None:
    hashed.clear()
    answer = attempt(Client(), names[kind])
    assert hashed["n"] == 1
    said = [
        re.sub(r'csrfmiddlewaretoken" value="\w+"| value="[^"]*" autocomplete="username', "", page.content.decode())
        for page in (answer, attempt(Client(), "nobody-at-all"))
    ]
    said = [text.replace(names[kind], "").replace("nobody-at-all", "") for text in said]
    if "mail" not in kind:  # that is told apart by what was typed, not by who exists
        assert said[0] == said[1]


def test_the_times_of_all_kinds_are_alike(names: dict[str, str]) -> None:
    """Two hundred of each, by turns. The bound is wide, for a busy machine; a hashing more is twice the time."""
    client = Client()
    took = measured({kind: names[kind] for kind in KINDS[:3]}, 200, lambda name: attempt(client, name))
    medians = [statistics.median(each) for each in took.values()]
    assert max(medians) < 1.5 * min(medians), took.keys()
