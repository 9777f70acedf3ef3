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
const OPEN = 1; // WebSocket.OPEN
const LAST_WORDS = new Set([4001, 4003, 4004, 4009]); // told not to come back

/**
 * The pause before try number `tries` (1, 2, …): doubled each time, with jitter so that a crowd does not return at once.
 * @param {number} tries
 * @param {() => number} [random]
 */
export function waitBefore(tries, random = Math.random) {
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1));
  return longest / 2 + (random() * longest) / 2;
}

/**
 * What a line is opened with. `urgent`: does a countdown run on the page? `shownVersion`: of the table.
 * @typedef {object} Options
 * @property {string} url
 * @property {(message: Wire.Message) => void} onMessage
 * @property {(link: Page.Link) => void} onStatus
 * @property {() => number} shownVersion
 * @property {() => boolean} urgent
 * @property {new (url: string) => WebSocket} [Socket]
 * @property {() => number} [clock]
 * @property {() => number} [timeOfDay]
 */

/**
 * @param {Options} options
 * @returns {Page.Line}
 */
export const openSocket = (options) => new Line(options);

/** @implements {Page.Line} */
class Line {
  /** Sent, neither acknowledged nor refused: by id.
   * @type {Map<string, Wire.Asked>}
   */
  #waiting = new Map();
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  /** @type {Page.Status} */
  #status = 'connecting';
  /** @type {number | null} */
  #probed = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {string | null} */
  #farewell = null;
  #options;
  #Socket;
  #clock;
  #timeOfDay;
  #heard;
  #looked;
  #watch;

  /** @param {Options} options */
  constructor(options) {
    this.#options = options;
    this.#Socket = options.Socket ?? globalThis.WebSocket;
    this.#clock = options.clock ?? (() => performance.now());
    this.#timeOfDay = options.timeOfDay ?? (() => Date.now());
    this.#heard = this.#clock();
    this.#looked = { clock: this.#clock(), day: this.#timeOfDay() };
    this.#watch = setInterval(() => this.#look(), LOOK_EVERY);
    this.#connect();
  }

  // --- for the page -------------------------------------------------------------------------------------------------

  /**
   * Fire and forget: arrangements. True if it went out.
   * @param {Wire.Note} message
   */
  send(message) {
    this.#raw(message);
    return this.#socket?.readyState === OPEN;
  }

  /**
   * Under an id: repeated after a break until it is answered.
   * @param {Wire.Asked} message
   */
  ask(message) {
    this.#waiting.set(message.id, message);
    this.#raw(message);
  }

  /**
   * No answer for long: once more, under the same id.
   * @param {string} id
   */
  repeat(id) {
    const message = this.#waiting.get(id);
    if (message) this.#raw(message);
  }

  retryNow() {
    if (this.#status === 'down') this.#connect();
    else if (this.#status === 'quiet') this.#closedByUs();
  }

  /** The device says it is offline. */
  offline() {
    if (this.#status !== 'up') return;
    this.#probed = this.#clock();
    this.#tell('quiet');
  }

  /** The page was woken up, or the device is online again. */
  wake() {
    const silence = this.#clock() - this.#heard;
    const gone = this.#status === 'gone';
    if (this.#status === 'down' || this.#status === 'quiet' || (!gone && silence > ASLEEP)) this.#connect();
    else if (this.#status === 'up' && silence > 1_000) this.#probe(this.#clock());
  }

  close() {
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    this.#drop();
  }

  // --- the line itself ------------------------------------------------------------------------------------------------

  /**
   * @param {Page.Status} status
   * @param {Partial<Page.Link>} [more]
   */
  #tell(status, more = {}) {
    this.#status = status;
    this.#options.onStatus({ status, tries: this.#tries, retryAt: null, code: null, ...more });
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#drop();
    this.#tell('connecting');
    this.#farewell = null;
    this.#heard = this.#clock();
    this.#probed = null;
    const mine = new this.#Socket(this.#options.url);
    this.#socket = mine;
    mine.onmessage = (event) => {
      if (this.#socket === mine) this.#receive(JSON.parse(event.data));
    };
    mine.onclose = (event) => {
      if (this.#socket === mine) this.#closed(event.code);
    };
  }

  #drop() {
    if (!this.#socket) return;
    const old = this.#socket;
    this.#socket = null;
    old.onmessage = null;
    old.onclose = null;
    old.close();
  }

  /** @param {Wire.Message} message */
  #receive(message) {
    this.#heard = this.#clock();
    this.#probed = null;
    const picture = message.type === 'table'; // before "up": nobody is called to what was on the page when the line went
    if (picture) this.#options.onMessage(message);
    if (this.#status !== 'up') {
      this.#tries = 0;
      this.#tell('up');
      for (const unanswered of this.#waiting.values()) this.#raw(unanswered);
    }
    this.#answer(message);
    if (!picture) this.#options.onMessage(message);
  }

  /** @param {Wire.Message} message */
  #answer(message) {
    switch (message.type) {
      case 'ping':
        this.#raw({ type: 'pong', v: this.#options.shownVersion() });
        break;
      case 'ack':
      case 'refused':
      case 'why':
        if (message.id !== null) this.#waiting.delete(message.id);
        break;
      case 'error':
        this.#waiting.clear(); // the server stumbled over it: not again by itself
        break;
      case 'retry':
        this.#again(message.id);
        break;
      case 'bye':
        this.#farewell = message.code;
        break;
      default:
    }
  }

  /** @param {string | null} id */
  #again(id) {
    if (id !== null) setTimeout(() => this.repeat(id), 200 + Math.random() * 300);
  }

  /** @param {number} code */
  #closed(code) {
    this.#socket = null;
    if (LAST_WORDS.has(code)) {
      this.#tell('gone', { code: this.#farewell ?? code });
      return;
    }
    this.#tries += 1;
    const wait = waitBefore(this.#tries);
    this.#timer = setTimeout(() => this.#connect(), wait);
    this.#tell('down', { retryAt: this.#clock() + wait });
  }

  #closedByUs() {
    this.#drop();
    this.#closed(1006);
  }

  /** @param {Wire.Asked | Wire.Note} message */
  #raw(message) {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  // --- silence --------------------------------------------------------------------------------------------------------

  /** @param {number} now */
  #probe(now) {
    this.#probed = now;
    this.#raw({ type: 'ping' });
  }

  /** Every half second: is the line still alive? */
  #look() {
    const now = this.#clock();
    if (this.#slept(now) && this.#status !== 'gone')
      this.#connect(); // what is left of every deadline is known anew
    else if (this.#socket && this.#status === 'connecting') {
      if (now - this.#heard > GIVE_UP) this.#closedByUs();
    } else if (this.#socket && (this.#status === 'up' || this.#status === 'quiet')) this.#listen(now);
  }

  /** @param {number} now */
  #listen(now) {
    const urgent = this.#options.urgent();
    if (this.#probed === null) {
      if (now - this.#heard >= (urgent ? URGENT_SILENCE : CALM_SILENCE)) this.#probe(now);
    } else if (now - this.#probed > (urgent ? URGENT_GIVE_UP : GIVE_UP)) this.#closedByUs();
    else if (now - this.#probed >= ANSWER_WITHIN && this.#status === 'up') this.#tell('quiet');
  }

  /**
   * The clock of a page stands still while the device sleeps (on most systems); the time of day does not.
   * @param {number} now
   */
  #slept(now) {
    const before = this.#looked;
    this.#looked = { clock: now, day: this.#timeOfDay() };
    return this.#looked.day - before.day - (now - before.clock) > SLEPT;
  }
}
