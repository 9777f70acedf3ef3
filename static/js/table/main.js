// The table page: wires state, socket, rendering, input and notices together.
import {
  START,
  arrangementSent,
  arrangementToSend,
  groupsOf,
  handOf,
  linked,
  needsFirstSort,
  rearranged,
  receive,
} from './store.js';
import { acting, calledTo, news, ownLeft, timeWarning, titleOf } from './announce.js';
import { openSocket } from './socket.js';
import { renderer } from './render.js';
import { commands } from './commands.js';
import { listen } from './input.js';
import { canNotify, notifier } from './notify.js';
import { warning } from './clock.js';
import { mayAskWhy } from './offers.js';
import { ticking } from './view.js';
import { refusalText, serverError } from './words-codes.js';
import { gettext } from './gettext.js';
import { QUIET, heard, read, spoken } from './chat.js';

const RESULT_AFTER = 1_300;
const SEND_AFTER = 350;
const UNANSWERED = 4_000;
const SPOKEN = 3; // lines of the talk at once; after a break there may be many

/**
 * A part that the server writes into every table page.
 * @param {string} id
 */
function part(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

const root = part('table');

/**
 * What the server has written on the table for this script.
 * @param {string} name
 */
const told = (name) => root.dataset[name] ?? '';

/**
 * Choices of this device. Private windows may refuse storage: then they last for this page.
 * @param {string} name
 * @param {boolean} otherwise
 */
function kept(name, otherwise) {
  try {
    const value = localStorage.getItem(`batida-${name}`);
    return value === null ? otherwise : value === 'true';
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} name
 * @param {boolean} on
 */
function keep(name, on) {
  try {
    localStorage.setItem(`batida-${name}`, String(on));
  } catch (error) {
    console.info('batida: this browser keeps no settings', error);
  }
}

const wide = matchMedia('(orientation: landscape) and (max-height: 560px), (min-width: 900px) and (min-height: 561px)');
const column = matchMedia('(min-width: 900px) and (min-height: 561px)'); // the side panel is always there
const bigText = matchMedia('(max-width: 17em), (max-height: 14em)');

/** @type {Page.Ui} */
const ui = {
  dialog: null,
  side: false,
  sort: false,
  tab: 'moves',
  toasts: [],
  talk: QUIET,
  saying: new Map(),
  focus: null,
  dragging: null,
  drop: null,
  overPile: false,
  dropped: null,
  leaving: null,
  resultAt: 0,
  changedAt: -Infinity, // the main button
  whyId: null,
  muteId: null,
  farewellId: null,
  oneRow: wide.matches && !bigText.matches,
  settings: {
    sounds: kept('sounds', told('sounds') === 'true'),
    notices: kept('notices', false),
    keys: kept('keys', true),
  },
  canNotify: canNotify(),
  canShare: 'share' in navigator,
  address: location.href.replace(/#.*/s, ''),
  rules: told('rules'),
  qr: told('qr'),
  title: told('name'),
  game: told('game'),
};

/** @type {Page.App} */
const app = {
  state: START,
  ui,
  get socket() {
    return line;
  },
  urls: { lobby: told('lobby'), rules: told('rules'), login: told('login') },
  /** @param {Wire.Event[]} events */
  plan: (events) => view.plan(events),
  newId: (() => {
    const salt = [...crypto.getRandomValues(new Uint8Array(8))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
    let count = 0;
    return () => `${salt}-${++count}`;
  })(),
  /**
   * @param {Page.State} state
   * @param {Wire.Event[]} events
   */
  set(state, events) {
    const before = app.state;
    app.state = state;
    if (!state.pending) ui.leaving = null;
    view.plan(events);
    after(before, events ?? []);
  },
  readTalk() {
    if (ui.tab === 'chat' && (ui.side || column.matches)) ui.talk = read(ui.talk);
  },
  /**
   * @param {string} text
   * @param {Page.Toast['kind']} kind
   */
  toast(text, kind) {
    const toast = { id: app.newId(), text, kind };
    ui.toasts = [...ui.toasts.slice(-2), toast];
    view.plan();
    setTimeout(
      () => {
        ui.toasts = ui.toasts.filter((other) => other !== toast);
        view.plan();
      },
      kind === 'bad' ? 6_000 : 4_000,
    );
  },
  /**
   * @param {Page.Setting} name
   * @param {boolean} on
   */
  setting(name, on) {
    ui.settings[name] = on;
    keep(name, on);
    if (name === 'notices' && on) Notification.requestPermission();
    if (name === 'sounds' && on) notices.sound('turn');
    view.plan();
  },
  sendArrangement() {
    clearTimeout(sending);
    sending = setTimeout(sendNow, SEND_AFTER);
  },
};

/** @type {ReturnType<typeof setTimeout> | undefined} */
let sending;
/** @type {string | null} */
let called = null; // to which turn or window
const notices = notifier({ settings: ui.settings, icon: told('icon'), iconTurn: told('iconTurn') });
const view = renderer(root, app);
const command = commands(app);
const input = listen(root, app, command);
const polite = part('live-polite');
const assertive = part('live-now');

function sendNow() {
  const message = app.state.link.status === 'up' ? arrangementToSend(app.state) : null;
  if (message && app.socket.send(message)) app.state = arrangementSent(app.state);
}

/**
 * A live region speaks on change: the same words twice need a difference.
 * @param {HTMLElement} region
 * @param {string} text
 */
function speak(region, text) {
  if (text) region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/**
 * @param {Page.State} before
 * @param {Wire.Event[]} events
 */
function after(before, events) {
  const { state } = app;
  const { polite: words, now, call, sound } = news(before, state, events, called);
  called = calledTo(state, called);
  speak(polite, words);
  speak(assertive, now);
  if (sound) notices.sound(sound);
  if (call) notices.call(call);
  notices.mark(titleOf(state));
  notices.keepAwake(acting(state));
  if (needsFirstSort(state)) {
    app.state = rearranged(state, groupsOf(state));
    sendNow();
  }
}

/**
 * What others have said.
 * @param {Wire.Said} message
 */
function hear(message) {
  const { talk, news: lines } = heard(ui.talk, message);
  ui.talk = talk;
  speak(polite, lines.slice(-SPOKEN).map(spoken).join('. '));
  app.readTalk();
}

/**
 * What comes of one's own lines: words that were refused stand in the field again.
 * @param {Wire.Ack | Wire.Refused | Wire.Failed} message
 */
function settled(message) {
  const words = message.id === null ? undefined : ui.saying.get(message.id);
  if (message.id === null || words === undefined) return;
  ui.saying.delete(message.id);
  if (message.type !== 'refused') return;
  app.toast(refusalText(message.code), 'bad');
  const field = document.getElementById('words');
  if (field instanceof HTMLInputElement && !field.value) field.value = words;
}

/**
 * A refusal of something that this page shows to be under way.
 * @param {Wire.Refused} message
 * @param {Page.State} before
 */
function refused({ id, code }, before) {
  if (before.pending?.id === id) {
    app.toast(refusalText(code), 'bad');
    notices.sound('refused');
  } else if (id !== null && (id === ui.whyId || id === ui.muteId)) {
    if (id === ui.whyId) ui.dialog = null;
    app.toast(refusalText(code), 'bad');
  }
}

/**
 * What a message says beside the state of the table.
 * @param {Wire.Message} message
 * @param {Page.State} before
 */
function respond(message, before) {
  switch (message.type) {
    case 'said':
      hear(message);
      break;
    case 'refused':
      settled(message);
      refused(message, before);
      break;
    case 'error':
      settled(message);
      app.toast(serverError(message.reference), 'bad');
      break;
    case 'ack':
      settled(message);
      if (message.id === ui.farewellId) location.assign(app.urls.lobby);
      break;
    default:
  }
}

/** @param {Wire.Message} message */
function onMessage(message) {
  const before = app.state;
  const state = receive(before, message, performance.now());
  respond(message, before);
  const events = message.type === 'table' ? state.events : [];
  if (events.some((event) => event.e === 'round_over')) {
    ui.resultAt = performance.now() + RESULT_AFTER;
    setTimeout(() => view.plan(), RESULT_AFTER + 20);
  }
  if (ui.dragging && !state.you?.hand?.includes(ui.dragging)) input.cancelDrag();
  if (ui.dialog && gone(ui.dialog, before, state)) ui.dialog = null;
  app.set(state, events);
  if (message.type === 'table' || message.type === 'arranged') sendNow();
}

/**
 * A question about a turn, a hand or a person answers itself once that is no longer there.
 * @param {Page.Dialog} dialog
 * @param {Page.State} before
 * @param {Page.State} state
 */
function gone({ name, what, arg, seat = Number(arg), who }, before, state) {
  if (who !== undefined) return (state.seats[seat]?.name ?? null) !== who;
  if (name === 'why') return String(handOf(before)) !== String(handOf(state)) || !mayAskWhy(state);
  if (!['knock', 'pile'].includes(name) && what !== 'ask') return false;
  /** @param {Page.State} given */
  const key = ({ game }) => `${game?.round}/${game?.turn}/${name === 'pile' ? '' : game?.phase}`;
  return before.game !== null && key(before) !== key(state);
}

/** @param {Page.Link} link */
function onStatus(link) {
  const before = app.state.link.status;
  app.set(linked(app.state, link));
  if (link.status === 'up' && (lost === 'quiet' || lost === 'down')) {
    app.toast(gettext('You are back.'), 'good');
    if (ui.dialog) speak(polite, gettext('You are back.')); // the notes beside an open dialog are not read out
  } else if (link.status === 'quiet' && before === 'up') speak(assertive, gettext('No connection'));
  if (link.status !== 'connecting') lost = link.status;
  if (link.status === 'up') sendNow();
}
/** @type {Page.Status | null} */
let lost = null;

const protocol = location.protocol === 'https:' ? 'wss' : 'ws';
const line = openSocket({
  url: `${protocol}://${location.host}${told('ws')}`,
  onMessage,
  onStatus,
  shownVersion: () => app.state.v,
  urgent: () => ticking(app.state) && !document.hidden,
});

let ticked = performance.now();
setInterval(() => {
  const now = performance.now();
  view.tick();
  const mark = ownLeft(app.state, now) === null ? null : warning(app.state.times.deadline, ticked, now);
  if (mark) {
    speak(polite, timeWarning(mark));
    if (mark === 5) notices.sound('tick');
  }
  const { pending } = app.state;
  if (pending && now - pending.at > UNANSWERED) {
    app.state = { ...app.state, pending: { ...pending, at: now } };
    if (pending.acked === null) line.repeat(pending.id);
    else line.send({ type: 'sync' });
  }
  const { resumable } = app.state.times;
  if (resumable !== null && ticked < resumable && now >= resumable) view.plan();
  ticked = now;
}, 250);

for (const query of [wide, bigText]) {
  query.addEventListener('change', () => {
    ui.oneRow = wide.matches && !bigText.matches;
    view.plan();
  });
}
addEventListener('offline', () => line.offline());
addEventListener('online', () => line.wake());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) line.wake();
});
addEventListener('pageshow', (event) => {
  if (event.persisted) line.wake();
});
