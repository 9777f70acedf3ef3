// Small parts that several areas draw: icons, cards, avatars, rings, sentences with cards in them.
import { h } from './dom.js';
import { faceOf, letterOf, suitOf } from './cards.js';
import { parts } from './gettext.js';
import { cardName } from './words.js';

const sheet = globalThis.document?.documentElement.dataset ?? {};

/**
 * @param {string} name
 * @param {string} [css]
 */
export const icon = (name, css = 'i') =>
  h('svg', { class: css, 'aria-hidden': 'true' }, h('use', { href: `${sheet.icons}#i-${name}` }));

/** @param {...Page.Kid} text */
export const hidden = (...text) => h('span', { class: 'vh' }, text);

/**
 * A whole sentence of which the eye sees only what fills it: its words are for the voice.
 * @param {string} text
 * @param {Record<string, Page.VNode | string | (Page.VNode | string)[]>} values
 * @returns {Page.Leaf[]}
 */
export const voiced = (text, values) =>
  parts(text, values).map((piece) => (typeof piece === 'string' ? hidden(piece) : piece));

/** @param {Wire.Face} face */
function ink(face) {
  return h(
    'svg',
    { class: 'face', viewBox: '0 0 100 140', 'aria-hidden': 'true' },
    h('use', { href: `${sheet.cards}#c-${face}` }),
  );
}

export const backCard = () => h('span', { class: 'card back' }, ink('back'));

/**
 * A card to look at. `css` adds states, `marks` names of badges, `label` replaces the plain name.
 * @param {Wire.Card} id
 * @param {{ css?: string, marks?: Page.Mark[], label?: string, fly?: string }} [given]
 */
export function card(id, { css = '', marks = [], label, fly } = {}) {
  return h(
    'span',
    {
      key: fly ?? id,
      class: `card ${css}`,
      'data-s': suitOf(id).toLowerCase(),
      'data-fly': fly,
      role: 'img',
      'aria-label': label ?? cardName(id),
    },
    ink(faceOf(id)),
    badges(marks),
  );
}

/**
 * The inside of a card button (the hand draws the button itself).
 * @param {Wire.Card} id
 * @param {Page.Mark[]} marks
 */
export const cardInk = (id, marks) => [ink(faceOf(id)), badges(marks), h('span', { class: 'tick' }, icon('check', ''))];

const BADGES = { wild: 'star', fresh: 'plus', known: 'eye', barred: 'lock' };
const BADGE_CSS = { wild: 'wild', fresh: 'new', known: 'known', barred: 'lock' };

/** @param {Page.Mark[]} marks */
function badges(marks) {
  return marks.length
    ? h(
        'span',
        { class: 'marks' },
        marks.map((mark) => h('span', { key: mark, class: `mark ${BADGE_CSS[mark]}` }, icon(BADGES[mark], ''))),
      )
    : null;
}

/**
 * A card named in running text: letter and suit for the eye, words for the voice.
 * @param {Wire.Card} id
 */
export function cardTag(id) {
  const suit = suitOf(id);
  return h(
    'span',
    { class: 'cn', 'data-s': suit.toLowerCase() },
    h('span', { 'aria-hidden': 'true' }, letterOf(id, sheet.letters)),
    h('svg', { viewBox: '-11 -11 22 22', 'aria-hidden': 'true' }, h('use', { href: `${sheet.cards}#s${suit}` })),
    hidden(cardName(id)),
  );
}

/**
 * A sentence of tokens as nodes.
 * @param {Page.Sentence | Page.Token[][]} list
 * @param {Page.NameOf} nameOf
 * @param {string} [css]
 * @returns {Page.Leaf[]}
 */
export function sentence(list, nameOf, css = 'b') {
  return (Array.isArray(list) ? list.flat() : [list]).map((piece) => {
    if (typeof piece !== 'object') return piece;
    return 'card' in piece ? cardTag(piece.card) : h(css, null, nameOf(piece.who));
  });
}

/** @param {string} name */
const hueOf = (name) => ([...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 8) + 1;

/** @param {string} name */
function initials(name) {
  const [first = '', second] = name.trim().split(/\s+/);
  const letters = second === undefined ? [...name].slice(0, 2) : [...first].slice(0, 1).concat([...second].slice(0, 1));
  return letters.join('').toUpperCase() || '?';
}

/**
 * @param {Wire.Holder} seat
 * @param {string} css
 * @param {...Page.Kid} extras
 */
export function avatar(seat, css, ...extras) {
  const bot = seat.kind === 'bot';
  return h(
    'span',
    { class: `avatar av${hueOf(seat.name ?? '')} ${bot ? 'is-bot' : ''} ${css}` },
    bot ? icon('bot', '') : h('span', { 'aria-hidden': 'true' }, initials(seat.name ?? '?')),
    extras,
  );
}

/**
 * A clock ring; clock.js drives it by its name.
 * @param {string} name
 */
export function ring(name) {
  return h(
    'svg',
    { key: 'ring', class: 'ring', viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    h('circle', { class: 'track', cx: 50, cy: 50, r: 45, pathLength: 100 }),
    h('circle', { class: 'left', cx: 50, cy: 50, r: 45, pathLength: 100, 'data-ring': name }),
  );
}

/**
 * The same round a rectangle: the claimed card, the knock button.
 * @param {string} css
 * @param {string} name
 */
export function frameRing(css, name) {
  return h(
    'svg',
    { key: css, class: css, 'aria-hidden': 'true' },
    h('rect', { class: 'track', pathLength: 100 }),
    h('rect', { class: 'left', pathLength: 100, 'data-ring': name }),
  );
}

/**
 * Seconds (or m:ss) of a deadline; clock.js writes the figure.
 * @param {string} name
 * @param {string} [form]
 */
export const ticker = (name, form = 's') =>
  h('span', { key: `tick-${name}`, class: 'num', role: 'timer', 'data-until': name, 'data-form': form });
