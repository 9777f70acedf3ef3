// The table of a replay: turn-up, stock and pile on top, everybody's cards in rows, melds of Rummy below.
import { h } from '../table/dom.js';
import { avatar, backCard, card, cardTag, voiced } from '../table/pieces.js';
import { faceOf } from '../table/cards.js';
import { sortHand } from '../table/hand.js';
import { inOrder, meldRules } from '../table/melds.js';
import { cardCount, cardLabel, gettext, interpolate, ngettext, parts, scoreText } from '../table/words.js';
import { chances, couldBeside } from './moves.js';

const SHOWN_OF_PILE = 14;
const MARKS = /** @type {const} */ (['wild', 'fresh', 'known']);
/** The cards of a hand by melds: hands stay the same for many frames.
 * @type {Map<string, Wire.Card[]>}
 */
const sorted = new Map();

/**
 * Hands by melds, as people lay them.
 * @param {Wire.Card[]} hand
 * @param {Page.MeldRules} rules
 */
function byMelds(hand, rules) {
  const key = hand.join(' ');
  const cards = sorted.get(key) ?? sortHand(hand, 'melds', rules).flat();
  sorted.set(key, cards);
  return cards;
}

/**
 * `show(seat)`: may this hand be seen in the view that was chosen?
 * @param {Replay.Data} data
 * @param {Replay.Frame} frame
 * @param {Replay.Cast} who
 * @param {(seat: number) => boolean} show
 */
export function board(data, frame, who, show) {
  const rules = meldRules({ ...data.table, wilds: data.table.wilds ?? [] });
  const dealt = frame.players.filter((player) => who.seatOf(player.seat));
  return [
    middle(data, frame),
    frame.pile_cards && frame.pile_cards.length > 1 && pile(frame.pile_cards),
    dealt.map((player) => row(data, frame, who, player, { rules, open: show(player.seat) })),
    frame.melds && frame.melds.length > 0 && meldList(frame.melds, who),
  ];
}

/**
 * @param {Replay.Data} data
 * @param {Replay.Frame} frame
 * @param {Replay.Cast} who
 * @param {Replay.Player} player
 * @param {{ rules: Page.MeldRules, open: boolean }} given
 */
function row(data, frame, who, player, { rules, open }) {
  const { seat } = player;
  const now = frame.result ? frame.result.winner === seat : frame.active === seat || frame.window?.discarder === seat;
  const place = who.seatOf(seat);
  return h(
    'div',
    { key: `seat${seat}`, class: `rhand ${now ? 'now' : ''} ${player.in_round || frame.result ? '' : 'gone'}` },
    h(
      'p',
      { class: 'pp' },
      avatar({ name: place?.name ?? null, kind: place?.level ? 'bot' : 'person' }, 'sm'),
      h(
        'span',
        { class: 'nm' },
        h('b', { dir: 'auto' }, who.nameOf(seat)),
        h('small', null, remark(data, frame, who, player, open)),
      ),
    ),
    cardsOf(frame, player, rules, open),
  );
}

/**
 * Under the name: could knock, how far from it, or the score; in the end what the round has changed.
 * @param {Replay.Data} data
 * @param {Replay.Frame} frame
 * @param {Replay.Cast} who
 * @param {Replay.Player} player
 * @param {boolean} open
 * @returns {Page.Kid}
 */
function remark(data, frame, who, player, open) {
  const { seat } = player;
  if (frame.result) return outcome(data, frame.result, player);
  const could = open && chances(frame, who).find((each) => each.seat === seat);
  if (could) return couldBeside(could);
  if (!player.in_round) return gettext('not in the round');
  const missing = open ? frame.missing?.[seat] : undefined;
  if (missing !== undefined) return away(missing);
  const held = open ? frame.held?.[seat] : undefined;
  if (held !== undefined) return interpolate(gettext('%(count)s in hand'), { count: held });
  return player.score === null ? cardCount(player.count) : scoreText(data.table.score_kind, player.score);
}

/**
 * @param {Replay.Data} given
 * @param {Wire.Result} result
 * @param {Replay.Player} player
 * @returns {Page.Kid}
 */
function outcome({ table }, result, { seat, score, count }) {
  if (score === null) return cardCount(count);
  const held = result.points?.[seat];
  const change = result.changes?.[seat];
  return [
    held !== undefined && `${interpolate(gettext('%(count)s in hand'), { count: held })} · `,
    scoreText(table.score_kind, score),
    change && h('span', { key: 'change', class: 'num' }, ` ${signed(change)}`),
  ];
}

/** @param {number} change */
const signed = (change) => (change < 0 ? `−${-change}` : `+${change}`);

/** @param {number} count */
function away(count) {
  if (count === 0) return gettext('could close');
  return interpolate(ngettext('%(count)s card away', '%(count)s cards away', count), { count });
}

/**
 * The cards of a seat that the end of the round shows to everybody, or null.
 * @param {Wire.Result} result
 * @param {number} seat
 */
const shownAtEnd = ({ hands, winner, melds }, seat) => hands?.[seat] ?? (winner === seat ? melds.flat() : null);

