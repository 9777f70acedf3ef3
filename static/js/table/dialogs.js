// What stands in the dialog: a list of choices, a question, an answer. The page has one <dialog>; its content is state.
import { h } from './dom.js';
import { icon } from './pieces.js';
import { legal, may, mayResume, mySeat, nameOf, online, ownMatch, rulesIn, running, screen, seatOf } from './view.js';
import { waitsForMatch } from './offers.js';
import { choice, item, list, toggle } from './dialog-parts.js';
import { knockBody, pileBody, whyBody } from './dialogs-play.js';
import { cancelWord, closeWord, inviteWords, menu, question, seatWords, timeWords } from './words-dialogs.js';
import { chatToggle, muteItem, personItems } from './chat.js';
import { youAre } from './words-prompts.js';

/** @type {Wire.Level[]} */
const LEVELS = ['easy', 'normal', 'hard'];
/** @type {(number | null)[]} */
const TIMES = [10, 15, 20, 30, 45, 60, 90, 120, null];

/**
 * The dialog that is `open`.
 * @param {Page.Shown} state
 * @param {Page.Ui} ui
 * @param {Page.Dialog} open
 */
export function dialog(state, ui, open) {
  const [head, ...body] = BODIES[open.name](state, open, ui);
  return [
    h(
      'div',
      { key: 'head', class: 'dlg-head' },
      h('h2', { id: 'dlg-h', dir: 'auto', tabindex: -1 }, head),
      h(
        'button',
        { class: 'iconbtn', type: 'button', 'data-do': 'close-dialog', 'aria-label': closeWord() },
        icon('x', ''),
      ),
    ),
    h('div', { key: `body-${open.name}`, class: 'dlg-body' }, body),
  ];
}

/**
 * Head and body of every dialog.
 * @type {Record<Page.DialogName, (state: Page.Shown, open: Page.Dialog, ui: Page.Ui) => Page.Kid[]>}
 */
const BODIES = {
  menu: menuBody,
  seat: seatBody,
  speaker: speakerBody,
  seats: seatsBody,
  why: whyBody,
  knock: knockBody,
  pile: pileBody,
  invite: inviteBody,
  time: timeBody,
  question: questionBody,
};

// --- menu -------------------------------------------------------------------------------------------------------

/**
 * @param {Page.Shown} state
 * @param {Page.Dialog} _
 * @param {Page.Ui} ui
 */
function menuBody(state, _, ui) {
  const off = !online(state);
  return [
    menu.head(),
    list(
      may(state, 'pause') && item('pause', 'pause', menu.pause(), { off }),
      mayResume(state, performance.now()) && item('resume', 'play', menu.resume(), { off }),
      item('seats', 'users', menu.players()),
      item('invite', 'link', menu.invite()),
      may(state, 'turn_seconds') &&
        item('time', 'clock', menu.time(), { off, note: timeLabel(state.room.options.turn_seconds) }),
      legal(state, 'resign').length > 0 && item('question', 'flag', menu.resign(), { arg: 'resign', off }),
      item('go', 'info', menu.rules(), { arg: 'rules', note: ui.game }),
      may(state, 'close') && item('question', 'lock', menu.close(), { arg: 'close', off }),
      mySeat(state) !== null
        ? item('leave', 'door', menu.leave(), { off })
        : item('go', 'back', menu.lobby(), { arg: 'lobby' }),
    ),
    h(
      'div',
      { class: 'settings' },
      chatToggle(state, toggle),
      toggle('sounds', menu.sounds(), ui.settings.sounds),
      ui.canNotify && toggle('notices', menu.notices(), ui.settings.notices),
      toggle('keys', menu.keys(), ui.settings.keys),
    ),
    ui.settings.keys &&
      h(
        'dl',
        { class: 'kv keys' },
        menu
          .keyList()
          .flatMap(([key, text]) => [h('dt', { key }, h('kbd', null, key)), h('dd', { key: `${key}d` }, text)]),
      ),
  ];
}

