// Cards are three characters: rank, suit, copy ("7H1"). A face is the first two.
export const RANKS = 'A23456789TJQK';
const SUITS = 'HSDC'; // colours alternate, so neighbours in a sorted hand differ

/** @param {Wire.Card} card */
export const rankOf = (card) => card.charAt(0);
/** @param {Wire.Card} card */
export const suitOf = (card) => card.charAt(1);
/** @param {Wire.Card} card */
export const faceOf = (card) => card.slice(0, 2);
/** @param {Wire.Card} card */
export const orderOf = (card) => RANKS.indexOf(rankOf(card)) + 1;

/** @param {Wire.Card} card */
const suitKey = (card) => SUITS.indexOf(suitOf(card)) * 100 + orderOf(card) * 4 + Number(card[2] ?? 1);
/** @param {Wire.Card} card */
const rankKey = (card) => orderOf(card) * 100 + SUITS.indexOf(suitOf(card)) * 4 + Number(card[2] ?? 1);

/**
 * @param {Wire.Card} a
 * @param {Wire.Card} b
 */
export const bySuit = (a, b) => suitKey(a) - suitKey(b);
/**
 * @param {Wire.Card} a
 * @param {Wire.Card} b
 */
export const byRank = (a, b) => rankKey(a) - rankKey(b);

/** Letters of the corner index in running text. The drawn cards carry the same three sets. */
/** @type {Partial<Record<string, Partial<Record<string, string>>>>} */
const LETTERS = { fr: { K: 'R', Q: 'D', J: 'V' }, bg: { A: 'А', K: 'П', Q: 'Д', J: 'В' } };

/**
 * @param {Wire.Card} card
 * @param {string | undefined} letters
 */
export function letterOf(card, letters) {
  const rank = rankOf(card);
  return rank === 'T' ? '10' : (LETTERS[letters ?? '']?.[rank] ?? rank);
}

/**
 * Faces held twice: only then is it worth saying which copy.
 * @param {Wire.Card[]} hand
 */
export function twins(hand) {
  /** @type {Map<Wire.Face, number>} */
  const seen = new Map();
  for (const card of hand) seen.set(faceOf(card), (seen.get(faceOf(card)) ?? 0) + 1);
  return new Set(hand.filter((card) => (seen.get(faceOf(card)) ?? 0) > 1 && card[2] === '2'));
}
