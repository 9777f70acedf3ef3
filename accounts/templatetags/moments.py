"""Moments: written in the time zone that the reader has chosen. Who has chosen none reads UTC, which the page brings to
the zone of the device (static/js/times.js)."""

from datetime import datetime
from typing import Any

from babel.dates import format_date, format_time
from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.timezones import locale

register = template.Library()


@register.simple_tag(takes_context=True)
def moment(context: template.Context, at: datetime | str, form: str = "minute") -> SafeString | str:
    """`form`: day | minute | second (of a day that is known). `at`: also as it stands in a JSON field."""
    if not at:
        return ""
    at = datetime.fromisoformat(at) if isinstance(at, str) else at
    chosen = bool(getattr(getattr(context.get("request"), "user", None), "time_zone", ""))
    return format_html(
        '<time datetime="{}" data-form="{}">{}</time>', at.isoformat(timespec="seconds"), form, _text(at, form, chosen)
    )


def _text(at: datetime, form: str, chosen: bool) -> str:
    local, spoken = timezone.localtime(at), locale()
    parts: dict[str, Any] = {
        "day": lambda: format_date(local, "medium", spoken),
        "minute": lambda: f"{format_date(local, 'medium', spoken)}, {format_time(local, 'short', locale=spoken)}",
        "second": lambda: format_time(local, "medium", locale=spoken),
    }
    return parts[form]() + ("" if chosen or form == "day" else " UTC")
