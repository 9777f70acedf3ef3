"""How long a refused log-in takes, by what is wrong with it. `python -m tests.accounts.login_timing [COUNT]` measures
with the hashes of production, in a database in a temporary folder, and prints a line for each kind."""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable

PASSWORD, WRONG = "caneca-azul-9", "caneca-verde-8"
KINDS = ("a wrong password", "a name nobody has", "a banned account", "a deleted account", "a wrong mail address")


def people() -> dict[str, str]:
    """An account of each kind: what is typed as its name."""
    from accounts.models import User
    from accounts.privacy import anonymise

    User.objects.create_user("ana", "ana@example.org", PASSWORD)
    banned = User.objects.create_user("bia", password=PASSWORD)
    User.objects.filter(pk=banned.pk).update(is_active=False)
    gone = User.objects.create_user("caio", password=PASSWORD)
    anonymise(gone)
    return dict(zip(KINDS, ("ana", "zeca", "bia", gone.username, "zeca@example.org"), strict=True))


def measured(names: dict[str, str], count: int, attempt: Callable[[str], object]) -> dict[str, list[float]]:
    """Milliseconds of so many attempts of each kind, by turns: whatever else the machine does meets all of them."""
    took: dict[str, list[float]] = {kind: [] for kind in names}
    for _ in range(count):
        for kind, name in names.items():
            started = time.perf_counter()
            attempt(name)
            took[kind].append((time.perf_counter() - started) * 1000)
    return took


def main(count: int = 200) -> None:
    os.environ["BATIDA_DATA"] = tempfile.mkdtemp(prefix="batida-timing-")
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.test import Client

    from config.ops.prepare import prepare

    prepare()
    settings.ACCOUNT_RATE_LIMITS = False
    settings.ALLOWED_HOSTS.append("testserver")
    client = Client()

    def attempt(name: str) -> None:
        answer = client.post("/accounts/login/", {"login": name, "password": WRONG})
        assert answer.status_code == 200

    names = people()
    measured(names, 5, attempt)  # warm
    for kind, took in measured(names, count, attempt).items():
        q1, median, q3 = statistics.quantiles(took, n=4)
        print(f"{kind:20} n={count} median {median:.1f} ms, middle half {q1:.1f} to {q3:.1f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
