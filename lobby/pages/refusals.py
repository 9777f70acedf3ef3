"""The messages of refusals: code -> message. Codes are stable names in the protocol; messages are for people.

A message says what is wrong and, if possible, what to do instead."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS: dict[str, Promise] = {
    # the games
    "malformed": _("The server did not understand this request. Load the page again."),
    "unknown_ruleset": _("There is no such game here."),
    "invalid_option": _("A rule of this room has a value that this game does not allow."),
    "unknown_action": _("This game has no such move."),
    "not_your_turn": _("It is not your turn."),
    "wrong_phase": _("That move does not belong to this part of the turn."),
    "not_in_round": _("You are not playing in this round."),
    "not_your_card": _("That card is not in your hand."),
    "barred_card": _("The card you took from the discard pile stays with you for this turn: choose another one."),
    "stock_empty": _("The stock is empty."),
    "pile_empty": _("The discard pile is empty: draw from the stock."),
    "take_needs_meld": _("At this table the discard may only be taken if it makes a meld with two cards of your hand."),
    "does_not_close": _("Your cards do not close yet. Nothing was changed."),
    "own_discard": _("You cannot knock with your own discard."),
    "window_open": _("The cut-in window is open: wait until it closes."),
    "not_a_meld": _("These cards are not a meld."),
    "does_not_fit": _("That card does not fit this meld."),
    "no_such_meld": _("That meld is not on the table."),
    "must_keep_discard": _("At this table the last card must be a discard: keep one card."),
    "cannot_resign": _("In this game nobody can resign: leave the room instead."),
    "not_enough_players": _("At least two seats must be taken, by people or bots."),
    "cannot_deal": _("The next round cannot be dealt yet."),
    "round_over": _("The round is over."),
    "match_over": _("The match is over."),
    # the table
    "not_seated": _("You have no seat at this table."),
    "stale_turn": _("Somebody was faster: the table has moved on."),
    "conflict": _("This move was already sent with other contents. Load the page again."),
    "frozen": _("The table is paused. You can arrange your hand meanwhile."),
    "cannot_now": _("That is not possible right now."),
    # the room
    "no_such_room": _("There is no open room with this link or code."),
    "no_such_seat": _("There is no such seat."),
    "seat_taken": _("Somebody else has this seat: choose another one."),
    "no_lives_left": _("You have no lives left in this match: take a free seat to watch, or this one when it is over."),
    "room_full": _("Every seat is taken by people. You can watch, or choose another room."),
    "room_closed": _("This room is closed."),
    "not_host": _("Only the host of the room can do that."),
    "not_a_bot": _("There is no bot in this seat."),
    "not_a_person": _("There is no person in this seat."),
    "already_seated": _("You have a seat or a reservation in another room: leave that one first."),
    "no_reservation": _("You have no reservation here."),
    "removed_from_room": _("The host removed you from this room: you cannot enter it again."),
    "match_running": _("A match is running: that has to wait until it is over."),
    "round_running": _("A round is running: that has to wait until it is over."),
    "not_paused": _("The room is not paused."),
    "already_paused": _("The room is already paused."),
    "wait_to_resume": _("Only the host can resume during the first five minutes of a pause."),
    "too_many_rooms": _("You have three open rooms already: close one of them first."),
    "rate_limited": _("That was too much in a short time. Wait a little and try again."),
    "unknown_level": _("Bots have three levels: easy, normal and hard."),
    # the chat
    "chat_off": _("The host has switched the chat of this room off."),
    "spectators_off": _("This room takes no spectators."),
    "too_long": _("That is too long: 200 characters at most."),
    "no_links_yet": _("Accounts younger than a day cannot send links."),
    # decisions of moderators
    "muted": _("A moderator has muted you: you cannot chat for now."),
    "too_many_reports": _("Ten reports a day are the limit. What you reported is being looked at."),
    "already_reported": _("You have reported this already: a moderator will look at it."),
    "own_report": _("You are a party in this report: another moderator decides it."),
    "not_moderator": _("Only moderators can do that."),
    "suspended": _("A moderator has suspended you from public rooms for now. Private rooms are open to you."),
    "maintenance": _("No new rooms for now: the site is about to be maintained. Running tables go on."),
    # other people
    "blocked_by_host": _("The host of this room does not want to play with you. There are other rooms."),
    "not_invitable": _("This person takes no invitations from you."),
    "no_such_person": _("There is nobody with this user name."),
    # the account
    "account_inactive": _("This account is blocked."),
    "not_logged_in": _("Log in to play."),
}

UNKNOWN = _("That was not possible.")


def refusal_message(code: str) -> str:
    """The message of a refusal, in the reader's language."""
    return str(REFUSALS.get(code, UNKNOWN))
