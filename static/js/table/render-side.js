// The bar above the board and the side panel: moves in words, the talk, rules of this table.
import { h } from './dom.js';
import { hidden, icon } from './pieces.js';
import { moveNodes } from './render-centre.js';
import { handOf } from './store.js';
import { nameOf, rulesIn, screen } from './view.js';
import { gettext, parts } from './gettext.js';
import { dot, pane as talk } from './chat.js';
import { talkWords } from './words-chat.js';
import { roomLine, ruleLines } from './words.js';

/**
 * @param {Page.State} state
 * @param {Page.Ui} ui
 */
export function bar(state, ui) {
  const { room, game } = state;
  return [
    handOf(state).length > 0 &&
      screen(state) === 'table' &&
      h('a', { key: 'skip', class: 'skip', href: '#hand' }, gettext('Skip to your hand')),
    h(
      'button',
      {
        key: 'back',
        class: 'iconbtn',
        type: 'button',
        'data-do': 'go',
        'data-arg': 'lobby',
        'aria-label': gettext('Back to the rooms'),
      },
      icon('back', ''),
    ),
    h(
      'div',
      { key: 'title', class: 'title' },
      h('h1', null, room ? ui.game : ui.title),
      room && h('p', { class: 'sub', dir: 'auto' }, roomLine(room, game, nameOf(state, room.host))),
    ),
    h(
      'button',
      {
        key: 'side',
        class: 'iconbtn sidebtn',
        type: 'button',
        'data-do': 'moves',
        'aria-expanded': String(ui.side),
        'aria-controls': 'side',
        'aria-label': ui.talk.unread ? `${talkWords.panel()}, ${talkWords.unread(ui.talk.unread)}` : talkWords.panel(),
      },
      icon(ui.talk.unread ? 'chat' : 'list', ''),
      dot(ui.talk),
    ),
    h(
      'button',
      {
        key: 'menu',
        class: 'iconbtn',
        type: 'button',
        'data-do': 'menu',
        'aria-haspopup': 'dialog',
        'aria-label': gettext('Table menu'),
        'aria-disabled': room ? null : 'true',
      },
      icon('dots', ''),
    ),
  ];
}

/**
 * @param {Page.State} state
 * @param {Page.Ui} ui
 */
export const side = (state, ui) => [
  tabs(ui),
  pane('moves', ui, moveList(state)),
  pane('chat', ui, talk(state, ui)),
  pane('rules', ui, rules(state, ui)),
];

/** @param {Page.Ui} ui */
const tabs = (ui) =>
  h(
    'div',
    { key: 'tabs', class: 'tabs' },
    h(
      'div',
      { class: 'tabrow', role: 'tablist', 'aria-label': talkWords.panel() },
      tab('moves', gettext('Moves'), ui),
      tab('chat', talkWords.tab(), ui),
      tab('rules', gettext('Table rules'), ui),
    ),
    h(
      'button',
      { key: 'x', class: 'iconbtn closer', type: 'button', 'data-do': 'moves', 'aria-label': gettext('Close') },
      icon('x', ''),
    ),
  );

/**
 * @param {Page.Tab} name
 * @param {string} label
 * @param {Page.Ui} ui
 */
const tab = (name, label, ui) =>
  h(
    'button',
    {
      key: name,
      class: 'tab',
      type: 'button',
      role: 'tab',
      id: `tab-${name}`,
      'aria-controls': `pane-${name}`,
      'aria-selected': String(ui.tab === name),
      tabindex: ui.tab === name ? 0 : -1,
      'data-do': 'tab',
      'data-arg': name,
    },
    label,
    name === 'chat' && dot(ui.talk),
    name === 'chat' && ui.talk.unread > 0 && hidden(', ', talkWords.unread(ui.talk.unread)),
  );

/**
 * @param {Page.Tab} name
 * @param {Page.Ui} ui
 * @param {Page.Kid} body
 */
const pane = (name, ui, body) =>
  h(
    'div',
    {
      key: name,
      class: name === 'chat' ? 'pane chatpane' : 'pane',
      role: 'tabpanel',
      id: `pane-${name}`,
      'aria-labelledby': `tab-${name}`,
      tabindex: name === 'chat' ? null : 0, // what scrolls in it has a tab stop of its own
      hidden: ui.tab !== name,
    },
    body,
  );

/**
 * The rules of this table, and the fingerprint of its shuffle.
 * @param {Page.State} state
 * @param {Page.Ui} ui
 * @returns {Page.Kid}
 */
function rules(state, ui) {
  const { room, game } = state;
  return [
    room && h('ul', { class: 'rules' }, ruleLines(rulesIn(state), room.options, room.changed).map(rule)),
    room &&
      h(
        'p',
        null,
        h('a', { href: ui.rules, target: '_blank', rel: 'noopener' }, gettext('All the rules of this game')),
      ),
    game?.commitment &&
      h(
        'p',
        { key: 'print', class: 'small' },
        parts(gettext('Fingerprint of this shuffle, to be checked after the match: %(print)s'), {
          print: h('code', { class: 'print' }, game.commitment),
        }),
      ),
  ];
}

/**
 * @param {{ text: string, changed: boolean }} line
 * @param {number} at
 */
const rule = ({ text, changed }, at) =>
  h(
    'li',
    { key: at },
    changed ? [h('b', null, text), ' ', h('span', { class: 'badge' }, gettext('not standard'))] : text,
  );

/**
 * Newest first. The newest event that concerns a card may name it everywhere; older ones only while the view does.
 * @param {Page.State} state
 */
function moveList(state) {
  if (!state.moves.length) return h('p', { class: 'muted' }, gettext('No moves yet.'));
  const shown = state.moves.filter((event) => event.e !== 'window' && event.e !== 'window_closed');
  const newest = shown.find((event) => event.card || event.e === 'drew');
  return h(
    'ol',
    { class: 'moves plain' },
    shown.map((event, at) => h('li', { key: shown.length - at }, moveNodes(state, event, event === newest))),
  );
}
