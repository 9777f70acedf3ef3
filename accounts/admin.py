"""The desk of the moderators: people. Taking away "active" bans; nobody is deleted."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .models import User


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = ("username", "display_name", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff", "language")
    search_fields = ("username", "display_name", "email")
    ordering = ("-date_joined",)
    fieldsets = (
        *UserAdmin.fieldsets,
        (_("At the table"), {"fields": ("display_name", "language", "letters", "deck4", "sounds")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Matches and the audit trail name people: they are deactivated, never deleted."""
        return False
