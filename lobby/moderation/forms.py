"""The forms of the moderators' desk, and the report form."""

from datetime import datetime, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction

from .models import Report

TERMS = [
    ("1h", _("1 hour"), timedelta(hours=1)),
    ("24h", _("24 hours"), timedelta(hours=24)),
    ("3d", _("3 days"), timedelta(days=3)),
    ("7d", _("7 days"), timedelta(days=7)),
    ("30d", _("30 days"), timedelta(days=30)),
    ("none", _("until it is lifted"), None),
]


class ReportForm(forms.Form):
    category = forms.ChoiceField(label=_("What is it about?"), choices=Report.Category, widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("What happened?"), max_length=1000, required=False, widget=forms.Textarea({"class": "input", "rows": 4})
    )


class SanctionForm(forms.Form):
    kind = forms.ChoiceField(choices=Sanction.Kind, widget=forms.RadioSelect, label=_("Decision"))
    term = forms.ChoiceField(
        choices=[(key, label) for key, label, _span in TERMS],
        widget=forms.RadioSelect,
        label=_("For how long"),
        initial="24h",
    )
    reason = forms.CharField(
        label=_("Reason, which the person reads"), max_length=300, widget=forms.Textarea({"class": "input", "rows": 3})
    )
    report = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def until(self) -> datetime | None:
        """When the sanction ends. None: when it is lifted; warnings have no term."""
        span = next(span for key, _label, span in TERMS if key == self.cleaned_data["term"])
        return None if span is None or self.cleaned_data["kind"] == Sanction.Kind.WARN else timezone.now() + span


class HouseForm(forms.Form):
    no_new_rooms = forms.BooleanField(
        label=_("No new rooms"), required=False, widget=forms.CheckboxInput({"role": "switch"})
    )
    banner = forms.CharField(
        label=_("Line on every page"), max_length=200, required=False, widget=forms.TextInput({"class": "input"})
    )
