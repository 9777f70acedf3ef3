// The rail at the bottom: prompt with clock, own hand in groups.
import { h } from './dom.js';
import { avatar, cardInk, icon, ring, sentence, ticker } from './pieces.js';
import { suitOf, twins } from './cards.js';
import { groupKey, rows } from './hand.js';
import { kindOf } from './melds.js';
import { groupsOf, handOf, rulesOf } from './store.js';
import { bottomSeat, holderOf, isWild, knownOf, mySeat, myTurn, online, playerOf, seatOf, veil } from './view.js';
import { prompt } from './offers.js';
import { row } from './render-actions.js';
import { bottomStrip, score } from './render-seats.js';
import { cardLabel, groupLabel } from './words.js';
import { yourHand } from './words-prompts.js';

/**
 * @param {Page.Shown} state
 * @param {Page.Ui} ui
 */
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

/**
 * @param {Page.Shown} state
 * @param {boolean} turn
 */
function me(state, turn) {
  const seat = seatOf(state, bottomSeat(state));
  const own = mySeat(state) !== null;
  const [strong, small] = prompt(state);
  /** @param {number | null | undefined} at */
  const name = (at) => holderOf(state, at)?.name ?? '';
  const scored = score(state, playerOf(state, seat?.i));
  return h(
    'div',
    { key: 'me', class: `me ${turn ? 'is-turn' : ''}` },
    own && seat && face(state, seat, turn),
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

/**
 * On turn the avatar is the clock: seconds inside, ring around.
 * @param {Page.Shown} state
 * @param {Wire.Seat} seat
 * @param {boolean} turn
 */
function face(state, seat, turn) {
  if (!turn || state.times.total === null || !online(state)) return h('span', { key: 'av' }, avatar(seat, ''));
  return h(
    'span',
    { key: 'clock', class: 'clockring' },
    h('span', { class: 'avatar' }, ticker('action'), ring('action')),
  );
}

// --- hand -------------------------------------------------------------------------------------------------------

/**
 * @param {Page.Shown} state
 * @param {Page.Ui} ui
 */
function cards(state, ui) {
  const groups = groupsOf(state);
  const second = twins(handOf(state));
  const lines = ui.oneRow ? [groups.map((list, group) => ({ cards: list, group, from: 0 }))] : rows(groups);
  /** @type {Page.Kid[]} */
  const items = [];
  lines.forEach((line, at) => {
    if (at) items.push(h('li', { key: `break${at}`, class: 'break', 'aria-hidden': 'true' }));
    for (const piece of line) items.push(groupItem(state, ui, piece, groups[piece.group] ?? [], second));
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

/**
 * @param {Page.Shown} state
 * @param {Page.Ui} ui
 * @param {Page.Piece} piece
 * @param {Wire.Card[]} whole
 * @param {Set<Wire.Card>} second
 */
function groupItem(state, ui, piece, whole, second) {
  const rules = rulesOf(state);
  const meld = state.ok[groupKey(whole)] ?? kindOf(whole, rules) !== null;
  const half = piece.cards.length !== whole.length;
  const loose = !meld && (whole.length === 1 || whole.length > 4);
  const label = groupLabel(piece.group + 1, whole, meld, rules);
  const slots = piece.cards.map((card) => slot(state, ui, card, second));
  const at = placeIn(ui.drop, piece, whole);
  if (at !== null) slots.splice(at, 0, h('li', { key: 'drop', class: 'slot drop', 'aria-hidden': 'true' }));
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
  const gap = gapBeside(ui.drop, piece);
  const last = piece.group === groupsOf(state).length - 1;
  return [gap === 'before' && gapBar(), item, gap === 'after' && last && gapBar()];
}

/**
 * Would a dragged card fall as a new group before this one, or after it?
 * @param {Page.Place | null} drop
 * @param {Page.Piece} piece
 */
function gapBeside(drop, piece) {
  if (drop?.index !== null || piece.from) return null;
  if (drop.group === piece.group) return 'before';
  return drop.group === piece.group + 1 ? 'after' : null;
}

const gapBar = () => h('li', { key: 'gap', class: 'slot drop gap', 'aria-hidden': 'true' });

/**
 * Before which card of this piece a dragged card would fall, or null.
 * @param {Page.Place | null} drop
 * @param {Page.Piece} piece
 * @param {Wire.Card[]} whole
 */
function placeIn(drop, piece, whole) {
  if (drop?.group !== piece.group || drop.index === null) return null;
  const at = drop.index - piece.from;
  const ends = piece.from + piece.cards.length === whole.length;
  return at >= 0 && (at < piece.cards.length || ends) ? at : null;
}

/**
 * @param {Page.Shown} state
 * @param {Page.Ui} ui
 * @param {Wire.Card} card
 * @param {Set<Wire.Card>} second
 */
function slot(state, ui, card, second) {
  const flags = {
    second: second.has(card),
    wild: isWild(state, card),
    fresh: state.you.drawn === card,
    known: knownOf(state, mySeat(state)).includes(card),
    barred: state.you.barred === card && myTurn(state),
  };
  const selected = state.selected.includes(card);
  /** @type {Page.Mark[]} */
  const possible = ['wild', 'known', flags.barred ? 'barred' : 'fresh'];
  const marks = possible.filter((mark) => flags[mark]);
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

/**
 * One card takes part in tabbing; arrows walk through the others.
 * @param {Page.Shown} state
 * @param {Page.Ui} ui
 */
const tabStop = (state, ui) => {
  const order = groupsOf(state).flat();
  return order.find((card) => card === ui.focus) ?? order[0];
};
