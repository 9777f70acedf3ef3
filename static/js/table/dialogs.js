// What stands in the dialog: a list of choices, a question, an answer. The page has one <dialog>; its content is state.
import { h } from './dom.js';
import { card, cardTag, icon } from './pieces.js';
import { bySuit } from './cards.js';
import { inOrder } from './melds.js';
import { rulesOf } from './store.js';
import { inRound, isWild, legal, may, mayResume, mySeat, nameOf, online, running, screen } from './view.js';
import { waitsForMatch } from './offers.js';
import { cardLabel, gameName, meldName } from './words.js';
import { cancelWord, closeWord, inviteWords, knockWords, menu, pileHead, pileOrder, question, seatWords, timeWords, whyWords } from './words-dialogs.js';
import { chatToggle, muteItem } from './chat.js';
import { youAre } from './words-prompts.js';

const LEVELS = ['easy', 'normal', 'hard'];
const TIMES = [10, 15, 20, 30, 45, 60, 90, 120, null];

export function dialog(state, ui) {
  const [head, ...body] = ({ menu: menuBody, seat: seatBody, speaker: speakerBody, seats: seatsBody, why: whyBody, knock: knockBody, pile: pileBody, invite: inviteBody, time: timeBody, question: questionBody })[ui.dialog.name](state, ui.dialog, ui);
  return [
    h('div', { key: 'head', class: 'dlg-head' }, h('h2', { id: 'dlg-h', dir: 'auto' }, head),
      h('button', { class: 'iconbtn', type: 'button', 'data-do': 'close-dialog', 'aria-label': closeWord() }, icon('x', ''))),
    h('div', { key: `body-${ui.dialog.name}`, class: 'dlg-body' }, body),
  ];
}

function item(what, name, label, { arg, arg2, off, note } = {}) {
  return h('li', { key: `${what}${arg ?? ''}${arg2 ?? ''}` }, h('button', { type: 'button', class: 'menuitem', 'data-do': what, 'data-arg': arg, 'data-more': arg2, 'aria-disabled': off ? 'true' : null },
    icon(name), h('span', { class: 'grow' }, label, note && h('small', { class: 'muted' }, note))));
}

const list = (...items) => h('ul', { class: 'menu plain' }, items);

function choice(what, values, current, label, name) {
  return h('fieldset', { class: 'field' }, h('legend', null, name), h('div', { class: 'choices' }, values.map((value) => h('label', { key: String(value), class: 'pick' },
    h('input', { type: 'radio', name: what, value: String(value), checked: value === current, 'data-change': what }), h('span', null, label(value))))));
}

function toggle(what, label, on) {
  return h('label', { key: what, class: 'switch' }, h('span', null, label), h('input', { type: 'checkbox', checked: on, 'data-change': what }));
}

// --- menu -------------------------------------------------------------------------------------------------------

function menuBody(state, _, ui) {
  const off = !online(state);
  return [menu.head(), list(
    may(state, 'pause') && item('pause', 'pause', menu.pause(), { off }),
    mayResume(state, performance.now()) && item('resume', 'play', menu.resume(), { off }),
    item('seats', 'users', menu.players()),
    item('invite', 'link', menu.invite()),
    may(state, 'turn_seconds') && item('time', 'clock', menu.time(), { off, note: timeLabel(state.room.options.turn_seconds) }),
    legal(state, 'resign').length > 0 && item('question', 'flag', menu.resign(), { arg: 'resign', off }),
    item('go', 'info', menu.rules(), { arg: 'rules', note: gameName(state.room.ruleset) }),
    may(state, 'close') && item('question', 'lock', menu.close(), { arg: 'close', off }),
    mySeat(state) !== null ? item('leave', 'door', menu.leave(), { off }) : item('go', 'back', menu.lobby(), { arg: 'lobby' })),
  h('div', { class: 'settings' }, chatToggle(state, toggle), toggle('sounds', menu.sounds(), ui.settings.sounds), ui.canNotify && toggle('notices', menu.notices(), ui.settings.notices), toggle('keys', menu.keys(), ui.settings.keys)),
  ui.settings.keys && h('dl', { class: 'kv keys' }, menu.keyList().flatMap(([key, text]) => [h('dt', { key }, h('kbd', null, key)), h('dd', { key: `${key}d` }, text)]))];
}

const timeLabel = (value) => (value === null || value === undefined ? timeWords.none() : timeWords.some(value));

