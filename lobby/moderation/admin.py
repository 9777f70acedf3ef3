"""Users and the audit log in Django's admin. Users can be banned there, but not deleted."""

from collections.abc import Callable

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.member_request import MemberRequest
from accounts.models import ModerationAction, Sanction, User

from . import sanctions
from .sanctions import SanctionError


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]  # generic only in django-stubs
    list_display = ("username", "display_name", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff", "language")
    search_fields = ("username", "display_name", "email")
    ordering = ("-date_joined",)
    actions = ("ban", "lift_ban")
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (
            _("At the table"),
            {"fields": ("display_name", "language", "time_zone", "letters", "deck4", "sounds", "hide_rating")},
        ),
    )

    def save_model(self, request: HttpRequest, obj: User, form: "ModelForm[User]", change: bool) -> None:
        """A changed `is_active` becomes a ban, or lifts all bans, so that it enters the audit log."""
        wanted = obj.is_active
        if change and "is_active" in form.changed_data:
            obj.is_active = not wanted  # the sanction changes it
        super().save_model(request, obj, form, change)
        if obj.is_active != wanted and request.user.is_authenticated:
            self._decide(request, self._lift_bans if wanted else self._impose_ban, request.user, obj)

    @staticmethod
    def _impose_ban(moderator: User, person: User) -> None:
        """A ban without a term."""
        reason = str(_("By the administration."))
        sanctions.impose(by=moderator, person=person, kind=Sanction.Kind.BAN, reason=reason)

    @staticmethod
    def _lift_bans(moderator: User, person: User) -> None:
        sanctions.lift_bans(by=moderator, person=person)

    def _decide(
        self, request: HttpRequest, decision: Callable[[User, User], None], moderator: User, person: User
    ) -> bool:
        """Whether the decision was allowed; otherwise the moderator sees a warning."""
        try:
            decision(moderator, person)
        except SanctionError:
            self.message_user(request, _("You cannot decide this about %(name)s.") % {"name": person}, messages.WARNING)
            return False
        return True

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Matches and the audit log refer to users, so they are deactivated, never deleted."""
        return False

    @admin.action(description=_("Ban the chosen people"), permissions=["change"])
    def ban(self, request: MemberRequest, queryset: QuerySet[User]) -> None:
        """Bans the chosen people, except oneself."""
        for person in queryset.filter(is_active=True).exclude(pk=request.user.pk):
            if self._decide(request, self._impose_ban, request.user, person):
                self.log_change(request, person, "banned")

    @admin.action(description=_("Lift the ban of the chosen people"), permissions=["change"])
    def lift_ban(self, request: MemberRequest, queryset: QuerySet[User]) -> None:
        for person in queryset.filter(is_active=False, deleted_at=None):
            if self._decide(request, self._lift_bans, request.user, person):
                self.log_change(request, person, "ban lifted")


@admin.register(ModerationAction)
class AuditLogAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic only in django-stubs
    """The audit log, read-only."""

    list_display = ("at", "by", "kind", "person", "room", "report")
    list_filter = ("kind",)
    list_select_related = ("by", "person")
    date_hierarchy = "at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
