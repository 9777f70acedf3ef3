"""The numbers people see: OpenSkill's mu on a scale that starts at 1500."""

MU = 25.0
SIGMA = MU / 3
START = 1500
PER_MU = 40
SETTLED = 6.5  # sigma at which a rating is settled: after about 12 results with two players, 20 with more


def points(mu: float) -> int:
    """A rating as shown on pages."""
    return START + points_of(mu - MU)


def points_of(delta: float) -> int:
    """A difference of mu, on the same scale."""
    return round(delta * PER_MU)


def is_settled(sigma: float) -> bool:
    """Is the rating no longer provisional?"""
    return sigma <= SETTLED
