import assert from 'node:assert/strict';
import test from 'node:test';
import { openSocket, waitBefore } from '../../static/js/table/socket.js';

class Line {
  static all = [];

  constructor() {
    this.readyState = 0;
    this.sent = [];
    Line.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  open() {
    this.readyState = 1;
  }

  hear(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  break(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

function start(context, { urgent = false } = {}) {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  Line.all = [];
  let now = 0;
  let asleep = 0;
  const log = [];
  const socket = openSocket({
    url: 'ws://x',
    Socket: Line,
    clock: () => now,
    timeOfDay: () => now + asleep,
    shownVersion: () => 7,
    urgent: () => urgent,
    onMessage: (message) => log.push(message.type),
    onStatus: ({ status }) => log.push(status),
  });
  context.after(() => socket.close());
  const pass = (ms) => {
    for (let step = 0; step < ms; step += 100) {
      now += 100;
      context.mock.timers.tick(100);
    }
  };
  const sleep = (ms) => {
    asleep += ms;
  };
  return { socket, log, pass, sleep, line: () => Line.all.at(-1) };
}

function connected(context, options) {
  const page = start(context, options);
  page.line().open();
  page.line().hear({ type: 'table', v: 1 });
  page.log.length = 0;
  return page;
}

test('pings are answered at once with the version that is shown', (context) => {
  const { line } = connected(context);
  line().hear({ type: 'ping', v: 9 });
  assert.deepEqual(line().sent, [{ type: 'pong', v: 7 }]);
});

test('what was not answered is sent again after a break, under the same id', (context) => {
  const { socket, line, pass } = connected(context);
  socket.ask({ type: 'act', id: 'a' });
  socket.ask({ type: 'act', id: 'b' });
  line().hear({ type: 'ack', id: 'b', v: 2 });
  line().break();
  pass(1_000);
  line().open();
  assert.equal(Line.all.length, 2);
  line().hear({ type: 'table', v: 3 });
  assert.deepEqual(line().sent, [{ type: 'act', id: 'a' }]);
});

test('"retry" repeats, a refusal does not', (context) => {
  const { socket, line, pass } = connected(context);
  socket.ask({ type: 'act', id: 'a' });
  line().hear({ type: 'retry', id: 'a' });
  pass(600);
  assert.equal(line().sent.length, 2);
  line().hear({ type: 'refused', id: 'a', code: 'frozen' });
  line().hear({ type: 'retry', id: 'a' });
  pass(600);
  assert.equal(line().sent.length, 2);
});

test('while a clock runs, silence shows within five seconds', (context) => {
  const { log, line, pass } = connected(context, { urgent: true });
  pass(4_900);
  assert.deepEqual(log, ['quiet']);
  assert.deepEqual(line().sent[0], { type: 'ping' }, 'it asked before it despaired');
  line().hear({ type: 'table', v: 2 });
  assert.deepEqual(log, ['quiet', 'table', 'up'], 'the picture is there before anybody is called to it');
});

test('without a clock the pings of the server are enough', (context) => {
  const { log, line, pass } = connected(context);
  for (let round = 0; round < 4; round++) {
    pass(10_000);
    line().hear({ type: 'ping', v: 1 });
  }
  assert.deepEqual([...new Set(log)], ['ping']);
});

test('a line that stays silent is replaced', (context) => {
  const { log, pass } = connected(context, { urgent: true });
  pass(15_000);
  assert.ok(Line.all.length > 1);
  assert.ok(log.includes('down'));
});

test('told to go, the page does not come back', (context) => {
  const { log, line, pass } = connected(context);
  line().hear({ type: 'bye', code: 'account_inactive' });
  line().break(4003);
  pass(60_000);
  assert.equal(Line.all.length, 1);
  assert.equal(log.at(-1), 'gone');
});

test('a page that slept takes a new line at once', (context) => {
  const { socket, line, pass } = connected(context);
  line().hear({ type: 'ping', v: 1 });
  pass(900);
  socket.wake();
  assert.equal(Line.all.length, 1);
  context.mock.timers.reset();
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  pass(16_000); // the timers of a frozen page do not run
  socket.wake();
  assert.equal(Line.all.length, 2);
});

test('a device that slept takes a new line, though its clock stood still and the old line lives', (context) => {
  const { pass, sleep, line } = connected(context);
  pass(1_000);
  sleep(1_500); // the time of day is corrected by a little now and then
  pass(1_000);
  assert.equal(Line.all.length, 1);
  sleep(15_000);
  pass(500);
  assert.equal(Line.all.length, 2);
  line().open();
  line().hear({ type: 'table', v: 2 });
  pass(5_000);
  assert.equal(Line.all.length, 2);
});

test('the network is back: no waiting for a line of the old one', (context) => {
  const { socket, log, pass } = connected(context);
  socket.offline();
  pass(500);
  socket.wake();
  assert.deepEqual(log, ['quiet', 'connecting']);
  assert.equal(Line.all.length, 2);
});

test('"why" is asked again after a break until it is answered', (context) => {
  const { socket, line, pass } = connected(context);
  socket.ask({ type: 'why', id: 'a' });
  line().break();
  pass(1_000);
  line().open();
  line().hear({ type: 'table', v: 3 });
  assert.deepEqual(line().sent, [{ type: 'why', id: 'a' }]);
  line().hear({ type: 'why', id: 'a', melds: [], rest: [], missing: 1 });
  line().break();
  pass(2_000);
  line().open();
  line().hear({ type: 'table', v: 3 });
  assert.deepEqual(line().sent, []);
});

test('pauses grow, are never longer than ten seconds, and differ', () => {
  assert.deepEqual(
    [1, 2, 3, 9].map((tries) => waitBefore(tries, () => 1)),
    [500, 1_000, 2_000, 10_000],
  );
  assert.equal(
    waitBefore(9, () => 0),
    5_000,
  );
});