/** @param {number | null | undefined} value */
const timeLabel = (value) => (value === null || value === undefined ? timeWords.none() : timeWords.some(value));

/** @param {Page.Shown} state */
function timeBody(state) {
  const current = state.room.options.turn_seconds ?? null;
  const values = TIMES.includes(current) ? TIMES : [current, ...TIMES];
  return [
    timeWords.head(),
    choice('turn_seconds', values, current, timeLabel, timeWords.head()),
    h('p', { class: 'muted small' }, timeWords.when()),
  ];
}

// --- seats ------------------------------------------------------------------------------------------------------

/**
 * @param {Page.Shown} state
 * @param {Page.Dialog} given
 * @param {Page.Ui} ui
 */
function seatBody(state, { seat: at }, ui) {
  const seat = seatOf(state, at);
  if (!seat) return [];
  const off = !online(state);
  const head = seat.kind === 'free' ? seatWords.free(seat.i + 1) : seat.i === mySeat(state) ? youAre() : seat.name;
  return [
    head,
    seatFacts(state, seat),
    list(
      seatItems(state, seat, off),
      seat.kind === 'person' &&
        at !== mySeat(state) && [
          muteItem(ui.talk, seat.name ?? '', `seat ${at}`, item),
          personItems(`seat=${at}`, item),
        ],
    ),
    seat.kind === 'bot' &&
      may(state, 'level') &&
      seat.level !== null &&
      choice('level', LEVELS, seat.level, seatWords.levelOf, seatWords.level()),
  ];
}

/**
 * Somebody who has said something, at the table or watching.
 * @param {Page.Shown} _
 * @param {Page.Dialog} given
 * @param {Page.Ui} ui
 */
function speakerBody(_, { line: n }, ui) {
  const said = ui.talk.lines.find((line) => line.n === n);
  return [
    said?.who ?? '',
    list(said && [muteItem(ui.talk, said.who, `line ${n}`, item), personItems(`line=${n}`, item)]),
  ];
}

/**
 * @param {Page.Shown} state
 * @param {Wire.Seat} seat
 */
function seatFacts(state, seat) {
  const lines = [
    seat.i === mySeat(state) && seatWords.you(),
    state.room.host === seat.i && seatWords.host(),
    seat.kind === 'person' && seat.i !== mySeat(state) && seatWords.person(seat.present),
    seat.kind === 'bot' && seatWords.bot(seat.level),
    seat.leaving && seatWords.leaving(seat.kind === 'bot' && waitsForMatch(state)),
    seat.reserved_by && seatWords.keptFor(seat.reserved_by),
  ].filter(Boolean);
  return lines.length > 0 && h('p', { class: 'muted' }, lines.join(' · '));
}

/**
 * What may be done with a seat: take or leave it, and what its host may.
 * @param {Page.Shown} state
 * @param {Wire.Seat} seat
 * @param {boolean} off
 * @returns {Page.Kid[]}
 */
function seatItems(state, seat, off) {
  const own = seat.i === mySeat(state);
  const open = may(state, 'sit') && seat.kind !== 'person' && !seat.reserved_by;
  return [
    open && item('sit', 'seat', sitWords(state, seat), { arg: seat.i, off }),
    state.you.reservation === seat.i && item('cancel', 'x', seatWords.cancel(), { arg: seat.i, off }),
    botItems(state, seat, off),
    seat.kind === 'person' && !own && guestItems(state, seat, off),
    own && item('leave', 'door', menu.leave(), { off }),
  ];
}

/**
 * @param {Page.Shown} state
 * @param {Wire.Seat} seat
 */
function sitWords(state, seat) {
  const waits = waitsForMatch(state);
  const later = state.game && !state.game.match?.over && (waits || running(state)) && screen(state) !== 'waiting';
  return later || seat.kind === 'bot' ? seatWords.reserve(waits) : seatWords.sit();
}

/**
 * @param {Page.Shown} state
 * @param {Wire.Seat} seat
 * @param {boolean} off
 * @returns {Page.Kid[]}
 */
