import assert from 'node:assert/strict';
import test from 'node:test';
import { calledTo, news } from '../../static/js/table/announce.js';
import { QUIET, heard } from '../../static/js/table/chat.js';
import { linked, receive } from '../../static/js/table/store.js';
import { frame, shown } from './scene.mjs';

/** The page through these states: to what it called, and with which sound. */
function calls(...states) {
  let called = null;
  return states.flatMap((state, at) => {
    const told = news(states[at - 1] ?? state, state, [], called);
    called = calledTo(state, called);
    return told.call ? [told.call] : [];
  });
}

const mine = shown();
const others = receive(mine, frame({ v: 2, game: { turn: 2, active: 1 } }), 0);
const lost = (state) => linked(state, { status: 'down', tries: 1 });
const back = (state) => linked(state, { status: 'up', tries: 0 });

test('a break of the line in one’s own turn does not call again', () => {
  assert.deepEqual(calls(mine, lost(mine), back(mine), linked(mine, { status: 'quiet' }), mine), ['Your turn']);
});

test('nobody is called to a turn that went by while the line was away', () => {
  const away = lost(mine);
  const played = receive(away, frame({ v: 2, game: { turn: 2, active: 1 } }), 0);
  assert.deepEqual(calls(others, away, played, back(played)), []);
});

test('a turn that came while the line was away is called when it is back', () => {
  const away = lost(others);
  const came = receive(away, frame({ v: 3, game: { turn: 5 } }), 0);
  assert.deepEqual(calls(others, away, came, back(came)), ['Your turn']);
});

test('after a pause of the table the player is called again', () => {
  const paused = shown({ room: { paused: true, frozen: true } });
  assert.deepEqual(calls(mine, paused, mine), ['Your turn', 'Your turn']);
});

test('each turn is called, and the cut-in window within it', () => {
  const open = (turn) => shown({ game: { turn, phase: 'window', active: 1, window: { discarder: 1, card: 'JC1' } } });
  assert.deepEqual(calls(open(2), shown({ game: { turn: 3 } }), others, open(3)), [
    'Cut-in window',
    'Your turn',
    'Cut-in window',
  ]);
});

const line = (n, own = false) => ({ n, who: 'Bia', own, text: 'oi' });
const after = (...messages) => messages.reduce((talk, message) => heard(talk, message).talk, QUIET);

test('what was said before one came is no news; what was said during a break is', () => {
  const first = { lines: [line(1), line(2)], muted: [] };
  assert.equal(after(first).unread, 0);
  const { talk, news: lines } = heard(after(first), { lines: [line(1), line(2), line(3), line(4, true)], muted: [] });
  assert.deepEqual([talk.unread, lines.map(({ n }) => n), talk.lines.length], [1, [3], 4]);
  assert.equal(after({ lines: [], muted: [] }, { lines: [line(1)], muted: [] }).unread, 1);
});

test('hearing somebody again brings no old line as news', () => {
  const talk = after({ lines: [line(5)], muted: ['Rui'] }, { lines: [line(3), line(5)], muted: [] });
  assert.deepEqual([talk.unread, talk.lines.map(({ n }) => n)], [0, [3, 5]]);
});
