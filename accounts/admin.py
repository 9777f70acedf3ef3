"""The desk of the moderators: people. Who is not active is banned; nobody is deleted."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .models import User
from .services import set_active


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = ("username", "display_name", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff", "language")
    search_fields = ("username", "display_name", "email")
    ordering = ("-date_joined",)
    actions = ("ban", "lift_ban")
    fieldsets = (
        *UserAdmin.fieldsets,
        (_("At the table"), {"fields": ("display_name", "language", "letters", "deck4", "sounds", "hide_rating")}),
    )

    def save_model(self, request: HttpRequest, obj: User, form: "ModelForm[User]", change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and "is_active" in form.changed_data:
            set_active(person=obj, active=obj.is_active)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Matches and the audit trail name people: they are deactivated, never deleted."""
        return False

    @admin.action(description=_("Ban the chosen people"), permissions=["change"])
    def ban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Everybody but oneself."""
        for person in queryset.filter(is_active=True).exclude(pk=request.user.pk):
            set_active(person=person, active=False)
            self.log_change(request, person, "banned")

    @admin.action(description=_("Lift the ban of the chosen people"), permissions=["change"])
    def lift_ban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for person in queryset.filter(is_active=False):
            set_active(person=person, active=True)
            self.log_change(request, person, "ban lifted")
