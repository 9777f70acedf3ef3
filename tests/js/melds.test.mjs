import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { bestGrouping, closesWithThrees, crowd, divisionIn, inOrder, kindOf } from '../../static/js/table/melds.js';
import { rulesFor } from './rules.mjs';

const cases = readFileSync(new URL('../games/cases/cases.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(JSON.parse);
const cards = (text) => text.split(' ');
const RANKS = 'A23456789TJQK';

/** The wild faces a turn-up makes; the page gets them from the server. */
function wildsOf(item) {
  if (!item.options.turn_up) return [];
  const [rank, suit] = item.options.turn_up;
  const next = RANKS[(RANKS.indexOf(rank) + 1) % 13];
  const suits = { suit: [suit], color: 'HD'.includes(suit) ? ['H', 'D'] : ['S', 'C'], all: ['C', 'D', 'H', 'S'] }[
    item.options.wild_scope ?? 'suit'
  ];
  return suits.map((one) => next + one);
}

test('the page and the worked cases agree on what a meld is', () => {
  const asked = cases.filter((item) => item.question === 'meld');
  assert.ok(asked.length > 70);
  for (const item of asked) {
    const rules = rulesFor(item.ruleset, { options: item.options, wilds: wildsOf(item) });
    assert.equal(kindOf(item.cards, rules) !== null, item.answer, `${item.id}: ${item.why}`);
  }
});

test('three melds of three close, whatever the order', () => {
  const rules = rulesFor('pife-corte');
  assert.ok(closesWithThrees(cards('7C1 5H1 QS1 6H1 9C1 QD1 7H1 8C1 QC1'), rules));
  assert.ok(!closesWithThrees(cards('5H1 6H1 7H1 8H1 QS1 QD1 QC1 9C1 TC1'), rules));
});

test('the best grouping uses most cards and a wild card where it helps', () => {
  const rules = rulesFor('cacheta-vidas', { wilds: ['8H'] });
  const { melds, rest } = bestGrouping(cards('4S1 5S1 6S1 7S1 JH1 JC1 JD1 8H1 9D1 TD1 TC1'), rules);
  assert.equal(melds.flat().length, 10);
  assert.deepEqual(rest, ['TC1']);
});

test('melds are shown as people lay them', () => {
  const rules = rulesFor('cacheta-vidas', { wilds: ['8H'] });
  assert.deepEqual(inOrder(cards('7D1 8H1 5D1'), rules), cards('5D1 8H1 7D1'));
  assert.deepEqual(inOrder(cards('AH1 KH1 QH1'), rules), cards('QH1 KH1 AH1'));
  assert.deepEqual(inOrder(cards('3H1 AH1 2H1'), rules), cards('AH1 2H1 3H1'));
  assert.deepEqual(inOrder(cards('8H1 KD1 QD1 AD1'), rules), cards('8H1 QD1 KD1 AD1'));
});

test('melds of the table get smaller before a phone hides one', () => {
  const table = (...sizes) => sizes.map((size) => ({ cards: Array(size).fill('5H1') }));
  assert.equal(crowd(table(3, 8)), '');
  assert.equal(crowd(table(3, 9)), 'many');
  assert.equal(crowd(table(3, 3, 3, 4, 3, 3)), 'some');
  assert.equal(crowd(table(6, 6, 7, 4)), 'many');
  assert.equal(crowd(table(3, 3, 3, 3, 3, 3, 3)), 'many');
});

test('a hand arranged in melds is a division of its own', () => {
  const rules = rulesFor('pife');
  const groups = ['5H1 5D1 5S1 5C1', '6H1 7H1 8H1 2C1', '9H1 TH1 JH1'].map(cards);
  assert.deepEqual(divisionIn(groups, '2C1', rules), [groups[0], cards('6H1 7H1 8H1'), groups[2]]);
  assert.equal(divisionIn(groups, '5C1', rules), null);
  assert.deepEqual(divisionIn([...groups.slice(0, 2), cards('9H1 TH1 JH1'), ['KD1']], 'KD1', rules), null);
  assert.equal(divisionIn([groups.flat()], '2C1', rules), null);
});
