// The other seats round the board, and the strip of the bottom seat when it is not one's own.
import { h } from './dom.js';
import { avatar, backCard, cardTag, hidden, icon, ring, ticker, voiced } from './pieces.js';
import { around, bottomSeat, frozen, knownOf, may, mySeat, playerOf, running, screen } from './view.js';
import { gettext, interpolate, parts } from './gettext.js';
import { cardCount, levelName, scoreText } from './words.js';
import { labels } from './words-prompts.js';
import { sitsAtOnce } from './offers.js';

/** @type {Partial<Record<string, string>>} */
const DOTS = { easy: '●○○', normal: '●●○', hard: '●●●' };

/** @param {Page.Shown} state */
export function seatList(state) {
  return h(
    'ol',
    { key: 'seats', class: 'seats', 'aria-label': gettext('Players, in playing order after you') },
    around(state).map(({ area, seat }) => place(state, area, seat)),
  );
}

/**
 * @param {Page.Shown} state
 * @param {string} area
 * @param {Wire.Seat} seat
 */
function place(state, area, seat) {
  const player = playerOf(state, seat.i);
  const states =
    seat.kind === 'free'
      ? ''
      : [
          isTurn(state, seat.i) && 'is-turn',
          seat.kind === 'person' && !seat.present && 'is-away',
          running(state) && !player?.in_round && 'is-out',
          didLast(state, seat.i) && 'did',
        ]
          .filter(Boolean)
          .join(' ');
  return h(
    'li',
    { key: seat.i, class: `seat ${states}`, 'data-pos': area, 'data-seat': seat.i },
    plate(state, seat, player),
  );
}

/**
 * @param {Page.State} state
 * @param {number} seat
 * @returns {state is Page.Dealt}
 */
export const isTurn = (state, seat) => running(state) && state.game.active === seat && state.game.phase !== 'window';

/**
 * @param {Page.Shown} state
 * @param {number} seat
 */
function didLast(state, seat) {
  const last = state.game?.last ?? [];
  return (
    running(state) &&
    last.some((event) => event.seat === seat && ['discarded', 'took', 'drew'].includes(event.e)) &&
    !isTurn(state, seat)
  );
}

/**
 * @param {Page.Shown} state
 * @param {Wire.Seat} seat
 * @param {Wire.Player | null} player
 */
function plate(state, seat, player) {
  if (seat.kind === 'free') return freePlate(state, seat);
  return h(
    'button',
    { key: 'plate', class: 'plate', type: 'button', 'data-do': 'seat', 'data-arg': seat.i },
    avatar(seat, '', isTurn(state, seat.i) && ring('action'), dealerMark(state, seat.i), count(player)),
    who(state, seat),
    facts(state, seat, player),
  );
}

/**
 * @param {Page.Shown} state
 * @param {Wire.Seat} seat
 */
function freePlate(state, seat) {
  const open = may(state, 'sit') || may(state, 'add_bot');
  return h(
    'button',
    {
      key: 'free',
      class: `plate empty ${screen(state) === 'waiting' ? '' : 'is-quiet'}`,
      type: 'button',
      'data-do': 'seat',
      'data-arg': seat.i,
      'aria-disabled': open && !seat.reserved_by ? null : 'true',
    },
    seat.reserved_by ? icon('lock') : icon('plus'),
    h(
      'span',
      { class: 'name' },
      seat.reserved_by
        ? interpolate(gettext('Kept for %(name)s'), { name: seat.reserved_by })
        : sitsAtOnce(state, seat)
          ? labels.sitHere()
          : labels.free(),
    ),
  );
}

/**
 * @param {Page.Shown} state
 * @param {number} seat
 */
function dealerMark(state, seat) {
  if (state.game?.dealer !== seat || !running(state)) return null;
  return h('span', { key: 'deal', class: 'deal' }, icon('cards', ''), hidden(', ', gettext('dealer')));
}

/** @param {Wire.Player | null} player */
function count(player) {
  if (!player?.in_round) return null;
  return h(
    'span',
    { key: 'count', class: 'count' },
    h('span', { 'aria-hidden': 'true' }, player.count),
    hidden(', ', cardCount(player.count)),
  );
}

