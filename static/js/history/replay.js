// A finished round, move by move. The server has sent every frame; this page only shows them.
import { h, one, patch } from '../table/dom.js';
import { icon } from '../table/pieces.js';
import { gettext, interpolate } from '../table/words.js';
import { board } from './board.js';
import { showCheck } from './check.js';
import { cast, chances, couldTexts, moveNodes, moveText } from './moves.js';

const PACE = 1400; // milliseconds for a move while playing
const SWIPE = 48; // pixels
const ADDRESS_AFTER = 300; // milliseconds without a move

/** @type {Replay.Data} */
const data = JSON.parse(document.getElementById('replay-data')?.textContent ?? '');

/**
 * @param {string} name
 * @returns {HTMLElement}
 */
function part(name) {
  const element = one(document, `[data-part="${name}"]`);
  if (!element) throw new Error(`the page has no part "${name}"`);
  return element;
}

const who = cast(data);
const frames = whole(data.frames);
const last = frames.length - 1;
/** @type {{ at: number, playing: ReturnType<typeof setInterval> | undefined }} */
const state = { at: named() ?? 0, playing: undefined };
let steps = list();

/**
 * Frames say only which hands have changed: put the others in.
 * @param {Replay.Frame[]} slim
 * @returns {Replay.Frame[]}
 */
function whole(slim) {
  /** @type {Wire.BySeat<Wire.Card[]>} */
  let hands = {};
  return slim.map((frame) => {
    hands = { ...hands, ...frame.hands };
    return { ...frame, hands };
  });
}

/** A link may name a move; null if it names something else on the page. */
function named() {
  if (!location.hash) return 0;
  const move = /^#move-(\d+)$/.exec(location.hash);
  return move && Math.min(Number(move[1]), last);
}

/** @param {number} seat */
function mayShow(seat) {
  return data.open && (!who.mine || seat === data.you);
}

/**
 * @param {number} at
 * @returns {Replay.Frame}
 */
function frameAt(at) {
  const frame = frames[at];
  if (!frame) throw new RangeError(`there is no move ${at}`);
  return frame;
}

function paint() {
  const frame = frameAt(state.at);
  patch(part('board'), board(data, frame, who, mayShow));
  patch(part('said'), [
    h('b', { key: 'n', class: 'num' }, `${state.at} / ${last}`),
    ' ',
    h('span', { key: 't' }, moveNodes(frame, who)),
  ]);
  patch(part('controls'), controls());
  patch(part('steps'), steps);
  for (const [at, item] of [...part('steps').children].entries()) {
    if (at === state.at) item.setAttribute('aria-current', 'step');
    else item.removeAttribute('aria-current');
  }
  keepInSight(state.at);
}

function list() {
  return frames.map((frame, at) =>
    h(
      'li',
      { key: at },
      h('button', { type: 'button', 'data-at': at }, h('span', null, moveNodes(frame, who))),
      chances(frame, who).length > 0 &&
        h(
          'span',
          { class: 'could' },
          couldTexts(frame, who).map((text, n) => h('span', { key: n, class: 'badge host' }, text)),
        ),
    ),
  );
}

/**
 * Scroll the list, never the page.
 * @param {number} at
 */
function keepInSight(at) {
  const box = part('steps');
  const item = box.children[at];
  if (!(item instanceof HTMLElement)) return;
  const top = item.offsetTop; // the list is positioned
  if (top < box.scrollTop || top + item.offsetHeight > box.scrollTop + box.clientHeight)
    box.scrollTop = top - box.clientHeight / 2;
}

function controls() {
  const flags = frames.flatMap((frame, at) => (at < last && chances(frame, who).length ? [at] : []));
  return [
    h(
      'div',
      { key: 'track', class: 'track' },
      h(
        'div',
        { class: 'flags', 'aria-hidden': 'true' },
        flags.map((at) => h('span', { key: at, vars: { '--at': `${(at / last) * 100}%` } })),
        h('span', { key: 'end', class: 'end', vars: { '--at': '100%' } }),
      ),
      h('label', { class: 'vh', for: 'position' }, gettext('Move')),
      h('input', {
        id: 'position',
        type: 'range',
        min: 0,
        max: last,
        value: String(state.at),
        'aria-valuetext': moveText(frameAt(state.at), who),
      }),
    ),
    h(
      'div',
      { key: 'row', class: 'row' },
      control('first', 'first', gettext('First move'), state.at === 0),
      control('back', 'back', gettext('Move back'), state.at === 0),
      h(
        'button',
        { key: 'play', class: 'btn primary', type: 'button', 'data-go': 'play', 'aria-keyshortcuts': 'Space' },
        icon(state.playing ? 'pause' : 'play'),
        state.playing ? gettext('Pause') : gettext('Play'),
      ),
      control('next', 'next', gettext('Next move'), state.at === last),
      control('last', 'last', gettext('Last move'), state.at === last),
      data.open && control('could', 'flag', nextChanceLabel(), !flags.some((at) => at > state.at)),
    ),
  ];
}

