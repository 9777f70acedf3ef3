"""What the lobby refuses. Nothing has changed then; `code` is what a client translates."""


class Refusal(Exception):  # noqa: N818  a refusal is no error of the program
    """Said no. The codes are listed in refusals.py."""

    def __init__(self, code: str):
        super().__init__(code)
        self.code = code


class Busy(Exception):  # noqa: N818
    """Nothing is known to have changed, but it could not be done now: the same request may be sent again."""
