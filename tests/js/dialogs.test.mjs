import assert from 'node:assert/strict';
import test from 'node:test';
import { knockChoices } from '../../static/js/table/dialogs-play.js';
import { mayAskWhy } from '../../static/js/table/offers.js';
import { ownMatch } from '../../static/js/table/view.js';
import { question, whyWords } from '../../static/js/table/words-dialogs.js';
import { FACTS } from './rules.mjs';
import { shown } from './scene.mjs';

const at = (key, { game, you, ...more } = {}) =>
  shown({ room: { rules: FACTS[key] }, game: { phase: 'discard', ...game }, you: { costs: {}, ...you }, ...more });
const leaving = (key, seats, more = {}) => question('leave', { match: ownMatch(at(key, { seats, ...more })) })[1];
const between = { game: { phase: 'over', result: {} } };

test('the dialog of a knock names what it costs now, as the server says: doubled on the first turn', () => {
  const legal = [
    { do: 'knock', with: 'all' },
    { do: 'knock', with: 'common', discard: '5H1' },
  ];
  const notes = (key, costs) => knockChoices(at(key, { you: { costs, legal } })).map(({ note }) => note);
  assert.deepEqual(notes('cacheta-pontos', { common: 2, all: 4 }), [
    'each opponent loses 4 points',
    'each opponent loses 2 points',
  ]);
  assert.deepEqual(notes('cacheta-vidas', { all: 2 })[0], 'each opponent loses 2 lives');
  assert.deepEqual(notes('pife', {}), ['ends the round', 'ends the round']);
});

test('who leaves at two is told that the match ends, and nothing of coming back', () => {
  for (const key of ['cacheta-vidas', 'cacheta-pontos', 'pife', 'rami']) {
    for (const more of [{}, between])
      assert.equal(leaving(key, 2, more), 'Leaving ends the match: the other player wins it.', key);
  }
  assert.equal(leaving('pife-corte', 2), 'The round ends and nobody wins it. Your wins in this room are lost.');
});

test('who leaves among more is told what that costs, between two rounds too', () => {
  const goesOn = 'Your cards leave the round and the others play on.';
  const lives = 'Coming back while the match goes on, you have the lives you left with.';
  assert.equal(leaving('cacheta-vidas', 3), `${goesOn} ${lives}`);
  assert.equal(leaving('rami', 4), `${goesOn} You lose the match.`);
  assert.equal(leaving('rami', 3, between), 'Your seat becomes free. You lose the match.');
  assert.equal(leaving('pife-corte', 3, between), 'Your seat becomes free. Your wins in this room are lost.');
});

test('who is in no match loses nothing by leaving', () => {
  const over = { game: { phase: 'over', result: {}, match: { over: true } } };
  assert.equal(leaving('rami', 4, over), 'Your seat becomes free.');
  assert.equal(leaving('rami', 4, { you: { seat: null } }), 'Your seat becomes free.');
});

test('a bot is sent away at the end of its round, or of its match where nobody may join one', () => {
  const text = (key) => question('remove_bot', { name: 'Bot', joins: FACTS[key].joins })[1];
  assert.equal(text('cacheta-vidas'), 'A bot in a running round finishes it first.');
  assert.equal(text('rami'), 'A bot in a running match plays it to the end first.');
});

test('"why can’t I knock" says "you can knock" only where one can', () => {
  assert.equal(whyWords.lead({ wins: 'knock', missing: 0 }), 'Your cards close: you can knock.');
  for (const wins of ['discard', 'draw', 'barred'])
    assert.doesNotMatch(whyWords.lead({ wins, missing: 0 }), /you can knock/);
  assert.equal(whyWords.lead({ wins: null, missing: 1 }), 'You are 1 card away from closing.');
});

test('"why can’t I knock" is offered on one’s own turn and in the window, never in somebody else’s turn', () => {
  assert.ok(mayAskWhy(at('pife', { game: { phase: 'draw' } })));
  assert.ok(mayAskWhy(at('pife')));
  assert.ok(!mayAskWhy(at('pife', { game: { active: 1 } })));
  const window = (discarder) =>
    at('pife-corte', { game: { phase: 'window', active: null, window: { discarder, card: 'JC1' } } });
  assert.ok(mayAskWhy(window(1)));
  assert.ok(!mayAskWhy(window(0)));
  assert.ok(!mayAskWhy(at('rami')));
});
