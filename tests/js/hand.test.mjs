import assert from 'node:assert/strict';
import test from 'node:test';
import { dropTarget } from '../../static/js/table/drag.js';
import { place, reconcile, rows, sortHand, step } from '../../static/js/table/hand.js';
import { rulesFor } from './rules.mjs';

const rules = rulesFor('pife-corte');
const groups = (text) => text.split(' | ').map((group) => group.split(' '));
const text = (list) => list.map((group) => group.join(' ')).join(' | ');

test('a drawn card joins at the right end; order and gaps stay', () => {
  const kept = groups('5H1 6H1 7H1 | 9C1 KD2');
  assert.equal(text(reconcile(kept, ['9C1', '5H1', '6H1', '7H1', 'KD2', '2S1'], rules)), '5H1 6H1 7H1 | 9C1 KD2 2S1');
});

test('a finished meld at the right end is not spoilt by a new card', () => {
  assert.equal(
    text(reconcile(groups('9C1 | 5H1 6H1 7H1'), ['9C1', '5H1', '6H1', '7H1', '2S1'], rules)),
    '9C1 | 5H1 6H1 7H1 | 2S1',
  );
});

test('cards that are gone leave no empty groups', () => {
  assert.equal(text(reconcile(groups('5H1 | 9C1 KD2'), ['9C1'], rules)), '9C1');
});

test('a card goes between others, into another group, or stands alone', () => {
  const start = groups('1 2 3 | 4 5');
  assert.equal(text(place(start, '1', { group: 0, index: 3 })), '2 3 1 | 4 5');
  assert.equal(text(place(start, '1', { group: 1, index: 1 })), '2 3 | 4 1 5');
  assert.equal(text(place(start, '5', { group: 1, index: null })), '1 2 3 | 5 | 4');
  assert.equal(text(place(start, '5', { group: 2, index: null })), '1 2 3 | 4 | 5');
  assert.equal(text(place(groups('1 | 2'), '1', { group: 1, index: 1 })), '2 1');
});

test('steps by keyboard pass the edge of a group by way of standing alone', () => {
  let now = groups('1 2 | 3');
  const seen = [];
  for (let at = 0; at < 4; at++) seen.push(text((now = step(now, '1', 1))));
  assert.deepEqual(seen, ['2 1 | 3', '2 | 1 | 3', '2 | 1 3', '2 | 3 1']);
  assert.equal(text(step(groups('2 | 3 1'), '2', -1)), '2 | 3 1');
});

test('sorting keeps every card', () => {
  const hand = ['KD2', '5H1', 'QS1', '6H1', 'QD1', '7H1', 'QC1', '9C1', 'TC1'];
  for (const how of ['suit', 'rank', 'melds'])
    assert.deepEqual([...sortHand(hand, how, rules).flat()].sort(), [...hand].sort());
  assert.equal(text(sortHand(hand, 'melds', rules)), '5H1 6H1 7H1 | QS1 QD1 QC1 | 9C1 TC1 | KD2');
});

test('two rows: the break is at a group, a long group is cut', () => {
  const shape = (list) => rows(list).map((line) => line.map((piece) => piece.cards.length));
  assert.deepEqual(shape(groups('1 2 3 | 4 5 6 | 7 8 9')), [[3], [3, 3]]);
  assert.deepEqual(shape(groups('1 2 3 4 5 6 7 8 9')), [[5], [4]]);
  assert.deepEqual(shape(groups('1 2 3')), [[3]]);
});

test('where a dragged card falls: between cards, in a gap, after the end', () => {
  const piece = (group, left, count, more = {}) => ({
    group,
    from: 0,
    left,
    right: left + count * 60,
    top: 0,
    bottom: 80,
    middles: Array.from({ length: count }, (_, at) => left + 30 + at * 60),
    ends: true,
    ...more,
  });
  const pieces = [piece(0, 0, 3), piece(1, 192, 2), { ...piece(2, 0, 2), top: 90, bottom: 170 }];
  assert.deepEqual(dropTarget(pieces, 70, 40), { group: 0, index: 1 });
  assert.deepEqual(dropTarget(pieces, 186, 40), { group: 1, index: null });
  assert.deepEqual(dropTarget(pieces, 400, 40), { group: 2, index: null });
  assert.deepEqual(dropTarget(pieces, 100, 130), { group: 2, index: 2 });
  assert.equal(dropTarget([], 1, 1), null);
});
