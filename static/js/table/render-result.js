// The end of a round: who won and with which melds, what it cost, what comes next.
import { h } from './dom.js';
import { avatar, card, cardTag, icon, ring, sentence, ticker } from './pieces.js';
import { inOrder } from './melds.js';
import { rulesOf } from './store.js';
import { frozen, holderOf, isHost, isMine, isWild, may, mySeat, nameOf, seatOf } from './view.js';
import { endRow } from './offers.js';
import { act } from './render-actions.js';
import { gettext, interpolate, parts } from './gettext.js';
import { cardLabel, meldName, scoreHead } from './words.js';
import { lossLine, matchHead, resultHead } from './words-events.js';
import { labels, prompts, youAre } from './words-prompts.js';
import { bySuit } from './cards.js';

const WORDLESS = ['tied', 'void'];

/** @param {Page.Ended} state */
export function result(state) {
  const { game } = state;
  const won = game.result.winner;
  return h(
    'section',
    { key: 'result', class: 'result', 'aria-labelledby': 'res-h' },
    head(state),
    game.result.melds.length > 0 && winnersMelds(state),
    game.result.leftover &&
      h(
        'p',
        { key: 'left', class: 'sub leftover' },
        parts(gettext('Left over: %(card)s'), { card: cardTag(game.result.leftover) }),
      ),
    scores(state),
    game.result.hands && hands(state, won),
  );
}

/** @param {Page.Ended} state */
function head(state) {
  const { game } = state;
  const over = game.match?.over ?? false;
  /** @param {number | null | undefined} seat */
  const holder = (seat) => holderOf(state, seat)?.name ?? '';
  const round = interpolate(gettext('Round %(number)s'), { number: game.round });
  const won = resultHead(game.result, isMine(state, game.result.winner));
  const how = over ? sentence(won, holder, 'span') : lossLine(game.score_kind, game.result.changes);
  const text = over && game.match ? matchHead(game.match, isMine(state, game.match.winner)) : won;
  const cut = game.result.kind === 'cut' ? cutCard(state) : null;
  return h(
    'header',
    { key: 'head' },
    h(
      'span',
      { class: 'bang', 'aria-hidden': 'true' },
      icon(over ? 'cup' : WORDLESS.includes(game.result.kind) ? 'pause' : 'knock', ''),
    ),
    h(
      'div',
      null,
      h('h2', { id: 'res-h', tabindex: -1 }, sentence(text, holder, 'span')),
      h('p', { class: 'sub' }, round, how.length ? [' · ', how] : '', cut && [' · ', cardTag(cut)]),
    ),
  );
}

/**
 * The discard that was claimed.
 * @param {Page.Ended} state
 */
const cutCard = (state) => (state.game.last ?? []).find((event) => event.e === 'cut')?.card;

/** @param {Page.Ended} state */
function winnersMelds(state) {
  const rules = rulesOf(state);
  const cut = cutCard(state);
  return h(
    'ul',
    { key: 'melds', class: 'winmelds plain', 'aria-label': gettext('Melds of the winner') },
    state.game.result.melds.map((meld, at) =>
      h(
        'li',
        { key: at },
        h(
          'ul',
          { class: 'fan' },
          inOrder(meld, rules).map((id) => {
            const wild = isWild(state, id);
            return h(
              'li',
              { key: id },
              card(id, {
                css: `${wild ? 'is-wild' : ''} ${id === cut ? 'is-hint' : ''}`,
                marks: wild ? ['wild'] : [],
                label: cardLabel(id, { wild }),
              }),
            );
          }),
        ),
        h('span', null, meldName(meld, rules)),
      ),
    ),
  );
}

/** @param {Page.Ended} state */
function scores(state) {
  const { game } = state;
  const kind = game.score_kind;
  /** @type {Wire.BySeat<number>} */
  const place = game.match?.over ? game.match.placement : {};
  /** @param {Wire.Player} given */
  const counts = ({ seat }) =>
    seat in place || seat in (game.result.changes ?? {}) || seatOf(state, seat)?.kind !== 'free';
  const rows = game.players.filter((player) => counts(player) && holderOf(state, player.seat)?.kind !== 'free');
  if (!kind && !Object.keys(place).length) return null;
  const order = [...rows].sort(
    (a, b) => (place[a.seat] ?? 9) - (place[b.seat] ?? 9) || (b.score ?? 0) - (a.score ?? 0),
  );
  const points = game.result.points;
  return h(
    'table',
    { key: 'score', class: 'score' },
    h('caption', { class: 'vh' }, scoreHead(kind)),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        h('th', { scope: 'col' }, gettext('Player')),
        points && h('th', { key: 'p', scope: 'col', class: 'end' }, gettext('In hand')),
        kind && h('th', { key: 'c', scope: 'col', class: 'end' }, labels.round()),
        kind && h('th', { key: 's', scope: 'col', class: 'end' }, scoreHead(kind)),
      ),
    ),
    h(
      'tbody',
      null,
      order.map((player) => scoreRow(state, player, { kind, place: place[player.seat], points })),
    ),
  );
}

