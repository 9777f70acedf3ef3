"""The profile page."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from .adapter import remember_language
from .forms import ProfileForm
from .member_request import MemberRequest


@login_required
def profile(request: MemberRequest) -> HttpResponse:
    """Edit the display name, preferences and privacy settings."""
    language = request.user.language or get_language()
    form = ProfileForm(request.POST or None, instance=request.user, initial={"language": language})
    if request.method != "POST" or not form.is_valid():
        return render(request, "accounts/profile.html", {"form": form}, status=422 if form.errors else 200)
    user = form.save()
    with translation.override(user.language):
        messages.success(request, _("Saved."))
    response = redirect("profile")
    remember_language(response, user.language)
    return response
