// The live list of rooms: one socket says "the list changed" (also when it opens), htmx fetches the list again.
// Everything works without this file: the page then shows the list as it was when it was loaded.

const RETRY_FROM = 1000;
const RETRY_MOST = 30000;
let retry = RETRY_FROM;
let missed = false;
let underway = 0; // lists asked for and not yet there

function refresh() {
  if (document.hidden || underway) {
    missed = true; // a hidden tab asks once, when it is seen again; a list on its way may be of a moment before
    return;
  }
  document.body.dispatchEvent(new Event('rooms-changed'));
}

function connect() {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(`${scheme}//${location.host}/ws/lobby/`);
  let opened = false;
  socket.addEventListener('open', () => {
    opened = true;
    retry = RETRY_FROM;
  });
  socket.addEventListener('message', (event) => {
    if (JSON.parse(event.data).type === 'lobby') refresh();
  });
  socket.addEventListener('close', () => {
    retry = opened ? RETRY_FROM * 2 : Math.min(retry * 2, RETRY_MOST);
    setTimeout(connect, retry * (0.75 + Math.random() / 2)); // spread: after a restart everybody comes back at once
  });
}

function catchUp() {
  if (!missed) return;
  missed = false;
  refresh();
}

document.addEventListener('visibilitychange', catchUp);
document.body.addEventListener('htmx:beforeSend', () => {
  underway += 1;
});
document.body.addEventListener('htmx:afterRequest', () => {
  underway -= 1;
  catchUp();
});

connect();