/**
 * @param {Page.Ended} state
 * @param {Wire.Player} player
 * @param {{ kind: Wire.ScoreKind | null, place: number | undefined, points: Wire.BySeat<number> | undefined }} given
 */
function scoreRow(state, player, { kind, place, points }) {
  const { game } = state;
  const change = game.result.changes?.[player.seat] ?? 0;
  const won = (game.match?.over ? game.match.winner : game.result.winner) === player.seat;
  return h(
    'tr',
    { key: player.seat, class: won ? 'win' : '' },
    h('th', { scope: 'row' }, scoredName(state, player, place)),
    points && h('td', { key: 'p', class: 'end num' }, points[player.seat] ?? ''),
    kind &&
      h(
        'td',
        { key: 'c', class: `end ${change < 0 ? 'loss' : change > 0 ? 'gain' : ''}` },
        change ? signed(change) : h('span', { 'aria-hidden': 'true' }, '·'),
      ),
    kind && h('td', { key: 's', class: 'end num' }, player.score),
  );
}

/**
 * @param {Page.Ended} state
 * @param {Wire.Player} player
 * @param {number | undefined} place in the match
 */
function scoredName(state, player, place) {
  const holder = holderOf(state, player.seat);
  const fell = state.game.result.eliminated?.includes(player.seat) || player.out;
  return h(
    'span',
    { class: 'pp' },
    place && h('span', { key: 'pl', class: 'num place' }, interpolate(gettext('%(place)s.'), { place })),
    holder && avatar(holder, 'sm'),
    h(
      'span',
      { class: 'nm' },
      h('span', { dir: 'auto' }, isMine(state, player.seat) ? youAre() : holder?.name),
      fell && [' ', h('span', { key: 'out', class: 'badge away' }, gettext('out'))],
    ),
  );
}

/** @param {number} change */
const signed = (change) => (change < 0 ? `−${-change}` : `+${change}`);

/**
 * Rummy: the cards that counted.
 * @param {Page.Ended} state
 * @param {number | null} winner
 */
function hands(state, winner) {
  const rows = Object.entries(state.game.result.hands ?? {}).flatMap(([seat, cards = []]) =>
    Number(seat) !== winner && cards.length ? [{ seat: Number(seat), cards }] : [],
  );
  if (!rows.length) return null;
  return h(
    'section',
    { key: 'hands', class: 'lefthands' },
    h('h3', null, gettext('Cards left in hand')),
    rows.map(({ seat, cards }) =>
      h(
        'p',
        { key: seat },
        h('b', { dir: 'auto' }, isMine(state, seat) ? youAre() : holderOf(state, seat)?.name),
        ' ',
        [...cards].sort(bySuit).map((id) => h('span', { key: id }, cardTag(id), ' ')),
      ),
    ),
  );
}

/** @param {Page.Ended} state */
export function endBar(state) {
  const next = state.times.kind === 'deal' && state.times.total !== null;
  const alone = !next && isHost(state) && !may(state, 'start') && !frozen(state);
  const seated = mySeat(state) !== null;
  return h(
    'footer',
    { key: 'endbar', class: 'endbar' },
    next && nextRound(),
    !next && !alone && waitsForHost(state),
    alone && h('p', { key: 'alone', class: 'alone sub' }, prompts.hostStart(false)[1]),
    endTool('moves', 'list', labels.moves()),
    alone && endTool('invite', 'share', labels.invite()),
    endTool('seats', 'users', labels.players()),
    seated ? endTool('leave', 'door', labels.leave()) : endTool('go', 'back', gettext('Rooms'), 'lobby'),
    endRow(state).map((action) => act(action)),
  );
}

/** @param {Page.Ended} state */
function waitsForHost(state) {
  if (endRow(state).length || state.game.match?.over) return null;
  const name = nameOf(state, state.room.host) || gettext('The host');
  return h('p', { key: 'waits', class: 'next sub' }, interpolate(gettext('%(name)s starts the next round'), { name }));
}

const nextRound = () =>
  h(
    'div',
    { key: 'next', class: 'next' },
    h('span', { class: 'avatar lg bigring' }, ticker('action'), ring('action')),
    h(
      'p',
      null,
      h('b', null, gettext('Next round')),
      h('br', null),
      h('span', { class: 'sub' }, gettext('begins by itself')),
    ),
  );

/**
 * @param {string} what
 * @param {string} name
 * @param {string} label
 * @param {string} [arg]
 */
function endTool(what, name, label, arg) {
  return h(
    'button',
    { key: `tool-${what}`, class: 'tool', type: 'button', 'data-do': what, 'data-arg': arg },
    icon(name, ''),
    h('span', null, label),
  );
}
