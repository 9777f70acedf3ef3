"""Ratings, and which results have been judged for them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from lobby.models import Match, Round


class Size(models.TextChoices):
    """Two at the table is another game than more."""

    TWO = "2", "2"
    MORE = "3+", "3+"


class Rating(models.Model):
    """How well somebody plays one game, as OpenSkill estimates it."""

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
    """A game and size. Whoever writes its ratings holds this row."""

    ruleset = models.CharField(max_length=20)
    size = models.CharField(max_length=2, choices=Size)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ruleset", "size"], name="one_pool_a_game_and_size")]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.size}"


class Judgement(models.Model):
    """A match, or where matches last as long as rooms a round, that has been looked at: never again."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="judgements")
    round = models.OneToOneField(Round, models.CASCADE, null=True, related_name="judgement")
    verdict = models.CharField(max_length=10)  # "rated", or why not
    reason = models.CharField(max_length=300, blank=True, default="", db_default="")  # of the moderator who voided it
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match"], condition=Q(round=None), name="one_judgement_a_match"),
        ]

    def __str__(self) -> str:
        return f"match {self.match_id}, round {self.round_id}: {self.verdict}"


class RatingChange(models.Model):
    """What one judged result changed for one person."""

    judgement = models.ForeignKey(Judgement, models.CASCADE, related_name="changes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating_changes")
    delta = models.FloatField()  # of mu

    class Meta:
        constraints = [models.UniqueConstraint(fields=["judgement", "user"], name="one_change_a_person")]

    def __str__(self) -> str:
        return f"user {self.user_id}: {self.delta:+.2f}"
