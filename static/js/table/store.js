// The state of the page and how messages change it. Pure: no DOM, no timers, no socket. `now` is performance.now().
import { groupKey, reconcile, sortHand } from './hand.js';
import { meldRules } from './melds.js';

const MOVES_KEPT = 60;

/** @type {Page.State} */
export const START = {
  link: { status: 'connecting', tries: 0, retryAt: null, code: null },
  v: 0,
  room: null, // facts of the room
  seats: [],
  game: null, // public view of the game; null before the first deal
  you: null, // private part
  times: { kind: null, total: null, deadline: null, left: null, absent: {}, resumable: null, closes: null },
  pending: null, // the one action under way: { id, message, acked, at }
  arrangement: { n: 0, groups: null, dirty: false, heard: false, sent: 0 }, // dirty: not yet echoed by the server
  ok: {}, // verdicts on groups, by groupKey
  selected: [],
  moves: [], // public events, newest first
  step: null, // fingerprint of the last step shown, so that its events count once
  events: [], // those of the newest step, when it was seen to happen
  why: null, // the answer to "why can't I knock?"
};

/**
 * @param {Page.State} state
 * @param {Wire.Message} message
 * @param {number} now
 * @returns {Page.State}
 */
export function receive(state, message, now) {
  switch (message.type) {
    case 'table':
      return table(state, message, now);
    case 'ack':
      return acknowledged(state, message);
    case 'refused':
      return state.pending?.id === message.id ? { ...state, pending: null } : state;
    case 'arranged':
      return arranged(state, message);
    case 'why':
      return { ...state, why: message };
    case 'error':
      return { ...state, pending: null };
    default:
      return state;
  }
}

/**
 * @param {Page.State} state
 * @param {Wire.Table} message
 * @param {number} now
 * @returns {Page.State}
 */
function table(state, message, now) {
  const { room = state.room, seats = state.seats, clock } = message.table; // left out: as they were
  if (room === null) return state; // not before the first picture, and that one has the room
  const game = message.table.game && { ...message.table.game, options: room.options, rules: room.rules };
  const next = { ...state, v: message.v, room, seats, game, you: message.you };
  const newRound = roundOf(next) !== roundOf(state);
  return {
    ...next,
    times: timesOf(message, room, clock, now),
    pending: isShown(state.pending, message.v) ? null : state.pending,
    arrangement: arrangementAfter(state.arrangement, message.you, newRound),
    ok: newRound ? {} : state.ok,
    selected: newRound ? [] : state.selected.filter((card) => handOf(next).includes(card)),
    ...happened(state, next, newRound),
    why: handOf(next).join() === handOf(state).join() && !newRound ? state.why : null, // it is about the hand
  };
}

/**
 * Does the picture of this version show what was asked?
 * @param {Page.Pending | null} pending
 * @param {number} v
 */
const isShown = (pending, v) => pending !== null && pending.acked !== null && v >= pending.acked;

/**
 * What has happened between two states: events count once, and as seen only where the line was up.
 * @param {Page.State} state
 * @param {Page.State} next
 * @param {boolean} newRound
 * @returns {Pick<Page.State, 'moves' | 'step' | 'events'>}
 */
function happened(state, next, newRound) {
  const { game, seats } = next;
  const step = game && JSON.stringify([roundOf(next), game.turn, game.phase, game.last]);
  const events = game && step !== state.step ? (game.last ?? []) : [];
  const earlier = newRound ? [...(game?.history ?? [])].reverse() : state.moves; // a latecomer's list, where the rules show it
  const log = events
    .map((event) => ({ ...withDrawn(event, next.you), by: nameIn(seats, event) ?? nameIn(state.seats, event) }))
    .reverse()
    .filter((event) => !newRound || !earlier.some((other) => same(event, other)));
  return {
    moves: [...log, ...earlier].slice(0, MOVES_KEPT),
    step,
    events: state.room && state.link.status === 'up' ? events : [],
  };
}

/**
 * @param {Wire.Seat[]} seats
 * @param {Wire.Event} event
 */
const nameIn = (seats, { seat }) => (seat === undefined ? undefined : seats[seat]?.name);

/**
 * A new hand has no order yet. Without a seat there is no kept one to wait for.
 * @param {Page.Arrangement} arrangement
 * @param {Wire.You | null} you
 * @param {boolean} newRound
 */
function arrangementAfter(arrangement, you, newRound) {
  const heard = arrangement.heard || (you?.seat ?? null) === null;
  return newRound ? { ...arrangement, heard, groups: null, dirty: false } : { ...arrangement, heard };
}

/**
 * @param {Wire.Event} a
 * @param {Wire.Event} b
 */
const same = (a, b) => a.e === b.e && a.seat === b.seat && a.card === b.card;

/** @param {Page.State} state */
const roundOf = (state) => (state.game ? `${state.room?.match}/${state.game.round}` : null);

/**
 * One's own draw names its card on one's own list.
 * @param {Wire.Event} event
 * @param {Wire.You | null} you
 * @returns {Page.Move}
 */
function withDrawn(event, you) {
  return event.e === 'drew' && event.seat === you?.seat && you?.drawn ? { ...event, drawn: you.drawn } : event;
}

