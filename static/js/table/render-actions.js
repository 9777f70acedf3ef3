// The action row under the hand: buttons of the moment, tools for the order of the hand.
import { h } from './dom.js';
import { frameRing, icon, sentence, ticker, voiced } from './pieces.js';
import { handOf } from './store.js';
import { online, running, screen, several, veil, windowRole } from './view.js';
import { actions, bystanderRow, mayAskWhy, waitingRow } from './offers.js';
import { gettext } from './gettext.js';
import { labels } from './words-prompts.js';

/**
 * @param {Page.Shown} state
 * @param {Page.Ui} ui
 */
export function row(state, ui) {
  if (screen(state) === 'waiting') return waitRow(state);
  const claimed = windowRole(state) === 'claim' && state.game?.window;
  if (claimed && !veil(state))
    return h('div', { key: 'claim', class: 'actions claimrow' }, knockButton(state, claimed.card));
  if (!handOf(state).length) return watchRow(state);
  return h(
    'div',
    { key: 'acts', class: 'actions' },
    tools(state, ui),
    actions(state).map((action) => act(action)),
  );
}

/**
 * The same for everyone but the discarder; it never says whether it would work.
 * @param {Page.State} state
 * @param {Wire.Card} card the one claimed
 */
function knockButton(state, card) {
  return h(
    'button',
    {
      key: 'cut',
      class: 'knock',
      type: 'button',
      'data-do': 'cut',
      'data-main': true,
      'aria-keyshortcuts': 'b',
      'aria-busy': state.pending ? 'true' : null,
    },
    frameRing('kring', 'action'),
    icon('knock'),
    h(
      'span',
      { class: 'what' },
      h('span', null, labels.knock()),
      h(
        'small',
        null,
        sentence(labels.knockWith(card), () => ''),
        ' ',
        h('kbd', { 'aria-hidden': 'true' }, 'B'),
      ),
    ),
    h('span', { class: 'secs' }, voiced(gettext('%(count)s s'), { count: ticker('action') })),
  );
}

/** @param {Page.Row} action */
export function act(action) {
  return h(
    'button',
    {
      key: action.do + (action.icon ?? ''),
      class: `act ${action.hot ? 'hot' : ''} ${action.wins ? 'wins' : ''}`,
      type: 'button',
      'data-do': action.do,
      'data-main': action.hot ? true : null,
      'aria-disabled': action.off ? 'true' : null,
      'aria-busy': action.busy ? 'true' : null,
      'aria-keyshortcuts': action.key?.toLowerCase(),
    },
    action.icon && icon(action.icon),
    h('span', null, action.label, action.key && [' ', h('kbd', { key: 'k', 'aria-hidden': 'true' }, action.key)]),
    action.note !== undefined &&
      action.note.length > 0 &&
      h(
        'small',
        null,
        sentence(action.note, () => ''),
      ),
  );
}

/**
 * @param {string} what
 * @param {string} name
 * @param {string} label
 * @param {Page.Props} [extra]
 */
function tool(what, name, label, extra = {}) {
  return h(
    'button',
    { key: what + (extra['data-arg'] ?? ''), class: 'tool', type: 'button', 'data-do': what, ...extra },
    icon(name, ''),
    h('span', null, label),
  );
}

/**
 * @param {Page.Shown} state
 * @param {Page.Ui} ui
 */
function tools(state, ui) {
  const idle = state.selected.length === 1 ? null : 'true'; // for people who cannot drag
  return h(
    'div',
    { key: 'tools', class: 'tools' },
    h(
      'button',
      {
        key: 'toggle',
        class: 'tool sorttoggle',
        type: 'button',
        'data-do': 'sortmenu',
        'aria-expanded': String(ui.sort),
        'aria-controls': 'sortset',
      },
      icon('sortrank', ''),
      h('span', null, labels.sort()),
    ),
    h(
      'div',
      {
        key: 'set',
        class: `sortset ${ui.sort ? 'open' : ''}`,
        id: 'sortset',
        role: 'group',
        'aria-label': labels.sort(),
      },
      tool('sort', 'sortsuit', labels.sortSuit(), { 'data-arg': 'suit' }),
      tool('sort', 'sortrank', labels.sortRank(), { 'data-arg': 'rank' }),
      tool('sort', 'melds', labels.sortMelds(), { 'data-arg': 'melds' }),
      tool('move', 'back', labels.moveLeft(), { 'data-arg': -1, 'aria-disabled': idle }),
      tool('move', 'next', labels.moveRight(), { 'data-arg': 1, 'aria-disabled': idle }),
    ),
    !several(state) &&
      running(state) &&
      tool('why', 'why', labels.why(), {
        'aria-label': labels.whyLong(),
        'aria-disabled': online(state) && mayAskWhy(state) ? null : 'true',
      }),
  );
}

/** @param {Page.Shown} state */
function waitRow(state) {
  return h(
    'div',
    { key: 'wait', class: 'actions waitacts' },
    waitingRow(state).map((action) => act({ ...action, note: '' })),
  );
}

/** @param {Page.Shown} state */
function watchRow(state) {
  const buttons = bystanderRow(state);
  if (!buttons.length) return null;
  return h(
    'div',
    { key: 'watch', class: 'actions watchacts' },
    buttons.map((action) => act(action)),
  );
}