const nextChanceLabel = () =>
  data.table.rules.lays ? gettext('Next chance to go out') : gettext('Next chance to knock');

/** @type {Partial<Record<string, string>>} */
const KEYS = { first: 'Home', back: 'ArrowLeft', next: 'ArrowRight', last: 'End', could: 'C' };

/**
 * @param {string} what
 * @param {string} name
 * @param {string} label
 * @param {boolean} off
 */
function control(what, name, label, off) {
  return h(
    'button',
    {
      key: what,
      class: 'iconbtn',
      type: 'button',
      'data-go': what,
      'aria-label': label,
      title: label,
      'aria-disabled': off ? 'true' : null,
      'aria-keyshortcuts': KEYS[what],
    },
    icon(name, ''),
  );
}

// --- the address ---------------------------------------------------------------------------------------------------

/** @type {ReturnType<typeof setTimeout> | undefined} */
let writing;

/** Not at every move: Safari refuses after a hundred times in half a minute, and the slider moves faster. */
function writeAddress() {
  clearTimeout(writing);
  if (!writing) return;
  writing = undefined;
  try {
    history.replaceState(history.state, '', `#move-${state.at}`);
  } catch {
    // the next move tries again
  }
}

// "Back" leads to the move that was seen when the page was left.
document.addEventListener(
  'click',
  (event) => {
    if (around(event, 'a')) writeAddress();
  },
  true,
);

addEventListener('hashchange', () => {
  const at = named();
  if (at !== null) go(at);
});

/**
 * What an event happened to, or the nearest element around it that a selector finds.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
const around = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

// --- moving ---------------------------------------------------------------------------------------------------------

/**
 * @param {number} at
 * @param {{ spoken?: boolean }} [given]
 */
function go(at, { spoken = true } = {}) {
  const to = Math.max(0, Math.min(last, at));
  if (to === state.at) return;
  state.at = to;
  paint();
  clearTimeout(writing);
  writing = setTimeout(writeAddress, ADDRESS_AFTER);
  if (!spoken) return;
  const frame = frameAt(to);
  part('voice').textContent = [moveText(frame, who), ...couldTexts(frame, who)].join('. ');
}

function stop() {
  clearInterval(state.playing);
  state.playing = undefined;
}

function play() {
  if (state.playing) stop();
  else {
    if (state.at === last) go(0);
    state.playing = setInterval(() => {
      go(state.at + 1);
      if (state.at !== last) return;
      stop();
      paint();
    }, PACE);
  }
  paint();
}

function nextChance() {
  const next = frames.findIndex((frame, at) => at > state.at && at < last && chances(frame, who).length);
  if (next >= 0) go(next);
}

/** @type {Partial<Record<string, () => void>>} */
const GO = {
  first: () => go(0),
  back: () => go(state.at - 1),
  next: () => go(state.at + 1),
  last: () => go(last),
  could: nextChance,
  play,
};

/** @param {string} what */
function does(what) {
  if (what !== 'play' && state.playing) stop();
  GO[what]?.();
}

document.addEventListener('click', (event) => {
  const button = around(event, '[data-go], [data-at], [data-check]');
  if (!button) return;
  if (button.dataset.go) does(button.dataset.go);
  else if (button.dataset.at) go(Number(button.dataset.at));
  else if (data.record) showCheck(part('check'), data.record, data.table);
});

document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.id === 'position') go(Number(target.value), { spoken: false });
  if (target.name === 'view') {
    who.mine = target.value === 'me';
    steps = list();
    paint();
  }
});

/** @type {Partial<Record<string, string>>} */
const SHORTCUTS = {
  ArrowLeft: 'back',
  ArrowRight: 'next',
  Home: 'first',
  End: 'last',
  ' ': 'play',
  c: 'could',
  C: 'could',
};

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || around(event, 'input, select, textarea, summary')) return;
  if (event.key === ' ' && around(event, 'button, a')) return; // the space bar presses what has the focus
  const what = SHORTCUTS[event.key];
  if (!what) return;
  event.preventDefault();
  does(what);
});

/** @type {{ x: number, y: number } | null} */
let from = null;
part('board').addEventListener('pointerdown', (event) => {
  from = event.pointerType === 'mouse' ? null : { x: event.clientX, y: event.clientY };
});
part('board').addEventListener('pointerup', (event) => {
  if (!from) return;
  const [x, y] = [event.clientX - from.x, event.clientY - from.y];
  from = null;
  if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) does(x < 0 ? 'next' : 'back');
});

part('board').setAttribute('aria-label', interpolate(gettext('Table; moves: %(count)s'), { count: last }));
paint();
if (data.record) showCheck(part('check'), data.record, data.table);
