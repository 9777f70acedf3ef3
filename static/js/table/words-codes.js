// Refusals and farewells: what happened, and what to do.
import { gettext, interpolate } from './gettext.js';

// The same sentences as the server's own pages have for these codes.
/** @type {Partial<Record<string, () => string>>} */
const REFUSALS = {
  malformed: () => gettext('The server did not understand this request. Load the page again.'),
  unknown_ruleset: () => gettext('There is no such game here.'),
  invalid_option: () => gettext('A rule of this room has a value that this game does not allow.'),
  unknown_action: () => gettext('This game has no such move.'),
  not_your_turn: () => gettext('It is not your turn.'),
  wrong_phase: () => gettext('That move does not belong to this part of the turn.'),
  not_in_round: () => gettext('You are not playing in this round.'),
  not_your_card: () => gettext('That card is not in your hand.'),
  barred_card: () =>
    gettext('The card you took from the discard pile stays with you for this turn: choose another one.'),
  stock_empty: () => gettext('The stock is empty.'),
  pile_empty: () => gettext('The discard pile is empty: draw from the stock.'),
  take_needs_meld: () =>
    gettext('At this table the discard may only be taken if it makes a meld with two cards of your hand.'),
  does_not_close: () => gettext('Your cards do not close yet. Nothing was changed.'),
  own_discard: () => gettext('You cannot knock with your own discard.'),
  window_open: () => gettext('The cut-in window is open: wait until it closes.'),
  window_closed: () => gettext('The cut-in window is closed.'),
  not_a_meld: () => gettext('These cards are not a meld.'),
  does_not_fit: () => gettext('That card does not fit this meld.'),
  no_such_meld: () => gettext('That meld is not on the table.'),
  must_keep_discard: () => gettext('At this table the last card must be a discard: keep one card.'),
  cannot_resign: () => gettext('In this game nobody can resign: leave the room instead.'),
  cannot_knock: () => gettext('In this game nobody knocks.'),
  not_enough_players: () => gettext('At least two seats must be taken, by people or bots.'),
  cannot_deal: () => gettext('The next round cannot be dealt yet.'),
  round_over: () => gettext('The round is over.'),
  match_over: () => gettext('The match is over.'),
  not_seated: () => gettext('You have no seat at this table.'),
  stale_turn: () => gettext('Somebody was faster: the table has moved on.'),
  conflict: () => gettext('This move was already sent with other contents. Load the page again.'),
  frozen: () => gettext('The table is paused. You can arrange your hand meanwhile.'),
  cannot_now: () => gettext('That is not possible right now.'),
  no_such_room: () => gettext('There is no open room with this link or code.'),
  no_such_seat: () => gettext('There is no such seat.'),
  no_lives_left: () =>
    gettext('You have no lives left in this match: take a free seat to watch, or this one when it is over.'),
  seat_taken: () => gettext('Somebody else has this seat: choose another one.'),
  room_full: () => gettext('Every seat is taken by people. You can watch, or choose another room.'),
  room_closed: () => gettext('This room is closed.'),
  not_host: () => gettext('Only the host of the room can do that.'),
  not_a_bot: () => gettext('There is no bot in this seat.'),
  not_a_person: () => gettext('There is no person in this seat.'),
  already_seated: () => gettext('You have a seat or a reservation in another room: leave that one first.'),
  no_reservation: () => gettext('You have no reservation here.'),
  removed_from_room: () => gettext('The host removed you from this room: you cannot enter it again.'),
  match_running: () => gettext('A match is running: that has to wait until it is over.'),
  round_running: () => gettext('A round is running: that has to wait until it is over.'),
  not_paused: () => gettext('The room is not paused.'),
  already_paused: () => gettext('The room is already paused.'),
  wait_to_resume: () => gettext('Only the host can resume during the first five minutes of a pause.'),
  too_many_rooms: () => gettext('You have three open rooms already: close one of them first.'),
  rate_limited: () => gettext('That was too much in a short time. Wait a little and try again.'),
  unknown_level: () => gettext('Bots have three levels: easy, normal and hard.'),
  chat_off: () => gettext('The host has switched the chat of this room off.'),
  spectators_off: () => gettext('This room takes no spectators.'),
  too_long: () => gettext('That is too long: 200 characters at most.'),
  no_links_yet: () => gettext('Accounts younger than a day cannot send links.'),
  muted: () => gettext('A moderator has muted you: you cannot chat for now.'),
  too_many_reports: () => gettext('Ten reports a day are the limit. What you reported is being looked at.'),
  already_reported: () => gettext('You have reported this already: a moderator will look at it.'),
  own_report: () => gettext('You are a party in this report: another moderator decides it.'),
  not_moderator: () => gettext('Only moderators can do that.'),
  suspended: () => gettext('A moderator has suspended you from public rooms for now. Private rooms are open to you.'),
  maintenance: () => gettext('No new rooms for now: the site is about to be maintained. Running tables go on.'),
  blocked_by_host: () => gettext('The host of this room does not want to play with you. There are other rooms.'),
  not_invitable: () => gettext('This person takes no invitations from you.'),
  no_such_person: () => gettext('There is nobody with this user name.'),
  account_inactive: () => gettext('This account is blocked.'),
  not_logged_in: () => gettext('Log in to play.'),
};

/** @param {string} code */
export function refusalText(code) {
  return (REFUSALS[code] ?? (() => gettext('That was not possible.')))();
}

/** @param {string} reference */
export const serverError = (reference) =>
  interpolate(gettext('Something went wrong on the server (%(reference)s). Try again.'), { reference });

/**
 * Reasons after which no reconnection is tried: heading, explanation, where to go.
 * @param {string | number | null} code
 * @returns {Page.Farewell}
 */
export function farewell(code) {
  switch (code) {
    case 4001:
    case 'not_logged_in':
    case 'log_in':
      return {
        head: gettext('You are logged out'),
        text: gettext('Log in again to come back to your seat.'),
        go: 'login',
      };
    case 4003:
    case 'account_inactive':
      return {
        head: gettext('Your account is blocked'),
        text: gettext('Write to the moderators if you think this is a mistake.'),
        go: 'lobby',
      };
    case 4004:
    case 'no_such_room':
      return {
        head: gettext('This room does not exist'),
        text: gettext('It may have been closed. The rooms that are open are on the first page.'),
        go: 'lobby',
      };
    case 4009:
    case 'too_many_sockets':
      return {
        head: gettext('Open in too many windows'),
        text: gettext('Close this table in another window, then load this page again.'),
        go: 'reload',
      };
    case 'removed_from_room':
      return { head: gettext('You were removed'), text: gettext('The host removed you from this room.'), go: 'lobby' };
    default:
      return {
        head: gettext('The connection was closed'),
        text: gettext('The server closed this connection. Load the page again.'),
        go: 'reload',
      };
  }
}

/** @param {string} reason */
export function closedText(reason) {
  switch (reason) {
    case 'host':
      return gettext('The host closed the room. A round that was not finished counts for nobody.');
    case 'moderator':
      return gettext('A moderator closed the room. A round that was not finished counts for nobody.');
    default:
      return gettext('Nobody was connected for two minutes. A round that was not finished counts for nobody.');
  }
}