const botItems = (state, { i: at, kind, reserved_by: keptFor }, off) => [
  may(state, 'add_bot') &&
    kind === 'free' &&
    !keptFor &&
    LEVELS.map((level) => item('add_bot', 'bot', seatWords.add(level), { arg: at, arg2: level, off })),
  may(state, 'remove_bot') &&
    kind === 'bot' &&
    item('question', 'x', seatWords.removeBot(), { arg: 'remove_bot', arg2: at, off }),
];

/**
 * @param {Page.Shown} state
 * @param {Wire.Seat} seat
 * @param {boolean} off
 * @returns {Page.Kid[]}
 */
const guestItems = (state, { i: at }, off) => [
  may(state, 'pass_host') && item('question', 'host', seatWords.passHost(), { arg: 'pass_host', arg2: at, off }),
  may(state, 'kick') && item('question', 'ban', seatWords.kick(), { arg: 'kick', arg2: at, off }),
];

/** @param {Page.Shown} state */
function seatsBody(state) {
  return [
    menu.players(),
    list(
      state.seats.map((seat) => {
        const label = seat.kind === 'free' ? seatWords.free(seat.i + 1) : nameOf(state, seat.i, youAre());
        const note = [
          state.room.host === seat.i && seatWords.host(),
          seat.kind === 'bot' && seatWords.bot(seat.level),
          seat.kind === 'person' && !seat.present && seatWords.person(false),
          seat.reserved_by && seatWords.keptFor(seat.reserved_by),
        ]
          .filter(Boolean)
          .join(' · ');
        return item('seat', seat.kind === 'free' ? 'plus' : seat.kind === 'bot' ? 'bot' : 'user', label, {
          arg: seat.i,
          note,
        });
      }),
    ),
  ];
}

// --- invite -----------------------------------------------------------------------------------------------------

/**
 * @param {Page.Shown} state
 * @param {Page.Dialog} _
 * @param {Page.Ui} ui
 */
function inviteBody(state, _, ui) {
  const { code } = state.you ?? {};
  return [
    inviteWords.head(),
    h('img', { key: 'qr', class: 'qr', src: ui.qr, alt: inviteWords.qr(), width: 164, height: 164 }),
    h(
      'label',
      { key: 'l', class: 'field' },
      h('span', { class: 'lab' }, inviteWords.link()),
      h('input', { class: 'input', readonly: true, value: ui.address, id: 'invite-link' }),
    ),
    h(
      'div',
      { key: 'r', class: 'row' },
      h('button', { class: 'btn primary', type: 'button', 'data-do': 'copy' }, icon('copy'), inviteWords.copy()),
      ui.canShare &&
        h('button', { key: 's', class: 'btn', type: 'button', 'data-do': 'share' }, icon('share'), inviteWords.share()),
    ),
    code &&
      h(
        'div',
        { key: 'c', class: 'field' },
        h('span', { class: 'lab' }, inviteWords.code()),
        h('p', { class: 'code big' }, code),
        h('p', { class: 'hint muted small' }, inviteWords.codeHint()),
      ),
  ];
}

/**
 * @param {Page.Shown} state
 * @param {Page.Dialog} given
 */
function questionBody(state, { what = '', arg }) {
  const seat = arg === undefined ? null : seatOf(state, Number(arg));
  const [head, text, yes] = question(what, { name: seat?.name, match: ownMatch(state), joins: rulesIn(state).joins });
  const harsh = ['leave', 'close', 'kick', 'resign'].includes(what);
  return [
    head,
    h('p', null, text),
    h(
      'div',
      { class: 'row' },
      h(
        'button',
        {
          class: `btn ${harsh ? 'danger' : 'primary'}`,
          type: 'button',
          'data-do': 'yes',
          'data-arg': what,
          'data-more': arg,
        },
        yes,
      ),
      h('button', { class: 'btn ghost', type: 'button', 'data-do': 'close-dialog' }, cancelWord()),
    ),
  ];
}
