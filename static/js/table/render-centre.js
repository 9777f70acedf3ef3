// The middle of the board: stock, turn-up, discard pile, table melds, what was last done; and the veil over it all.
import { h } from './dom.js';
import { backCard, card, cardTag, frameRing, icon, sentence, ticker, voiced } from './pieces.js';
import { isWild, knownOf, leftOf, mayName, mayResume, mySeat, nameOf, several, veil, windowRole } from './view.js';
import { gettext, interpolate, parts } from './gettext.js';
import { cardCount, cardLabel, cardName } from './words.js';
import { eventText, timed } from './words-events.js';
import { closedText, farewell } from './words-codes.js';
import { crowd } from './melds.js';
import { labels, veilText, youAre } from './words-prompts.js';
import { meldTargets, openPiles } from './offers.js';

/** @param {Page.Dealt} state */
export function centre(state) {
  const piles = h('div', { key: 'piles', class: 'piles' }, stock(state), discard(state));
  const lines = h('div', { key: 'sayings', class: 'sayings' }, wildLine(state), saying(state));
  if (several(state))
    return h('div', { key: 'centre', class: 'centre' }, h('div', { class: 'ramibox' }, piles, melds(state)), lines);
  return h('div', { key: 'centre', class: 'centre' }, piles, lines);
}

/** @param {Page.Dealt} state */
function stock(state) {
  const { game } = state;
  const open = openPiles(state).stock;
  const turnUp = game.turn_up;
  return h(
    'div',
    { key: 'stock', class: `pile stock ${turnUp ? 'has-vira' : ''} ${open ? 'can' : ''}` },
    turnUp &&
      h(
        'span',
        { key: 'up', class: 'vira' },
        card(turnUp, { label: interpolate(gettext('Turn-up: %(card)s'), { card: cardName(turnUp) }) }),
      ),
    h(
      'button',
      {
        key: 'b',
        class: 'pilebtn',
        type: 'button',
        id: 'stock',
        'data-do': 'draw',
        'aria-disabled': open ? null : 'true',
        'aria-label': interpolate(gettext('Stock: %(cards)s'), { cards: cardCount(game.stock) }),
      },
      game.stock > 0 ? backCard() : h('span', { class: 'card-slot' }, gettext('empty')),
    ),
    h(
      'span',
      { key: 'l', class: 'pilelabel', 'aria-hidden': 'true' },
      parts(gettext('Stock %(count)s'), { count: h('b', { class: 'num' }, game.stock) }),
      limit(game),
    ),
  );
}

/**
 * Reshuffles done, where the rules count them.
 * @param {Page.Game} game
 */
function limit(game) {
  if (!game.reshuffle_limit) return null;
  return h(
    'small',
    { key: 'limit', class: 'limit' },
    interpolate(gettext('shuffle %(done)s of %(limit)s'), { done: game.reshuffles, limit: game.reshuffle_limit }),
  );
}

/** @param {Page.Dealt} state */
function discard(state) {
  const { game } = state;
  const open = openPiles(state).pile;
  const claimed = windowRole(state) !== null;
  const browse = Boolean(game.pile_cards?.length);
  const label = game.top
    ? interpolate(gettext('Discard pile: %(card)s'), { card: cardLabel(game.top, { wild: isWild(state, game.top) }) })
    : gettext('Discard pile: empty');
  return h(
    'div',
    { key: 'discard', class: `pile discard ${open ? 'can' : ''}` },
    h(
      'button',
      {
        key: 'b',
        class: `pilebtn ${claimed ? 'claim' : ''}`,
        type: 'button',
        id: 'pile',
        'data-do': open ? 'take' : 'pile',
        'aria-label': label,
        'aria-disabled': open || browse ? null : 'true',
      },
      game.top
        ? card(game.top, {
            css: isWild(state, game.top) ? 'is-wild' : '',
            marks: isWild(state, game.top) ? ['wild'] : [],
            fly: game.top,
          })
        : h('span', { class: 'card-slot' }, gettext('Discard pile')),
      claimed && frameRing('cring', 'action'),
    ),
    browse
      ? h(
          'button',
          { key: 'l', class: 'pilelabel look', type: 'button', 'data-do': 'pile' },
          parts(gettext('Discards %(count)s · look'), { count: h('b', { class: 'num' }, game.pile) }),
        )
      : h('span', { key: 'l', class: 'pilelabel', 'aria-hidden': 'true' }, gettext('Discards')),
  );
}

/** @param {Page.Dealt} state */
function wildLine(state) {
  const wilds = state.game.wilds ?? [];
  if (!wilds.length) return null;
  return h(
    'p',
    { key: 'wild', class: 'wildline' },
    icon('star'),
    parts(gettext('Wild: %(cards)s'), { cards: wilds.map((face) => h('span', { key: face }, cardTag(face))) }),
  );
}

/**
 * The newest public event in words; in the window also what it means.
 * @param {Page.Dealt} state
 */
function saying(state) {
  const [last] = state.moves.filter(
    (event) => !['window', 'window_closed', 'dealt', 'round_over', 'match_over'].includes(event.e),
  );
  return [
    last && h('p', { key: 's', class: 'saying sub' }, moveNodes(state, last, true)),
    state.game.phase === 'window' && h('p', { key: 'w', class: 'saying' }, gettext('Cut-in window')),
  ];
}