function timeBody(state) {
  const current = state.room.options.turn_seconds ?? null;
  const values = TIMES.includes(current) ? TIMES : [current, ...TIMES];
  return [timeWords.head(), choice('turn_seconds', values, current, timeLabel, timeWords.head()), h('p', { class: 'muted small' }, timeWords.when())];
}

// --- seats ------------------------------------------------------------------------------------------------------

function seatBody(state, { seat: at }, ui) {
  const seat = state.seats[at];
  const off = !online(state);
  const head = seat.kind === 'free' ? seatWords.free(at + 1) : at === mySeat(state) ? youAre() : seat.name;
  return [head, seatFacts(state, seat), list(seatItems(state, seat, off), seat.kind === 'person' && at !== mySeat(state) && muteItem(ui.talk, seat.name, `seat ${at}`, item)),
    seat.kind === 'bot' && may(state, 'level') && choice('level', LEVELS, seat.level, seatWords.levelOf, seatWords.level())];
}

/** Somebody who has said something, at the table or watching. */
function speakerBody(state, { line: n }, ui) {
  const said = ui.talk.lines.find((line) => line.n === n);
  return [said?.who ?? '', list(said && muteItem(ui.talk, said.who, `line ${n}`, item))];
}

function seatFacts(state, seat) {
  const lines = [
    seat.i === mySeat(state) && seatWords.you(),
    state.room.host === seat.i && seatWords.host(),
    seat.kind === 'person' && seat.i !== mySeat(state) && seatWords.person(seat.present),
    seat.kind === 'bot' && seatWords.bot(seat.level),
    seat.leaving && seatWords.leaving(),
    seat.reserved_by && seatWords.keptFor(seat.reserved_by),
  ].filter(Boolean);
  return lines.length > 0 && h('p', { class: 'muted' }, lines.join(' · '));
}

function seatItems(state, seat, off) {
  const at = seat.i;
  const own = at === mySeat(state);
  const open = may(state, 'sit') && seat.kind !== 'person' && !seat.reserved_by;
  const later = state.game && !state.game.match?.over && (waitsForMatch(state) || running(state)) && screen(state) !== 'waiting';
  return [
    open && item('sit', 'seat', later || seat.kind === 'bot' ? seatWords.reserve(waitsForMatch(state)) : seatWords.sit(), { arg: at, off }),
    state.you?.reservation === at && item('cancel', 'x', seatWords.cancel(), { arg: at, off }),
    may(state, 'add_bot') && seat.kind === 'free' && !seat.reserved_by && LEVELS.map((level) => item('add_bot', 'bot', seatWords.add(level), { arg: at, arg2: level, off })),
    may(state, 'remove_bot') && seat.kind === 'bot' && item('question', 'x', seatWords.removeBot(), { arg: 'remove_bot', arg2: at, off }),
    may(state, 'pass_host') && seat.kind === 'person' && !own && item('question', 'host', seatWords.passHost(), { arg: 'pass_host', arg2: at, off }),
    may(state, 'kick') && seat.kind === 'person' && !own && item('question', 'ban', seatWords.kick(), { arg: 'kick', arg2: at, off }),
    own && item('leave', 'door', menu.leave(), { off }),
  ];
}

function seatsBody(state) {
  return [menu.players(), list(state.seats.map((seat) => {
    const label = seat.kind === 'free' ? seatWords.free(seat.i + 1) : nameOf(state, seat.i, youAre());
    const note = [state.room.host === seat.i && seatWords.host(), seat.kind === 'bot' && seatWords.bot(seat.level), seat.kind === 'person' && !seat.present && seatWords.person(false),
      seat.reserved_by && seatWords.keptFor(seat.reserved_by)].filter(Boolean).join(' · ');
    return item('seat', seat.kind === 'free' ? 'plus' : seat.kind === 'bot' ? 'bot' : 'user', label, { arg: seat.i, note });
  }))];
}

// --- invite -----------------------------------------------------------------------------------------------------

function inviteBody(state, _, ui) {
  const { code } = state.you ?? {};
  return [inviteWords.head(),
    h('img', { key: 'qr', class: 'qr', src: ui.qr, alt: inviteWords.qr(), width: 164, height: 164 }),
    h('label', { key: 'l', class: 'field' }, h('span', { class: 'lab' }, inviteWords.link()), h('input', { class: 'input', readonly: true, value: ui.address, id: 'invite-link' })),
    h('div', { key: 'r', class: 'row' }, h('button', { class: 'btn primary', type: 'button', 'data-do': 'copy' }, icon('copy'), inviteWords.copy()),
      ui.canShare && h('button', { key: 's', class: 'btn', type: 'button', 'data-do': 'share' }, icon('share'), inviteWords.share())),
    code && h('div', { key: 'c', class: 'field' }, h('span', { class: 'lab' }, inviteWords.code()), h('p', { class: 'code big' }, code), h('p', { class: 'hint muted small' }, inviteWords.codeHint()))];
}

