// Commands about the page: its dialogs and panels, its settings, the talk, the ways out of it.
import { online } from './view.js';
import { inviteWords } from './words-dialogs.js';

/**
 * Reading something leaves the table where it is: whoever goes away has no time to play.
 * @param {string} url
 */
const aside = (url) => globalThis.open(url, '_blank', 'noopener');

/**
 * @param {Page.App} app
 * @param {Page.Requests} requests
 * @returns {Record<string, Page.Command>}
 */
export function pageCommands(app, { open, close }) {
  const { ui, urls } = app;
  return {
    menu() {
      if (app.state.room) open('menu');
    },
    invite: () => open('invite'),
    time: () => open('time'),
    'close-dialog': close,
    moves() {
      ui.side = !ui.side;
      if (ui.side && ui.talk.unread) ui.tab = 'chat';
      app.readTalk();
      app.plan();
    },
    tab(name = '') {
      ui.tab = name;
      app.readTalk();
      app.plan();
    },
    visit(page) {
      close();
      aside(`${location.pathname}${page}`);
    },
    retry: () => app.socket.retryNow(),
    go(where) {
      if (where === 'rules') {
        close();
        aside(urls.rules);
      } else if (where === 'lobby' || where === 'login') location.assign(urls[where]);
      else location.reload();
    },
    copy: () => copy(app),
    share: () => navigator.share({ title: document.title, url: ui.address }).catch(() => {}), // closed by the reader
  };
}

/**
 * @param {Page.App} app
 * @param {Page.Requests} requests
 * @returns {Record<string, Page.Switch>}
 */
export const switches = (app, { room }) => ({
  chat: (on) => room('chat', { on }),
  sounds: (on) => app.setting('sounds', on),
  notices: (on) => app.setting('notices', on),
  keys: (on) => app.setting('keys', on),
});

/** @param {Page.App} app */
async function copy(app) {
  try {
    await navigator.clipboard.writeText(app.ui.address);
    app.toast(inviteWords.copied(), 'good');
  } catch {
    const link = document.getElementById('invite-link');
    if (link instanceof HTMLInputElement) link.select();
    app.toast(inviteWords.copyFailed(), '');
  }
}

/**
 * The talk: beside the one action under way.
 * @param {Page.App} app
 * @param {Page.Requests} requests
 * @returns {Record<string, Page.Command>}
 */
export function talkCommands(app, { open, close }) {
  const { ui } = app;

  /**
   * @param {'text' | 'phrase'} kind
   * @param {string} text
   */
  function say(kind, text) {
    if (!online(app.state)) return false;
    const id = app.newId();
    ui.saying.set(id, kind === 'text' ? text : '');
    app.socket.ask({ type: 'say', id, kind, text });
    return true;
  }

  /**
   * @param {string} whom "seat 3" or "line 311"
   * @param {boolean} on
   */
  function mute(whom, on) {
    close();
    const [what, number] = whom.split(' ');
    ui.muteId = app.newId();
    const about =
      what === 'seat' ? { seat: Number(number), who: app.state.seats[Number(number)]?.name } : { line: Number(number) };
    app.socket.ask({ type: 'mute', id: ui.muteId, on, ...about });
  }

  return {
    say: (text = '') => text.trim() !== '' && say('text', text),
    phrase: (key = '') => say('phrase', key),
    speaker: (n) => open('speaker', { line: Number(n) }),
    mute: (whom = '') => mute(whom, true),
    unmute: (whom = '') => mute(whom, false),
  };
}
