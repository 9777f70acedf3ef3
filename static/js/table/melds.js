// What is a meld, for hints on one's own screen only: brackets before the server has answered, sorting by melds,
// names of melds, "this discard closes". The server's solver alone decides.
import { RANKS, faceOf, orderOf, rankOf, suitOf, bySuit } from './cards.js';

const ANY = 13;

/**
 * The meld rules of a game as last shown: what the server says of its melds, and the wild cards of this round.
 * @param {{ rules?: { melds: Partial<Wire.MeldRules> }, wilds?: Wire.Face[] } | null} game
 * @returns {Page.MeldRules}
 */
export function meldRules(game) {
  const melds = game?.rules?.melds ?? {};
  return {
    setMax: melds.fourth_any_suit ? 4 : (melds.set_max ?? 4),
    runMax: melds.run_max ?? ANY,
    low: melds.ace_low ?? true,
    high: melds.ace_high ?? true,
    wilds: game?.wilds ?? [],
    maxWild: melds.max_wild ?? ANY,
    naturalFree: melds.natural_free ?? false,
    minNatural: melds.min_natural ?? 1,
    fourth: melds.fourth_any_suit ?? false,
  };
}

/**
 * @param {Wire.Card[]} natural
 * @param {number} size
 * @param {Page.MeldRules} rules
 */
function setOf(natural, size, rules) {
  const suits = new Set(natural.map(suitOf));
  if (new Set(natural.map(rankOf)).size !== 1 || size > rules.setMax) return false;
  return suits.size === natural.length || (rules.fourth && size === 4 && suits.size + size - natural.length >= 3);
}

/**
 * @param {Wire.Card[]} natural
 * @param {number} size
 * @param {Page.MeldRules} rules
 */
function runOf(natural, size, rules) {
  if (new Set(natural.map(suitOf)).size !== 1 || size > rules.runMax) return false;
  const low = natural.map(orderOf);
  const readings = low.includes(1) ? [low, low.map((order) => (order === 1 ? 14 : order))] : [low];
  return readings.some((orders) => {
    const span = Math.max(...orders) - Math.min(...orders) + 1;
    const bottom = rules.low ? 1 : 2;
    const top = rules.high ? 14 : 13;
    if (new Set(orders).size !== orders.length || span > size || size > top - bottom + 1) return false;
    return orders.every((order) => order >= bottom && order <= top);
  });
}

/**
 * @param {Wire.Card[]} natural
 * @param {Wire.Card[]} wild
 * @param {Page.MeldRules} rules
 * @returns {'set' | 'run' | null}
 */
function kindWith(natural, wild, rules) {
  if (wild.length > rules.maxWild || natural.length < rules.minNatural) return null;
  const size = natural.length + wild.length;
  if (setOf(natural, size, rules)) return 'set';
  return runOf(natural, size, rules) ? 'run' : null;
}

/**
 * "set", "run" or null; cards in any order.
 * @param {Wire.Card[]} cards
 * @param {Page.MeldRules} rules
 * @returns {'set' | 'run' | null}
 */
export function kindOf(cards, rules) {
  if (cards.length < 3) return null;
  const wild = cards.filter((card) => rules.wilds.includes(faceOf(card)));
  const rest = cards.filter((card) => !wild.includes(card));
  if (!rules.naturalFree || !wild.length) return kindWith(rest, wild, rules);
  for (let mask = 0; mask < 1 << wild.length; mask++) {
    // each wild either stands for itself or for another card
    const own = wild.filter((_, at) => mask & (1 << at));
    const kind = kindWith(
      [...rest, ...own],
      wild.filter((card) => !own.includes(card)),
      rules,
    );
    if (kind) return kind;
  }
  return null;
}

/**
 * @param {Wire.Card[]} cards
 * @param {Page.MeldRules} rules
 */
function subsets(cards, rules) {
  const found = [];
  for (let mask = 7; mask < 1 << cards.length; mask++) {
    const some = cards.filter((_, at) => mask & (1 << at));
    if (some.length >= 3 && kindOf(some, rules)) found.push({ mask, cards: some });
  }
  return found;
}

/**
 * The melds that use most cards of a hand, and what is left over.
 * @param {Wire.Card[]} hand
 * @param {Page.MeldRules} rules
 */
