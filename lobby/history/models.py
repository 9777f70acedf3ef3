"""Ratings, and which results have already been judged."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from lobby.models import Match, Round


class Size(models.TextChoices):
    """Table size: two-player games are rated separately."""

    TWO = "2", "2"
    MORE = "3+", "3+"


class Rating(models.Model):
    """OpenSkill's estimate of how well somebody plays one game at one table size."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    ruleset = models.CharField(max_length=20)
    size = models.CharField(max_length=2, choices=Size)
    mu = models.FloatField()
    sigma = models.FloatField()
    results = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "ruleset", "size"], name="one_rating_a_game_and_size")]
        indexes = [models.Index(fields=["ruleset", "size", "-mu"], name="rating_board")]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.size}: {self.mu:.1f} ± {self.sigma:.1f}"


class Pool(models.Model):
    """A game at one table size. Whoever writes its ratings locks this row."""

    ruleset = models.CharField(max_length=20)
    size = models.CharField(max_length=2, choices=Size)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ruleset", "size"], name="one_pool_a_game_and_size")]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.size}"


class Judgement(models.Model):
    """A result that has been judged, once and for all: a match, or a round of a game whose match lasts as long as the
    room."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="judgements")
    round = models.OneToOneField(Round, models.CASCADE, null=True, related_name="judgement")
    verdict = models.CharField(max_length=10)  # "rated", or a key of rated_results.WHY_NOT
    reason = models.CharField(max_length=300, blank=True, default="", db_default="")  # why it was voided
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match"], condition=Q(round=None), name="one_judgement_a_match"),
        ]

    def __str__(self) -> str:
        return f"match {self.match_id}, round {self.round_id}: {self.verdict}"


class RatingChange(models.Model):
    """How one judged result changed the rating of one user."""

    judgement = models.ForeignKey(Judgement, models.CASCADE, related_name="changes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating_changes")
    delta = models.FloatField()  # of mu

    class Meta:
        constraints = [models.UniqueConstraint(fields=["judgement", "user"], name="one_change_a_person")]

    def __str__(self) -> str:
        return f"user {self.user_id}: {self.delta:+.2f}"
