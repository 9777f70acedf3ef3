"""Icons, cards, avatars and the reader's deck, for every page."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

register = template.Library()

SUIT_CLASSES = {"C": "c", "D": "d", "H": "h", "S": "s"}


@register.simple_tag
def icon(name: str, css: str = "i") -> SafeString:
    """An icon from the sprite. Decorative, so hidden from screen readers."""
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#i-{}"/></svg>', css, static("img/icons.svg"), name
    )


@register.simple_tag
def card(face: str, marks: str = "") -> SafeString:
    """A card (`7H`, or `back`), labelled with its name."""
    kind = "back" if face == "back" else marks
    return format_html(
        '<span class="card {}" data-s="{}" role="img" aria-label="{}">'
        '<svg class="face" viewBox="0 0 100 140" aria-hidden="true"><use href="{}#c-{}"/></svg></span>',
        kind,
        SUIT_CLASSES.get(face[-1], ""),
        card_name(face),
        static("img/cards.svg"),
        face,
    )


@register.filter
def card_name(face: str) -> str:
    """`7H` -> "Seven of hearts". Translators choose the word order."""
    if face == "back":
        return _("Face-down card")
    return _("%(rank)s of %(suit)s") % {"rank": _rank(face[0]), "suit": _suit(face[1])}


def _rank(rank: str) -> str:
    return {
        "A": pgettext("card value", "Ace"),
        "2": pgettext("card value", "Two"),
        "3": pgettext("card value", "Three"),
        "4": pgettext("card value", "Four"),
        "5": pgettext("card value", "Five"),
        "6": pgettext("card value", "Six"),
        "7": pgettext("card value", "Seven"),
        "8": pgettext("card value", "Eight"),
        "9": pgettext("card value", "Nine"),
        "T": pgettext("card value", "Ten"),
        "J": pgettext("card value", "Jack"),
        "Q": pgettext("card value", "Queen"),
        "K": pgettext("card value", "King"),
    }[rank]


def _suit(suit: str) -> str:
    return {
        "C": pgettext("card suit", "clubs"),
        "D": pgettext("card suit", "diamonds"),
        "H": pgettext("card suit", "hearts"),
        "S": pgettext("card suit", "spades"),
    }[suit]


@register.filter
def initials(name: str) -> str:
    """Two letters for a small avatar."""
    words = str(name).split()
    letters = words[0][:1] + words[1][:1] if len(words) > 1 else str(name)[:2]
    return letters.upper() or "?"


@register.filter
def hue(name: str) -> int:
    """The avatar colour of a name, 1 to 8; always the same for the same name."""
    return sum(map(ord, str(name))) % 8 + 1


@register.simple_tag
def deck_attributes(user: object) -> SafeString:
    """The letters on court cards and the number of suit colours: the reader's choice, or the language's default."""
    letters = getattr(user, "letters", "") or ("bg" if (get_language() or "").startswith("bg") else "en")
    colours = "4" if getattr(user, "deck4", False) else "2"
    return format_html('data-letters="{}" data-deck="{}"', letters, colours)
