// Is a round's luck what was promised? The same checks as games/verification.py, with the browser's own cryptography.
// How the cards follow from the seed is written in docs/shuffle.md. No imports: the file can be read and run alone.
const SUITS = 'CDHS';
const RANKS = 'A23456789TJQK';
const WORD = 6; // bytes: exact in a JavaScript number
const SPAN = 256 ** WORD;
const text = new TextEncoder();

export const CHECKS = ['commitment', 'leaders', 'deal', 'moves', 'reshuffles'];

/** Browsers lend their cryptography to secure pages only (https, or localhost). */
export const canVerify = () => Boolean(globalThis.crypto?.subtle);

/** @param {string} hex */
export function bytesOf(hex) {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new TypeError('not hexadecimal');
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {ArrayBuffer} buffer */
const hexOf = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * SHA-256 of the seed: the fingerprint everybody saw before the first card.
 * @param {Uint8Array<ArrayBuffer>} seed
 */
export async function commitment(seed) {
  return hexOf(await crypto.subtle.digest('SHA-256', seed));
}

/**
 * Even draws under a label: the first six bytes of HMAC-SHA256(seed, "label:0"), "label:1", …
 * @param {Uint8Array<ArrayBuffer>} seed
 * @param {string} label
 */
async function drawsOf(seed, label) {
  const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  let counter = 0;
  const word = async () => {
    const mac = new DataView(await crypto.subtle.sign('HMAC', key, text.encode(`${label}:${counter++}`)));
    return mac.getUint16(0) * 2 ** 32 + mac.getUint32(2);
  };
  /** @param {number} limit */
  return async (limit) => {
    const bound = SPAN - (SPAN % limit);
    let drawn = await word();
    while (drawn >= bound) drawn = await word(); // of the last, incomplete stretch: thrown away
    return drawn % limit;
  };
}

/**
 * What stands at a place of a list; negative places count from its end.
 * @template T
 * @param {T[]} list
 * @param {number} place
 * @returns {T}
 */
function nth(list, place) {
  const found = list.at(place);
  if (found === undefined) throw new RangeError('no such place');
  return found;
}

/**
 * One even draw from 0 to limit - 1.
 * @param {Uint8Array<ArrayBuffer>} seed
 * @param {string} label
 * @param {number} limit
 */
export async function draw(seed, label, limit) {
  return (await drawsOf(seed, label))(limit);
}

/**
 * Fisher-Yates from the last place down.
 * @param {Uint8Array<ArrayBuffer>} seed
 * @param {string} label
 * @param {Wire.Card[]} cards
 */
export async function shuffled(seed, label, cards) {
  const order = [...cards];
  const below = await drawsOf(seed, label);
  for (let last = order.length - 1; last > 0; last--) {
    const other = await below(last + 1);
    [order[last], order[other]] = [nth(order, other), nth(order, last)];
  }
  return order;
}

/**
 * The unshuffled deck: copy by copy, suits C D H S, ranks ace to king.
 * @param {number} copies
 */
export function deck(copies) {
  const cards = [];
  for (let copy = 1; copy <= copies; copy++)
    for (const suit of SUITS) for (const rank of RANKS) cards.push(`${rank}${suit}${copy}`);
  return cards;
}

/**
 * @param {number[]} seats
 * @param {number} after
 */
const nextSeat = (seats, after) => [...seats].sort((a, b) => a - b).find((seat) => seat > after) ?? Math.min(...seats);
/**
 * @param {Wire.Card[]} one
 * @param {Wire.Card[]} other
 */
const same = (one, other) => one.length === other.length && one.every((card, at) => card === other[at]);
/** @param {Replay.Record} record */
const aside = (record) => [record.turn_up, record.upcard].flatMap((card) => card ?? []);

/**
 * [{ name, ok, at }] for each of CHECKS; `at`: the first move that does not fit, else null.
 * @param {Replay.Record} record
 * @returns {Promise<Replay.Check[]>}
 */
export async function checkRound(record) {
  const seed = bytesOf(record.seed);
  if (seed.length !== 32) throw new TypeError('a seed has 32 bytes');
  const order = await shuffled(seed, 'deal', deck(record.decks));
  const [dealer, starter] = await leaders(record, seed);
  return [
    check('commitment', (await commitment(seed)) === record.commitment),
    check('leaders', dealer === record.dealer && starter === record.starter),
    check('deal', deals(record, order)),
    ...(await moves(record, seed, order)),
  ];
}

/**
 * @param {Replay.CheckName} name
 * @param {boolean} ok
 * @param {number | null} [at]
 * @returns {Replay.Check}
 */
const check = (name, ok, at = null) => ({ name, ok, at });

/**
 * Who deals and who starts: drawn in a match's first round, then the next seat.
 * @param {Replay.Record} given
 * @param {Uint8Array<ArrayBuffer>} seed
 */
async function leaders({ seats, before, rotates }, seed) {
  const lead = before === null ? nth(seats, await draw(seed, 'dealer', seats.length)) : nextSeat(seats, before);
  if (rotates === 'dealer') return [lead, nextSeat(seats, lead)];
  return [nth(seats, seats.indexOf(lead) - 1), lead];
}

/**
 * One card at a time from the starter on, then the turn-up, then the first card of the pile.
 * @param {Replay.Record} record
 * @param {Wire.Card[]} order
 */
function deals(record, order) {
  const { seats, hands } = record;
  const first = seats.indexOf(record.starter);
  const circle = [...seats.slice(first), ...seats.slice(0, first)];
  const used = dealtCards(record);
  const dealt = order.slice(0, used);
  const fits = circle.every((seat, place) =>
    same(
      dealt.filter((_, at) => at % seats.length === place),
      handOf(hands, seat),
    ),
  );
  return fits && same(order.slice(used, used + aside(record).length), aside(record));
}

/** @param {Replay.Record} given */
const dealtCards = ({ hands }) => Object.values(hands).reduce((sum, hand) => sum + hand.length, 0);

/**
 * Where the cards are between two moves.
 * @typedef {{ seed: Uint8Array<ArrayBuffer>, hands: Record<string, string[]>, stock: string[], pile: string[] }} Cards
 */

/**
 * Every card that moved lay where it came from; every new stock is the shuffled pile.
 * @param {Replay.Record} record
 * @param {Uint8Array<ArrayBuffer>} seed
 * @param {Wire.Card[]} order
 * @returns {Promise<Replay.Check[]>}
 */
async function moves(record, seed, order) {
  const table = {
    seed,
    hands: Object.fromEntries(Object.entries(record.hands).map(([seat, hand]) => [seat, [...hand]])),
    stock: order.slice(dealtCards(record) + aside(record).length),
    pile: record.upcard ? [record.upcard] : [],
  };
  for (const [place, move] of record.moves.entries()) {
    if (await makes(table, move)) continue;
    const mixed = move.do === 'reshuffle';
    return [check('moves', mixed, mixed ? null : place + 1), check('reshuffles', !mixed, mixed ? place + 1 : null)];
  }
  return [check('moves', true), check('reshuffles', true)];
}

/**
 * Make the move; false if the cards do not allow it.
 * @param {Cards} table
 * @param {Replay.Move} move
 */
async function makes(table, move) {
  switch (move.do) {
    case 'draw':
      return comes(table, move.seat, table.stock.shift(), move.card);
    case 'take':
      return comes(table, move.seat, table.pile.pop(), move.card);
    case 'discard':
      return discards(table, move.seat, move.card);
    case 'knock':
      return move.card === undefined || discards(table, move.seat, move.card);
    case 'cut':
      return comes(table, move.seat, table.pile.pop(), move.card) && discards(table, move.seat, move.leftover);
    case 'lay':
    case 'lay_off':
      return leaves(table, move.seat, move.cards);
    case 'leave':
      table.hands[move.seat] = [];
      return true;
    case 'reshuffle':
      table.stock = await shuffled(table.seed, `reshuffle:${move.number}`, table.pile.slice(0, -1));
      table.pile = table.pile.slice(-1);
      return same(table.stock, move.stock);
    default:
      throw new TypeError('no such move');
  }
}

/**
 * @param {Record<string, Wire.Card[]>} hands
 * @param {number} seat
 */
function handOf(hands, seat) {
  const hand = hands[seat];
  if (!hand) throw new TypeError('nobody was dealt cards there');
  return hand;
}

/**
 * @param {Cards} table
 * @param {number} seat
 * @param {Wire.Card[]} cards
 */
function leaves(table, seat, cards) {
  const hand = handOf(table.hands, seat);
  if (!cards.every((card) => hand.includes(card))) return false;
  table.hands[seat] = hand.filter((card) => !cards.includes(card));
  return true;
}

/**
 * @param {Cards} table
 * @param {number} seat
 * @param {Wire.Card | undefined} card the one that lay there
 * @param {Wire.Card} named the one of the record
 */
function comes(table, seat, card, named) {
  if (card === undefined || card !== named) return false;
  handOf(table.hands, seat).push(card);
  return true;
}

/**
 * @param {Cards} table
 * @param {number} seat
 * @param {Wire.Card} card
 */
function discards(table, seat, card) {
  if (!leaves(table, seat, [card])) return false;
  table.pile.push(card);
  return true;
}