/**
 * @param {Page.Shown} state
 * @param {Wire.Seat} seat
 */
function who(state, seat) {
  const host = state.room.host === seat.i;
  return h(
    'span',
    { key: 'who', class: 'who' },
    host && icon('host'),
    h('span', { class: 'name', dir: 'auto' }, seat.name),
    host && hidden(', ', gettext('host')),
    isTurn(state, seat.i) && hidden(', ', gettext('to play')),
  );
}

/**
 * The line under the name: what matters most comes first (away, out), then score and level.
 * @param {Page.Shown} state
 * @param {Wire.Seat} seat
 * @param {Wire.Player | null} player
 */
export function facts(state, seat, player) {
  const away = seat.kind === 'person' && !seat.present;
  const known = running(state) ? knownOf(state, seat.i) : [];
  return [
    h(
      'span',
      { key: 'facts', class: 'facts' },
      away
        ? h(
            'span',
            { key: 'away', class: 'fact' },
            icon('off'),
            parts(gettext('away %(time)s'), { time: ticker(`absent:${seat.i}`, 'm') }),
          )
        : null,
      !away && seat.leaving && h('span', { key: 'leaving', class: 'fact' }, icon('door'), gettext('leaving')),
      player?.out ? h('span', { key: 'out', class: 'fact out' }, gettext('out')) : score(state, player, away),
      seat.reserved_by &&
        h(
          'span',
          { key: 'next', class: 'fact' },
          icon('next'),
          voiced(gettext('next: %(name)s'), { name: h('span', { class: 'name' }, seat.reserved_by) }),
        ),
      seat.kind === 'bot' &&
        h(
          'span',
          { key: 'level', class: 'fact lvl' },
          icon('bot'),
          h('span', { 'aria-hidden': 'true' }, DOTS[seat.level ?? '']),
          hidden(' ', levelName(seat.level)),
        ),
    ),
    known.length > 0 &&
      h(
        'span',
        { key: 'known', class: 'knowns' },
        voiced(gettext('known cards: %(cards)s'), {
          cards: known.map((card) => h('span', { key: card }, cardTag(card))),
        }),
      ),
  ];
}

/**
 * @param {Page.State} state
 * @param {Wire.Player | null} player
 * @param {boolean} [short]
 */
export function score(state, player, short) {
  const kind = state.game?.score_kind;
  if (!player || player.score === null || player.score === undefined || !kind) return null;
  const sign = kind === 'wins' ? 'cup' : kind === 'lives' ? 'heart' : null;
  return h(
    'span',
    {
      key: 'score',
      class: `fact ${kind === 'lives' ? 'life' : ''}`,
      title: short ? null : scoreText(kind, player.score),
    },
    sign && icon(sign),
    h(
      'span',
      { 'aria-hidden': 'true' },
      sign ? player.score : interpolate(gettext('%(count)s p'), { count: player.score }),
    ),
    hidden(scoreText(kind, player.score)),
  );
}

/**
 * The bottom strip for somebody who watches: that seat's plate, lying down, with face-down cards.
 * @param {Page.Shown} state
 */
export function bottomStrip(state) {
  const seat = state.seats[bottomSeat(state)];
  if (!seat || seat.kind === 'free' || seat.i === mySeat(state)) return null;
  const player = playerOf(state, seat.i);
  const turn = isTurn(state, seat.i);
  return h(
    'div',
    { key: `strip${seat.i}`, class: `me watchme ${turn ? 'is-turn' : ''}`, 'data-seat': seat.i },
    avatar(seat, '', turn && ring('action')),
    h(
      'button',
      { class: 'stripname', type: 'button', 'data-do': 'seat', 'data-arg': seat.i },
      h('strong', { dir: 'auto' }, seat.name),
      h('span', { class: 'facts' }, facts(state, seat, player)),
    ),
    player?.in_round && screen(state) === 'table' && !frozen(state)
      ? h(
          'span',
          { class: 'fan backs', 'aria-hidden': 'true' },
          Array.from({ length: player.count }, (_, at) => ({ ...backCard(), key: at })),
        )
      : null,
    player?.in_round && hidden(cardCount(player.count)),
  );
}