/**
 * What is to be seen of a hand: the melds of the winner, or its cards, and how many lie face down.
 * @param {Replay.Frame} frame
 * @param {Replay.Player} player
 * @param {Page.MeldRules} rules
 * @param {boolean} open
 */
function seenOf({ result, hands, known: allKnown = {} }, { seat, count }, rules, open) {
  const known = allKnown[seat] ?? [];
  const ended = result && shownAtEnd(result, seat);
  const hand = open ? hands?.[seat] : (ended ?? known);
  const backs = open || ended ? 0 : Math.max(0, count - known.length);
  const laid = result?.winner === seat ? result.melds.map((meld) => inOrder(meld, rules)) : [];
  return { known, laid, backs, cards: laid.length ? laid.flat() : byMelds(hand ?? [], rules) };
}

/**
 * @param {Replay.Frame} frame
 * @param {Replay.Player} player
 * @param {Page.MeldRules} rules
 * @param {boolean} open
 */
function cardsOf(frame, player, rules, open) {
  const { known, laid, backs, cards } = seenOf(frame, player, rules, open);
  const opening = new Set(laid.slice(1).map((meld) => meld[0])); // a gap before each meld but the first
  if (!cards.length && !backs) return h('p', { class: 'small' }, player.in_round ? gettext('no cards left') : '');
  const label = laid.length ? gettext('Melds of the winner') : backs > 0 ? cardCount(player.count) : null;
  return h(
    'ul',
    { class: 'fan', 'aria-label': label },
    Array.from({ length: backs }, (_, at) => h('li', { key: `back${at}`, 'aria-hidden': 'true' }, backCard())),
    cards.map((id) => {
      const fresh = frame.drawn === id && frame.active === player.seat;
      const flags = { wild: rules.wilds.includes(faceOf(id)), fresh, known: known.includes(id) };
      return h('li', { key: id, class: opening.has(id) ? 'gap' : null }, cardWith(id, flags));
    }),
  );
}

/**
 * @param {Wire.Card} id
 * @param {{ wild: boolean, fresh: boolean, known: boolean }} flags
 */
const cardWith = (id, flags) =>
  card(id, {
    css: `${flags.wild ? 'is-wild' : ''} ${flags.fresh ? 'is-new' : ''}`,
    marks: MARKS.filter((mark) => flags[mark]),
    label: cardLabel(id, flags),
  });

/**
 * @param {Replay.Data} given
 * @param {Replay.Frame} frame
 */
function middle({ table }, frame) {
  return h(
    'div',
    { key: 'mid', class: 'rmid' },
    table.turn_up &&
      h(
        'span',
        { key: 'turn', class: 'lay' },
        card(table.turn_up),
        h(
          'span',
          null,
          gettext('turn-up'),
          h('br', null),
          parts(gettext('wild: %(cards)s'), {
            cards: (table.wilds ?? []).map((face) => h('span', { key: face }, cardTag(face), ' ')),
          }),
        ),
      ),
    h(
      'span',
      { key: 'stock', class: 'lay' },
      frame.stock > 0 ? backCard() : h('span', { class: 'card-slot' }),
      h('span', null, gettext('stock'), h('br', null), h('b', { class: 'num' }, frame.stock)),
    ),
    h(
      'span',
      { key: 'pile', class: 'lay' },
      frame.top ? card(frame.top) : h('span', { class: 'card-slot' }),
      h('span', null, gettext('discard pile'), h('br', null), h('b', { class: 'num' }, frame.pile)),
    ),
  );
}

/**
 * Where the pile lies open: its last cards, the top at the right, and how many lie under them.
 * @param {Wire.Card[]} cards
 */
function pile(cards) {
  const shown = cards.slice(-SHOWN_OF_PILE);
  const under = cards.length - shown.length;
  return h(
    'ul',
    { key: 'open', class: 'fan rpile', 'aria-label': gettext('The discard pile, the top card last') },
    under > 0 &&
      h(
        'li',
        { key: 'under', class: 'under num' },
        h('span', { 'aria-hidden': 'true' }, `+${under}`),
        h('span', { class: 'vh' }, underText(under)),
      ),
    shown.map((id) => h('li', { key: id }, card(id))),
  );
}

/** @param {number} count */
function underText(count) {
  return interpolate(ngettext('%(count)s more card under these', '%(count)s more cards under these', count), { count });
}

/**
 * @param {Wire.Meld[]} laid
 * @param {Replay.Cast} who
 */
function meldList(laid, who) {
  return h(
    'ul',
    { key: 'melds', class: 'rmelds plain', 'aria-label': gettext('Melds on the table') },
    laid.map((meld) =>
      h(
        'li',
        { key: meld.id },
        h(
          'ul',
          { class: 'fan' },
          meld.cards.map((id) => h('li', { key: id }, card(id))),
        ),
        h(
          'small',
          { dir: 'auto' },
          voiced(gettext('laid by %(name)s'), { name: h('span', null, who.nameOf(meld.owner)) }),
        ),
      ),
    ),
  );
}
