// Texts of dialogs: questions before something that cannot be taken back, the menu, the answer to "why can't I knock?".
import { gettext, interpolate, ngettext, parts } from './gettext.js';

/**
 * [head, text, yes]
 * @param {string} what
 * @param {{ name?: string | null, match?: Page.OwnMatch | null, joins?: 'round' | 'match' }} [given]
 * @returns {[head: string, text: string, yes: string]}
 */
export function question(what, { name, match = null, joins } = {}) {
  switch (what) {
    case 'leave':
      return [gettext('Leave the table?'), leaveText(match), gettext('Leave')];
    case 'close':
      return [
        gettext('Close the room?'),
        gettext('Everybody is sent away. A round that is running counts for nobody.'),
        gettext('Close the room'),
      ];
    case 'kick':
      return [
        interpolate(gettext('Remove %(name)s?'), { name }),
        gettext('They cannot come back into this room. A player in a running round stays until it ends.'),
        gettext('Remove'),
      ];
    case 'remove_bot':
      return [
        interpolate(gettext('Remove %(name)s?'), { name }),
        joins === 'match'
          ? gettext('A bot in a running match plays it to the end first.')
          : gettext('A bot in a running round finishes it first.'),
        gettext('Remove'),
      ];
    case 'pass_host':
      return [
        interpolate(gettext('Make %(name)s the host?'), { name }),
        gettext('Only the host can start, pause and close.'),
        gettext('Pass on'),
      ];
    case 'resign':
      return [gettext('Resign?'), gettext('You give the match up and your cards leave the round.'), gettext('Resign')];
    case 'ask':
      return [
        gettext('Ask for a card?'),
        gettext('The stock is empty: asking ends the round, and the lowest hand wins.'),
        gettext('Ask'),
      ];
    default:
      return ['', '', ''];
  }
}

/**
 * @param {Page.OwnMatch | null} match null for whoever is in none
 * @returns {string}
 */
function leaveText(match) {
  if (match === null) return gettext('Your seat becomes free.');
  const { others, inRound, alone, score } = match;
  if (others === 1 && alone === 'last') return gettext('Leaving ends the match: the other player wins it.');
  const goesOn = inRound
    ? gettext('Your cards leave the round and the others play on.')
    : gettext('Your seat becomes free.');
  const ends = inRound && others < 2 && gettext('The round ends and nobody wins it.');
  return `${ends || goesOn} ${leaveCost(score)}`;
}

/** @param {Wire.ScoreKind | null | undefined} score */
function leaveCost(score) {
  switch (score) {
    case 'wins':
      return gettext('Your wins in this room are lost.');
    case 'lives':
      return gettext('Coming back while the match goes on, you have the lives you left with.');
    default:
      return gettext('You lose the match.');
  }
}

export const menu = {
  head: () => gettext('Table'),
  pause: () => gettext('Pause the table'),
  resume: () => gettext('Resume the table'),
  players: () => gettext('Players and bots'),
  invite: () => gettext('Invite'),
  time: () => gettext('Time for each action'),
  resign: () => gettext('Resign'),
  close: () => gettext('Close the room'),
  leave: () => gettext('Leave the table'),
  rules: () => gettext('Rules of this game'),
  lobby: () => gettext('Back to the rooms'),
  sounds: () => gettext('Sounds'),
  notices: () => gettext('Tell me when it is my turn and this page is hidden'),
  keys: () => gettext('Keyboard shortcuts'),
  keyList: () => [
    ['S', gettext('draw from the stock')],
    ['T', gettext('take the discard')],
    ['D', gettext('discard the chosen card')],
    ['B', gettext('knock or cut in')],
    ['L', gettext('lay down')],
    ['←  →', gettext('walk through the hand')],
    ['Shift ←  →', gettext('move the card')],
    ['Enter', gettext('choose the card')],
    ['Esc', gettext('put it back')],
  ],
};

