// What a tap, a key or a drop asks for. One action at a time: while one is under way the others do nothing, so a double
// tap acts once. Everything here only sends or changes what the page shows; the server decides.
import { asked, gaveUp, groupsOf, handOf, rearranged, rulesOf, toggled, unselected } from './store.js';
import { sortHand, place, step } from './hand.js';
import { canDiscard, canLay, canSend, knocks, meldTargets, nextSeat, sitsAtOnce } from './offers.js';
import { knockChoices } from './dialogs-play.js';
import { frozen, inRound, legal, may, myTurn, mySeat, online, several, windowRole } from './view.js';
import { refusalText } from './words-codes.js';
import { inviteWords } from './words-dialogs.js';

export function commands(app) {
  const { ui } = app;

  /** A tracked message: an action of the game or a wish about the room. */
  function ask(message) {
    if (!canSend(app.state)) return null;
    const id = app.newId();
    app.set(asked(app.state, id, message, performance.now()));
    app.socket.ask({ ...message, id });
    return id;
  }

  const act = (action) => ask({ type: 'act', round: app.state.game.round, turn: app.state.game.turn, action });
  const room = (what, more = {}) => ask({ type: 'room', do: what, ...more });
  const open = (name, more = {}) => {
    ui.dialog = { name, ...more };
    app.plan();
  };
  const close = () => {
    ui.dialog = null;
    app.plan();
  };
  const refuse = (code) => app.toast(refusalText(code), 'bad');

  /** Taps on something that cannot be had say why. */
  function blocked(code) {
    if (!online(app.state)) return true;
    if (frozen(app.state)) refuse('frozen');
    else if (code) refuse(code);
    return Boolean(frozen(app.state) || code);
  }

  function discard(card = app.state.selected[0]) {
    const { state } = app;
    if (blocked(!myTurn(state) ? 'not_your_turn' : state.game.phase !== 'discard' ? 'wrong_phase' : null) || !card)
      return false;
    if (!canDiscard(state, card)) {
      refuse(state.you.barred === card ? 'barred_card' : 'must_keep_discard');
      return false;
    }
    if (!canSend(state)) return false;
    ui.leaving = card;
    act({ do: 'discard', card });
    return true;
  }

  function draw(from) {
    const { state } = app;
    if (blocked(!myTurn(state) ? 'not_your_turn' : state.game.phase !== 'draw' ? 'wrong_phase' : null)) return;
    if (legal(state, 'draw').some((action) => action.from === from)) act({ do: 'draw', from });
    else refuse(from === 'stock' ? 'stock_empty' : state.game.pile ? 'take_needs_meld' : 'pile_empty');
  }

  function knock() {
    const { state } = app;
    if (windowRole(state) === 'claim') return cut();
    if (
      !knocks(state) ||
      blocked(!myTurn(state) ? 'not_your_turn' : state.game.phase !== 'discard' ? 'wrong_phase' : null)
    )
      return undefined;
    return knockChoices(state).length ? open('knock') : why();
  }

  function cut() {
    if (!blocked(windowRole(app.state) === 'claim' ? null : 'window_closed')) act({ do: 'cut' });
  }

  function why() {
    if (!online(app.state)) return;
    app.set({ ...app.state, why: null });
    ui.whyId = app.newId();
    app.socket.ask({ type: 'why', id: ui.whyId });
    open('why');
  }

  function arrange(groups) {
    app.set(rearranged(app.state, groups));
    app.sendArrangement();
  }

  /** Reading something leaves the table where it is: whoever goes away has no time to play. */
  function aside(url) {
    close();
    globalThis.open(url, '_blank', 'noopener');
  }

  const places = {
    lobby: () => app.urls.lobby,
    rules: () => app.urls.rules,
    login: () => app.urls.login,
    reload: () => null,
  };

  const list = {
    // cards and piles
    card: (card) => {
      ui.focus = card;
      app.set(toggled(app.state, card, several(app.state) && inRound(app.state)));
    },
    draw: () => draw('stock'),
    take: () => draw('pile'),
    ask: () => open('question', { what: 'ask' }),
    pile: () => {
      if (app.state.game?.pile_cards?.length) open('pile');
    },
    discard: () => discard(),
    knock,
    cut,
    'knock-now': (at) => {
      const [choice] = knockChoices(app.state).slice(Number(at));
      close();
      if (choice) act(choice.action);
    },
    lay: () => {
      if (canLay(app.state)) act({ do: 'lay', cards: app.state.selected });
    },
    meld: (id) => {
      if (meldTargets(app.state).includes(Number(id)))
        act({ do: 'lay_off', meld: Number(id), cards: app.state.selected });
    },
    why,
    'arrange-why': () => {
      const { melds, rest } = app.state.why;
      arrange([...melds, rest]);
      close();
    },

    // the hand
    sort: (how) => {
      ui.sort = false;
      arrange(sortHand(handOf(app.state), how, rulesOf(app.state)));
    },
    move: (by) => {
      const [card] = app.state.selected;
      if (card) arrange(step(groupsOf(app.state), card, Number(by)));
    },
    sortmenu: () => {
      ui.sort = !ui.sort;
      app.plan();
    },
    unselect: () => app.set(unselected(app.state)),

    // the room
    start: () => (may(app.state, 'start') ? room('start') : refuse('not_enough_players')),
    pause: () => {
      close();
      room('pause');
    },
    resume: () => {
      close();
      room('resume');
    },
    sit: (seat = nextSeat(app.state)) => {
      close();
      if (seat === null) refuse('room_full');
      else room('sit', { seat: Number(seat) });
    },
    cancel: () => {
      close();
      room('cancel');
    },
    add_bot: (seat, level) => {
      close();
      room('add_bot', { seat: Number(seat), level });
    },
    level: (level) => room('level', { seat: ui.dialog.seat, level }),
    turn_seconds: (value) => {
      close();
      room('turn_seconds', { seconds: value === 'null' ? null : Number(value) });
    },
    leave: () => (mySeat(app.state) === null ? list.go('lobby') : open('question', { what: 'leave' })),
    seat: (seat) => {
      const { state } = app;
      if (canSend(state) && sitsAtOnce(state, state.seats[seat])) list.sit(seat);
      else open('seat', { seat: Number(seat), who: state.seats[seat].name ?? null });
    },
    seats: () => open('seats'),
    yes: (what, seat) => {
      const { who } = ui.dialog;
      close();
      agreed(what, seat, who);
    },

    // the page
    menu: () => {
      if (app.state.room) open('menu');
    },
    invite: () => open('invite'),
    time: () => open('time'),
    question: (what, arg) =>
      open('question', arg === undefined ? { what } : { what, arg, who: app.state.seats[arg].name ?? null }),
    'close-dialog': close,
    moves: () => {
      ui.side = !ui.side;
      if (ui.side && ui.talk.unread) ui.tab = 'chat';
      app.readTalk();
      app.plan();
    },
    tab: (name) => {
      ui.tab = name;
      app.readTalk();
      app.plan();
    },
    chat: (on) => room('chat', { on }),

    // the talk: beside the one action under way
    say: (text) => text.trim() !== '' && say('text', text),
    phrase: (key) => say('phrase', key),
    speaker: (n) => open('speaker', { line: Number(n) }),
    visit: (page) => aside(`${location.pathname}${page}`),
    mute: (whom) => muting(whom, true),
    unmute: (whom) => muting(whom, false),
    retry: () => app.socket.retryNow(),
    go: (where) => {
      const url = places[where]();
      if (where === 'rules') aside(url);
      else if (url) location.assign(url);
      else location.reload();
    },
    sounds: (on) => app.setting('sounds', on),
    notices: (on) => app.setting('notices', on),
    keys: (on) => app.setting('keys', on),
    copy: () => copy(),
    share: () => navigator.share({ title: document.title, url: ui.address }).catch(() => {}), // closed by the reader
  };

  function agreed(what, seat, who) {
    if (what === 'ask') draw('stock');
    else if (what === 'resign') act({ do: 'resign' });
    else if (what === 'leave') ui.farewellId = room('leave');
    else if (what === 'close') room('close');
    else room(what, { seat: Number(seat), who });
  }

  function say(kind, text) {
    if (!online(app.state)) return false;
    const id = app.newId();
    ui.saying.set(id, kind === 'text' ? text : '');
    app.socket.ask({ type: 'say', id, kind, text });
    return true;
  }

  /** `whom`: "seat 3" or "line 311". */
  function muting(whom, on) {
    close();
    const [what, number] = whom.split(' ');
    const who = what === 'seat' ? { who: app.state.seats[number].name } : {};
    ui.muteId = app.newId();
    app.socket.ask({ type: 'mute', id: ui.muteId, on, [what]: Number(number), ...who });
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(ui.address);
      app.toast(inviteWords.copied(), 'good');
    } catch {
      document.getElementById('invite-link')?.select();
      app.toast(inviteWords.copyFailed(), '');
    }
  }

  return {
    run: (name, ...more) => list[name]?.(...more),
    drop(card, { place: target, pile, rect }) {
      if (pile) {
        if (discard(card)) ui.dropped = { card, rect };
      } else arrange(place(groupsOf(app.state), card, target));
    },
    step: (card, by) => arrange(step(groupsOf(app.state), card, by)),
    giveUp: () => app.set(gaveUp(app.state)),
    close,
  };
}
