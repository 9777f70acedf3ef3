// What the page offers at this moment: the prompt, the buttons of the action row, the piles and melds that answer.
// Illegal moves are not offered; knock and cut-in are offered to everyone in their phase, whatever they hold.
import { closesWithThrees, kindOf } from './melds.js';
import { groupKey } from './hand.js';
import { handOf, rulesOf } from './store.js';
import {
  ended,
  hiddenGame,
  inRound,
  isHost,
  isMine,
  legal,
  may,
  mySeat,
  myTurn,
  nameOf,
  online,
  playerOf,
  rulesIn,
  running,
  screen,
  several,
  veil,
  windowRole,
} from './view.js';
import { resultHead } from './words-events.js';
import { labels, prompts } from './words-prompts.js';

/** @param {Page.State} state */
export const canSend = (state) => online(state) && state.pending === null;

/**
 * Do newcomers wait for the next match here?
 * @param {Page.State} state
 */
export const waitsForMatch = (state) => rulesIn(state).joins === 'match';

/**
 * [strong, small] above the hand.
 * @param {Page.State} state
 * @returns {Page.Prompt}
 */
export function prompt(state) {
  const over = veil(state);
  if (over) return veiled(over, handOf(state).length > 0);
  if (screen(state) === 'waiting') return waiting(state);
  if (ended(state)) return [resultHead(state.game.result, isMine(state, state.game.result.winner)), ''];
  if (!inRound(state)) return bystander(state);
  const role = windowRole(state);
  if (role === 'claim' && state.game.window) return prompts.claim(state.game.window.card);
  if (role === 'mine') return prompts.discarder();
  if (!myTurn(state)) return prompts.other(state.game.active, state.game.phase);
  return state.game.phase === 'draw' ? drawPrompt(state) : discardPrompt(state);
}

/**
 * @param {Page.Veil} over
 * @param {boolean} hand are there cards to arrange?
 * @returns {Page.Prompt}
 */
function veiled({ kind }, hand) {
  if (kind === 'closed') return prompts.closed();
  if (kind !== 'paused' && kind !== 'asleep') return prompts.offline();
  return hand ? prompts.paused() : [prompts.paused()[0], ''];
}

/**
 * @param {Page.State} state
 * @returns {Page.Prompt}
 */
function waiting(state) {
  if (hiddenGame(state)) return prompts.unseen();
  if (isHost(state)) return prompts.hostStart(may(state, 'start'));
  if (mySeat(state) !== null) return prompts.waitHost(nameOf(state, state.room?.host));
  return prompts.visitor(state.seats.some((seat) => seat.kind === 'free' && seat.reserved_by === null));
}

/**
 * @param {Page.State} state
 * @returns {Page.Prompt}
 */
function bystander(state) {
  if ((state.you?.reservation ?? null) !== null) return prompts.reserved(waitsForMatch(state));
  if (mySeat(state) === null) return prompts.watching();
  const player = playerOf(state, mySeat(state));
  if (player?.out) return prompts.out();
  return waitsForMatch(state) && !player ? prompts.nextMatch() : prompts.sitsOut();
}

/**
 * @param {Page.Dealt} state
 * @returns {Page.Prompt}
 */
function drawPrompt(state) {
  const from = legal(state, 'draw').map((action) => action.from);
  if (asksForStock(state)) return prompts.ask();
  if (!from.includes('stock')) return prompts.drawPile();
  if (from.includes('pile')) return prompts.draw();
  return state.game.top ? prompts.drawStock() : prompts.drawFirst();
}

/**
 * Drawing ends the round: the stock is empty and is never shuffled anew.
 * @param {Page.Dealt} state
 */
const asksForStock = (state) => Boolean(rulesIn(state).asks) && state.game.stock === 0;

/**
 * @param {Page.Dealt} state
 * @returns {Page.Prompt}
 */
function discardPrompt(state) {
  const { drawn, barred } = state.you;
  const strong = several(state) ? prompts.lay() : knocks(state) ? prompts.discardOrKnock() : prompts.discard();
  const targets = several(state) ? meldTargets(state).length : 0;
  if (targets) return [strong, prompts.chooseTarget()];
  if (barred) return [strong, prompts.barred(barred)];
  return [strong, drawn ? prompts.drew(drawn) : ''];
}

