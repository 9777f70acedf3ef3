// The live list of rooms: one socket says "the list changed" (also when it opens), htmx fetches the list again.
// Everything works without this file: the page then shows the list as it was when it was loaded.
import { openLine } from './lobby-line.js';

let missed = false;
let underway = 0; // lists asked for and not yet there

function refresh() {
  if (document.hidden || underway) {
    missed = true; // a hidden tab asks once, when it is seen again; a list on its way may be of a moment before
    return;
  }
  document.body.dispatchEvent(new Event('rooms-changed'));
}

function catchUp() {
  if (!missed) return;
  missed = false;
  refresh();
}

const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
const line = openLine({ url: `${scheme}//${location.host}/ws/lobby/`, onChange: refresh });

addEventListener('online', line.connect);
addEventListener('pageshow', (event) => {
  if (event.persisted) line.connect(); // the browser had put the page away, and its line with it
});
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  line.wake();
  catchUp();
});

// The request itself is asked, not htmx:afterRequest: that one never arrives here if what sent it has left the page.
document.body.addEventListener('htmx:beforeSend', ({ detail: { xhr } }) => {
  underway += 1;
  xhr.addEventListener('loadend', () => {
    underway -= 1;
    if (xhr.status !== 200) line.forget();
    catchUp();
  });
});

// "Show more rooms" only notes how many; the list asks for itself, in the same queue as filters and changes. The link is
// part of the list and may be replaced before its turn comes.
document.addEventListener('click', (event) => {
  const more = event.target instanceof Element ? event.target.closest('#more-rooms') : null;
  if (!(more instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const shown = document.getElementById('shown');
  if (shown instanceof HTMLInputElement) shown.value = more.dataset.show ?? '';
  document.getElementById('rooms')?.dispatchEvent(new Event('rooms-wanted'));
});
