// Commands about the room: seats and bots, start and pause, time, leaving.
import { canSend, nextSeat, sitsAtOnce } from './offers.js';
import { may, mySeat } from './view.js';

/**
 * @param {Page.App} app
 * @param {Page.Requests} requests
 * @returns {Record<string, Page.Command>}
 */
export function roomCommands(app, { room, open, close, refuse }) {
  const { ui } = app;

  /** Close the dialog in which it was chosen, and ask.
   * @param {string} what
   * @param {Partial<Wire.RoomWish>} [more]
   */
  const chosen = (what, more) => {
    close();
    room(what, more);
  };

  /** @param {string | number | null} seat */
  const sit = (seat) => {
    close();
    if (seat === null) refuse('room_full');
    else room('sit', { seat: Number(seat) });
  };

  return {
    start: () => (may(app.state, 'start') ? room('start') : refuse('not_enough_players')),
    pause: () => chosen('pause'),
    resume: () => chosen('resume'),
    sit: (seat) => sit(seat ?? nextSeat(app.state)),
    cancel: () => chosen('cancel'),
    add_bot: (seat, level) => chosen('add_bot', { seat: Number(seat), level }),
    level: (level) => room('level', { seat: ui.dialog?.seat, level }),
    turn_seconds: (value) => chosen('turn_seconds', { seconds: value === 'null' ? null : Number(value) }),
    leave() {
      if (mySeat(app.state) === null) location.assign(app.urls.lobby);
      else open('question', { what: 'leave' });
    },
    seat(number) {
      const seat = app.state.seats[Number(number)];
      if (!seat) return;
      if (canSend(app.state) && sitsAtOnce(app.state, seat)) sit(seat.i);
      else open('seat', { seat: seat.i, who: seat.name });
    },
    seats: () => open('seats'),
  };
}

/**
 * Questions before what cannot be taken back, and what a yes to them does.
 * @param {Page.App} app
 * @param {Page.Requests} requests
 * @param {Page.Moves} moves
 * @returns {Record<string, Page.Command>}
 */
export function questionCommands(app, { act, room, open, close }, { draw }) {
  const { ui } = app;
  return {
    question(what, arg) {
      const who = () => app.state.seats[Number(arg)]?.name ?? null;
      open('question', arg === undefined ? { what } : { what, arg, who: who() });
    },
    yes(what = '', seat) {
      const who = ui.dialog?.who;
      close();
      if (what === 'ask') draw('stock');
      else if (what === 'resign') act({ do: 'resign' });
      else if (what === 'leave') ui.farewellId = room('leave');
      else if (what === 'close') room('close');
      else room(what, { seat: Number(seat), who });
    },
  };
}