export function bestGrouping(hand, rules) {
  const cards = [...hand].sort(bySuit);
  const melds = subsets(cards, rules);
  /** @type {{ used: number, melds: Wire.Card[][] }} */
  let best = { used: 0, melds: [] };
  /**
   * @param {number} from
   * @param {number} mask
   * @param {Wire.Card[][]} chosen
   * @param {number} used
   */
  const search = (from, mask, chosen, used) => {
    if (used > best.used) best = { used, melds: [...chosen] };
    for (let at = from; at < melds.length; at++) {
      const meld = melds[at];
      if (!meld || mask & meld.mask) continue;
      chosen.push(meld.cards);
      search(at + 1, mask | meld.mask, chosen, used + meld.cards.length);
      chosen.pop();
    }
  };
  search(0, 0, [], 0);
  const taken = best.melds.flat();
  return { melds: best.melds.map((meld) => inOrder(meld, rules)), rest: cards.filter((card) => !taken.includes(card)) };
}

/**
 * Do nine cards make three melds of three (games in which such a discard wins by itself)?
 * @param {Wire.Card[]} cards
 * @param {Page.MeldRules} rules
 * @returns {boolean}
 */
export function closesWithThrees(cards, rules) {
  const [first, ...others] = cards;
  if (first === undefined) return true;
  return others.some((second, a) =>
    others.some((third, b) => {
      if (b <= a || !kindOf([first, second, third], rules)) return false;
      const left = others.filter((_, at) => at !== a && at !== b);
      return closesWithThrees(left, rules);
    }),
  );
}

/**
 * A meld as people lay it: a run upwards, a wild card where one is missing. The server's `laid_out` does the same.
 * @param {Wire.Card[]} cards
 * @param {Page.MeldRules} rules
 * @returns {Wire.Card[]}
 */
export function inOrder(cards, rules) {
  const sorted = [...cards].sort(bySuit);
  if (kindOf(cards, rules) !== 'run') return sorted;
  const runs = places(sorted, rules).flatMap((faces) => placed(sorted, faces, rules) ?? []);
  return runs.reduce(
    (best, run) => (run.home > best.home || (run.home === best.home && run.rank > best.rank) ? run : best),
    { home: -1, rank: -1, cards: sorted },
  ).cards;
}

/**
 * The faces of every run of as many cards in the suits of these.
 * @param {Wire.Card[]} cards
 * @param {Page.MeldRules} rules
 * @returns {string[][]}
 */
function places(cards, rules) {
  const last = (rules.high ? RANKS.length : RANKS.length - 1) - cards.length + 1;
  /** @type {string[][]} */
  const found = [];
  for (const suit of new Set(cards.map(suitOf)))
    for (let start = rules.low ? 0 : 1; start <= last; start++)
      found.push(cards.map((_, at) => RANKS.charAt((start + at) % RANKS.length) + suit));
  return found;
}

/**
 * The cards in these places, those at home first; null where the others are not all wild.
 * @param {Wire.Card[]} cards
 * @param {string[]} faces
 * @param {Page.MeldRules} rules
 */
function placed(cards, faces, rules) {
  const free = [...cards];
  const home = faces.map((face) => {
    const at = free.findIndex((card) => faceOf(card) === face);
    return at < 0 ? null : (free.splice(at, 1)[0] ?? null);
  });
  if (free.some((card) => !rules.wilds.includes(faceOf(card)))) return null;
  const behindKing = rankOf(faces.at(-1) ?? '') === 'A' && home.at(-1) === null;
  return {
    home: home.filter(Boolean).length,
    rank: behindKing ? -1 : RANKS.indexOf(rankOf(faces[0] ?? '')),
    cards: home.flatMap((card) => card ?? free.shift() ?? []),
  };
}

/**
 * The groups of a hand without `thrown`, if all of them are melds: the player's own division of a closing hand.
 * @param {Wire.Card[][]} groups
 * @param {Wire.Card | undefined} thrown
 * @param {Page.MeldRules} rules
 */
export function divisionIn(groups, thrown, rules) {
  const kept = groups.map((group) => group.filter((card) => card !== thrown)).filter((group) => group.length);
  return kept.length && kept.every((group) => kindOf(group, rules)) ? kept : null;
}

/**
 * How small the melds of the table must be for all of them to stay in sight: '', 'some' or 'many'.
 * @param {{ cards: Wire.Card[] }[]} melds
 */
export function crowd(melds) {
  if (melds.some(({ cards }) => cards.length > 8)) return 'many';
  if (melds.length < 3) return '';
  return melds.length > 6 || phoneRows(melds) > 3 ? 'many' : 'some';
}

/**
 * The rows they take on a phone, where one has room for 7 widths of a card and each card but the first shows 0.6.
 * @param {{ cards: Wire.Card[] }[]} melds
 */
function phoneRows(melds) {
  let rows = 0;
  let room = 0;
  for (const { cards } of melds) {
    const width = 1.4 + 0.6 * (cards.length - 1);
    if (width > room) {
      rows += 1;
      room = 7;
    }
    room -= width;
  }
  return rows;
}
