// Questions about the state that several parts of the page ask. Pure.
import { faceOf } from './cards.js';

/** Which areas of the board the other seats take, by number of seats, in turn order from one's left.
 * @type {Partial<Record<number, string[]>>}
 */
const AREAS = {
  2: ['t2'],
  3: ['t1', 't3'],
  4: ['t1', 't2', 't3'],
  5: ['l1', 't1', 't3', 'r1'],
  6: ['l1', 't1', 't2', 't3', 'r1'],
  7: ['l2', 'l1', 't1', 't3', 'r1', 'r2'],
  8: ['l2', 'l1', 't1', 't2', 't3', 'r1', 'r2'],
};

const NOBODY = -1; // no seat has this number

/**
 * @param {Page.State} state
 * @param {number | null | undefined} seat
 */
export const seatOf = (state, seat) => state.seats[seat ?? NOBODY];
/** @param {Page.State} state */
export const mySeat = (state) => state.you?.seat ?? null;
/** @param {Page.State} state */
export const isHost = (state) => Boolean(state.you?.host);
/**
 * @param {Page.State} state
 * @param {string} what
 */
export const may = (state, what) => state.you?.may?.includes(what) ?? false;
/**
 * @param {Page.State} state
 * @param {number | null | undefined} seat
 */
export const playerOf = (state, seat) =>
  state.game?.players?.find((player) => player.seat === seat && !player.left) ?? null;
/**
 * @param {Page.State} state
 * @param {Wire.Card} card
 */
export const isWild = (state, card) => state.game?.wilds?.includes(faceOf(card)) ?? false;
/**
 * The legal moves of a kind.
 * @template {Wire.Action['do']} Kind
 * @param {Page.State} state
 * @param {Kind} kind
 */
export const legal = (state, kind) =>
  /** @type {Extract<Wire.Action, { do: Kind }>[]} */ ((state.you?.legal ?? []).filter((action) => action.do === kind));
/**
 * What the rules of this game are, as far as the page must know. The room says it before there is a game.
 * @param {Page.State} state
 * @returns {Partial<Wire.Rules>}
 */
export const rulesIn = (state) => state.room?.rules ?? {};
/** @param {Page.State} state */
export const several = (state) => Boolean(rulesIn(state).lays);

/**
 * Commands to the server make sense: connected, nothing under way, not frozen.
 * @param {Page.State} state
 */
export const online = (state) => state.link.status === 'up';
/** @param {Page.State} state */
export const frozen = (state) => Boolean(state.room?.frozen || state.room?.paused || state.room?.asleep);
/**
 * The first picture has come.
 * @param {Page.State} state
 * @returns {state is Page.Shown}
 */
export const shown = (state) => state.room !== null;
/**
 * There is a game to look at.
 * @param {Page.State} state
 * @returns {state is Page.Dealt}
 */
export const dealt = (state) => state.game !== null;
/**
 * @param {Page.State} state
 * @returns {state is Page.Running}
 */
export const running = (state) =>
  ['draw', 'discard', 'window'].includes(state.game?.phase ?? '') && !state.room?.closed;
/**
 * @param {Page.State} state
 * @returns {state is Page.InRound}
 */
export const inRound = (state) => running(state) && Boolean(playerOf(state, mySeat(state))?.in_round);
/**
 * @param {Page.State} state
 * @returns {state is Page.OnTurn}
 */
export const myTurn = (state) => inRound(state) && state.game.active === mySeat(state) && state.game.phase !== 'window';

/**
 * The running match this person is still in; null for whoever is in none.
 * @param {Page.State} state
 * @returns {Page.OwnMatch | null}
 */
export function ownMatch(state) {
  const seat = mySeat(state);
  const player = seat === null ? undefined : playerOf(state, seat);
  if (!state.game || !player || player.out || state.game.match?.over) return null;
  const others = state.game.players.filter((one) => one.seat !== player.seat && !one.left && !one.out).length;
  const { alone, score } = rulesIn(state);
  return { others, inRound: inRound(state), alone, score };
}

/**
 * The open window seen from here: "mine" (I discarded), "claim" (the button), "watch", or null.
 * @param {Page.State} state
 * @returns {'mine' | 'claim' | 'watch' | null}
 */
export function windowRole(state) {
  if (state.game?.phase !== 'window' || !state.game.window || !running(state)) return null;
  if (!inRound(state)) return 'watch';
  return state.game.window.discarder === mySeat(state) ? 'mine' : 'claim';
}

