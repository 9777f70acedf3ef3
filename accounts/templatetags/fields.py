"""Form fields in the site's look."""

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

register = template.Library()

CLASSES = {"select": "select", "checkbox": "", "radioselect": ""}


@register.filter
def styled(field: BoundField) -> SafeString:
    """The control of a field with its CSS class. Placeholders are removed, because labels are always shown."""
    attrs: dict[str, str | bool] = {"class": CLASSES.get(field.widget_type, "input"), "placeholder": False}
    if field.widget_type == "checkbox":
        attrs["role"] = "switch"
    return field.as_widget(attrs=attrs)
