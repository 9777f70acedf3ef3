"""The desk of the moderators: people. Who is not active is banned; nobody is deleted."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import ModerationAction, Sanction, User

from . import sanctions
from .sanctions import SanctionError


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = ("username", "display_name", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff", "language")
    search_fields = ("username", "display_name", "email")
    ordering = ("-date_joined",)
    actions = ("ban", "lift_ban")
    fieldsets = (
        *UserAdmin.fieldsets,
        (
            _("At the table"),
            {"fields": ("display_name", "language", "time_zone", "letters", "deck4", "sounds", "hide_rating")},
        ),
    )

    def save_model(self, request: HttpRequest, obj: User, form: "ModelForm[User]", change: bool) -> None:
        wanted = obj.is_active
        if change and "is_active" in form.changed_data:
            obj.is_active = not wanted  # the decision itself changes it
        super().save_model(request, obj, form, change)
        if obj.is_active != wanted:
            self._judge(request, obj, active=wanted)

    def _judge(self, request: HttpRequest, person: User, *, active: bool) -> bool:
        """A ban without a term, or the end of all bans; both stand in the trail."""
        try:
            if active:
                sanctions.lift_bans(by=request.user, person=person)
            else:
                sanctions.impose(
                    by=request.user, person=person, kind=Sanction.Kind.BAN, reason=str(_("By the administration."))
                )
        except SanctionError:
            self.message_user(request, _("You cannot decide this about %(name)s.") % {"name": person}, messages.WARNING)
            return False
        return True

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Matches and the audit trail name people: they are deactivated, never deleted."""
        return False

    @admin.action(description=_("Ban the chosen people"), permissions=["change"])
    def ban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Everybody but oneself."""
        for person in queryset.filter(is_active=True).exclude(pk=request.user.pk):
            if self._judge(request, person, active=False):
                self.log_change(request, person, "banned")

    @admin.action(description=_("Lift the ban of the chosen people"), permissions=["change"])
    def lift_ban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for person in queryset.filter(is_active=False, deleted_at=None):
            if self._judge(request, person, active=True):
                self.log_change(request, person, "ban lifted")


@admin.register(ModerationAction)
class TrailAdmin(admin.ModelAdmin):
    """The trail, to read."""

    list_display = ("at", "by", "kind", "person", "room", "report")
    list_filter = ("kind",)
    list_select_related = ("by", "person")
    date_hierarchy = "at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
