// The line to the server: opens, notices silence, comes back with growing pauses, and repeats under the same id what
// was not acknowledged. It tells status and messages; it knows nothing of the game.
//
// status: "connecting" | "up" | "quiet" (open, but nothing comes) | "down" (next try at retryAt) | "gone" (no further try)

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const LOOK_EVERY = 500;
const URGENT_SILENCE = 2_500; // while a countdown runs on the page: ask, so that a dead line shows within five seconds
const CALM_SILENCE = 12_000; // the server pings every ten seconds
const ANSWER_WITHIN = 1_900;
const GIVE_UP = 8_000; // quiet for that long: a new connection
const URGENT_GIVE_UP = 4_000; // … while a countdown runs on the page
const SLEPT = 2_000; // the time of day has gone on for that much more than the clock: the device slept
const ASLEEP = 15_000; // longer than a ping takes: the page was frozen and its line is surely dead
const ANSWERS = new Set(['ack', 'refused', 'why']);
const LAST_WORDS = new Set([4001, 4003, 4004, 4009]); // told not to come back

/** The pause before try number `tries` (1, 2, …): doubled each time, with jitter so that a crowd does not return at once. */
export function waitBefore(tries, random = Math.random) {
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1));
  return longest / 2 + (random() * longest) / 2;
}

export function openSocket({
  url,
  onMessage,
  onStatus,
  shownVersion,
  urgent,
  Socket = globalThis.WebSocket,
  clock = () => performance.now(),
  timeOfDay = () => Date.now(),
}) {
  const waiting = new Map(); // id -> message: sent, neither acknowledged nor refused
  let socket = null;
  let tries = 0;
  let status = 'connecting';
  let heard = clock();
  let probed = null;
  let timer = null;
  let farewell = null;
  let looked = { clock: clock(), day: timeOfDay() };

  const tell = (next, more = {}) => {
    status = next;
    onStatus({ status: next, tries, retryAt: null, code: null, ...more });
  };

  function connect() {
    clearTimeout(timer);
    drop();
    tell('connecting');
    farewell = null;
    heard = clock();
    probed = null;
    socket = new Socket(url);
    const mine = socket;
    mine.onmessage = (event) => {
      if (socket === mine) receive(JSON.parse(event.data));
    };
    mine.onclose = (event) => {
      if (socket === mine) closed(event.code);
    };
  }

  function drop() {
    if (!socket) return;
    const old = socket;
    socket = null;
    old.onmessage = null;
    old.onclose = null;
    old.close();
  }

  function receive(message) {
    heard = clock();
    probed = null;
    const picture = message.type === 'table'; // before "up": nobody is called to what was on the page when the line went
    if (picture) onMessage(message);
    if (status !== 'up') {
      tries = 0;
      tell('up');
      for (const unanswered of waiting.values()) raw(unanswered);
    }
    if (message.type === 'ping') raw({ type: 'pong', v: shownVersion() });
    else if (ANSWERS.has(message.type)) waiting.delete(message.id);
    else if (message.type === 'error')
      waiting.clear(); // the server stumbled over it: not again by itself
    else if (message.type === 'retry') again(message.id);
    else if (message.type === 'bye') farewell = message.code;
    if (!picture) onMessage(message);
  }

  function again(id) {
    setTimeout(
      () => {
        if (waiting.has(id)) raw(waiting.get(id));
      },
      200 + Math.random() * 300,
    );
  }

  function closed(code) {
    socket = null;
    if (LAST_WORDS.has(code)) return tell('gone', { code: farewell ?? code });
    tries += 1;
    const wait = waitBefore(tries);
    timer = setTimeout(connect, wait);
    return tell('down', { retryAt: clock() + wait });
  }

  function raw(message) {
    if (socket?.readyState === 1) socket.send(JSON.stringify(message));
  }

  function probe(now) {
    probed = now;
    raw({ type: 'ping' });
  }

  /** Called every half second, and when the page is shown again. */
  function look() {
    const now = clock();
    if (slept(now) && status !== 'gone') {
      connect(); // what is left of every deadline is known anew
      return;
    }
    if (!socket || status === 'down' || status === 'gone') return;
    if (status === 'connecting') {
      if (now - heard > GIVE_UP) closedByUs();
      return;
    }
    if (probed === null) {
      if (now - heard >= (urgent() ? URGENT_SILENCE : CALM_SILENCE)) probe(now);
    } else if (now - probed > (urgent() ? URGENT_GIVE_UP : GIVE_UP)) closedByUs();
    else if (now - probed >= ANSWER_WITHIN && status === 'up') tell('quiet');
  }

  /** The clock of a page stands still while the device sleeps (on most systems); the time of day does not. */
  function slept(now) {
    const before = looked;
    looked = { clock: now, day: timeOfDay() };
    return looked.day - before.day - (now - before.clock) > SLEPT;
  }

  function closedByUs() {
    drop();
    closed(1006);
  }

  const watch = setInterval(look, LOOK_EVERY);
  connect();

  return {
    /** Fire and forget: arrangements. True if it went out. */
    send(message) {
      raw(message);
      return socket?.readyState === 1;
    },
    /** Under an id: repeated after a break until it is answered. */
    ask(message) {
      waiting.set(message.id, message);
      raw(message);
    },
    /** No answer for long: once more, under the same id. */
    repeat(id) {
      if (waiting.has(id)) raw(waiting.get(id));
    },
    retryNow() {
      if (status === 'down') connect();
      else if (status === 'quiet') closedByUs();
    },
    /** The device says it is offline, or the page was woken up. */
    offline() {
      if (status === 'up') {
        probed = clock();
        tell('quiet');
      }
    },
    wake() {
      if (status === 'down' || status === 'quiet' || (status !== 'gone' && clock() - heard > ASLEEP)) connect();
      else if (status === 'up' && clock() - heard > 1_000) {
        probe(clock());
      }
    },
    close() {
      clearTimeout(timer);
      clearInterval(watch);
      drop();
    },
  };
}
