"""The form of a new passkey, with a label that can be translated: allauth's has none."""

from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.utils.translation import gettext_lazy as _


class AddPasskeyForm(AddWebAuthnForm):
    name = forms.CharField(label=_("Name"), max_length=100, required=False)
