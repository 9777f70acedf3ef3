"""The numbers people see: OpenSkill's mu on a scale that starts at 1500."""

MU = 25.0
SIGMA = MU / 3
START = 1500
PER_MU = 40
SETTLED = 6.5  # sigma from which a rating counts as known: about a dozen results for two, twenty at a larger table


def points(mu: float) -> int:
    """A rating as a number on the page."""
    return START + points_of(mu - MU)


def points_of(delta: float) -> int:
    """A difference of mu on the same scale."""
    return round(delta * PER_MU)


def is_settled(sigma: float) -> bool:
    """Not provisional any more."""
    return sigma <= SETTLED
