"""Rooms and matches in Django's admin, read-only. No state, seed or hand is registered here."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.member_request import MemberRequest

from .models import Match, MatchPlayer, Room, TableLog
from .pages.refusals import refusal_message
from .tables.core.errors import Refusal
from .tables.services import hosting


class ReadOnlyAdmin:
    """Staff with the view permission can see the rows; nobody can add, change or delete them."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Room)
class RoomAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # generic only in django-stubs
    list_display = (
        "__str__",
        "ruleset",
        "public",
        "playing",
        "paused",
        "asleep",
        "host",
        "created_at",
        "closed_reason",
    )
    list_filter = ("ruleset", "public", "playing", "closed_reason")
    list_select_related = ("host",)
    search_fields = ("name", "host__display_name", "host__username")
    date_hierarchy = "created_at"
    exclude = ("code",)  # the key of a private room
    actions = ("close_rooms",)

    @admin.action(description=_("Close the chosen rooms"), permissions=["close"])
    def close_rooms(self, request: MemberRequest, queryset: QuerySet[Room]) -> None:
        """Close rooms as a moderator: running rounds end without a result, and everybody there is told."""
        closed = 0
        for room in queryset:
            try:
                hosting.close_by_moderator(room_id=room.pk, actor=request.user)
            except Refusal as refusal:
                self.message_user(request, f"{room}: {refusal_message(refusal.code)}", messages.WARNING)
                continue
            self.log_change(request, room, "closed by a moderator")
            closed += 1
        if closed:
            told = ngettext("%(n)d room was closed.", "%(n)d rooms were closed.", closed) % {"n": closed}
            self.message_user(request, told, messages.SUCCESS)

    def has_close_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("lobby.change_room")


class MatchPlayerInline(ReadOnlyAdmin, admin.TabularInline):  # type: ignore[type-arg]  # generic only in django-stubs
    model = MatchPlayer
    extra = 0
    fields = readonly_fields = ("seat", "name", "user", "bot", "score", "place", "left")


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # generic only in django-stubs
    list_display = ("room", "number", "ruleset", "started_at", "ended_at", "reason")
    list_filter = ("ruleset", "reason")
    list_select_related = ("room__host",)
    date_hierarchy = "started_at"
    inlines = (MatchPlayerInline,)


@admin.register(TableLog)
class TableLogAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # generic only in django-stubs
    """The table's log: what everybody at the table saw of each change."""

    list_display = ("table_id", "version", "match", "round", "seat", "user", "shown")
    list_select_related = ("user",)
    fields = ("table", "version", "match", "round", "at", "user", "seat", "shown")
    readonly_fields = fields
    ordering = ("-pk",)
    show_full_result_count = False

    @admin.display(description=_("what was done"))
    def shown(self, entry: TableLog) -> str:
        return bytes(entry.entry).decode()

    search_fields = ("table_id",)  # shows the search field

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The search term is the number of a table."""
        if not search_term.isdigit():
            return queryset, False
        return queryset.filter(table_id=int(search_term)), False