/**
 * The seat at the bottom of the page: one's own, one's reserved one, else the first taken one.
 * @param {Page.State} state
 */
export function bottomSeat(state) {
  const own = mySeat(state) ?? state.you?.reservation ?? null;
  if (own !== null) return own;
  return state.seats.find((seat) => seat.kind !== 'free')?.i ?? 0;
}

/**
 * The other seats in turn order, each with its area.
 * @param {Page.State} state
 */
export function around(state) {
  const count = state.seats.length;
  const base = bottomSeat(state);
  return (AREAS[count] ?? []).flatMap((area, at) => {
    const seat = state.seats[(base + at + 1) % count];
    return seat ? [{ area, seat }] : [];
  });
}

/**
 * @param {Page.State} state
 * @returns {'loading' | 'result' | 'table' | 'waiting'}
 */
export function screen(state) {
  if (!state.room) return 'loading';
  if (state.game?.phase === 'over' && state.game.result) return 'result';
  return state.game && state.game.phase !== 'idle' ? 'table' : 'waiting';
}

/**
 * The result of a round is to be seen.
 * @param {Page.State} state
 * @returns {state is Page.Ended}
 */
export const ended = (state) => screen(state) === 'result';

/**
 * What lies over the board: { kind, … } or null. Never over the hand.
 * @param {Page.State} state
 * @returns {Page.Veil | null}
 */
export function veil(state) {
  const { link, room } = state;
  if (link.status === 'gone') return { kind: 'gone', code: link.code };
  if (!room) return link.tries > 0 ? { kind: 'lost' } : null;
  if (room.closed) return { kind: 'closed', reason: room.closed };
  if (link.status === 'quiet') return { kind: 'quiet' };
  if (link.status === 'down' || (link.status === 'connecting' && link.tries > 0)) return { kind: 'lost' };
  if (room.paused) return { kind: 'paused' };
  if (room.asleep) return { kind: 'asleep' };
  return null;
}

/**
 * @param {Page.State} state
 * @param {number | null | undefined} seat
 * @param {string} [you] what one is called oneself, where not by name
 */
export function nameOf(state, seat, you) {
  if (seat === mySeat(state) && you !== undefined) return you;
  const at = seatOf(state, seat);
  return at?.name ?? at?.was?.name ?? '';
}

/**
 * Who was dealt the cards of this seat, still there or not: a result is theirs.
 * @param {Page.State} state
 * @param {number | null | undefined} seat
 */
export const holderOf = (state, seat) => seatOf(state, seat)?.was ?? seatOf(state, seat);
/**
 * @param {Page.State} state
 * @param {number | null | undefined} seat
 */
export const isMine = (state, seat) => mySeat(state) !== null && seat === mySeat(state) && !seatOf(state, seat)?.was;

/**
 * Cards of this seat that everyone knows.
 * @param {Page.State} state
 * @param {number | null | undefined} seat
 */
export const knownOf = (state, seat) => state.game?.known?.[seat ?? NOBODY] ?? [];

/**
 * May a sentence about an earlier event still name its card? Only while the view carries it.
 * @param {Page.State} state
 * @param {Wire.Event} event
 * @param {boolean} newest
 * @returns {boolean}
 */
export function mayName(state, event, newest) {
  const { game } = state;
  if (!event.card) return false;
  return (
    newest ||
    rulesIn(state).shows_history ||
    (game?.pile_cards ?? []).includes(event.card) ||
    Object.values(game?.known ?? {})
      .flat()
      .includes(event.card)
  );
}

/**
 * Milliseconds left of a deadline; null when there is none or it is not live.
 * @param {number | null | undefined} deadline
 * @param {number} now
 */
export const leftOf = (deadline, now) =>
  deadline === null || deadline === undefined ? null : Math.max(0, deadline - now);

/**
 * May this person end the pause now? A guest only after five minutes.
 * @param {Page.State} state
 * @param {number} now
 */
export function mayResume(state, now) {
  return may(state, 'resume') && (isHost(state) || leftOf(state.times.resumable, now) === 0);
}

/**
 * The host lets nobody watch, and this person has no seat.
 * @param {Page.State} state
 */
export const hiddenGame = (state) =>
  state.game === null &&
  state.room !== null &&
  state.room.match > 0 &&
  !state.room.spectators &&
  mySeat(state) === null &&
  (state.you?.reservation ?? null) === null;

/**
 * Is some countdown on the page running on this side's clock? Then silence must be noticed within five seconds.
 * @param {Page.State} state
 */
export const ticking = (state) => state.times.deadline !== null && !state.room?.closed && running(state);