/** Done by the clock in a player's place; other events are always the engine's. */
const TIMED = new Set(['drew', 'took', 'discarded']);

/**
 * One event as nodes. Only the newest may name its card where the view forgets the others.
 * @param {Page.State} state
 * @param {Page.Move} event
 * @param {boolean} newest
 */
export function moveNodes(state, event, newest) {
  const you = event.seat === mySeat(state);
  const text = eventText(event, { you, named: mayName(state, event, newest), drawn: newest ? event.drawn : null });
  /** @param {number | null | undefined} seat */
  const name = (seat) => (seat === event.seat && event.by) || nameOf(state, seat, youAre()); // who has left keeps the name
  return sentence(event.auto && TIMED.has(event.e) ? timed(text) : text, name);
}

/** @param {Page.Dealt} state */
function melds(state) {
  const targets = meldTargets(state);
  const all = state.game.melds ?? [];
  if (!all.length) return h('p', { key: 'melds', class: 'saying sub melds' }, gettext('No melds on the table yet'));
  return h(
    'ul',
    { key: 'melds', class: `melds plain ${crowd(all)}`, 'aria-label': gettext('Melds on the table') },
    all.map((meld) => {
      const mine = meld.owner === mySeat(state);
      const on = targets.includes(meld.id);
      const owner = nameOf(state, meld.owner, youAre());
      return h(
        'li',
        { key: meld.id },
        h(
          'button',
          {
            class: `meld ${mine ? 'is-mine' : ''} ${on ? 'is-target' : ''}`,
            type: 'button',
            'data-do': 'meld',
            'data-arg': meld.id,
            'aria-disabled': on ? null : 'true',
          },
          voiced(
            mine
              ? gettext('Lay off on your own meld: %(cards)s')
              : gettext('Lay off on the meld of %(name)s: %(cards)s'),
            { name: owner, cards: fan(state, meld) },
          ),
          h('span', { class: 'owner', dir: 'auto' }, owner),
          on && h('span', { class: 'plus' }, icon('plus', '')),
        ),
      );
    }),
  );
}

/**
 * @param {Page.State} state
 * @param {Wire.Meld} meld
 */
const fan = (state, meld) =>
  h(
    'span',
    { class: 'fan' },
    meld.cards.map((id) => card(id, { css: knownOf(state, mySeat(state)).includes(id) ? 'is-known' : '', fly: id })),
  );

// --- veil: over the board, never over the hand --------------------------------------------------------------------

const VEIL_ICONS = { paused: 'pause', asleep: 'pause', quiet: 'off', lost: 'off', closed: 'lock', gone: 'lock' };

/** @param {Page.State} state */
export function veilBox(state) {
  const over = veil(state);
  if (!over) return null;
  const goodbye = over.kind === 'gone' ? farewell(over.code) : null;
  const [head, text, sub] = goodbye
    ? [goodbye.head, goodbye.text, '']
    : veilText({
        kind: over.kind,
        reason: over.kind === 'closed' ? closedText(over.reason) : '',
        host: state.you?.host,
      });
  return h(
    'div',
    { key: 'veil', class: `veil is-${over.kind}`, role: 'status' },
    icon(VEIL_ICONS[over.kind], 'vi'),
    h('h2', null, head),
    h('p', { key: 't' }, text),
    sub && h('p', { key: 's', class: 'sub' }, sub),
    over.kind === 'lost' && h('p', { key: 'retry', class: 'sub num' }, tries(state.link)),
    over.kind === 'paused' &&
      (leftOf(state.times.resumable, performance.now()) ?? 0) > 0 &&
      !state.you?.host &&
      h(
        'p',
        { key: 'free', class: 'sub' },
        parts(gettext('Anybody may resume in %(time)s'), { time: ticker('resumable', 'm') }),
      ),
    h('div', { key: 'row', class: 'row' }, veilButtons(state, over, goodbye)),
  );
}

/**
 * @param {Page.Link} link
 * @returns {Page.Kid}
 */
function tries({ tries: count, retryAt }) {
  if (retryAt === null) return interpolate(gettext('Try %(tries)s'), { tries: count });
  return parts(gettext('Try %(tries)s failed; the next in %(time)s s'), {
    tries: String(count),
    time: ticker('retry'),
  });
}

/**
 * @param {Page.State} state
 * @param {Page.Veil} over
 * @param {Page.Farewell | null} goodbye
 */
function veilButtons(state, over, goodbye) {
  /**
   * @param {string} what
   * @param {string} label
   */
  const button = (what, label) => h('button', { key: what, class: 'btn hot', type: 'button', 'data-do': what }, label);
  /**
   * @param {string} where
   * @param {string} label
   */
  const link = (where, label) =>
    h('button', { key: where, class: 'btn hot', type: 'button', 'data-do': 'go', 'data-arg': where }, label);
  switch (over.kind) {
    case 'lost':
      return button('retry', gettext('Try now'));
    case 'paused':
      return mayResume(state, performance.now()) ? button('resume', labels.resume()) : null;
    case 'closed':
      return link('lobby', gettext('Back to the rooms'));
    case 'gone':
      return goodbye && link(goodbye.go, wayOut(goodbye.go));
    default:
      return null;
  }
}

/** @param {Page.WayOut} where */
function wayOut(where) {
  if (where === 'login') return gettext('Log in');
  return where === 'lobby' ? gettext('Back to the rooms') : gettext('Load again');
}
