"""The profile form."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from . import timezones
from .models import User, name_taken
from .names import clean_display_name

if TYPE_CHECKING:
    UserModelForm = forms.ModelForm[User]
else:
    UserModelForm = forms.ModelForm  # not subscriptable at run time


class ProfileForm(UserModelForm):
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    class Meta:
        model = User
        fields = (
            "display_name",
            "language",
            "time_zone",
            "letters",
            "deck4",
            "sounds",
            "hide_rating",
            "who_invites",
            "who_sees_history",
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"] = forms.ChoiceField(label=_("Time zone"), required=False, choices=self._time_zones())

    def _time_zones(self) -> list[tuple[str, str]]:
        offered = {"": str(_("as this device says")), **dict(timezones.choices())}
        if (current := self.instance.time_zone) in timezones.known():  # may be an alias that is no longer offered
            offered.setdefault(current, current)
        return list(offered.items())

    def clean_display_name(self) -> str:
        name = clean_display_name(self.cleaned_data["display_name"])
        if name_taken(name, besides=self.instance.pk):
            raise ValidationError(_("Somebody has this name, or one that looks like it."), code="name_taken")
        return name
