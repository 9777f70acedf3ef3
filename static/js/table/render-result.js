// The end of a round: who won and with which melds, what it cost, what comes next.
import { h } from './dom.js';
import { avatar, card, cardTag, icon, ring, sentence, ticker } from './pieces.js';
import { inOrder } from './melds.js';
import { rulesOf } from './store.js';
import { frozen, holderOf, isHost, isMine, isWild, may, mySeat, nameOf, playerOf } from './view.js';
import { endRow } from './offers.js';
import { act } from './render-hand.js';
import { gettext, interpolate, parts } from './gettext.js';
import { cardLabel, meldName, scoreHead } from './words.js';
import { lossLine, matchHead, resultHead } from './words-events.js';
import { labels, prompts, youAre } from './words-prompts.js';
import { bySuit } from './cards.js';

const WORDLESS = ['tied', 'void'];

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

function head(state) {
  const { game } = state;
  const over = game.match?.over;
  const winner = over ? game.match.winner : game.result.winner;
  const you = isMine(state, winner);
  const text = over ? matchHead(game.match, you) : resultHead(game.result, you);
  const round = interpolate(gettext('Round %(number)s'), { number: game.round });
  const holder = (seat) => holderOf(state, seat).name;
  const how = over
    ? sentence(resultHead(game.result, isMine(state, game.result.winner)), holder, 'span')
    : lossLine(game.score_kind, game.result.changes);
  const cut = game.result.kind === 'cut' ? (game.last ?? []).find((event) => event.e === 'cut')?.card : null;
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
      h('p', { class: 'sub' }, round, how?.length ? [' · ', how] : '', cut && [' · ', cardTag(cut)]),
    ),
  );
}

function winnersMelds(state) {
  const rules = rulesOf(state);
  const cut = (state.game.last ?? []).find((event) => event.e === 'cut')?.card;
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

function scores(state) {
  const { game } = state;
  const kind = game.score_kind;
  const place = game.match?.over ? game.match.placement : {};
  const counts = ({ seat }) =>
    seat in place || seat in (game.result.changes ?? {}) || state.seats[seat].kind !== 'free';
  const rows = game.players.filter((player) => counts(player) && holderOf(state, player.seat).kind !== 'free');
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

function scoreRow(state, player, { kind, place, points }) {
  const { game } = state;
  const holder = holderOf(state, player.seat);
  const change = game.result.changes?.[player.seat];
  const won = (game.match?.over ? game.match.winner : game.result.winner) === player.seat;
  const fell = game.result.eliminated?.includes(player.seat) || player.out;
  return h(
    'tr',
    { key: player.seat, class: won ? 'win' : '' },
    h(
      'th',
      { scope: 'row' },
      h(
        'span',
        { class: 'pp' },
        place && h('span', { key: 'pl', class: 'num place' }, interpolate(gettext('%(place)s.'), { place })),
        avatar(holder, 'sm'),
        h(
          'span',
          { class: 'nm' },
          h('span', { dir: 'auto' }, isMine(state, player.seat) ? youAre() : holder.name),
          fell && [' ', h('span', { key: 'out', class: 'badge away' }, gettext('out'))],
        ),
      ),
    ),
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

const signed = (change) => (change < 0 ? `−${-change}` : `+${change}`);

/** Rummy: the cards that counted. */
function hands(state, winner) {
  const rows = Object.entries(state.game.result.hands).filter(
    ([seat, cards]) => Number(seat) !== winner && cards.length,
  );
  if (!rows.length) return null;
  return h(
    'section',
    { key: 'hands', class: 'lefthands' },
    h('h3', null, gettext('Cards left in hand')),
    rows.map(([seat, cards]) =>
      h(
        'p',
        { key: seat },
        h('b', { dir: 'auto' }, isMine(state, Number(seat)) ? youAre() : holderOf(state, seat).name),
        ' ',
        [...cards].sort(bySuit).map((id) => h('span', { key: id }, cardTag(id), ' ')),
      ),
    ),
  );
}

export function endBar(state) {
  const next = state.times.kind === 'deal' && state.times.total !== null;
  const own = playerOf(state, mySeat(state));
  const alone = !next && isHost(state) && !may(state, 'start') && !frozen(state);
  const waits = !next && !alone && !endRow(state).length && !state.game.match?.over;
  return h(
    'footer',
    { key: 'endbar', class: 'endbar' },
    next &&
      h(
        'div',
        { key: 'next', class: 'next' },
        h('span', { class: 'avatar lg bigring' }, ticker('action'), ring('action')),
        h(
          'p',
          null,
          h('b', null, gettext('Next round')),
          h('br'),
          h('span', { class: 'sub' }, gettext('begins by itself')),
        ),
      ),
    waits &&
      h(
        'p',
        { key: 'waits', class: 'next sub' },
        interpolate(gettext('%(name)s starts the next round'), {
          name: nameOf(state, state.room.host) || gettext('The host'),
        }),
      ),
    alone && h('p', { key: 'alone', class: 'alone sub' }, prompts.hostStart(false)[1]),
    endTool('moves', 'list', labels.moves()),
    alone && endTool('invite', 'share', labels.invite()),
    endTool('seats', 'users', labels.players()),
    own || state.you?.seat !== null
      ? endTool('leave', 'door', labels.leave())
      : endTool('go', 'back', gettext('Rooms'), 'lobby'),
    endRow(state).map((action) => act(action)),
  );
}

function endTool(what, name, label, arg) {
  return h(
    'button',
    { key: `tool-${what}`, class: 'tool', type: 'button', 'data-do': what, 'data-arg': arg },
    icon(name, ''),
    h('span', null, label),
  );
}
