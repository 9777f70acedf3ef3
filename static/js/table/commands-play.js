// Commands about cards: draw, discard, knock, cut in, lay; and the order of one's own hand.
import { groupsOf, handOf, rulesOf, toggled, unselected } from './store.js';
import { sortHand, step } from './hand.js';
import { canDiscard, canLay, canSend, knocks, mayAskWhy, meldTargets } from './offers.js';
import { knockChoices } from './dialogs-play.js';
import { inRound, legal, myTurn, online, several, windowRole } from './view.js';

/**
 * Why the seat at this table cannot make a move of `phase` now, or null.
 * @param {Page.State} state
 * @param {Wire.Phase} phase
 */
function untimely(state, phase) {
  if (!myTurn(state)) return 'not_your_turn';
  return state.game.phase === phase ? null : 'wrong_phase';
}

/**
 * Moves: each says why where it cannot be had.
 * @param {Page.App} app
 * @param {Page.Requests} requests
 * @returns {Page.Moves}
 */
export function moves(app, { act, open, refuse, blocked }) {
  const { ui } = app;
  return { discard, draw, knock, cut, why };

  /** @param {Wire.Card} [card] */
  function discard(card = app.state.selected[0]) {
    const { state } = app;
    if (blocked(untimely(state, 'discard')) || !card) return false;
    if (!canDiscard(state, card)) {
      refuse(state.you?.barred === card ? 'barred_card' : 'must_keep_discard');
      return false;
    }
    if (!canSend(state)) return false;
    ui.leaving = card;
    act({ do: 'discard', card });
    return true;
  }

  /** @param {Wire.Pile} from */
  function draw(from) {
    const { state } = app;
    if (blocked(untimely(state, 'draw'))) return;
    if (legal(state, 'draw').some((action) => action.from === from)) act({ do: 'draw', from });
    else refuse(from === 'stock' ? 'stock_empty' : state.game?.pile ? 'take_needs_meld' : 'pile_empty');
  }

  function knock() {
    const { state } = app;
    if (windowRole(state) === 'claim') cut();
    else if (knocks(state) && !blocked(untimely(state, 'discard'))) {
      if (knockChoices(state).length) open('knock');
      else why();
    }
  }

  function cut() {
    if (!blocked(windowRole(app.state) === 'claim' ? null : 'window_closed')) act({ do: 'cut' });
  }

  function why() {
    if (!online(app.state)) return;
    if (!mayAskWhy(app.state)) {
      refuse(inRound(app.state) ? 'not_your_turn' : 'not_in_round');
      return;
    }
    app.set({ ...app.state, why: null });
    ui.whyId = app.newId();
    app.socket.ask({ type: 'why', id: ui.whyId });
    open('why');
  }
}

/**
 * @param {Page.App} app
 * @param {Page.Requests} requests
 * @param {Page.Moves} moves
 * @returns {Record<string, Page.Command>}
 */
export function playCommands(app, { act, open, close }, { discard, draw, knock, cut, why }) {
  const { ui } = app;
  return {
    card(card = '') {
      ui.focus = card;
      app.set(toggled(app.state, card, several(app.state) && inRound(app.state)));
    },
    draw: () => draw('stock'),
    take: () => draw('pile'),
    ask: () => open('question', { what: 'ask' }),
    pile() {
      if (app.state.game?.pile_cards?.length) open('pile');
    },
    discard: () => discard(),
    knock,
    cut,
    'knock-now'(at) {
      const choice = knockChoices(app.state)[Number(at)];
      close();
      if (choice) act(choice.action);
    },
    lay() {
      if (canLay(app.state)) act({ do: 'lay', cards: app.state.selected });
    },
    meld(id) {
      const meld = Number(id);
      if (meldTargets(app.state).includes(meld)) act({ do: 'lay_off', meld, cards: app.state.selected });
    },
    why,
  };
}

/**
 * The order of the hand. The server only keeps it.
 * @param {Page.App} app
 * @param {Page.Requests} requests
 * @param {(groups: Wire.Card[][]) => void} arrange
 * @returns {Record<string, Page.Command>}
 */
export function handCommands(app, { close }, arrange) {
  const { ui } = app;
  return {
    sort(how = '') {
      ui.sort = false;
      arrange(sortHand(handOf(app.state), how, rulesOf(app.state)));
    },
    move(by) {
      const [card] = app.state.selected;
      if (card) arrange(step(groupsOf(app.state), card, Number(by)));
    },
    sortmenu() {
      ui.sort = !ui.sort;
      app.plan();
    },
    unselect: () => app.set(unselected(app.state)),
    'arrange-why'() {
      const { why } = app.state;
      if (why) arrange([...why.melds, why.rest]);
      close();
    },
  };
}
