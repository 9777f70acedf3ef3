// The rail at the bottom: prompt with clock, own hand in groups, action row.
import { h } from './dom.js';
import { avatar, cardInk, frameRing, icon, ring, sentence, ticker, voiced } from './pieces.js';
import { suitOf, twins } from './cards.js';
import { groupKey, rows } from './hand.js';
import { kindOf } from './melds.js';
import { groupsOf, handOf, rulesOf } from './store.js';
import {
  bottomSeat,
  holderOf,
  isWild,
  knownOf,
  mySeat,
  myTurn,
  online,
  playerOf,
  running,
  screen,
  several,
  veil,
  windowRole,
} from './view.js';
import { actions, bystanderRow, prompt, waitingRow } from './offers.js';
import { bottomStrip, score } from './render-seats.js';
import { gettext } from './gettext.js';
import { cardLabel, groupLabel } from './words.js';
import { labels, yourHand } from './words-prompts.js';

export function rail(state, ui) {
  const turn = myTurn(state) && !veil(state);
  const hand = handOf(state);
  return h(
    'section',
    {
      key: 'mine',
      class: `mine ${turn ? 'on-turn' : ''} ${hand.length ? 'has-hand' : ''}`,
      id: 'mine',
      'aria-label': yourHand(),
    },
    bottomStrip(state),
    me(state, turn),
    hand.length > 0 && cards(state, ui),
    row(state, ui),
  );
}

// --- prompt -----------------------------------------------------------------------------------------------------

function me(state, turn) {
  const seat = state.seats[bottomSeat(state)];
  const own = mySeat(state) !== null;
  const [strong, small] = prompt(state);
  const name = (at) => holderOf(state, at)?.name ?? '';
  const scored = score(state, playerOf(state, seat.i));
  return h(
    'div',
    { key: 'me', class: `me ${turn ? 'is-turn' : ''}` },
    own && face(state, seat, turn),
    h(
      'p',
      { class: 'say' },
      h('strong', null, sentence(strong, name, 'span')),
      ' ',
      small && h('span', null, sentence(small, name, 'span')),
    ),
    own && scored && h('span', { key: 'chip', class: 'chip felt' }, scored),
  );
}

/** On turn the avatar is the clock: seconds inside, ring around. */
function face(state, seat, turn) {
  if (!turn || state.times.total === null || !online(state)) return h('span', { key: 'av' }, avatar(seat, ''));
  return h(
    'span',
    { key: 'clock', class: 'clockring' },
    h('span', { class: 'avatar' }, ticker('action'), ring('action')),
  );
}

// --- hand -------------------------------------------------------------------------------------------------------

function cards(state, ui) {
  const groups = groupsOf(state);
  const second = twins(handOf(state));
  const lines = ui.oneRow ? [groups.map((list, group) => ({ cards: list, group, from: 0 }))] : rows(groups);
  const items = [];
  lines.forEach((line, at) => {
    if (at) items.push(h('li', { key: `break${at}`, class: 'break', 'aria-hidden': 'true' }));
    for (const piece of line) items.push(groupItem(state, ui, piece, groups[piece.group], second));
  });
  return h(
    'ul',
    {
      key: 'hand',
      class: `hand ${state.selected.length ? 'has-sel' : ''}`,
      id: 'hand',
      'aria-label': yourHand(),
      'data-count': handOf(state).length,
    },
    items,
  );
}

