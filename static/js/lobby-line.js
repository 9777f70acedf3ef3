// The line that says when the list of rooms has changed: opens, notices silence, and comes back. It knows nothing of the
// list itself.

const RETRY_FROM = 1_000;
const RETRY_MOST = 30_000;
const SILENT = 60_000; // the server speaks every 25 seconds: a line silent for so long is dead, though it looks open
const DOUBTFUL = 30_000; // for whoever comes back to the page just now
const LOOK_EVERY = 5_000;

/**
 * `onChange`: the list is another one, or may be: the line has just been opened. `clock` goes on while a phone sleeps.
 * @param {{ url: string, onChange: () => void, Socket?: new (url: string) => WebSocket, clock?: () => number }} given
 */
export function openLine({ url, onChange, Socket = globalThis.WebSocket, clock = Date.now }) {
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let wait = RETRY_FROM;
  let heard = 0;
  /** @type {number | null} */
  let known = null; // the version of the list that was asked for

  function connect() {
    clearTimeout(timer);
    drop();
    heard = clock();
    known = null;
    socket = new Socket(url);
    socket.onmessage = (event) => receive(JSON.parse(event.data));
    socket.onclose = retry;
  }

  function drop() {
    if (!socket) return;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
    socket = null;
  }

  /** @param {Wire.Lobby} message */
  function receive(message) {
    heard = clock();
    if (message.type !== 'lobby') return;
    wait = RETRY_FROM;
    if (message.v === known) return;
    known = message.v;
    onChange();
  }

  function retry() {
    socket = null;
    wait = Math.min(wait * 2, RETRY_MOST);
    timer = setTimeout(connect, wait * (0.75 + Math.random() / 2)); // spread: after a restart everybody comes back at once
  }

  /** @param {number} ms */
  const silentFor = (ms) => clock() - heard > ms;
  const watch = setInterval(() => socket && silentFor(SILENT) && connect(), LOOK_EVERY);
  connect();

  return {
    connect,
    /** Somebody looks at the page again. */
    wake() {
      if (!socket || silentFor(DOUBTFUL)) connect();
    },
    /** The list did not come: the next word of the server asks for it once more. */
    forget() {
      known = null;
    },
    close() {
      clearTimeout(timer);
      clearInterval(watch);
      drop();
    },
  };
}
