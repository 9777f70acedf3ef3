// Questions about the state that several parts of the page ask. Pure.
import { faceOf } from './cards.js';

/** Which areas of the board the other seats take, by number of seats, in turn order from one's left. */
const AREAS = {
  2: ['t2'],
  3: ['t1', 't3'],
  4: ['t1', 't2', 't3'],
  5: ['l1', 't1', 't3', 'r1'],
  6: ['l1', 't1', 't2', 't3', 'r1'],
  7: ['l2', 'l1', 't1', 't3', 'r1', 'r2'],
  8: ['l2', 'l1', 't1', 't2', 't3', 'r1', 'r2'],
};

export const mySeat = (state) => state.you?.seat ?? null;
export const isHost = (state) => Boolean(state.you?.host);
export const may = (state, what) => state.you?.may?.includes(what) ?? false;
export const playerOf = (state, seat) =>
  state.game?.players?.find((player) => player.seat === seat && !player.left) ?? null;
export const isWild = (state, card) => state.game?.wilds?.includes(faceOf(card)) ?? false;
export const legal = (state, kind) => (state.you?.legal ?? []).filter((action) => action.do === kind);
/** What the rules of this game are, as far as the page must know. The room says it before there is a game. */
export const rulesIn = (state) => state.room?.rules ?? {};
export const several = (state) => Boolean(rulesIn(state).lays);

/** Commands to the server make sense: connected, nothing under way, not frozen. */
export const online = (state) => state.link.status === 'up';
export const frozen = (state) => Boolean(state.room?.frozen || state.room?.paused || state.room?.asleep);
export const running = (state) => ['draw', 'discard', 'window'].includes(state.game?.phase) && !state.room?.closed;
export const inRound = (state) => running(state) && Boolean(playerOf(state, mySeat(state))?.in_round);
export const myTurn = (state) => inRound(state) && state.game.active === mySeat(state) && state.game.phase !== 'window';

/** The open window seen from here: "mine" (I discarded), "claim" (the button), "watch", or null. */
export function windowRole(state) {
  if (state.game?.phase !== 'window' || !state.game.window || !running(state)) return null;
  if (!inRound(state)) return 'watch';
  return state.game.window.discarder === mySeat(state) ? 'mine' : 'claim';
}

/** The seat at the bottom of the page: one's own, one's reserved one, else the first taken one. */
export function bottomSeat(state) {
  const own = mySeat(state) ?? state.you?.reservation ?? null;
  if (own !== null) return own;
  return state.seats.find((seat) => seat.kind !== 'free')?.i ?? 0;
}

/** The other seats in turn order, each with its area. */
export function around(state) {
  const count = state.seats.length;
  const base = bottomSeat(state);
  return (AREAS[count] ?? []).map((area, at) => ({ area, seat: state.seats[(base + at + 1) % count] }));
}

export function screen(state) {
  if (!state.room) return 'loading';
  if (state.game?.phase === 'over' && state.game.result) return 'result';
  return state.game && state.game.phase !== 'idle' ? 'table' : 'waiting';
}

/** What lies over the board: { kind, … } or null. Never over the hand. */
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

export function nameOf(state, seat, you) {
  if (seat === mySeat(state) && you !== undefined) return you;
  const at = state.seats[seat];
  return at?.name ?? at?.was?.name ?? '';
}

/** Who was dealt the cards of this seat, still there or not: a result is theirs. */
export const holderOf = (state, seat) => state.seats[seat]?.was ?? state.seats[seat];
export const isMine = (state, seat) => mySeat(state) !== null && seat === mySeat(state) && !state.seats[seat].was;

/** Cards of this seat that everyone knows. */
export const knownOf = (state, seat) => state.game?.known?.[seat] ?? [];

/** May a sentence about an earlier event still name its card? Only while the view carries it. */
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

/** Milliseconds left of a deadline; null when there is none or it is not live. */
export const leftOf = (deadline, now) =>
  deadline === null || deadline === undefined ? null : Math.max(0, deadline - now);

/** May this person end the pause now? A guest only after five minutes. */
export function mayResume(state, now) {
  return may(state, 'resume') && (isHost(state) || leftOf(state.times.resumable, now) === 0);
}

/** The host lets nobody watch, and this person has no seat. */
export const hiddenGame = (state) =>
  state.game === null &&
  state.room?.match > 0 &&
  !state.room.spectators &&
  mySeat(state) === null &&
  (state.you?.reservation ?? null) === null;

/** Is some countdown on the page running on this side's clock? Then silence must be noticed within five seconds. */
export const ticking = (state) => state.times.deadline !== null && !state.room?.closed && running(state);
