"""The sections of a rules page, each a function of the rule set, the options and the resulting meld rules: change a
field and the page changes. Texts only; rules_page.py assembles them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import RuleSet
from games.checking import copies_of_a_card, players
from games.knocking import Deadwood
from games.melds import MeldRules
from games.scoring import Scoring
from lobby.templatetags.batida import card_name

from . import labels
from .examples import TURN_UP, Example


class Rules(NamedTuple):
    """The subject of a page: a game, the options of a room, and the resulting meld rules for an example turn-up."""

    game: RuleSet
    options: dict[str, Any]
    melds: MeldRules

    @property
    def scoring(self) -> Scoring:
        return self.game.scoring(self.options)

    @property
    def players(self) -> range:
        """The possible numbers of players in the room."""
        return players(self.game, self.options)

    @property
    def decks(self) -> int:
        """The largest number of decks in use."""
        return copies_of_a_card(self.game, self.options)

    @property
    def hand_size(self) -> int:
        return max(self.game.hand_size(self.options, number) for number in self.players)

    @property
    def knocks_with_ten(self) -> bool:
        """Is a knock with all cards the only one that must be announced (C4-12)?"""
        return self.game.closes_on_discard and "all" in self.game.knocks


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    title: str
    lines: list[str]
    examples: list[Example] = field(default_factory=list)


def by_players(rules: Rules, amount: Callable[[int], int], word: Callable[[int], str]) -> str:
    """ "2 players: 1 deck; 3 to 4 players: 2 decks", or only the amount if it is always the same."""
    runs: list[tuple[int, int, int]] = []
    for number in rules.players:
        value = amount(number)
        if runs and runs[-1][2] == value:
            runs[-1] = (runs[-1][0], number, value)
        else:
            runs.append((number, number, value))
    if len(runs) == 1:
        return word(runs[0][2])
    return "; ".join(
        _("%(players)s: %(what)s") % {"players": labels.players_range(low, high), "what": word(value)}
        for low, high, value in runs
    )


def decks_text(rules: Rules) -> str:
    return by_players(rules, rules.game.decks, lambda n: ngettext("%(n)d deck", "%(n)d decks", n) % {"n": n})


def hand_text(rules: Rules) -> str:
    return by_players(
        rules,
        lambda number: rules.game.hand_size(rules.options, number),
        lambda n: ngettext("%(n)d card", "%(n)d cards", n) % {"n": n},
    )


def hand_sizes(rules: Rules) -> str:
    """The possible hand sizes, in few words."""
    sizes = sorted({rules.game.hand_size(rules.options, number) for number in rules.players})
    if len(sizes) == 1:
        return hand_text(rules)
    return _("%(low)d or %(high)d cards") % {"low": sizes[0], "high": sizes[-1]}


def deal(rules: Rules) -> Iterator[str]:
    """Decks, hands, what is on the table, who begins."""
    game = rules.game
    yield _("Decks of 52 cards are used, without printed jokers (%(decks)s).") % {"decks": decks_text(rules)}
    yield _("Everybody is dealt the same number of cards (%(hand)s). The rest is the stock.") % {
        "hand": hand_text(rules)
    }
    if rules.decks > 1:
        yield _(
            "With two decks every card exists twice; the two copies are two cards, and one card is never in two melds."
        )
    if game.turns_up:
        yield _("One more card is turned up beside the stock: the turn-up. It stays in sight and out of play.")
    if game.upcard:
        yield _("One card is turned over to begin the discard pile.")
    else:
        yield _("The discard pile begins empty, so the first player draws from the stock.")
    if game.rotates == "dealer":
        yield _(
            "The first dealer is drawn by lot. The seat after the dealer draws first; the deal moves one seat "
            "every round."
        )
    else:
        yield _("Who begins is drawn by lot; in every further round the next seat begins.")
    yield _(
        "The order of the cards comes from a secret number whose fingerprint is published before the first card: "
        "when the match is over, those who played can check the shuffle."
    )


def melds(rules: Rules) -> Iterator[str]:
    """Sets, runs, and how many of them close a hand."""
    kinds = rules.melds
    if kinds.set_max > 3:
        yield _("A set is three or four cards of one value, all of different suits.")
    else:
        yield _("A set is three cards of one value in three different suits.")
    if kinds.fourth_any_suit:
        yield _("In a knock with ten, one set may have a fourth card of the same value, even of a suit it already has.")
    if kinds.run_max is None:
        yield _("A run is three or more cards of one suit, one value after the other, of any length.")
    elif kinds.run_max > 3:
        yield _(
            "A run is three cards of one suit, one value after the other; in a knock with ten, one run may have four."
        )
    else:
        yield _("A run is exactly three cards of one suit, one value after the other.")
    yield _ace(kinds)
    if rules.game.lays:
        yield _(
            "You lay your melds down yourself, one by one. The hand need not consist of melds: it has to become empty."
        )
        yield _("How you sort your hand never matters.")
        return
    if kinds.closing == "any":
        yield _any_melds(rules.hand_size)
    elif kinds.ten:
        yield _("It is always three melds: three of three cards with nine, two of three and one of four with ten.")
    else:
        yield _("It is always three melds of three cards: four and five cards do not close a hand.")
    yield _("How you sort your hand never matters: the server looks for the melds.")


def _any_melds(hand_size: int) -> str:
    """Examples of how a hand of this size may be divided."""
    if hand_size > 9:
        return _(
            "Any melds of three cards or more will do: two of three and one of four, or five and five, or one long run."
        )
    return _("Any melds of three cards or more will do: three of three, or four and five, or one long run.")


def _ace(melds: MeldRules) -> str:
    if melds.ace_low and melds.ace_high:
        return _("In runs the ace stands before the two (A-2-3) or after the king (Q-K-A), never between them.")
    if melds.ace_low:
        return _("In runs the ace stands only before the two (A-2-3).")
    return _("In runs the ace stands only after the king (Q-K-A).")


def wild(rules: Rules) -> Iterator[str]:
    """Which cards are wild, and what they may do."""
    melds, game = rules.melds, rules.game
    if game.wild_faces is None:
        return
    faces = game.wild_faces(rules.options, TURN_UP)
    which = {
        1: _("The value after the turn-up is wild, in the same suit."),
        2: _("The value after the turn-up is wild, in both suits of its colour."),
    }.get(len(faces), _("The value after the turn-up is wild, in all four suits."))
    yield which + " " + _("After the king comes the ace.")
    yield _("For example: turn-up %(turn_up)s, wild %(wilds)s, both copies.") % {
        "turn_up": card_name(TURN_UP).lower(),
        "wilds": ", ".join(card_name(face).lower() for face in faces),
    }
    yield _wild_limit(melds)
    yield ngettext(
        "Every meld needs at least %(n)d card that stands for itself.",
        "Every meld needs at least %(n)d cards that stand for themselves.",
        melds.min_natural,
    ) % {"n": melds.min_natural}
    yield _("Wild cards may be thrown and taken like any other card. The turn-up never comes back into the stock.")


def _wild_limit(melds: MeldRules) -> str:
    if melds.max_wild is None:
        return _("A wild card stands for any card, and a meld may hold any number of them.")
    if melds.max_wild == 0:
        return _("In this room a wild card stands only for itself, in its own place.")
    if melds.natural_free:
        limit = ngettext(
            "A wild card may stand for any card, but at most %(n)d in a meld.",
            "A wild card may stand for any card, but at most %(n)d in a meld.",
            melds.max_wild,
        )
        own = _("In its own place it counts as an ordinary card and not towards that limit.")
        return limit % {"n": melds.max_wild} + " " + own
    limit = ngettext(
        "A wild card stands for any card. A meld may hold at most %(n)d wild card, even one that lies in its "
        "own place.",
        "A wild card stands for any card. A meld may hold at most %(n)d wild cards, even those that lie in "
        "their own place.",
        melds.max_wild,
    )
    return limit % {"n": melds.max_wild}


def turn(rules: Rules) -> Iterator[str]:
    """Drawing, laying down, discarding, and who sees what."""
    game = rules.game
    yield _("First draw one card: the hidden top card of the stock, or the card on top of the discard pile.")
    if rules.options.get("restricted_take"):
        yield _(
            "The discard may be taken only if it makes a meld at once with two cards of the hand; the server checks."
        )
    if game.lays:
        yield _(
            "Then lay down melds and lay off cards, as many as you like: on your own melds and on those of others. "
            "A meld must be right as a whole afterwards. Nothing on the table is taken or moved."
        )
    yield _("Then throw one card, face up, on the discard pile.")
    if game.bars_taken and rules.decks > 1:
        yield _("The card you took from the discard pile must not be thrown in the same turn; its twin may.")
    elif game.bars_taken:
        yield _("The card you took from the discard pile must not be thrown in the same turn.")
    else:
        yield _("Any card may be thrown, even the one just drawn.")
    if game.shows_pile:
        yield _("Everybody may look through the discard pile, back to the last reshuffle.")
    elif game.shows_history:
        yield _("Everybody may read which cards were taken and thrown in this round.")
    else:
        yield _("Only the top card of the discard pile can be seen; what lies below cannot be looked up.")
    if game.shows_known:
        yield _("A card taken from the discard pile stays marked as known until it is thrown.")


def window(rules: Rules) -> Iterator[str]:
    """The cut-in."""
    seconds = rules.game.window_seconds
    if seconds is None:
        return
    yield ngettext(
        "Every discard that does not end the round opens a window of %(n)d second in which nobody draws.",
        "Every discard that does not end the round opens a window of %(n)d seconds in which nobody draws.",
        seconds,
    ) % {"n": seconds}
    yield _(
        "Everybody but the one who threw the card may knock with it, if it completes their nine cards in "
        "place of one of them. "
        "The server chooses which card is left over; it goes face up on the discard pile."
    )
    yield _(
        "The first right knock that reaches the server wins. A wrong one is refused, costs nothing and tells "
        "nobody anything."
    )
    yield _(
        "Bots wait until the window closes, so people always come before them; among bots the order of the "
        "seats counts."
    )
    yield _("The window always lasts its full time, whether somebody could knock or not. A pause freezes it.")


def closing(rules: Rules) -> Iterator[str]:
    """How a round is won."""
    game = rules.game
    if game.closes_on_discard:
        yield _(
            "If the nine cards left after your discard are three melds, you win by that discard itself: nobody "
            "needs to press anything."
        )
    if rules.knocks_with_ten:
        yield _(
            "With ten cards that are three melds, one of them of four, you may knock with ten instead of "
            "throwing a card. "
            "This has to be said: nothing happens by itself."
        )
    elif game.deadwood is not None:
        yield from _with_deadwood(game.deadwood, rules)
    elif "common" in game.knocks:
        yield _("After drawing you may knock when all cards but one are in melds. The card left over is your discard.")
        if "all" in game.knocks:
            yield _("If every card is in a meld, the drawn one too, you knock with all: nothing is thrown.")
        yield _(
            "You may show your division or only press the button; the server then finds the best one. Throwing "
            "a card never knocks by itself."
        )
    elif not game.knocks and not game.lays:
        yield _("There is no knock with ten cards.")
    if game.knocks:
        yield _("A knock that does not close is refused. Your cards and your turn stay as they were.")
    if game.lays:
        yield _("The round ends as soon as somebody has no cards left.")
        if rules.options.get("discard_to_win"):
            yield _("In this room the last card must be a discard: laying all cards down is refused.")
        else:
            yield _("Laying down or laying off the last card ends it too; no discard is needed.")


def _with_deadwood(deadwood: Deadwood, rules: Rules) -> Iterator[str]:
    """Knocking with cards left over, and how they are compared."""
    limit = deadwood.limit(rules.options)
    yield ngettext(
        "After drawing you may knock when, your discard gone, the cards beside your melds count at most %(n)d point.",
        "After drawing you may knock when, your discard gone, the cards beside your melds count at most %(n)d points.",
        limit,
    ) % {"n": limit}
    yield _("Then all melds are laid on the table, by the server and so that the fewest points are left.")
    if deadwood.lays_off:
        yield _("Whoever did not knock may also add cards to the melds of the knocker; the server does it for them.")
    yield _("Whoever has fewer points left wins the round. With as many, the one who did not knock wins (undercut).")
    if deadwood.lays_off:
        yield _("A knocker with no card left has gin: nobody adds cards to those melds, and nobody can undercut.")
    else:
        yield _("A knocker with no card left has gin, and nobody can undercut.")
    yield _(
        "You may show your division or only press the button; the server then finds the best one. Throwing "
        "a card never knocks by itself."
    )


def stock(rules: Rules) -> Iterator[str]:
    """What happens when the stock runs out."""
    game, limit = rules.game, rules.game.reshuffle_limit(rules.options)
    if game.exhausted == "ask":
        yield _(
            "The discards are never shuffled again. Whoever asks for a card from the empty stock ends the "
            "round: the hand "
            "with the fewest points wins, and among equals the first seat."
        )
        yield _("Taking the top discard is still possible and ends nothing.")
    elif limit is None:
        yield _(
            "When the stock is used up, all discards but the top one are shuffled and become the new stock, as "
            "often as needed."
        )
    else:
        yield from _counted_stock(limit)
    yield _("The cards of somebody who leaves stay out of play until the next deal.")


def _counted_stock(limit: int) -> Iterator[str]:
    if limit == 0:
        yield _(
            "The discards are never shuffled again: when the stock runs out, the round is tied. Nobody loses anything, "
            "and a new round is dealt."
        )
    else:
        yield ngettext(
            "When the stock is used up, all discards but the top one are shuffled and become the new stock, at "
            "most %(n)d time a round.",
            "When the stock is used up, all discards but the top one are shuffled and become the new stock, at "
            "most %(n)d times a round.",
            limit,
        ) % {"n": limit}
        yield _("When it runs out once more, the round is tied: nobody loses anything, and a new round is dealt.")
