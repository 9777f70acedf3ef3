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
import { inRound, ticking } from './view.js';
import { refusalText, serverError } from './words-codes.js';
import { gettext } from './gettext.js';
import { QUIET, heard, read, spoken } from './chat.js';

const RESULT_AFTER = 1_300;
const SEND_AFTER = 350;
const UNANSWERED = 4_000;
const SPOKEN = 3; // lines of the talk at once; after a break there may be many

const root = document.getElementById('table');
const { dataset } = root;

/** Choices of this device. Private windows may refuse storage: then they last for this page. */
function kept(name, otherwise) {
  try {
    const value = localStorage.getItem(`batida-${name}`);
    return value === null ? otherwise : value === 'true';
  } catch {
    return otherwise;
  }
}

function keep(name, on) {
  try {
    localStorage.setItem(`batida-${name}`, on);
  } catch (error) {
    console.info('batida: this browser keeps no settings', error);
  }
}

const wide = matchMedia('(orientation: landscape) and (max-height: 560px), (min-width: 900px) and (min-height: 561px)');
const column = matchMedia('(min-width: 900px) and (min-height: 561px)'); // the side panel is always there
const bigText = matchMedia('(max-width: 17em), (max-height: 14em)');

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
    sounds: kept('sounds', dataset.sounds === 'true'),
    notices: kept('notices', false),
    keys: kept('keys', true),
  },
  canNotify: canNotify(),
  canShare: 'share' in navigator,
  address: location.href.split('#')[0],
  rules: dataset.rules,
  qr: dataset.qr,
  title: dataset.name,
  game: dataset.game,
};

const app = {
  state: START,
  ui,
  urls: { lobby: dataset.lobby, rules: dataset.rules, login: dataset.login },
  plan: (events) => view.plan(events),
  newId: (() => {
    const salt = [...crypto.getRandomValues(new Uint8Array(8))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
    let count = 0;
    return () => `${salt}-${++count}`;
  })(),
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

let sending = null;
let called = null; // to which turn or window
const notices = notifier({ settings: ui.settings, icon: dataset.icon, iconTurn: dataset.iconTurn });
const view = renderer(root, app);
const command = commands(app);
const input = listen(root, app, command);
const polite = document.getElementById('live-polite');
const assertive = document.getElementById('live-now');

function sendNow() {
  const message = app.state.link.status === 'up' ? arrangementToSend(app.state) : null;
  if (message && app.socket.send(message)) app.state = arrangementSent(app.state);
}

/** A live region speaks on change: the same words twice need a difference. */
function speak(region, text) {
  if (text) region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

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

/** What others say, and what comes of one's own lines. */
function talked(message) {
  if (message.type === 'said') {
    const { talk, news: lines } = heard(ui.talk, message);
    ui.talk = talk;
    speak(polite, lines.slice(-SPOKEN).map(spoken).join('. '));
    app.readTalk();
  } else if (ui.saying.has(message.id) && message.type !== 'retry') {
    const words = ui.saying.get(message.id);
    ui.saying.delete(message.id);
    if (message.type !== 'refused') return;
    app.toast(refusalText(message.code), 'bad');
    const field = document.getElementById('words');
    if (field && !field.value) field.value = words;
  }
}

function onMessage(message) {
  talked(message);
  const before = app.state;
  const state = receive(before, message, performance.now());
  if (message.type === 'refused' && before.pending?.id === message.id) {
    app.toast(refusalText(message.code), 'bad');
    notices.sound('refused');
  } else if (message.type === 'refused' && message.id !== null && message.id === ui.whyId) {
    ui.dialog = null;
    app.toast(refusalText(message.code), 'bad');
  } else if (message.type === 'refused' && message.id !== null && message.id === ui.muteId) {
    app.toast(refusalText(message.code), 'bad');
  } else if (message.type === 'error') app.toast(serverError(message.reference), 'bad');
  if (message.type === 'ack' && message.id === ui.farewellId) location.assign(dataset.lobby);
  const events = message.type === 'table' ? state.events : [];
  if (events.some((event) => event.e === 'round_over')) {
    ui.resultAt = performance.now() + RESULT_AFTER;
    setTimeout(() => view.plan(), RESULT_AFTER + 20);
  }
  if (ui.dragging && !state.you?.hand?.includes(ui.dragging)) input.cancelDrag();
  if (ui.dialog && gone(before, state)) ui.dialog = null;
  app.set(state, events);
  if (message.type === 'table' || message.type === 'arranged') sendNow();
}

/** A question about a turn, a hand or a person answers itself once that is no longer there. */
function gone(before, state) {
  const { name, what, arg, seat = arg, who } = ui.dialog;
  if (who !== undefined) return (state.seats[seat]?.name ?? null) !== who;
  if (name === 'why') return String(handOf(before)) !== String(handOf(state)) || !inRound(state);
  if (!['knock', 'pile'].includes(name) && what !== 'ask') return false;
  const key = ({ game }) => `${game?.round}/${game?.turn}/${name === 'pile' ? '' : game?.phase}`;
  return before.game !== null && key(before) !== key(state);
}

function onStatus(link) {
  const before = app.state.link.status;
  app.set(linked(app.state, link));
  if (link.status === 'up' && ['quiet', 'down'].includes(lost)) {
    app.toast(gettext('You are back.'), 'good');
    if (ui.dialog) speak(polite, gettext('You are back.')); // the notes beside an open dialog are not read out
  } else if (link.status === 'quiet' && before === 'up') speak(assertive, gettext('No connection'));
  if (link.status !== 'connecting') lost = link.status;
  if (link.status === 'up') sendNow();
}
let lost = null;

const protocol = location.protocol === 'https:' ? 'wss' : 'ws';
app.socket = openSocket({
  url: `${protocol}://${location.host}${dataset.ws}`,
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
    if (pending.acked === null) app.socket.repeat(pending.id);
    else app.socket.send({ type: 'sync' });
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
addEventListener('offline', () => app.socket.offline());
addEventListener('online', () => app.socket.wake());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) app.socket.wake();
});
addEventListener('pageshow', (event) => {
  if (event.persisted) app.socket.wake();
});
