"""The relationship between the reader and another user."""

from django import template

from accounts.models import Block, Friendship, User

register = template.Library()


@register.simple_tag
def relation(reader: User, person: User) -> str:
    """blocked | muted | friends | asked (by the reader) | asking (the reader) | "" (none)"""
    block = Block.objects.filter(by=reader, person=person).first()
    if block is not None and not block.only_chat:
        return "blocked"
    for row in Friendship.objects.filter(asker__in=(reader, person), other__in=(reader, person)):
        if row.accepted_at:
            return "friends"
        return "asked" if row.asker_id == reader.pk else "asking"
    return "muted" if block is not None else ""
