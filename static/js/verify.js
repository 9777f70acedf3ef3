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

export function bytesOf(hex) {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new TypeError('not hexadecimal');
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const hexOf = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 of the seed: the fingerprint everybody saw before the first card. */
export async function commitment(seed) {
  return hexOf(await crypto.subtle.digest('SHA-256', seed));
}

/** Even draws under a label: the first six bytes of HMAC-SHA256(seed, "label:0"), "label:1", … */
async function drawsOf(seed, label) {
  const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  let counter = 0;
  const word = async () => {
    const mac = new DataView(await crypto.subtle.sign('HMAC', key, text.encode(`${label}:${counter++}`)));
    return mac.getUint16(0) * 2 ** 32 + mac.getUint32(2);
  };
  return async (limit) => {
    const bound = SPAN - (SPAN % limit);
    let drawn = await word();
    while (drawn >= bound) drawn = await word(); // of the last, incomplete stretch: thrown away
    return drawn % limit;
  };
}

/** One even draw from 0 to limit - 1. */
export async function draw(seed, label, limit) {
  return (await drawsOf(seed, label))(limit);
}

/** Fisher-Yates from the last place down. */
export async function shuffled(seed, label, cards) {
  const order = [...cards];
  const below = await drawsOf(seed, label);
  for (let last = order.length - 1; last > 0; last--) {
    const other = await below(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/** The unshuffled deck: copy by copy, suits C D H S, ranks ace to king. */
export function deck(copies) {
  const cards = [];
  for (let copy = 1; copy <= copies; copy++)
    for (const suit of SUITS) for (const rank of RANKS) cards.push(`${rank}${suit}${copy}`);
  return cards;
}

const nextSeat = (seats, after) => [...seats].sort((a, b) => a - b).find((seat) => seat > after) ?? Math.min(...seats);
const same = (one, other) => one.length === other.length && one.every((card, at) => card === other[at]);
const aside = (record) => [record.turn_up, record.upcard].filter(Boolean);

/** [{ name, ok, at }] for each of CHECKS; `at`: the first move that does not fit, else null. */
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

const check = (name, ok, at = null) => ({ name, ok, at });

/** Who deals and who starts: drawn in a match's first round, then the next seat. */
async function leaders({ seats, before, rotates }, seed) {
  const lead = before === null ? seats[await draw(seed, 'dealer', seats.length)] : nextSeat(seats, before);
  if (rotates === 'dealer') return [lead, nextSeat(seats, lead)];
  return [seats.at(seats.indexOf(lead) - 1), lead];
}

/** One card at a time from the starter on, then the turn-up, then the first card of the pile. */
function deals(record, order) {
  const { seats, hands } = record;
  const first = seats.indexOf(record.starter);
  const circle = [...seats.slice(first), ...seats.slice(0, first)];
  const used = dealtCards(record);
  const dealt = order.slice(0, used);
  const fits = circle.every((seat, place) =>
    same(
      dealt.filter((_, at) => at % seats.length === place),
      hands[seat],
    ),
  );
  return fits && same(order.slice(used, used + aside(record).length), aside(record));
}

const dealtCards = ({ hands }) => Object.values(hands).reduce((sum, hand) => sum + hand.length, 0);

/** Every card that moved lay where it came from; every new stock is the shuffled pile. */
async function moves(record, seed, order) {
  const table = {
    seed,
    hands: Object.fromEntries(Object.entries(record.hands).map(([seat, hand]) => [seat, [...hand]])),
    stock: order.slice(dealtCards(record) + aside(record).length),
    pile: record.upcard ? [record.upcard] : [],
  };
  for (const [at, move] of record.moves.entries()) {
    if (!Object.hasOwn(DOES, move.do)) throw new TypeError('no such move');
    if (await DOES[move.do](table, move)) continue;
    const mixed = move.do === 'reshuffle';
    return [check('moves', mixed, mixed ? null : at + 1), check('reshuffles', !mixed, mixed ? at + 1 : null)];
  }
  return [check('moves', true), check('reshuffles', true)];
}

function leaves(table, seat, cards) {
  const hand = table.hands[seat];
  if (!cards.every((card) => hand.includes(card))) return false;
  table.hands[seat] = hand.filter((card) => !cards.includes(card));
  return true;
}

function comes(table, move, card) {
  if (card === undefined || card !== move.card) return false;
  table.hands[move.seat].push(card);
  return true;
}

function discard(table, move) {
  if (!leaves(table, move.seat, [move.card])) return false;
  table.pile.push(move.card);
  return true;
}

const lay = (table, move) => leaves(table, move.seat, move.cards);
const take = (table, move) => comes(table, move, table.pile.pop());

const DOES = {
  draw: (table, move) => comes(table, move, table.stock.shift()),
  take,
  discard,
  knock: (table, move) => !('card' in move) || discard(table, move),
  cut: (table, move) => take(table, move) && discard(table, { ...move, card: move.leftover }),
  lay,
  lay_off: lay,
  leave: (table, move) => {
    table.hands[move.seat] = [];
    return true;
  },
  reshuffle: async (table, move) => {
    table.stock = await shuffled(table.seed, `reshuffle:${move.number}`, table.pile.slice(0, -1));
    table.pile = table.pile.slice(-1);
    return same(table.stock, move.stock);
  },
};
