// What a new state is announced as: to the voice (live regions), to the ear, to the tab's title. Pure: says what to do.
import { dealt, isMine, leftOf, may, mayName, mySeat, myTurn, nameOf, running, veil, windowRole } from './view.js';
import { gettext, interpolate, parts } from './gettext.js';
import { eventText, resultHead, timed } from './words-events.js';
import { cardName, plain, seconds } from './words.js';
import { prompts } from './words-prompts.js';

const TIMED = new Set(['drew', 'took', 'discarded']); // what the clock does in a player's place

/** @param {Page.State} state */
const turnOf = (state) => (myTurn(state) && !veil(state) ? `${state.game.round}/${state.game.turn}` : null);
/** @param {Page.State} state */
const windowOf = (state) =>
  dealt(state) && windowRole(state) === 'claim' && !veil(state)
    ? `${state.game.round}/${state.game.turn}/window`
    : null;

/**
 * What the player was last called to. A break of the line is no reason to call again; a pause of the table is.
 * @param {Page.State} state
 * @param {string | null} [before]
 */
export function calledTo(state, before = null) {
  const broken = ['quiet', 'lost', 'gone'].includes(veil(state)?.kind ?? '');
  return broken ? before : (turnOf(state) ?? windowOf(state));
}

/**
 * { polite, now, sound, call }: what changed between two states, `events` having been seen to happen; `called`: to what
 * the player was called before.
 * @param {Page.State} before
 * @param {Page.State} state
 * @param {Wire.Event[]} events
 * @param {string | null} called
 */
export function news(before, state, events, called) {
  /** @param {number | null | undefined} seat */
  const name = (seat) => nameOf(state, seat) || nameOf(before, seat);
  const say = events.map((event) => sentenceOf(state, event, name)).filter(Boolean);
  const result = before.game && !before.game.result && state.game?.result;
  if (result) say.push(plain(resultHead(result, isMine(state, result.winner)), name));
  say.push(...changesOfTheTable(before, state));
  return { polite: say.join('. '), ...attention(state, called), sound: soundOf(state, events, called) };
}

/**
 * What has become of the table itself.
 * @param {Page.State} before
 * @param {Page.State} state
 */
function changesOfTheTable(before, state) {
  const say = [];
  if (veil(state)?.kind === 'paused' && veil(before)?.kind !== 'paused') say.push(prompts.paused().join('. '));
  if (veil(before)?.kind === 'paused' && !veil(state)) say.push(gettext('The table goes on'));
  if (state.you?.host && before.you && !before.you.host) say.push(gettext('You are the host now'));
  return say;
}

/**
 * @param {Page.State} state
 * @param {Wire.Event} event
 * @param {Page.NameOf} name
 */
function sentenceOf(state, event, name) {
  const you = event.seat === mySeat(state);
  if (you && event.e === 'drew' && state.you?.drawn) return plain(prompts.drew(state.you.drawn));
  const text = plain(eventText(event, { you, named: mayName(state, event, true) }), name);
  return event.auto && TIMED.has(event.e) && text ? timed(text).join('') : text;
}

/**
 * The own turn and the cut-in window interrupt; the title shows them as long as they last.
 * @param {Page.State} state
 * @param {string | null} called
 * @returns {{ now: string, call: string | null }}
 */
function attention(state, called) {
  const turn = turnOf(state);
  const open = windowOf(state);
  if (turn && turn !== called)
    return {
      now: plain(state.game?.phase === 'draw' ? prompts.draw()[0] : prompts.discard()),
      call: gettext('Your turn'),
    };
  if (open && open !== called)
    return {
      now: plain(
        parts(gettext('Cut-in window: %(card)s. Press B to knock.'), {
          card: cardName(state.game?.window?.card ?? ''),
        }),
      ),
      call: gettext('Cut-in window'),
    };
  return { now: '', call: null };
}

/** @param {Page.State} state */
export function titleOf(state) {
  if (turnOf(state)) return gettext('Your turn');
  if (windowOf(state)) return gettext('Cut-in window');
  return state.game && !running(state) && may(state, 'start') ? gettext('Start') : null;
}

/**
 * @param {Page.State} state
 * @param {Wire.Event[]} events
 * @param {string | null} called
 * @returns {Page.Sound | null}
 */
function soundOf(state, events, called) {
  const happened = new Set(events.map((event) => event.e));
  if (happened.has('knocked') || happened.has('cut') || happened.has('round_over')) return 'knock';
  if (windowOf(state) && windowOf(state) !== called) return 'window';
  if (turnOf(state) && turnOf(state) !== called) return 'turn';
  if (happened.has('discarded') || happened.has('laid') || happened.has('laid_off')) return 'card';
  return happened.has('drew') || happened.has('took') ? 'draw' : null;
}

/** @param {Page.State} state */
export const acting = (state) => Boolean(turnOf(state) || windowOf(state));
/** @param {number} mark */
export const timeWarning = (mark) => interpolate(gettext('%(time)s left'), { time: seconds(mark) });
/**
 * @param {Page.State} state
 * @param {number} now
 */
export const ownLeft = (state, now) => (turnOf(state) ? leftOf(state.times.deadline, now) : null);
