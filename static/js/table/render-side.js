// The bar above the board and the side panel: moves in words, the talk, rules of this table.
import { h } from './dom.js';
import { hidden, icon } from './pieces.js';
import { moveNodes } from './render-centre.js';
import { handOf } from './store.js';
import { nameOf, rulesIn, screen } from './view.js';
import { gettext, parts } from './gettext.js';
import { dot, pane } from './chat.js';
import { talkWords } from './words-chat.js';
import { roomLine, ruleLines } from './words.js';

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

export function side(state, ui) {
  const tabs = [
    ['moves', gettext('Moves')],
    ['chat', talkWords.tab()],
    ['rules', gettext('Table rules')],
  ];
  return [
    h(
      'div',
      { key: 'tabs', class: 'tabs' },
      h(
        'div',
        { class: 'tabrow', role: 'tablist', 'aria-label': talkWords.panel() },
        tabs.map(([name, label]) =>
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
          ),
        ),
      ),
      h(
        'button',
        { key: 'x', class: 'iconbtn closer', type: 'button', 'data-do': 'moves', 'aria-label': gettext('Close') },
        icon('x', ''),
      ),
    ),
    h(
      'div',
      {
        key: 'moves',
        class: 'pane',
        role: 'tabpanel',
        id: 'pane-moves',
        'aria-labelledby': 'tab-moves',
        tabindex: 0,
        hidden: ui.tab !== 'moves',
      },
      moveList(state),
    ),
    h(
      'div',
      {
        key: 'chat',
        class: 'pane chatpane',
        role: 'tabpanel',
        id: 'pane-chat',
        'aria-labelledby': 'tab-chat',
        hidden: ui.tab !== 'chat',
      },
      pane(state, ui),
    ),
    h(
      'div',
      {
        key: 'rules',
        class: 'pane',
        role: 'tabpanel',
        id: 'pane-rules',
        'aria-labelledby': 'tab-rules',
        tabindex: 0,
        hidden: ui.tab !== 'rules',
      },
      state.room &&
        h(
          'ul',
          { class: 'rules' },
          ruleLines(rulesIn(state), state.room.options, state.room.changed).map(({ text, changed }, at) =>
            h(
              'li',
              { key: at },
              changed ? [h('b', null, text), ' ', h('span', { class: 'badge' }, gettext('not standard'))] : text,
            ),
          ),
        ),
      state.room &&
        h(
          'p',
          null,
          h('a', { href: ui.rules, target: '_blank', rel: 'noopener' }, gettext('All the rules of this game')),
        ),
      state.game?.commitment &&
        h(
          'p',
          { key: 'print', class: 'small' },
          parts(gettext('Fingerprint of this shuffle, to be checked after the match: %(print)s'), {
            print: h('code', { class: 'print' }, state.game.commitment),
          }),
        ),
    ),
  ];
}

/** Newest first. The newest event that concerns a card may name it everywhere; older ones only while the view does. */
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
