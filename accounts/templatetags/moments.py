"""Dates and times in the time zone that the reader has chosen; without a choice in UTC, which static/js/times.js
converts to the time zone of the device."""

from collections.abc import Callable
from datetime import datetime

from babel.dates import format_date, format_time
from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.timezones import locale

register = template.Library()


@register.simple_tag(takes_context=True)
def moment(context: template.Context, at: datetime | str, form: str = "minute") -> SafeString | str:
    """`form`: day | minute | second (time only). `at`: a datetime, or ISO 8601 text from a JSON field."""
    if not at:
        return ""
    at = datetime.fromisoformat(at) if isinstance(at, str) else at
    chosen = bool(getattr(getattr(context.get("request"), "user", None), "time_zone", ""))
    return format_html(
        '<time datetime="{}" data-form="{}">{}</time>', at.isoformat(timespec="seconds"), form, _text(at, form, chosen)
    )


def _text(at: datetime, form: str, chosen: bool) -> str:
    local, spoken = timezone.localtime(at), locale()
    formats: dict[str, Callable[[], str]] = {
        "day": lambda: format_date(local, "medium", spoken),
        "minute": lambda: f"{format_date(local, 'medium', spoken)}, {format_time(local, 'short', locale=spoken)}",
        "second": lambda: format_time(local, "medium", locale=spoken),
    }
    return formats[form]() + ("" if chosen or form == "day" else " UTC")
