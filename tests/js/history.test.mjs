import assert from 'node:assert/strict';
import test from 'node:test';
import { board } from '../../static/js/history/board.js';
import { cast, moveText } from '../../static/js/history/moves.js';
import { FACTS } from './rules.mjs';

const MELDS = [
  ['QC1', 'QH1', 'QS2'],
  ['4D2', '2D1', '3D1'],
  ['TH1', 'JH2', 'QH2'],
];

function round(ruleset, kind, { you = null, ...more } = {}) {
  const data = {
    you,
    table: { ruleset, rules: FACTS[ruleset], score_kind: kind, wilds: [], options: {} },
    seats: [0, 1, 2].map((seat) => ({ seat, name: ['Ana', 'Bia', 'Caju'][seat], level: null })),
  };
  const players = data.seats.map(({ seat }) => ({
    seat,
    in_round: true,
    out: false,
    count: 9,
    score: kind ? 8 + seat : null,
  }));
  const frame = { events: [], players, stock: 40, pile: 0, top: null, hands: {}, result: null, ...more };
  return [data, frame, cast(data)];
}

function ending(kind, changes, more = {}) {
  return { kind, winner: 2, melds: MELDS, leftover: null, changes, eliminated: [], ...more };
}

/** All nodes of a description in the order of the page. */
function nodes(tree) {
  if (Array.isArray(tree)) return tree.flatMap(nodes);
  return tree?.tag ? [tree, ...nodes(tree.kids)] : [];
}

const text = (tree) =>
  Array.isArray(tree)
    ? tree.map(text).join('')
    : tree?.tag
      ? text(tree.kids)
      : typeof tree === 'string' || tree
        ? `${tree}`
        : '';
const drawn = (data, frame, who) => board(data, frame, who, () => true);
const rowOf = (tree, seat) => nodes(tree).find((node) => node.key === `seat${seat}`);

test('the end of a round says how it was won, with which discard, and what it cost', () => {
  const common = { e: 'knocked', seat: 2, kind: 'common', card: '7D1' };
  const all = { e: 'knocked', seat: 2, kind: 'all', card: null };
  const over = { e: 'round_over', winner: 2 };
  const cases = [
    [
      'cacheta-pontos',
      'points',
      common,
      { 0: -1, 1: -1 },
      null,
      'Caju knocked (common knock) and discarded Seven of diamonds · Each opponent loses 1 point',
    ],
    [
      'cacheta-pontos',
      'points',
      common,
      { 0: -1, 1: -1 },
      2,
      'You knocked (common knock) and discarded Seven of diamonds · Each opponent loses 1 point',
    ],
    [
      'cacheta-pontos',
      'points',
      all,
      { 0: -2, 1: -2 },
      null,
      'Caju knocked with all cards · Each opponent loses 2 points',
    ],
    ['pife', null, common, {}, null, 'Caju knocked (common knock) and discarded Seven of diamonds'],
  ];
  for (const [ruleset, kind, knock, changes, you, said] of cases) {
    const [, frame, who] = round(ruleset, kind, { you, events: [knock, over], result: ending(knock.kind, changes) });
    assert.equal(moveText(frame, who), said);
  }
});

test('the end of a round shows what has changed, and the melds of the winner apart', () => {
  const tree = drawn(...round('cacheta-pontos', 'points', { result: ending('all', { 0: -2, 1: -2 }) }));
  assert.match(text(rowOf(tree, 0)), /8 points −2/);
  assert.doesNotMatch(text(rowOf(tree, 2)), /10 points [−+]/);
  const cards = nodes(rowOf(tree, 2)).filter((node) => node.tag === 'li');
  assert.deepEqual(
    cards.map((node) => node.key),
    ['QH1', 'QS2', 'QC1', '2D1', '3D1', '4D2', 'TH1', 'JH2', 'QH2'],
  );
  assert.deepEqual(
    cards.filter((node) => node.props.class === 'gap').map((node) => node.key),
    ['2D1', 'TH1'],
  );
});

test('the end of a round of Rummy shows the points in hand beside the score', () => {
  const result = ending('blocked', { 2: 84 }, { melds: [], hands: { 0: ['5C1'], 1: [], 2: [] }, points: { 0: 5 } });
  const tree = drawn(...round('rami', 'score', { result, melds: [] }));
  assert.match(text(rowOf(tree, 0)), /5 in hand · 8 points/);
  assert.match(text(rowOf(tree, 2)), /10 points \+84/);
});

test('an open pile says how many cards lie under those it shows', () => {
  const deck = [...'A23456789TJQK'].map((rank) => `${rank}C1`);
  const cases = [
    [deck, 13, null],
    [[...deck, 'AH1', '2H1'], 14, '+11 more card under these'],
    [[...deck, 'AH1', '2H1', '3H1', '4H1', '5H1', '6H1'], 14, '+55 more cards under these'],
  ];
  for (const [cards, shown, under] of cases) {
    const pile = nodes(drawn(...round('pife', null, { pile_cards: cards, pile: cards.length, top: cards.at(-1) })));
    const items = pile.find((node) => node.key === 'open').kids;
    const hint = items.find((item) => item.key === 'under');
    assert.equal(items.length - (hint ? 1 : 0), shown);
    assert.equal(hint ? text(hint) : null, under);
  }
});

test('an empty stock is an empty place', () => {
  for (const [stock, empty] of [
    [1, false],
    [0, true],
  ]) {
    const place = nodes(drawn(...round('rami', 'score', { stock, melds: [] }))).find((node) => node.key === 'stock');
    assert.equal(
      nodes(place).some((node) => node.props.class === 'card-slot'),
      empty,
    );
  }
});