/**
 * Does this game have a knock of one's own turn?
 * @param {Page.State} state
 */
export const knocks = (state) => Object.keys(rulesIn(state).knocks ?? {}).length > 0;

/**
 * May one ask why one cannot knock? Only when a closed hand could win: on one's own turn and in the window.
 * @param {Page.State} state
 */
export const mayAskWhy = (state) => !several(state) && (myTurn(state) || windowRole(state) === 'claim');

/**
 * Is a knock with all cards one with ten? Then nine cards win by the discard, and the button says which knock it is.
 * @param {Page.State} state
 */
const knocksWithTen = (state) => rulesIn(state).knocks?.all === 'ten';

// --- buttons ----------------------------------------------------------------------------------------------------

/**
 * The action row: { do, label, note, hot, off, key }, the main one last.
 * @param {Page.State} state
 * @returns {Page.Row[]}
 */
export function actions(state) {
  if (!running(state) || ['closed', 'paused', 'asleep'].includes(veil(state)?.kind ?? '') || windowRole(state))
    return [];
  if (!myTurn(state)) return [];
  const rows = state.game.phase === 'draw' ? drawing(state) : discarding(state);
  return rows.map((row) => ({ ...row, off: row.off || !online(state), busy: state.pending !== null }));
}

/**
 * @param {Page.Dealt} state
 * @returns {Page.Row[]}
 */
function drawing(state) {
  const from = legal(state, 'draw').map((action) => action.from);
  const ask = asksForStock(state);
  const rows = [];
  if (state.game.top)
    rows.push({
      do: 'take',
      label: labels.take(),
      note: [{ card: state.game.top }],
      off: !from.includes('pile'),
      key: 'T',
    });
  rows.push(
    ask
      ? { do: 'ask', label: labels.ask(), note: labels.asking(), off: !from.includes('stock'), key: 'S', hot: false }
      : {
          do: 'draw',
          label: labels.draw(),
          note: labels.fromStock(),
          off: !from.includes('stock'),
          key: 'S',
          hot: true,
        },
  );
  return rows;
}

/**
 * @param {Page.State} state
 * @returns {Page.Row[]}
 */
function discarding(state) {
  const rows = [];
  if (several(state)) rows.push(layRow(state));
  if (knocks(state)) {
    rows.push({
      do: 'knock',
      label: knocksWithTen(state) ? labels.knockTen() : labels.knock(),
      note: labels.needsConfirming(),
      key: 'B',
    });
  }
  rows.push(discardRow(state));
  return rows;
}

/**
 * @param {Page.State} state
 * @returns {Page.Row}
 */
function discardRow(state) {
  const [card, ...more] = state.selected;
  const row = { do: 'discard', label: labels.discard(), key: 'D', hot: true };
  if (!card || more.length) return { ...row, note: labels.chooseCard(), off: true };
  if (!canDiscard(state, card)) return { ...row, note: labels.staysThisTurn(card), off: true };
  const news = discardCloses(state, card);
  return { ...row, note: news ?? labels.orDrag(card), wins: Boolean(news) };
}

/**
 * @param {Page.State} state
 * @param {Wire.Card} card
 */
export const canDiscard = (state, card) => legal(state, 'discard').some((action) => action.card === card);

/**
 * An automatic win is announced before the tap.
 * @param {Page.State} state
 * @param {Wire.Card} card
 */
function discardCloses(state, card) {
  if (!rulesIn(state).closes_on_discard) return null;
  const left = handOf(state).filter((other) => other !== card);
  if (left.length !== 9 || !closesWithThrees(left, rulesOf(state))) return null;
  return knocksWithTen(state) ? labels.winsWithNine(card) : labels.wins(card);
}

/**
 * @param {Page.State} state
 * @returns {Page.Row}
 */
function layRow(state) {
  const cards = state.selected;
  const row = { do: 'lay', label: labels.lay(), key: 'L' };
  if (cards.length < 3) return { ...row, note: labels.chooseThree(), off: true };
  return canLay(state) ? { ...row, note: labels.layCount(cards.length) } : { ...row, note: labels.noMeld(), off: true };
}

