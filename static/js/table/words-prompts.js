// What the page says to the one who plays: prompts, buttons, veils.
import { gettext, interpolate, ngettext, parts, pgettext } from './gettext.js';

/** @param {Wire.Card} card */
const face = (card) => ({ card });
/** @param {number | null} seat */
const who = (seat) => ({ who: seat });

// --- the line above the hand: [strong, small] -------------------------------------------------------------------

/** @satisfies {Record<string, (...args: never[]) => Page.Prompt | Page.Sentence>} */
export const prompts = {
  /** @param {Wire.Card} card */
  claim: (card) => [
    gettext('Does it close your hand?'),
    parts(gettext('With %(card)s you may knock out of turn'), { card: face(card) }),
  ],
  discarder: () => [gettext('Cut-in window'), gettext('The others may knock with your discard')],
  draw: () => [gettext('Your turn: draw a card'), gettext('From the stock or from the discard pile')],
  drawStock: () => [
    gettext('Your turn: draw a card'),
    gettext('From the stock: the discard pile is not open to you now'),
  ],
  drawFirst: () => [gettext('Your turn: draw a card'), gettext('From the stock: the discard pile is empty')],
  drawPile: () => [gettext('Your turn: take the discard'), gettext('The stock is empty')],
  ask: () => [
    gettext('Your turn: the stock is empty'),
    gettext('Take the discard, or ask: the round then ends and the lowest hand wins'),
  ],
  discard: () => gettext('Your turn: choose a discard'),
  discardOrKnock: () => gettext('Your turn: discard or knock'),
  lay: () => gettext('Your turn: lay or discard'),
  /** @param {Wire.Card} card */
  drew: (card) => parts(gettext('New in your hand: %(card)s'), { card: face(card) }),
  /** @param {Wire.Card} card */
  barred: (card) => parts(gettext('%(card)s stays in your hand this turn'), { card: face(card) }),
  /** @param {number} count */
  fits: (count) =>
    interpolate(ngettext('It fits %(count)s meld on the table', 'It fits %(count)s melds on the table', count), {
      count,
    }),
  chooseTarget: () => gettext('Tap the meld it shall join'),
  /**
   * @param {number | null} seat
   * @param {Wire.Phase} phase
   */
  other: (seat, phase) => [
    phase === 'draw'
      ? parts(gettext('%(name)s draws'), { name: who(seat) })
      : parts(gettext('%(name)s chooses a discard'), { name: who(seat) }),
    gettext('You can arrange your hand meanwhile'),
  ],
  /** @param {number | null} seat */
  window: (seat) => [gettext('Cut-in window'), parts(gettext('%(name)s discarded'), { name: who(seat) })],
  watching: () => [gettext('You are watching'), gettext('Nobody sees the hands')],
  out: () => [gettext('You are out of this match'), gettext('You keep your seat and play the next match')],
  sitsOut: () => [gettext('You play from the next deal'), gettext('This round goes on without you')],
  nextMatch: () => [gettext('You play from the next match'), gettext('This match goes on without you')],
  /** @param {boolean} nextMatch */
  reserved: (nextMatch) => [
    gettext('Your seat is kept'),
    nextMatch ? gettext('You play from the next match') : gettext('You play from the next deal'),
  ],
  paused: () => [gettext('The table is paused'), gettext('You can arrange your hand')],
  offline: () => [gettext('No connection'), gettext('Arrange your hand; playing has to wait')],
  closed: () => [gettext('The room is closed'), ''],
  /** @param {string} name */
  waitHost: (name) => [
    name ? interpolate(gettext('Waiting for %(name)s to start'), { name }) : gettext('Waiting for a host'),
    gettext('You have a seat. Invite somebody.'),
  ],
  /** @param {boolean} ready */
  hostStart: (ready) => [
    gettext('You are the host'),
    ready ? gettext('Start when everybody is here') : gettext('Two players are needed: invite somebody or add a bot'),
  ],
  /** @param {boolean} free */
  visitor: (free) => [
    gettext('The game has not started'),
    free ? gettext('Choose a free seat to play') : gettext('Every seat is taken: you can watch'),
  ],
  unseen: () => [gettext('A game is running'), gettext('The host lets nobody watch. You can ask for a seat.')],
};

