"""Friends and blocks: one page, and one URL for all its buttons."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from . import relationships
from .member_request import MemberRequest
from .models import Block, Friendship, User
from .relationships import RelationshipError


@never_cache
@login_required
@require_safe
def friends(request: MemberRequest) -> HttpResponse:
    """The reader's friends, open requests in both directions, blocks and mutes."""
    me = request.user
    rows = Friendship.objects.filter(Q(asker=me) | Q(other=me)).select_related("asker", "other").order_by("pk")
    context = {
        "friends": [row.other if row.asker_id == me.pk else row.asker for row in rows if row.accepted_at],
        "asking": [row.asker for row in rows if not row.accepted_at and row.other_id == me.pk],
        "asked": [row.other for row in rows if not row.accepted_at and row.asker_id == me.pk],
        "blocks": Block.objects.filter(by=me).select_related("person").order_by("only_chat", "pk"),
    }
    return render(request, "accounts/friends.html", context)


@login_required
@require_POST
def change(request: MemberRequest) -> HttpResponse:
    """Apply the action `do` to the user called `username`."""
    try:
        message = _changed(request.user, request.POST.get("do", ""), _person(request.POST.get("username", "")))
    except RelationshipError as error:
        messages.error(request, str(relationships.MESSAGES[error.code]))
    else:
        messages.success(request, message)
    after = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(after, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return redirect(after if safe else "friends")


def _person(username: str) -> User:
    found = User.objects.filter(username__iexact=username.strip(), deleted_at=None).first()
    if found is None:
        raise RelationshipError("nobody")
    return found


def _changed(me: User, do: str, person: User) -> str:
    name = {"name": person}
    if do == "befriend":
        if relationships.befriend(by=me, person=person):
            return _("%(name)s is your friend now.") % name
        return _("You have asked %(name)s to be friends.") % name
    if do == "part":
        relationships.part(by=me, person=person)
        return _("%(name)s is not on your list any more.") % name
    if do == "block":
        relationships.block(by=me, person=person)
        return _("%(name)s is blocked.") % name
    if do == "mute":
        relationships.mute(by=me, person=person)
        return _("%(name)s is muted.") % name
    if do == "unblock":
        relationships.unblock(by=me, person=person)
        return _("%(name)s is not blocked any more.") % name
    raise RelationshipError("nobody")
