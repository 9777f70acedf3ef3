"""Settings that contradict each other are warned of, by `check` and at every start."""

import pytest
from django.core.checks import run_checks


@pytest.fixture
def warned(settings):
    """The ids of our own warnings with these settings."""

    def warned(**how: object) -> list[str]:
        for name, value in how.items():
            setattr(settings, name, value)
        return [each.id for each in run_checks() if each.id.startswith("batida.")]

    return warned


@pytest.mark.parametrize(("https", "proxies", "expected"), [(True, 0, ["batida.W001"]), (True, 1, []), (False, 0, [])])
def test_https_without_a_proxy_is_an_endless_redirect(warned, https: bool, proxies: int, expected: list[str]) -> None:
    assert warned(HTTPS=https, TRUSTED_PROXIES=proxies) == expected


def test_preload_without_subdomains_does_nothing(warned) -> None:
    assert warned(SECURE_HSTS_PRELOAD=True, SECURE_HSTS_INCLUDE_SUBDOMAINS=False) == ["batida.W002"]
    assert warned(SECURE_HSTS_PRELOAD=True, SECURE_HSTS_INCLUDE_SUBDOMAINS=True) == []


def test_a_server_says_so_when_it_starts(serve) -> None:
    server = serve(ORIGINS="https://batida.example", INTERNAL_HOSTS="127.0.0.1").ready()
    assert "batida.W001" in server.said()
