"""The user (AbstractUser with a display name and table preferences), relationships between users, and moderation."""

from typing import Any, NoReturn

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .names import LONGEST, name_key
from .timezones import validate_zone


class Letters(models.TextChoices):
    """The letters on aces and court cards."""

    EN = "en", "A K Q J"
    FR = "fr", "A R D V"
    BG = "bg", "А П Д В"


class Who(models.TextChoices):
    """The audience of a privacy setting."""

    EVERYBODY = "all", _("everybody")
    FRIENDS = "friends", _("my friends")
    NOBODY = "nobody", _("nobody")


class User(AbstractUser):
    """Somebody with an account. Others see only `display_name`. An inactive user is banned or deleted."""

    display_name = models.CharField(_("name at the table"), max_length=LONGEST, blank=True)
    # Never shown. Names that look alike share a key, so the database refuses the second one.
    name_key = models.CharField(max_length=LONGEST * 4, unique=True, null=True, editable=False)
    language = models.CharField(_("language"), max_length=10, blank=True)
    time_zone = models.CharField(  # "": the time zone of the device
        _("time zone"), max_length=64, blank=True, default="", db_default="", validators=[validate_zone]
    )
    letters = models.CharField(_("card letters"), max_length=2, choices=Letters, default=Letters.EN)
    deck4 = models.BooleanField(_("four-colour deck"), default=False)
    sounds = models.BooleanField(_("sounds"), default=True)
    hide_rating = models.BooleanField(_("hide my ratings from others"), default=False)
    who_invites = models.CharField(_("who may invite me to a room"), max_length=8, choices=Who, default=Who.EVERYBODY)
    who_sees_history = models.CharField(
        _("who may see what I have played"), max_length=8, choices=Who, default=Who.EVERYBODY
    )
    deleted_at = models.DateTimeField(null=True, editable=False)  # at the user's own request: name and e-mail are gone

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return self.display_name or self.username

    def save(self, **kwargs: Any) -> None:
        """Keep `name_key` in step with `display_name`, which defaults to the user name."""
        self.display_name = self.display_name or self.username[:LONGEST]
        self.name_key = name_key(self.display_name)
        if (fields := kwargs.get("update_fields")) is not None and "display_name" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(**kwargs)


def name_taken(name: str, *, besides: int | None = None) -> bool:
    """Does anybody, apart from the user `besides`, have this name or one that looks like it?"""
    namesakes = User.objects.filter(name_key=name_key(name))
    if besides is not None:
        namesakes = namesakes.exclude(pk=besides)
    return namesakes.exists()


class Attempts(models.Model):
    """When somebody attempted something that is rate-limited. Only limits.py writes these rows."""

    key = models.CharField(max_length=200, primary_key=True)
    times = models.JSONField()  # of the counted attempts, in microseconds
    until = models.BigIntegerField(db_index=True)  # when the last attempt expires

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{len(self.times)} attempts: {self.key}"


class Block(models.Model):
    """`by` wants no contact with `person`: at tables, in lists, by invitation. `only_chat`: a mute, which only hides
    the person's chat."""

    by = models.ForeignKey(User, models.CASCADE, db_index=False, related_name="blocks")
    person = models.ForeignKey(User, models.CASCADE, related_name="blocked_by")
    only_chat = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [models.UniqueConstraint(fields=["by", "person"], name="one_block_a_pair")]

    def __str__(self) -> str:
        return f"{self.by_id} {'mutes' if self.only_chat else 'blocks'} {self.person_id}"


class Friendship(models.Model):
    """`asker` has asked `other` to be friends; they are once `accepted_at` is set."""

    asker = models.ForeignKey(User, models.CASCADE, db_index=False, related_name="asked_friends")
    other = models.ForeignKey(User, models.CASCADE, related_name="asked_by_friends")
    at = models.DateTimeField(auto_now_add=True)
    accepted_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        constraints = [models.UniqueConstraint(fields=["asker", "other"], name="one_friendship_a_pair")]

    def __str__(self) -> str:
        return f"{self.asker_id} and {self.other_id}"


# --- moderation -----------------------------------------------------------------------------------------------------


class Sanction(models.Model):
    """A moderator's decision about a person, who can read `reason`. Only moderation/sanctions.py writes these rows."""

    class Kind(models.TextChoices):
        WARN = "warn", _("warning")
        MUTE = "mute", _("mute: cannot chat")
        SUSPEND = "suspend", _("suspension from public rooms")
        BAN = "ban", _("ban")

    person = models.ForeignKey(User, models.PROTECT, related_name="sanctions")
    kind = models.CharField(max_length=8, choices=Kind)
    reason = models.CharField(max_length=300)
    at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(null=True)  # None: until lifted
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    lifted_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)  # by the person
    report = models.BigIntegerField(null=True)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")

    def __str__(self) -> str:
        return f"{self.kind} of {self.person_id}"

    @property
    def active(self) -> bool:
        return self.lifted_at is None and (self.until is None or self.until > timezone.now())


class PersonNote(models.Model):
    """A note by a moderator, for moderators. The person never sees it."""

    person = models.ForeignKey(User, models.CASCADE, related_name="notes")
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    text = models.CharField(max_length=1000)

    def __str__(self) -> str:
        return f"note on {self.person_id}"


class AppendOnlyError(TypeError):
    """Rows of the audit log cannot be changed or deleted."""


class AppendOnlyRows(models.QuerySet["ModerationAction"]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError

    def delete(self) -> NoReturn:
        raise AppendOnlyError


class ModerationAction(models.Model):
    """The audit log: what each member of the staff has done. Append-only; in PostgreSQL a trigger enforces it too."""

    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")  # None: a term ended
    kind = models.CharField(max_length=24)
    person = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    sanction = models.ForeignKey(Sanction, models.PROTECT, null=True, related_name="trail")
    room = models.BigIntegerField(null=True, db_index=True)
    report = models.BigIntegerField(null=True, db_index=True)
    details = models.JSONField(default=dict)

    objects = AppendOnlyRows.as_manager()

    class Meta:
        verbose_name = _("action of a moderator")
        verbose_name_plural = _("actions of moderators")
        default_permissions = ("view",)
        permissions = [("moderate", "May handle reports and impose sanctions")]

    def __str__(self) -> str:
        return f"{self.kind} by {self.by_id}"

    def save(self, **kwargs: Any) -> None:
        if self.pk:
            raise AppendOnlyError
        super().save(**kwargs)

    def delete(self, using: str | None = None, keep_parents: bool = False) -> NoReturn:
        raise AppendOnlyError
