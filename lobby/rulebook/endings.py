"""The later sections of a rules page: score and match, time, leaving, bots."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lobby.tables.core.state import GRACE, LOST_LINE, NEXT_DEAL, PAUSE_RIGHT, SECOND

from .labels import sentence_text, time_text
from .sections import Rules

MINUTE = 60 * SECOND
DUEL = 2  # players: the first to fall ends the match


def score(rules: Rules) -> Iterator[str]:
    """What a round is worth and when the match is over: mostly in the words of the game's own policies."""
    game, counts = rules.game, rules.scoring.unit is not None
    yield from map(sentence_text, rules.scoring.lines(rules.options))
    if (ending := game.match_end.line(rules.options)) is not None:
        yield sentence_text(ending)
    yield from _limits(rules)
    if game.deals == "host":
        yield _("The host starts the next round.")
    if game.bots_leave:
        yield _("A bot without lives leaves the room.")
    if game.falls_at_zero and counts:
        yield _(
            "Whoever is at zero is out: no more cards, but the seat stays theirs for watching and for the next match."
        )
        if max(rules.players) > DUEL:
            yield _("Several who fall in one round fall together. Whoever fell later is placed higher.")
    if game.hand_value is not None:
        yield _("After the round everybody sees the cards that were left, because they are counted.")
    else:
        yield _(
            "After the round everybody sees the winning melds; the other hands stay hidden until the match is over."
        )


def _limits(rules: Rules) -> Iterator[str]:
    """On tied rounds, and on all rounds."""
    ties = rules.game.ties_limit
    if rules.scoring.unit is None:
        another = _("A tied round is followed by another one.")
        yield another if ties is None else f"{another} {_ties(ties)}"
    elif ties is not None:
        yield _ties(ties)
    if (most := rules.game.round_limit(rules.options)) is not None:
        yield _most_rounds(most)


def _most_rounds(most: int) -> str:
    return ngettext(
        "After %(n)d round, tied or not, the one with most points wins; equal ones at the top are tied.",
        "After %(n)d rounds, tied ones included, the one with most points wins; equal ones at the top are tied.",
        most,
    ) % {"n": most}


def _ties(limit: int) -> str:
    return _("After %(n)d tied rounds in a row the match ends without a winner.") % {"n": limit}


def time(rules: Rules) -> Iterator[str]:
    """Time limits, and what the server plays when one runs out."""
    game, seconds = rules.game, rules.options["turn_seconds"]
    if seconds is None:
        yield _("In this room there is no limit of time.")
        if game.lost_line:
            yield _("Only somebody who has lost the connection has %(n)d seconds for each action.") % {
                "n": LOST_LINE // SECOND
            }
    else:
        yield _("Time for each action: %(time)s, for drawing and, anew, for throwing a card.") % {
            "time": time_text(seconds)
        }
    if seconds is not None or game.lost_line:
        yield from _time_over(rules)
    if game.lost_line and seconds is not None:
        yield _("In a room without limit, somebody who has lost the connection has %(n)d seconds.") % {
            "n": LOST_LINE // SECOND
        }
    yield _(
        "The host may pause. A pause stops every clock exactly where it is; you can sort your hand meanwhile. "
        "After %(n)d minutes anybody with a seat may go on."
    ) % {"n": PAUSE_RIGHT // MINUTE}
    if game.deals == "clock":
        yield _("The next round is dealt by itself after %(n)d seconds.") % {"n": NEXT_DEAL // SECOND}


def _time_over(rules: Rules) -> Iterator[str]:
    """What the server plays for somebody whose time has run out [A-9, A-35]."""
    game = rules.game
    if game.exhausted == "ask":
        yield _("When the time for drawing is over, the server asks for the stock, even if it is empty.")
    else:
        yield _("When the time for drawing is over, the server draws from the stock.")
    if game.bars_taken:
        yield _("When the time for throwing is over, it throws the newest card that may be thrown.")
    elif game.lays:
        yield _(
            "When the time for throwing is over, it throws the card just drawn or, if that one lies on the table "
            "already, the newest of the others."
        )
    else:
        yield _("When the time for throwing is over, it throws the card just drawn.")
    if game.closes_on_discard:
        yield _("Such a discard wins too if it leaves three melds.")
    elif game.knocks:
        yield _("The clock never knocks for anybody.")


def leaving(rules: Rules) -> Iterator[str]:
    """Leaving, coming back, joining."""
    game = rules.game
    yield _("If the connection breaks, your seat and your cards wait for %(n)d minutes; then you have left.") % {
        "n": GRACE // MINUTE
    }
    yield _("Whoever leaves takes their cards out of play until the next deal: nothing is thrown, the turn passes.")
    if game.resigns:
        yield _resigning(rules)
    if game.lays:
        yield _("The melds of somebody who left stay on the table and may be added to. Their hand is not counted.")
        yield _("Whoever leaves keeps their score but is placed behind all who are still in.")
    if game.alone == "void":
        yield _("If fewer than two remain in a round, it ends and nobody wins it.")
    else:
        yield _("When only one player remains, the match is over and that one wins it.")
    if game.joins == "round":
        yield _("Newcomers reserve a seat while a round is running and get cards at the next deal.")
    else:
        yield _("Newcomers reserve a seat while a match is running and play from the next match on.")
    if rules.scoring.newcomers is not None:
        yield sentence_text(rules.scoring.newcomers)
    yield _("A room without anybody present sleeps, is not listed, and closes after %(n)d minutes.") % {
        "n": GRACE // MINUTE
    }


def _resigning(rules: Rules) -> str:
    """Resigning from the match (M3-20, A-21)."""
    if rules.players[-1] == 2:
        what = _("You may resign; then the other one wins.")
    elif rules.scoring.unit is None or not rules.game.leaver_scores_zero:
        what = _("You may resign. With two players the other one wins; with more you are out and the others go on.")
    else:
        what = _(
            "You may resign. With two players the other one wins; with more you are out with no points and "
            "the others go on."
        )
    return what + " " + _("Leaving the room counts as resigning.")


def bots(rules: Rules) -> Iterator[str]:
    """What bots can and cannot do."""
    most = rules.players[-1] - 1
    yield ngettext(
        "Up to %(n)d bot may play, always marked as bots, on three levels.",
        "Up to %(n)d bots may play, always marked as bots, on three levels.",
        most,
    ) % {"n": most}
    yield _("Bots know their own hand and what everybody may see, nothing else. No level plays badly on purpose.")
    if rules.game.joins == "match":
        yield _(
            "People may take a bot's seat, from the next match on. A bot that is sent away plays its match to the end."
        )
    else:
        yield _("People may take a bot's seat. A bot that is sent away finishes its round first.")