export const seatWords = {
  /** @param {number} number */
  free: (number) => interpolate(gettext('Seat %(number)s is free'), { number }),
  sit: () => gettext('Sit here'),
  /** @param {boolean} nextMatch */
  reserve: (nextMatch) =>
    nextMatch
      ? gettext('Keep this seat for me from the next match')
      : gettext('Keep this seat for me from the next deal'),
  cancel: () => gettext('Give the seat back'),
  /** @param {Wire.Level} level */
  add: (level) =>
    ({ easy: gettext('Add an easy bot'), normal: gettext('Add a normal bot'), hard: gettext('Add a hard bot') })[level],
  level: () => gettext('Level of the bot'),
  /** @param {Wire.Level} level */
  levelOf: (level) => ({ easy: gettext('Easy'), normal: gettext('Normal'), hard: gettext('Hard') })[level],
  removeBot: () => gettext('Remove the bot'),
  kick: () => gettext('Remove from the room'),
  passHost: () => gettext('Make host'),
  you: () => gettext('This is you.'),
  host: () => gettext('Host of the room'),
  /** @param {boolean} present */
  person: (present) => (present ? gettext('Connected') : gettext('Connection lost')),
  /** @param {string | null} level */
  bot: (level) => {
    if (level === 'easy') return gettext('Easy bot: builds what is at hand');
    if (level === 'normal') return gettext('Normal bot: plays for the shortest way');
    return level === 'hard' ? gettext('Hard bot: counts every open card') : gettext('Bot');
  },
  /** @param {boolean} atMatch */
  leaving: (atMatch) => (atMatch ? gettext('Leaves when the match ends') : gettext('Leaves when the round ends')),
  /** @param {string} name */
  keptFor: (name) => interpolate(gettext('Kept for %(name)s'), { name }),
};

export const inviteWords = {
  head: () => gettext('Invite'),
  qr: () => gettext('The link as a QR code'),
  link: () => gettext('Link to this table'),
  code: () => gettext('Code of the room'),
  codeHint: () => gettext('Anybody who types this code on the first page comes here.'),
  copy: () => gettext('Copy the link'),
  share: () => gettext('Share'),
  copied: () => gettext('The link is copied.'),
  copyFailed: () => gettext('Copying is not allowed here: select the link and copy it yourself.'),
};

export const whyWords = {
  head: () => gettext("Why can't I knock?"),
  asking: () => gettext('Asking the server…'),
  /** @param {Wire.Why} why */
  lead({ wins, missing }) {
    switch (wins) {
      case 'knock':
        return gettext('Your cards close: you can knock.');
      case 'discard':
        return gettext('Your cards close: discard the one left over, and you win.');
      case 'draw':
        return gettext('Your cards close. Before you can win you have to draw.');
      case 'barred':
        return gettext('Your cards close without the one you have just taken, but that one has to stay this turn.');
      default:
        return interpolate(
          ngettext('You are %(count)s card away from closing.', 'You are %(count)s cards away from closing.', missing),
          { count: missing },
        );
    }
  },
  only: () => gettext('Only you see this.'),
  /** @param {number} count */
  rest: (count) =>
    interpolate(ngettext('%(count)s card is in no meld', '%(count)s cards are in no meld', count), { count }),
  closes: () => gettext('complete'),
  arrange: () => gettext('Arrange my hand like this'),
};

export const knockWords = {
  head: () => gettext('Knock?'),
  all: () => gettext('With all cards'),
  /** @param {Page.VNode} card */
  discarding: (card) => parts(gettext('discarding %(card)s'), { card }),
  /**
   * @param {string} kind
   * @param {number} count
   */
  cost: (kind, count) =>
    interpolate(
      kind === 'lives'
        ? ngettext('each opponent loses %(count)s life', 'each opponent loses %(count)s lives', count)
        : ngettext('each opponent loses %(count)s point', 'each opponent loses %(count)s points', count),
      { count },
    ),
  wins: () => gettext('ends the round'),
  own: () => gettext('in the melds you have grouped'),
};

export const timeWords = {
  head: () => gettext('Time for each action'),
  when: () => gettext('The new time holds from the next deal.'),
  none: () => gettext('No limit'),
  /** @param {number} count */
  some: (count) => interpolate(gettext('%(count)s s'), { count }),
};

/** @param {number} count */
export const pileHead = (count) =>
  count === 0
    ? gettext('Discard pile: empty')
    : interpolate(ngettext('Discard pile: %(count)s card', 'Discard pile: %(count)s cards', count), { count });
export const pileOrder = () => gettext('From the newest to the oldest, since the last shuffle.');
export const cancelWord = () => gettext('Cancel');
export const closeWord = () => gettext('Close');
