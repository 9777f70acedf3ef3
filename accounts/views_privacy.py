"""The pages about one's own data."""

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from .privacy import anonymise, exported


class DeleteForm(forms.Form):
    """The own user name, typed: nobody deletes an account by a slip of the finger."""

    username = forms.CharField(label=gettext_lazy("Your user name"), max_length=150)

    def __init__(self, *args: object, person: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_username(self) -> str:
        if self.cleaned_data["username"].strip().lower() != self.person.username.lower():
            raise ValidationError(_("That is not your user name."), code="other_name")
        if self.person.is_staff:
            raise ValidationError(_("Only an administrator can close a staff account."), code="staff")
        return self.cleaned_data["username"]


@never_cache
@login_required
@require_GET
def data(request: HttpRequest) -> HttpResponse:
    """What can be done: take it along, or have it forgotten."""
    return render(request, "accounts/data.html")


@never_cache
@login_required
@require_GET
def export(request: HttpRequest) -> HttpResponse:
    """Everything that is kept of the reader, as JSON."""
    response = JsonResponse(exported(request.user), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = 'attachment; filename="batida-account.json"'
    return response


@never_cache
@login_required
@reauthentication_required
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the own account."""
    form = DeleteForm(request.POST or None, person=request.user)
    if request.method != "POST" or not form.is_valid():
        return render(request, "accounts/delete.html", {"form": form}, status=422 if form.errors else 200)
    person = request.user
    logout(request)
    anonymise(person)
    messages.success(request, _("Your account is deleted. Goodbye, and thanks for the games."))
    return redirect("lobby")
