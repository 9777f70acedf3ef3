// What commands are made of: requests to the server, the dialog, and the reason why something cannot be had.
import { asked } from './store.js';
import { canSend } from './offers.js';
import { frozen, online } from './view.js';
import { refusalText } from './words-codes.js';

/**
 * @param {Page.App} app
 * @returns {Page.Requests}
 */
export function requests(app) {
  const { ui } = app;

  /** @param {string} code */
  const refuse = (code) => app.toast(refusalText(code), 'bad');

  return {
    ask,
    act(action) {
      const { game } = app.state;
      if (game) ask({ type: 'act', round: game.round, turn: game.turn, action });
    },
    room: (what, more = {}) => ask({ type: 'room', do: what, ...more }),
    open(name, more = {}) {
      ui.dialog = { name, ...more };
      app.plan();
    },
    close() {
      ui.dialog = null;
      app.plan();
    },
    refuse,
    blocked(code) {
      if (!online(app.state)) return true;
      if (frozen(app.state)) refuse('frozen');
      else if (code) refuse(code);
      return Boolean(frozen(app.state) || code);
    },
  };

  /** @param {Wire.Request} message */
  function ask(message) {
    if (!canSend(app.state)) return null;
    const id = app.newId();
    app.set(asked(app.state, id, message, performance.now()));
    app.socket.ask({ ...message, id });
    return id;
  }
}
