"""`python -m tests`: what its second pass is given, and what its exit status says."""

import pytest

from .__main__ import NO_TESTS, SERVICES, narrowed, verdict


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], ["-m", SERVICES]),
        (["tests/games", "-k", "knock"], ["-m", SERVICES, "tests/games", "-k", "knock"]),
        (["-m", "browser", "-x"], ["-m", f"({SERVICES}) and (browser)", "-x"]),
        (["--maxfail=1", "--co"], ["-m", SERVICES, "--maxfail=1", "--co"]),
    ],
)
def test_the_second_pass_takes_the_same_choice(options: list[str], expected: list[str]) -> None:
    assert narrowed(options) == expected


@pytest.mark.parametrize(
    ("statuses", "status"),
    [
        ([0, 0], 0),
        ([0, NO_TESTS], 0),
        ([NO_TESTS, 0], 0),
        ([0], 0),
        ([NO_TESTS, NO_TESTS], NO_TESTS),
        ([NO_TESTS], NO_TESTS),
        ([0, 1], 1),
        ([2, NO_TESTS], 1),
    ],
)
def test_nothing_to_do_in_one_pass_is_no_failure(statuses: list[int], status: int) -> None:
    assert verdict(statuses) == status
