import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { interpolate, parts } from '../../static/js/table/gettext.js';
import { cardLabel, cardName, meldName, plain, ruleLines, scoreText } from '../../static/js/table/words.js';
import { refusalText } from '../../static/js/table/words-codes.js';
import { eventText } from '../../static/js/table/words-events.js';
import { FACTS, rulesFor } from './rules.mjs';

const folder = new URL('../../static/js/table/', import.meta.url);
const sources = readdirSync(folder)
  .filter((name) => name.endsWith('.js'))
  .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]);

test('sentences keep their cards and names as tokens, in any order of words', () => {
  const list = parts('%(name)s jogou %(card)s', { name: { who: 1 }, card: { card: '7H1' } });
  assert.deepEqual(list, [{ who: 1 }, ' jogou ', { card: '7H1' }]);
  assert.equal(
    plain(list, () => 'Bruno'),
    'Bruno jogou Seven of hearts',
  );
  assert.equal(interpolate('%(count)s cards', { count: 0 }), '0 cards');
});

test('cards are spoken, never spelled', () => {
  assert.equal(cardName('TS1'), 'Ten of spades');
  assert.equal(
    cardLabel('8H1', { wild: true, fresh: true, barred: true }),
    'Eight of hearts, wild card, just drawn, cannot be discarded this turn',
  );
  assert.equal(
    meldName(['5D1', '8H1', '7D1'], rulesFor('cacheta-vidas', { wilds: ['8H'] })),
    'Run of diamonds with a wild card',
  );
  const wild = rulesFor('cacheta-vidas', { wilds: ['8H'] });
  assert.equal(meldName(['7C1', '7D1', '7H1'], wild), 'Set of sevens');
  assert.equal(meldName(['7C1', '7D1', '7H1', '7S1'], wild), 'Set of four sevens');
  assert.equal(meldName(['7C1', '7D1', '7H1', '8H1'], wild), 'Set of four sevens with a wild card');
});

test('the rules of a table come from what the server says of the game', () => {
  const lines = (...table) => ruleLines(...table).map(({ text }) => text);
  assert.deepEqual(lines(FACTS['cacheta-vidas'], { turn_seconds: 30, lives: 1 }), [
    '9 cards each',
    '2 decks',
    'The card next after the turn-up is wild',
    'Three melds win: with nine, or with ten for 2 lives',
    '30 seconds for each action',
    'Each player starts with 1 life',
  ]);
  assert.ok(lines({ ...FACTS['pife-corte'], window: 7 }, {}).includes('Cut-in: 7 seconds after every discard'));
  assert.deepEqual(lines(FACTS.rami, { turn_seconds: null, discard_to_win: false }), [
    '7 or 10 cards each, by the number of players',
    '1 deck',
    'No wild cards',
    'Lay down melds and lay off on any meld',
    'No time limit',
  ]);
  assert.deepEqual(lines(FACTS.pife, { points: null }), [
    '9 cards each',
    '1 or 2 decks, by the number of players',
    'No wild cards',
    'Reshuffles in a round: 3',
    'One round decides the match',
  ]);
  const pontos = ruleLines(FACTS['cacheta-pontos'], { max_wild: 0, first_turn_multiplier: 1 }, ['max_wild']);
  assert.deepEqual(pontos.slice(-2), [
    { text: 'Wild cards substitute nothing', changed: true },
    { text: 'On the first turn a knock counts like any other', changed: false },
  ]);
  assert.equal(scoreText('wins', 0), 'no wins');
});

test('an event without its card still makes a sentence', () => {
  const event = { e: 'discarded', seat: 2, card: 'KD1' };
  assert.equal(
    plain(eventText(event, { you: false, named: false }), () => 'Ana'),
    'Ana discarded',
  );
  assert.equal(plain(eventText(event, { you: true, named: true })), 'You discarded King of diamonds');
});

test('every refusal of the server has its sentence here, the same one', () => {
  const source = readFileSync(new URL('../../../lobby/pages/refusals.py', folder), 'utf8');
  const rows = [...source.matchAll(/^ {4}"(\w+)": _\(\s*"(.*)"\s*\),$/gm)];
  assert.ok(rows.length > 50);
  for (const [, code, text] of rows) assert.equal(refusalText(code), text, code);
});

test('every text goes through the catalogue: whole sentences in one literal', () => {
  for (const [name, source] of sources) {
    assert.doesNotMatch(
      source,
      /\bp?gettext\((?!['"]|context|text)[^)]/,
      `${name}: a text that the catalogue cannot find`,
    );
  }
});

test('modules import each other so that hashed names can be written in, and never in a circle', () => {
  const imports = new Map(
    sources.map(([name, source]) => {
      const found = [...source.matchAll(/^import\b[^;]*;/gm)].map(
        ([statement]) => statement.match(/ from '\.\/([\w-]+\.js)';$/)?.[1],
      );
      assert.ok(
        found.every((other) => other && existsSync(new URL(other, folder))),
        `${name}: ${found}`,
      );
      return [name, found];
    }),
  );
  const walk = (name, path) => {
    assert.ok(!path.includes(name), `circle: ${[...path, name].join(' -> ')}`);
    for (const next of imports.get(name)) walk(next, [...path, name]);
  };
  walk('main.js', []);
});

test('every module is fetched at once: the list in the page is complete', () => {
  const list = readFileSync(new URL('../../../templates/lobby/_table_modules.html', folder), 'utf8');
  for (const [name] of sources) assert.ok(name === 'main.js' || list.includes(`js/table/${name}'`), name);
});

test('nothing is ever parsed as HTML', () => {
  for (const [name, source] of sources)
    assert.doesNotMatch(source, /innerHTML|outerHTML|insertAdjacentHTML|document\.write/, name);
});