function groupItem(state, ui, piece, whole, second) {
  const rules = rulesOf(state);
  const meld = state.ok[groupKey(whole)] ?? kindOf(whole, rules) !== null;
  const half = piece.cards.length !== whole.length;
  const loose = !meld && (whole.length === 1 || whole.length > 4);
  const label = groupLabel(piece.group + 1, whole, meld, rules);
  const slots = piece.cards.map((card) => slot(state, ui, card, second));
  if (ui.drop?.group === piece.group && ui.drop.index !== null) {
    const at = ui.drop.index - piece.from;
    if (at >= 0 && (at < piece.cards.length || piece.from + piece.cards.length === whole.length))
      slots.splice(at, 0, h('li', { key: 'drop', class: 'slot drop', 'aria-hidden': 'true' }));
  }
  const item = h(
    'li',
    {
      key: `g${piece.group}-${piece.from}`,
      class: `group ${meld ? 'is-meld' : ''} ${loose ? 'loose' : ''} ${half ? 'half' : ''}`,
      'data-group': piece.group,
      'data-from': piece.from,
      vars: { '--n': String(piece.cards.length) },
    },
    h('ul', { 'aria-label': label }, slots),
    meld && !half && h('span', { key: 'tag', class: 'grouptag' }, icon('check', '')),
  );
  const gap = ui.drop?.index === null && !piece.from;
  const bar = (key) => h('li', { key, class: 'slot drop gap', 'aria-hidden': 'true' });
  return [
    gap && ui.drop.group === piece.group && bar('gap'),
    item,
    gap && ui.drop.group === piece.group + 1 && piece.group === groupsOf(state).length - 1 && bar('gap'),
  ];
}

function slot(state, ui, card, second) {
  const me = mySeat(state);
  const flags = {
    second: second.has(card),
    wild: isWild(state, card),
    fresh: state.you.drawn === card,
    known: knownOf(state, me).includes(card),
    barred: state.you.barred === card && myTurn(state),
  };
  const selected = state.selected.includes(card);
  const marks = ['wild', 'known', flags.barred ? 'barred' : 'fresh'].filter((mark) => flags[mark]);
  const css = [
    flags.wild && 'is-wild',
    flags.fresh && 'is-new',
    flags.barred && 'is-off',
    ui.leaving === card && 'ghost',
    ui.dragging === card && 'ghost',
  ]
    .filter(Boolean)
    .join(' ');
  return h(
    'li',
    { key: card, class: 'slot' },
    h(
      'button',
      {
        type: 'button',
        class: `card ${css}`,
        'data-s': suitOf(card).toLowerCase(),
        'data-card': card,
        'data-fly': card,
        'data-do': 'card',
        'data-arg': card,
        'aria-pressed': String(selected),
        'aria-label': cardLabel(card, flags),
        tabindex: card === tabStop(state, ui) ? 0 : -1,
      },
      cardInk(card, marks),
    ),
  );
}

/** One card takes part in tabbing; arrows walk through the others. */
const tabStop = (state, ui) => {
  const order = groupsOf(state).flat();
  return order.includes(ui.focus) ? ui.focus : order[0];
};

// --- actions ----------------------------------------------------------------------------------------------------

function row(state, ui) {
  if (screen(state) === 'waiting') return waitRow(state);
  if (windowRole(state) === 'claim' && !veil(state))
    return h('div', { key: 'claim', class: 'actions claimrow' }, knockButton(state));
  if (!handOf(state).length) return watchRow(state);
  return h(
    'div',
    { key: 'acts', class: 'actions' },
    tools(state, ui),
    actions(state).map((action) => act(action)),
  );
}

/** The same for everyone but the discarder; it never says whether it would work. */
function knockButton(state) {
  const { card } = state.game.window;
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
    action.note?.length > 0 &&
      h(
        'small',
        null,
        sentence(action.note, () => ''),
      ),
  );
}

function tool(what, name, label, extra = {}) {
  return h(
    'button',
    { key: what + (extra['data-arg'] ?? ''), class: 'tool', type: 'button', 'data-do': what, ...extra },
    icon(name, ''),
    h('span', null, label),
  );
}

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
        'aria-disabled': online(state) ? null : 'true',
      }),
  );
}

function waitRow(state) {
  return h(
    'div',
    { key: 'wait', class: 'actions waitacts' },
    waitingRow(state).map((action) => act({ ...action, note: '' })),
  );
}

function watchRow(state) {
  const buttons = bystanderRow(state);
  if (!buttons.length) return null;
  return h(
    'div',
    { key: 'watch', class: 'actions watchacts' },
    buttons.map((action) => act(action)),
  );
}
