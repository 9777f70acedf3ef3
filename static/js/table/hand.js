// The own hand as groups of card ids, left to right. Pure: every function returns new lists.
import { byRank, bySuit, rankOf, suitOf } from './cards.js';
import { bestGrouping, kindOf } from './melds.js';

const GONE = ''; // in the place of a card that is moved

/** @param {Wire.Card[][]} groups */
const tidy = (groups) => groups.filter((group) => group.length);

/**
 * The kept arrangement against the hand as it is now: gone cards drop out, new ones join at the right end.
 * @param {Wire.Card[][] | null} groups
 * @param {Wire.Card[]} hand
 * @param {Page.MeldRules} rules
 */
export function reconcile(groups, hand, rules) {
  const kept = tidy((groups ?? []).map((group) => group.filter((card) => hand.includes(card))));
  const known = new Set(kept.flat());
  const fresh = hand.filter((card) => !known.has(card));
  if (!fresh.length) return kept;
  const last = kept.at(-1);
  if (!last || (last.length >= 3 && kindOf(last, rules))) return [...kept, fresh];
  return [...kept.slice(0, -1), [...last, ...fresh]];
}

/**
 * @param {Wire.Card[]} hand
 * @param {string} how
 * @param {Page.MeldRules} rules
 */
export function sortHand(hand, how, rules) {
  if (how === 'rank') return [[...hand].sort(byRank)];
  if (how === 'suit') return [[...hand].sort(bySuit)];
  const { melds, rest } = bestGrouping(hand, rules);
  return tidy([...melds, ...pairs(rest)]);
}

/**
 * What is left after the melds: neighbours that could still become one, then single cards.
 * @param {Wire.Card[]} rest
 */
function pairs(rest) {
  const cards = [...rest].sort(bySuit);
  /**
   * @param {Wire.Card} a
   * @param {Wire.Card} b
   */
  const near = (a, b) =>
    rankOf(a) === rankOf(b) ? suitOf(a) !== suitOf(b) : suitOf(a) === suitOf(b) && Math.abs(bySuit(a, b)) <= 9;
  /** @type {Wire.Card[][]} */
  const out = [];
  /** @type {Wire.Card[]} */
  const single = [];
  for (let card = cards.shift(); card !== undefined; card = cards.shift()) {
    const first = card;
    const mate = cards.find((other) => near(first, other));
    if (mate) {
      cards.splice(cards.indexOf(mate), 1);
      out.push([card, mate]);
    } else single.push(card);
  }
  return [...out, single];
}

/**
 * Put a card at a place: into group `group` before its `index`-th card, or (index null) as a new group there.
 * @param {Wire.Card[][]} groups
 * @param {Wire.Card} card
 * @param {Page.Place} given
 */
export function place(groups, card, { group, index }) {
  const marked = groups.map((list) => list.map((other) => (other === card ? GONE : other)));
  const next =
    index === null
      ? [...marked.slice(0, group), [card], ...marked.slice(group)]
      : marked.map((list, at) => (at === group ? [...list.slice(0, index), card, ...list.slice(index)] : list));
  return tidy(next.map((list) => list.filter((other) => other !== GONE)));
}

/**
 * One step left (-1) or right (1). At the edge of a group the card first stands alone, then joins the next group.
 * @param {Wire.Card[][]} groups
 * @param {Wire.Card} card
 * @param {number} by
 */
export function step(groups, card, by) {
  const at = groups.findIndex((list) => list.includes(card));
  const group = groups[at];
  if (!group) return groups;
  const from = group.indexOf(card);
  const to = from + by;
  if (to >= 0 && to < group.length) return place(groups, card, { group: at, index: by > 0 ? to + 1 : to });
  if (group.length > 1) return place(groups, card, { group: by > 0 ? at + 1 : at, index: null });
  const next = groups[at + by];
  return next ? place(groups, card, { group: at + by, index: by > 0 ? 0 : next.length }) : groups;
}

/**
 * Rows of the hand: the break stands at the group edge nearest the middle; a long group is cut in two.
 * @param {Wire.Card[][]} groups
 * @param {number} [most]
 * @returns {Page.Piece[][]}
 */
export function rows(groups, most = 6) {
  const total = groups.flat().length;
  if (total <= most) return [groups.map((cards, at) => ({ cards, group: at, from: 0 }))];
  const pieces = groups.flatMap((cards, at) =>
    cards.length > most
      ? [
          { cards: cards.slice(0, Math.ceil(cards.length / 2)), group: at, from: 0 },
          { cards: cards.slice(Math.ceil(cards.length / 2)), group: at, from: Math.ceil(cards.length / 2) },
        ]
      : [{ cards, group: at, from: 0 }],
  );
  let best = 1;
  let width = 0;
  let off = Infinity;
  for (const [at, piece] of pieces.slice(0, -1).entries()) {
    width += piece.cards.length;
    if (Math.abs(total / 2 - width) < off) {
      off = Math.abs(total / 2 - width);
      best = at + 1;
    }
  }
  return [pieces.slice(0, best), pieces.slice(best)].filter((row) => row.length);
}

/**
 * A name for a group of cards, whatever their order: the server's verdicts are kept under it.
 * @param {Wire.Card[]} cards
 */
export const groupKey = (cards) => [...cards].sort().join(' ');
