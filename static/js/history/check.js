// The panel of the shuffle check: recomputes the round on this device and says what that proves and what not.
import { h, patch } from '../table/dom.js';
import { icon } from '../table/pieces.js';
import { gettext, interpolate } from '../table/words.js';
import { canVerify, checkRound } from '../verify.js';

const TEXTS = {
  commitment: () => gettext('The seed has the fingerprint that was public before the first card.'),
  leaders: () => gettext('Who dealt and who started follow from the seed, or from the round before.'),
  deal: dealText,
  moves: () => gettext('Every card drawn was the next one of the stock, every card taken the top of the pile.'),
  reshuffles: () => gettext('Every new stock is the pile, shuffled with the seed.'),
};

/**
 * Only what this game deals.
 * @param {Replay.Record} given
 */
function dealText({ turn_up: turnUp, upcard }) {
  if (turnUp && upcard) return gettext('Every hand, the turn-up and the first card of the pile follow from the seed.');
  if (turnUp) return gettext('Every hand and the turn-up follow from the seed.');
  if (upcard) return gettext('Every hand and the first card of the pile follow from the seed.');
  return gettext('Every hand follows from the seed.');
}

/**
 * `table`: what is public about the round.
 * @param {Element} element
 * @param {Replay.Record} record
 * @param {Replay.Table} table
 */
export async function showCheck(element, record, table) {
  if (!canVerify()) {
    patch(element, [
      h('p', { class: 'chip warn' }, icon('warn'), gettext('Your browser checks only on secure pages (https).')),
      elsewhere(),
    ]);
    return;
  }
  patch(element, h('p', { role: 'status' }, gettext('Checking…')));
  const checks = await checkRound(record);
  const reshuffled = table.reshuffle_limit !== 0;
  patch(
    element,
    panel(
      checks.filter(({ name, ok }) => name !== 'reshuffles' || reshuffled || !ok),
      record,
    ),
  );
}

/**
 * @param {Replay.Check[]} checks
 * @param {Replay.Record} record
 */
function panel(checks, record) {
  const fits = checks.every((check) => check.ok);
  const reshuffles = record.moves.filter((move) => move.do === 'reshuffle').length;
  return [
    h(
      'p',
      { key: 'verdict', class: 'row', role: 'status' },
      h(
        'span',
        { class: `chip ${fits ? 'ok' : 'bad'}` },
        icon(fits ? 'check' : 'warn'),
        fits ? gettext('it fits') : gettext('it does not fit'),
      ),
      h('span', { class: 'small muted' }, gettext('checked on this device')),
    ),
    h(
      'ul',
      { key: 'checks', class: 'checks plain small' },
      checks.map((check) =>
        h(
          'li',
          { key: check.name, class: check.ok ? 'good' : 'bad' },
          icon(check.ok ? 'check' : 'x'),
          h(
            'span',
            null,
            TEXTS[check.name](record),
            check.at && ` ${interpolate(gettext('Not so at move %(number)s.'), { number: check.at })}`,
          ),
        ),
      ),
    ),
    reshuffles > 0 &&
      h(
        'p',
        { key: 'count', class: 'small muted' },
        interpolate(gettext('New stocks in this round: %(count)s'), { count: reshuffles }),
      ),
    proof(),
    h(
      'button',
      { key: 'again', class: 'btn sm', type: 'button', 'data-check': true },
      icon('shuffle'),
      gettext('Check again'),
    ),
  ];
}

const proof = () =>
  h(
    'div',
    { key: 'proof', class: 'stack small' },
    h(
      'p',
      null,
      h('b', null, gettext('What this proves')),
      h('br', null),
      gettext('The order of all cards was fixed before the first one was dealt, and nobody changed it afterwards.'),
    ),
    h(
      'p',
      null,
      h('b', null, gettext('What it does not prove')),
      h('br', null),
      gettext(
        'That nobody knew the order, that the server did not choose among several seeds, or that the others did not talk. Compare the fingerprint with the one your own table showed.',
      ),
    ),
  );

const elsewhere = () =>
  h('p', { class: 'small' }, gettext('You can export the match and check it with “manage.py verify_round”.'));