/**
 * The server's own list is exact; the local check adds melds that a short list may leave out. The server judges.
 * @param {Page.State} state
 */
export function canLay(state) {
  const key = groupKey(state.selected);
  const listed = legal(state, 'lay');
  if (listed.some((action) => groupKey(action.cards) === key)) return true;
  const last = state.game?.options.discard_to_win && state.selected.length === handOf(state).length;
  return !last && kindOf(state.selected, rulesOf(state)) !== null;
}

/**
 * Melds on the table that the selected cards may join.
 * @param {Page.State} state
 */
export function meldTargets(state) {
  if (!several(state) || !myTurn(state) || state.game.phase !== 'discard' || !state.selected.length) return [];
  const rules = rulesOf(state);
  return (state.game.melds ?? [])
    .filter((meld) => kindOf([...meld.cards, ...state.selected], rules) !== null)
    .map((meld) => meld.id);
}

/**
 * Which piles answer a tap now: { stock, pile }
 * @param {Page.State} state
 */
export function openPiles(state) {
  if (!myTurn(state) || state.game.phase !== 'draw' || veil(state) || !canSend(state))
    return { stock: false, pile: false };
  const from = legal(state, 'draw').map((action) => action.from);
  return { stock: from.includes('stock'), pile: from.includes('pile') };
}

/**
 * A free seat and nothing else to ask for there: a tap takes it.
 * @param {Page.State} state
 * @param {Wire.Seat} seat
 */
export const sitsAtOnce = (state, seat) => may(state, 'sit') && seat.kind === 'free' && seat.reserved_by === null;

/**
 * The seat that "take a seat" means: the first free one, else a bot's; null where none is left.
 * @param {Page.State} state
 */
export function nextSeat(state) {
  const open = state.seats.filter((seat) => seat.kind !== 'person' && seat.reserved_by === null);
  return (open.find((seat) => seat.kind === 'free') ?? open[0])?.i ?? null;
}

/**
 * The row of somebody without cards: { watching, buttons }.
 * @param {Page.State} state
 * @returns {Page.Row[]}
 */
export function bystanderRow(state) {
  const rows = [];
  if ((state.you?.reservation ?? null) !== null) rows.push({ do: 'cancel', label: labels.cancelSeat(), note: '' });
  else if (mySeat(state) === null && may(state, 'sit'))
    rows.push({ do: 'sit', label: labels.joinNext(waitsForMatch(state)), note: '', hot: true });
  return rows;
}

/**
 * The waiting room's row.
 * @param {Page.State} state
 * @returns {Page.Row[]}
 */
export function waitingRow(state) {
  /** @type {Page.Row[]} */
  const rows = [{ do: 'invite', icon: 'share', label: labels.invite() }];
  if (mySeat(state) === null && may(state, 'sit'))
    rows.push({ do: 'sit', icon: 'seat', label: labels.sit(), hot: true });
  if (isHost(state)) rows.push({ do: 'seats', icon: 'users', label: labels.players() });
  if (mySeat(state) !== null) rows.push({ do: 'leave', icon: 'door', label: labels.leave() });
  if (isHost(state))
    rows.push({ do: 'start', icon: 'play', label: labels.start(), hot: true, off: !may(state, 'start') });
  return rows.map((row) => ({ ...row, off: row.off || !online(state) }));
}

/**
 * After a round: what the host or anybody may do next.
 * @param {Page.State} state
 * @returns {Page.Row[]}
 */
export function endRow(state) {
  const over = state.game?.match?.over;
  const rows = [];
  if (may(state, 'start'))
    rows.push({ do: 'start', label: over ? labels.newMatch() : labels.nextRound(), note: labels.youHost(), hot: true });
  if (mySeat(state) === null && (state.you?.reservation ?? null) === null && may(state, 'sit'))
    rows.push({ do: 'sit', label: over ? labels.sit() : labels.joinNext(waitsForMatch(state)), note: '' });
  return rows.map((row) => ({ ...row, off: !online(state) }));
}
