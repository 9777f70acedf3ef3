import assert from 'node:assert/strict';
import test from 'node:test';
import { openLine } from '../../static/js/lobby-line.js';

class Line {
  static all = [];

  constructor() {
    this.closed = false;
    Line.all.push(this);
  }

  close() {
    this.closed = true;
  }

  say(v, type = 'lobby') {
    this.onmessage?.({ data: JSON.stringify({ type, v }) });
  }

  break() {
    this.onclose?.({ code: 1006 });
  }
}

function start(context) {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  Line.all = [];
  let now = 0;
  let asked = 0;
  const line = openLine({ url: 'ws://x', Socket: Line, clock: () => now, onChange: () => (asked += 1) });
  context.after(() => line.close());
  return {
    line,
    asked: () => asked,
    lines: () => Line.all.length,
    last: () => Line.all.at(-1),
    sleep: (seconds) => (now += seconds * 1000), // no timer runs
    pass(seconds) {
      for (let n = 0; n < seconds; n += 1) {
        now += 1000;
        context.mock.timers.tick(1000);
      }
    },
  };
}

test('a list is asked for on opening, and then for every other version', (context) => {
  const { last, asked } = start(context);
  for (const [version, lists] of [
    [3, 1],
    [3, 1],
    [4, 2],
    [4, 2],
    [1, 3],
  ]) {
    last().say(version);
    assert.equal(asked(), lists);
  }
});

test('a line that speaks now and then stays', (context) => {
  const { last, lines, pass } = start(context);
  for (let n = 0; n < 10; n += 1) {
    last().say(3);
    pass(25);
  }
  assert.equal(lines(), 1);
});

test('a silent line is given up, and the new one asks though the version is the same', (context) => {
  const { last, lines, pass, asked } = start(context);
  last().say(3);
  const dead = last();
  pass(59);
  assert.equal(lines(), 1);
  pass(6);
  assert.equal(lines(), 2);
  assert.ok(dead.closed);
  last().say(3);
  assert.equal(asked(), 2);
  dead.say(9); // whatever comes late over it
  assert.equal(asked(), 2);
  dead.break();
  pass(40);
  assert.equal(lines(), 2);
});

test('a line that never opens is given up too', (context) => {
  const { lines, pass } = start(context);
  pass(65);
  assert.equal(lines(), 2);
});

test('who comes back to the page does not wait', (context) => {
  const { line, last, lines, sleep, pass } = start(context);
  last().say(3);
  sleep(29);
  line.wake();
  assert.equal(lines(), 1);
  sleep(2);
  line.wake();
  assert.equal(lines(), 2);
  last().say(3);
  last().break();
  line.wake();
  assert.equal(lines(), 3);
  last().say(3);
  pass(20);
  assert.equal(lines(), 3); // the try that was planned is not made as well
});

test('a list that did not come is asked for at the next word', (context) => {
  const { line, last, asked } = start(context);
  last().say(3);
  line.forget();
  last().say(3);
  last().say(3);
  assert.equal(asked(), 2);
});

test('pauses grow until the server has said something about the list', (context) => {
  const { last, lines, pass } = start(context);
  for (let n = 0; n < 6; n += 1) {
    last().say(undefined, 'bye'); // accepted, and turned away
    last().break();
    pass(40);
  }
  const tries = lines();
  last().break();
  pass(20);
  assert.equal(lines(), tries);
  pass(20);
  last().say(3);
  last().break();
  pass(3);
  assert.equal(lines(), tries + 2);
});
