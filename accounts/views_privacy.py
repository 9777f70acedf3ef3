"""Pages for exporting and deleting one's own data."""

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from .member_request import MemberRequest
from .models import User
from .privacy import anonymise, exported


class DeleteForm(forms.Form):
    """Asks for the user name, so that nobody deletes an account by accident."""

    username = forms.CharField(label=gettext_lazy("Your user name"), max_length=150)

    def __init__(self, data: QueryDict | None, *, person: User) -> None:
        super().__init__(data)
        self.person = person

    def clean_username(self) -> str:
        typed: str = self.cleaned_data["username"]
        if typed.strip().lower() != self.person.username.lower():
            raise ValidationError(_("That is not your user name."), code="other_name")
        if self.person.is_staff:
            raise ValidationError(_("Only an administrator can close a staff account."), code="staff")
        return typed


@never_cache
@login_required
@require_safe
def data(request: MemberRequest) -> HttpResponse:
    """What users can do with their data: export it, or delete the account."""
    return render(request, "accounts/data.html")


@never_cache
@login_required
@require_safe
def export(request: MemberRequest) -> HttpResponse:
    """All personal data of the reader, as JSON."""
    response = JsonResponse(exported(request.user), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = 'attachment; filename="batida-account.json"'
    return response


@never_cache
@login_required
@reauthentication_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: MemberRequest) -> HttpResponse:
    """Delete one's own account."""
    form = DeleteForm(request.POST or None, person=request.user)
    if request.method != "POST" or not form.is_valid():
        return render(request, "accounts/delete.html", {"form": form}, status=422 if form.errors else 200)
    person = request.user
    logout(request)
    anonymise(person)
    messages.success(request, _("Your account is deleted. Goodbye, and thanks for the games."))
    return redirect("lobby")
