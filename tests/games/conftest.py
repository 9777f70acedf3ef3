import pytest

pytest.register_assert_rewrite("tests.games.conformance")  # its assertions say what they compared, like those of tests
