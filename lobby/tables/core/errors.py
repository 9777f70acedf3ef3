"""How the lobby says no: whenever one of these is raised, nothing has changed."""


class Refusal(Exception):  # noqa: N818  a refusal is not a program error
    """A request was refused. `code` is stable; clients translate it (lobby/pages/refusals.py lists the codes)."""

    def __init__(self, code: str):
        super().__init__(code)
        self.code = code


class Busy(Exception):  # noqa: N818
    """The request could not be carried out now. Send it again unchanged: with the same id it counts once."""
