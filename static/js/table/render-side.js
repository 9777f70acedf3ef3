// The bar above the board and the side panel: moves in words, rules of this table.
import { h } from './dom.js';
import { icon } from './pieces.js';
import { moveNodes } from './render-centre.js';
import { gettext } from './gettext.js';
import { gameName, roomLine, ruleLines } from './words.js';

export function bar(state, ui) {
  const { room, game } = state;
  return [
    h('button', { key: 'back', class: 'iconbtn', type: 'button', 'data-do': 'go', 'data-arg': 'lobby', 'aria-label': gettext('Back to the rooms') }, icon('back', '')),
    h('div', { key: 'title', class: 'title' }, h('h1', null, room ? gameName(room.ruleset) : ui.title), room && h('p', { class: 'sub', dir: 'auto' }, roomLine(room, game))),
    h('button', { key: 'side', class: 'iconbtn sidebtn', type: 'button', 'data-do': 'moves', 'aria-expanded': String(ui.side), 'aria-controls': 'side', 'aria-label': gettext('Moves and rules') }, icon('list', '')),
    h('button', { key: 'menu', class: 'iconbtn', type: 'button', 'data-do': 'menu', 'aria-haspopup': 'dialog', 'aria-label': gettext('Table menu'), 'aria-disabled': room ? null : 'true' }, icon('dots', '')),
  ];
}

export function side(state, ui) {
  const tabs = [['moves', gettext('Moves')], ['rules', gettext('Table rules')]];
  return [
    h('div', { key: 'tabs', class: 'tabs', role: 'tablist', 'aria-label': gettext('Moves and rules') },
      tabs.map(([name, label]) => h('button', { key: name, class: 'tab', type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `pane-${name}`, 'aria-selected': String(ui.tab === name), tabindex: ui.tab === name ? 0 : -1, 'data-do': 'tab', 'data-arg': name }, label)),
      h('button', { key: 'x', class: 'iconbtn closer', type: 'button', 'data-do': 'moves', 'aria-label': gettext('Close') }, icon('x', ''))),
    h('div', { key: 'moves', class: 'pane', role: 'tabpanel', id: 'pane-moves', 'aria-labelledby': 'tab-moves', tabindex: 0, hidden: ui.tab !== 'moves' }, moveList(state)),
    h('div', { key: 'rules', class: 'pane', role: 'tabpanel', id: 'pane-rules', 'aria-labelledby': 'tab-rules', tabindex: 0, hidden: ui.tab !== 'rules' },
      state.room && h('ul', { class: 'rules' }, ruleLines(state.room).map((line, at) => h('li', { key: at }, line))),
      state.room && h('p', null, h('a', { href: ui.rules }, gettext('All the rules of this game')))),
  ];
}

/** Newest first. The newest event that concerns a card may name it everywhere; older ones only while the view does. */
function moveList(state) {
  if (!state.moves.length) return h('p', { class: 'muted' }, gettext('No moves yet.'));
  const shown = state.moves.filter((event) => event.e !== 'window' && event.e !== 'window_closed');
  const newest = shown.find((event) => event.card || event.e === 'drew');
  return h('ol', { class: 'moves plain' }, shown.map((event, at) => h('li', { key: shown.length - at }, moveNodes(state, event, event === newest))));
}
