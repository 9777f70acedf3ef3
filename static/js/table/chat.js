// The talk at the table: what was said, and the panel that shows it. Apart from the state of the game: no line of it
// changes what may be played.
import { h } from './dom.js';
import { icon } from './pieces.js';
import { may, mySeat } from './view.js';
import { phrase, phraseKeys, talkWords } from './words-chat.js';

const KEPT = 200;

/** @type {Page.Talk} */
export const QUIET = { lines: [], muted: [], unread: 0, newest: null };

/**
 * { talk, news }: lines have come. Those with the names of the muted take the place of all before: at first, after a
 * break, and when it has changed whom one hears. News is what is newer than all that was heard; at first nothing is.
 * @param {Page.Talk} talk
 * @param {Wire.Said} message
 */
export function heard(talk, message) {
  const before = message.muted ? [] : talk.lines;
  const known = new Set(before.map((line) => line.n));
  const fresh = message.lines.filter((line) => !known.has(line.n));
  const news = fresh.filter((line) => talk.newest !== null && line.n > talk.newest && !line.own);
  const lines = [...before, ...fresh].sort((a, b) => a.n - b.n).slice(-KEPT);
  const newest = Math.max(talk.newest ?? 0, ...message.lines.map((line) => line.n));
  return { talk: { lines, muted: message.muted ?? talk.muted, unread: talk.unread + news.length, newest }, news };
}

/** @param {Page.Talk} talk */
export const read = (talk) => (talk.unread ? { ...talk, unread: 0 } : talk);
/** @param {Wire.Line} line */
export const wordsOf = (line) => (line.phrase ? phrase(line.phrase) : (line.text ?? ''));
/** @param {Wire.Line} line */
export const spoken = (line) => talkWords.said(line.who, wordsOf(line));
/**
 * @param {Page.Talk} talk
 * @param {string} name
 */
export const isMuted = (talk, name) => talk.muted.includes(name);

/**
 * A number on the button or the tab, for whoever is looking elsewhere.
 * @param {Page.Talk} talk
 */
export const dot = (talk) =>
  talk.unread > 0 &&
  h('span', { key: 'dot', class: 'dot', 'aria-hidden': 'true' }, talk.unread > 9 ? '9+' : talk.unread);

/**
 * @param {Page.State} state
 * @param {Page.Ui} ui
 */
export function pane(state, ui) {
  const { room } = state;
  return [
    h(
      'div',
      { key: 'scroll', class: 'talkscroll', tabindex: 0, role: 'region', 'aria-label': talkWords.tab() },
      h('ol', { class: 'talk plain', role: 'log', 'aria-live': 'off' }, ui.talk.lines.map(lineItem)),
      ui.talk.lines.length === 0 && h('p', { key: 'none', class: 'muted' }, talkWords.none()),
    ),
    room && !room.chat && h('p', { key: 'off', class: 'note small' }, icon('mute'), talkWords.off()),
    room?.chat && mayTalk(state, room) && form(state),
  ];
}

/**
 * @param {Page.State} state
 * @param {Wire.Room} room
 */
const mayTalk = (state, room) =>
  !room.closed && (room.spectators || mySeat(state) !== null || (state.you?.reservation ?? null) !== null);

/** @param {Wire.Line} said */
function lineItem(said) {
  const time = new Date(said.at);
  return h(
    'li',
    { key: said.n, class: said.own ? 'own' : '' },
    said.own
      ? h('b', { key: 'who', dir: 'auto' }, said.who)
      : h(
          'button',
          {
            key: 'who',
            type: 'button',
            class: 'speaker',
            dir: 'auto',
            'data-do': 'speaker',
            'data-arg': said.n,
            'aria-haspopup': 'dialog',
          },
          said.who,
        ),
    said.watching && h('span', { key: 'eye', class: 'chip' }, icon('eye'), talkWords.watching()),
    h('span', { key: 'said', class: said.phrase ? 'said phrase' : 'said', dir: 'auto' }, wordsOf(said)),
    h(
      'time',
      { key: 'at', datetime: time.toISOString() },
      time.toLocaleTimeString(document.documentElement.lang, {
        hour: '2-digit',
        minute: '2-digit',
        timeZone: document.documentElement.dataset.zone || undefined,
      }),
    ),
  );
}

/** @param {Page.State} state */
function form(state) {
  return [
    mySeat(state) === null && h('p', { key: 'who', class: 'muted small' }, talkWords.watchersOnly()),
    h(
      'div',
      { key: 'quick', class: 'quick', role: 'group', 'aria-label': talkWords.quick() },
      phraseKeys.map((key) =>
        h('button', { key, class: 'chipbtn', type: 'button', 'data-do': 'phrase', 'data-arg': key }, phrase(key)),
      ),
    ),
    h(
      'form',
      { key: 'form', class: 'say-form', 'data-submit': 'say' },
      h('label', { class: 'vh', for: 'words' }, talkWords.write()),
      h('input', {
        id: 'words',
        name: 'words',
        maxlength: 200,
        placeholder: talkWords.write(),
        autocomplete: 'off',
        enterkeyhint: 'send',
      }),
      h('button', { class: 'btn primary sm', type: 'submit' }, talkWords.send()),
    ),
  ];
}

/**
 * In the dialog about a player: not to hear them any more. `target`: data-arg of the command.
 * @param {Page.Talk} talk
 * @param {string} name
 * @param {string} target
 * @param {Page.Item} item
 */
export const muteItem = (talk, name, target, item) =>
  isMuted(talk, name)
    ? item('unmute', 'sound', talkWords.unmute(), { arg: target, note: talkWords.muted() })
    : item('mute', 'mute', talkWords.mute(), { arg: target });

/**
 * Pages about somebody, in another tab: the table stays where it is.
 * @param {string} query
 * @param {Page.Item} item
 */
export const personItems = (query, item) => [
  item('visit', 'user', talkWords.profile(), { arg: `person/?${query}` }),
  item('visit', 'flag', talkWords.report(), { arg: `report/?${query}` }),
];

/**
 * @param {Page.Shown} state
 * @param {(what: string, label: string, on: boolean) => Page.VNode} toggle
 */
export const chatToggle = (state, toggle) =>
  may(state, 'chat') && toggle('chat', talkWords.switchOn(), state.room.chat);
