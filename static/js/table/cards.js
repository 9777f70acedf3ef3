// Cards are three characters: rank, suit, copy ("7H1"). A face is the first two.
export const RANKS = 'A23456789TJQK';
const SUITS = 'HSDC'; // colours alternate, so neighbours in a sorted hand differ

export const rankOf = (card) => card[0];
export const suitOf = (card) => card[1];
export const faceOf = (card) => card.slice(0, 2);
export const orderOf = (card) => RANKS.indexOf(card[0]) + 1;

const suitKey = (card) => SUITS.indexOf(card[1]) * 100 + orderOf(card) * 4 + Number(card[2] ?? 1);
const rankKey = (card) => orderOf(card) * 100 + SUITS.indexOf(card[1]) * 4 + Number(card[2] ?? 1);

export const bySuit = (a, b) => suitKey(a) - suitKey(b);
export const byRank = (a, b) => rankKey(a) - rankKey(b);

/** Letters of the corner index in running text. The drawn cards carry the same three sets. */
const LETTERS = { fr: { K: 'R', Q: 'D', J: 'V' }, bg: { A: 'А', K: 'П', Q: 'Д', J: 'В' } };

export function letterOf(card, letters) {
  return card[0] === 'T' ? '10' : (LETTERS[letters]?.[card[0]] ?? card[0]);
}

/** Faces held twice: only then is it worth saying which copy. */
export function twins(hand) {
  const seen = new Map();
  for (const card of hand) seen.set(faceOf(card), (seen.get(faceOf(card)) ?? 0) + 1);
  return new Set(hand.filter((card) => seen.get(faceOf(card)) > 1 && card[2] === '2'));
}
