"""The form for a new passkey, with a translatable label, which allauth's own lacks."""

from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.utils.translation import gettext_lazy as _


class AddPasskeyForm(AddWebAuthnForm):
    name = forms.CharField(label=_("Name"), max_length=100, required=False)