// --- buttons ----------------------------------------------------------------------------------------------------

export const labels = {
  draw: () => gettext('Draw'),
  ask: () => gettext('Ask for a card'),
  asking: () => gettext('ends the round'),
  fromStock: () => gettext('from the stock'),
  take: () => gettext('Take'),
  discard: () => gettext('Discard'),
  chooseCard: () => gettext('choose a card'),
  /** @param {Wire.Card} card */
  staysThisTurn: (card) => parts(gettext('%(card)s stays this turn'), { card: face(card) }),
  /** @param {Wire.Card} card */
  orDrag: (card) => parts(gettext('%(card)s or drag it'), { card: face(card) }),
  /** @param {Wire.Card} card */
  wins: (card) => parts(gettext('%(card)s wins'), { card: face(card) }),
  /** @param {Wire.Card} card */
  winsWithNine: (card) => parts(gettext('%(card)s knocks with nine'), { card: face(card) }),
  knock: () => gettext('Knock'),
  knockTen: () => gettext('Knock with 10'),
  /** @param {Wire.Card} card */
  knockWith: (card) => parts(gettext('with %(card)s'), { card: face(card) }),
  needsConfirming: () => gettext('asks first'),
  lay: () => gettext('Lay down'),
  chooseThree: () => gettext('choose 3 or more'),
  noMeld: () => gettext('not a meld'),
  /** @param {number} count */
  layCount: (count) => interpolate(ngettext('%(count)s card', '%(count)s cards', count), { count }),
  sort: () => gettext('Sort'),
  sortSuit: () => gettext('Suit'),
  sortRank: () => gettext('Rank'),
  sortMelds: () => gettext('Melds'),
  moveLeft: () => gettext('Left'),
  moveRight: () => gettext('Right'),
  why: () => gettext('Why not?'),
  whyLong: () => gettext("Why can't I knock?"),
  start: () => gettext('Start'),
  nextRound: () => gettext('Next round'),
  newMatch: () => gettext('New match'),
  youHost: () => gettext('you are the host'),
  invite: () => gettext('Invite'),
  leave: () => gettext('Leave'),
  players: () => gettext('Players'),
  sit: () => gettext('Take a seat'),
  /** @param {boolean} nextMatch */
  joinNext: (nextMatch) => (nextMatch ? gettext('Join the next match') : gettext('Join the next round')),
  cancelSeat: () => gettext('Give the seat back'),
  resume: () => gettext('Resume'),
  resign: () => gettext('Resign'),
  free: () => pgettext('an empty chair', 'Free seat'),
  sitHere: () => gettext('Sit here'),
  moves: () => gettext('Moves'),
  round: () => gettext('This round'),
};

/**
 * @param {{ kind: string, reason: string, host: boolean | undefined }} veil
 * @returns {[head: string, text: string, sub: string]}
 */
export function veilText({ kind, reason, host }) {
  switch (kind) {
    case 'paused':
      return [
        gettext('The table is paused'),
        gettext('Time, cut-in window and bots stand still. Everybody keeps exactly the time that was left.'),
        host
          ? gettext('You are the host: you can resume.')
          : gettext('The host can resume; after five minutes anybody with a seat can.'),
      ];
    case 'asleep':
      return [
        gettext('The table is asleep'),
        gettext('Nobody with a seat was here. It wakes as soon as one of you is back.'),
        '',
      ];
    case 'quiet':
      return [
        gettext('Nothing comes from the server'),
        gettext('Your connection may be gone. No clock is shown, because on the server time goes on.'),
        gettext('Your hand can be arranged meanwhile.'),
      ];
    case 'lost':
      return [
        gettext('Reconnecting…'),
        gettext('On the server time goes on, so no clock is shown here.'),
        gettext('Your seat is kept for two minutes.'),
      ];
    case 'closed':
      return [gettext('The room was closed'), reason, ''];
    default:
      return ['', '', ''];
  }
}

export const youAre = () => gettext('You');
export const yourHand = () => gettext('Your hand');
