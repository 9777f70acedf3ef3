// The table of a replay: turn-up, stock and pile on top, everybody's cards in rows, melds of Rummy below.
import { h } from '../table/dom.js';
import { avatar, backCard, card, cardTag, voiced } from '../table/pieces.js';
import { faceOf } from '../table/cards.js';
import { sortHand } from '../table/hand.js';
import { inOrder, meldRules } from '../table/melds.js';
import { cardCount, cardLabel, gettext, interpolate, ngettext, parts, scoreText } from '../table/words.js';
import { chances, couldBeside } from './moves.js';

const SHOWN_OF_PILE = 14;
const sorted = new Map(); // hand -> its cards by melds: hands stay the same for many frames

/** Hands by melds, as people lay them. */
function byMelds(hand, rules) {
  const key = hand.join(' ');
  if (!sorted.has(key)) sorted.set(key, sortHand(hand, 'melds', rules).flat());
  return sorted.get(key);
}

/** `show(seat)`: may this hand be seen in the view that was chosen? */
export function board(data, frame, who, show) {
  const rules = meldRules({ ...data.table, wilds: data.table.wilds ?? [] });
  const dealt = frame.players.filter((player) => who.seatOf(player.seat));
  return [
    middle(data, frame),
    (frame.pile_cards?.length ?? 0) > 1 && pile(frame),
    dealt.map((player) => row(data, frame, who, player, { rules, open: show(player.seat) })),
    frame.melds?.length > 0 && melds(frame, who),
  ];
}

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
      avatar({ name: place.name, kind: place.level ? 'bot' : 'person' }, 'sm'),
      h(
        'span',
        { class: 'nm' },
        h('b', { dir: 'auto' }, who.nameOf(seat)),
        h('small', null, remark(data, frame, who, player, open)),
      ),
    ),
    cardsOf(frame, player, data, rules, open),
  );
}

/** Under the name: could knock, how far from it, or the score; in the end what the round has changed. */
function remark(data, frame, who, player, open) {
  const { seat } = player;
  if (frame.result) return outcome(data, frame, player);
  const could = open && chances(frame, who).find((each) => each.seat === seat);
  if (could) return couldBeside(could);
  if (!player.in_round) return gettext('not in the round');
  if (open && frame.missing && seat in frame.missing) return away(frame.missing[seat]);
  if (open && frame.held && seat in frame.held)
    return interpolate(gettext('%(count)s in hand'), { count: frame.held[seat] });
  return player.score === null ? cardCount(player.count) : scoreText(data.table.score_kind, player.score);
}

function outcome({ table }, { result }, { seat, score, count }) {
  if (score === null) return cardCount(count);
  const held = result.points?.[seat];
  const change = result.changes?.[seat];
  return [
    held !== undefined && `${interpolate(gettext('%(count)s in hand'), { count: held })} · `,
    scoreText(table.score_kind, score),
    change && h('span', { key: 'change', class: 'num' }, ` ${signed(change)}`),
  ];
}

const signed = (change) => (change < 0 ? `−${-change}` : `+${change}`);

function away(count) {
  if (count === 0) return gettext('could close');
  return interpolate(ngettext('%(count)s card away', '%(count)s cards away', count), { count });
}

function cardsOf(frame, player, data, rules, open) {
  const { seat } = player;
  const known = frame.known?.[seat] ?? [];
  const ended = frame.result?.hands?.[seat] ?? (frame.result?.winner === seat ? frame.result.melds.flat() : null);
  const hand = open ? frame.hands?.[seat] : (ended ?? known);
  const backs = open || ended ? 0 : player.count - known.length;
  const melds = frame.result?.winner === seat ? frame.result.melds.map((meld) => inOrder(meld, rules)) : [];
  const seen = melds.length ? melds.flat() : byMelds(hand ?? [], rules);
  const opening = new Set(melds.slice(1).map((meld) => meld[0])); // a gap before each meld but the first
  if (!seen.length && backs <= 0) return h('p', { class: 'small' }, player.in_round ? gettext('no cards left') : '');
  const isWild = (id) => rules.wilds.includes(faceOf(id));
  const label = melds.length ? gettext('Melds of the winner') : backs > 0 ? cardCount(player.count) : null;
  return h(
    'ul',
    { class: 'fan', 'aria-label': label },
    Array.from({ length: Math.max(0, backs) }, (_, at) =>
      h('li', { key: `back${at}`, 'aria-hidden': 'true' }, backCard()),
    ),
    seen.map((id) => {
      const fresh = frame.drawn === id && frame.active === seat;
      const marks = [isWild(id) && 'wild', fresh && 'fresh', known.includes(id) && 'known'].filter(Boolean);
      return h(
        'li',
        { key: id, class: opening.has(id) ? 'gap' : null },
        card(id, {
          css: `${isWild(id) ? 'is-wild' : ''} ${fresh ? 'is-new' : ''}`,
          marks,
          label: cardLabel(id, { wild: isWild(id), fresh, known: known.includes(id) }),
        }),
      );
    }),
  );
}

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
          h('br'),
          parts(gettext('wild: %(cards)s'), {
            cards: table.wilds.map((face) => h('span', { key: face }, cardTag(face), ' ')),
          }),
        ),
      ),
    h(
      'span',
      { key: 'stock', class: 'lay' },
      frame.stock > 0 ? backCard() : h('span', { class: 'card-slot' }),
      h('span', null, gettext('stock'), h('br'), h('b', { class: 'num' }, frame.stock)),
    ),
    h(
      'span',
      { key: 'pile', class: 'lay' },
      frame.top ? card(frame.top) : h('span', { class: 'card-slot' }),
      h('span', null, gettext('discard pile'), h('br'), h('b', { class: 'num' }, frame.pile)),
    ),
  );
}

/** Where the pile lies open: its last cards, the top at the right, and how many lie under them. */
function pile(frame) {
  const shown = frame.pile_cards.slice(-SHOWN_OF_PILE);
  const under = frame.pile_cards.length - shown.length;
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

function underText(count) {
  return interpolate(ngettext('%(count)s more card under these', '%(count)s more cards under these', count), { count });
}

function melds(frame, who) {
  return h(
    'ul',
    { key: 'melds', class: 'rmelds plain', 'aria-label': gettext('Melds on the table') },
    frame.melds.map((meld) =>
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
