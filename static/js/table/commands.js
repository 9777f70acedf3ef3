// What a tap, a key or a drop asks for. One action at a time: while one is under way the others do nothing, so a double
// tap acts once. Everything here only sends or changes what the page shows; the server decides.
import { groupsOf, rearranged } from './store.js';
import { place, step } from './hand.js';
import { requests } from './requests.js';
import { handCommands, moves, playCommands } from './commands-play.js';
import { questionCommands, roomCommands } from './commands-room.js';
import { pageCommands, switches, talkCommands } from './commands-page.js';

/**
 * @param {Page.App} app
 * @returns {Page.Commands}
 */
export function commands(app) {
  const { ui } = app;
  const asks = requests(app);
  const plays = moves(app, asks);

  /** @param {Wire.Card[][]} groups */
  function arrange(groups) {
    app.set(rearranged(app.state, groups));
    app.sendArrangement();
  }

  const flips = switches(app, asks);
  /** @type {Record<string, Page.Command>} */
  const list = {
    ...playCommands(app, asks, plays),
    ...handCommands(app, asks, arrange),
    ...roomCommands(app, asks),
    ...questionCommands(app, asks, plays),
    ...pageCommands(app, asks),
    ...talkCommands(app, asks),
  };

  return {
    run: (name, arg, more) => list[name]?.(arg, more),
    flip: (name, on) => flips[name]?.(on),
    drop(card, { place: target, pile, rect }) {
      if (pile) {
        if (plays.discard(card)) ui.dropped = { card, rect };
      } else if (target) arrange(place(groupsOf(app.state), card, target));
    },
    step: (card, by) => arrange(step(groupsOf(app.state), card, by)),
    close: asks.close,
  };
}