// --- knock and why ----------------------------------------------------------------------------------------------

function fan(state, cards) {
  return h('ul', { class: 'fan' }, cards.map((id) => {
    const wild = isWild(state, id);
    return h('li', { key: id }, card(id, { css: wild ? 'is-wild' : '', marks: wild ? ['wild'] : [], label: cardLabel(id, { wild }) }));
  }));
}

function whyBody(state) {
  const { why } = state;
  if (!why) return [whyWords.head(), h('p', { class: 'lead', 'aria-live': 'polite' }, whyWords.asking())];
  const rules = rulesOf(state);
  return [whyWords.head(),
    h('p', { class: 'lead' }, h('b', null, whyWords.lead(why.missing)), ' ', h('span', { class: 'muted' }, whyWords.only())),
    h('ul', { class: 'whylist plain' },
      why.melds.map((meld, at) => h('li', { key: at }, fan(state, inOrder(meld, rules)), h('span', null, meldName(meld, rules)), h('span', { class: 'verdict ok' }, icon('check'), whyWords.closes()))),
      why.rest.length > 0 && h('li', { key: 'rest', class: 'rest' }, fan(state, [...why.rest].sort(bySuit)), h('span', null, whyWords.rest(why.rest.length)))),
    h('div', { class: 'row' }, h('button', { class: 'btn primary', type: 'button', 'data-do': 'arrange-why' }, whyWords.arrange()), h('button', { class: 'btn ghost', type: 'button', 'data-do': 'close-dialog' }, closeWord()))];
}

/** Every knock the hand allows; a refused one would cost nothing, but these are the legal ones. */
function knockBody(state) {
  return [knockWords.head(), list(knockChoices(state).map(({ action, note }, at) => item('knock-now', 'knock',
    action.with === 'all' ? knockWords.all() : h('span', null, knockWords.discarding(), ' ', cardTag(action.discard)), { arg: at, note }))),
  h('div', { class: 'row' }, h('button', { class: 'btn ghost', type: 'button', 'data-do': 'close-dialog' }, cancelWord()))];
}

export function knockChoices(state) {
  const { ruleset, options } = state.game;
  const cost = (all) => {
    if (ruleset === 'cacheta-vidas') return knockWords.cost('lives', 2);
    if (ruleset === 'cacheta-pontos') return knockWords.cost('points', all ? options.full_knock_cost : options.knock_cost);
    return options.points ? knockWords.cost('points', 1) : knockWords.wins();
  };
  const chosen = state.selected[0];
  return legal(state, 'knock').filter((action) => action.with)
    .map((action) => ({ action, note: cost(action.with === 'all') }))
    .sort((a, b) => (b.action.with === 'all') - (a.action.with === 'all') || (b.action.discard === chosen) - (a.action.discard === chosen));
}

function pileBody(state) {
  const cards = [...(state.game?.pile_cards ?? [])].reverse();
  return [pileHead(cards.length), h('p', { class: 'muted' }, pileOrder()), h('ul', { class: 'pilegrid plain' }, cards.map((id) => {
    const wild = isWild(state, id);
    return h('li', { key: id }, card(id, { css: wild ? 'is-wild' : '', marks: wild ? ['wild'] : [], label: cardLabel(id, { wild }) }));
  }))];
}

function questionBody(state, { what, arg }) {
  const seat = arg === undefined ? null : state.seats[arg];
  const [head, text, yes] = question(what, { name: seat?.name, inRound: inRound(state), ruleset: state.room.ruleset });
  const harsh = ['leave', 'close', 'kick', 'resign'].includes(what);
  return [head, h('p', null, text), h('div', { class: 'row' },
    h('button', { class: `btn ${harsh ? 'danger' : 'primary'}`, type: 'button', 'data-do': 'yes', 'data-arg': what, 'data-more': arg }, yes),
    h('button', { class: 'btn ghost', type: 'button', 'data-do': 'close-dialog' }, cancelWord()))];
}

