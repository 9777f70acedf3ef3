"""The profile form."""

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from .models import User, name_taken
from .names import clean_display_name


class ProfileForm(forms.ModelForm):
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    class Meta:
        model = User
        fields = (
            "display_name",
            "language",
            "letters",
            "deck4",
            "sounds",
            "hide_rating",
            "who_invites",
            "who_sees_history",
        )

    def clean_display_name(self) -> str:
        name = clean_display_name(self.cleaned_data["display_name"])
        if name_taken(name, besides=self.instance.pk):
            raise ValidationError(_("Somebody has this name, or one that looks like it."), code="name_taken")
        return name