/**
 * @param {Wire.Table} message
 * @param {Wire.Room} room
 * @param {Wire.Clock} clock
 * @param {number} now
 * @returns {Page.Times}
 */
function timesOf(message, room, clock, now) {
  const stands = room.frozen || room.paused || room.asleep;
  /** @param {number | null | undefined} left */
  const at = (left) => (left === null || left === undefined ? null : now + left);
  const absent = Object.fromEntries(Object.entries(message.absent ?? {}).map(([seat, left]) => [seat, at(left)]));
  return {
    kind: clock?.kind ?? null,
    total: clock?.total ?? null,
    deadline: stands ? null : at(message.left),
    left: message.left ?? null,
    absent,
    resumable: at(message.pause_left),
    closes: at(message.closes_in),
  };
}

/**
 * @param {Page.State} state
 * @param {Wire.Ack} message
 * @returns {Page.State}
 */
function acknowledged(state, message) {
  if (state.pending?.id !== message.id) return state;
  return { ...state, pending: message.v <= state.v ? null : { ...state.pending, acked: message.v } };
}

/**
 * @param {Page.State} state
 * @param {Wire.Arranged} message
 * @returns {Page.State}
 */
function arranged(state, message) {
  const ok = { ...state.ok };
  message.groups.forEach((group, at) => {
    ok[groupKey(group)] = message.ok[at];
  });
  const { arrangement } = state;
  const n = Math.max(arrangement.n, message.n);
  const echoed = message.n === arrangement.n;
  if ((arrangement.dirty && !echoed) || message.n < arrangement.n)
    return { ...state, ok, arrangement: { ...arrangement, n, heard: true } };
  const untouched = message.groups.length <= 1 && String(message.groups[0] ?? []) === String(handOf(state)); // as dealt
  const groups = untouched ? null : message.groups;
  return { ...state, ok, arrangement: { ...arrangement, n, groups, dirty: false, heard: true } };
}

// --- the link ---------------------------------------------------------------------------------------------------

/**
 * @param {Page.State} state
 * @param {Partial<Page.Link>} link
 * @returns {Page.State}
 */
export function linked(state, link) {
  const next = { ...state, link: { ...state.link, ...link } };
  if (link.status === 'up' || link.status === 'quiet') return next;
  return { ...next, arrangement: { ...state.arrangement, heard: false, sent: 0 } }; // a new line: hear first, then send again
}

/**
 * @param {Page.State} state
 * @param {string} id
 * @param {Wire.Request} message
 * @param {number} now
 * @returns {Page.State}
 */
export const asked = (state, id, message, now) => ({ ...state, pending: { id, message, acked: null, at: now } });
/**
 * @param {Page.State} state
 * @returns {Page.State}
 */

// --- the hand ---------------------------------------------------------------------------------------------------

/** @param {Page.State} state */
export const handOf = (state) => state.you?.hand ?? [];
/** @param {Page.State} state */
export const rulesOf = (state) => meldRules(state.game);

/**
 * The hand as shown: the kept groups, or, before anybody has arranged it, sorted by suit.
 * @param {Page.State} state
 */
export function groupsOf(state) {
  const hand = handOf(state);
  const rules = rulesOf(state);
  const { groups } = state.arrangement;
  return groups === null ? (hand.length ? sortHand(hand, 'suit', rules) : []) : reconcile(groups, hand, rules);
}

/**
 * A newly dealt hand is sorted once, and that becomes its arrangement on every device.
 * @param {Page.State} state
 */
export function needsFirstSort(state) {
  return state.arrangement.groups === null && state.arrangement.heard && handOf(state).length > 0;
}

/**
 * @param {Page.State} state
 * @param {Wire.Card[][]} groups
 * @returns {Page.State}
 */
export function rearranged(state, groups) {
  return { ...state, arrangement: { ...state.arrangement, groups, dirty: true, n: state.arrangement.n + 1 } };
}

/**
 * What is still to be sent, or null.
 * @param {Page.State} state
 * @returns {Wire.Arrange | null}
 */
export function arrangementToSend(state) {
  const { dirty, n, heard, sent } = state.arrangement;
  return dirty && heard && sent !== n && mySeatOf(state) !== null
    ? { type: 'arrange', n, groups: groupsOf(state) }
    : null;
}

/**
 * @param {Page.State} state
 * @returns {Page.State}
 */
export const arrangementSent = (state) => ({
  ...state,
  arrangement: { ...state.arrangement, sent: state.arrangement.n },
});

/** @param {Page.State} state */
const mySeatOf = (state) => state.you?.seat ?? null;

/**
 * @param {Page.State} state
 * @param {Wire.Card} card
 * @param {boolean} several
 * @returns {Page.State}
 */
export function toggled(state, card, several) {
  const on = state.selected.includes(card);
  if (several)
    return { ...state, selected: on ? state.selected.filter((other) => other !== card) : [...state.selected, card] };
  return { ...state, selected: on ? [] : [card] };
}

/**
 * @param {Page.State} state
 * @returns {Page.State}
 */
export const unselected = (state) => ({ ...state, selected: [] });
