// What a frame says: the events of a step as a sentence, and who could have knocked in the position after it.
import { sentence } from '../table/pieces.js';
import { eventText, lossLine, resultHead, timed } from '../table/words-events.js';
import { gettext, interpolate, parts, plain } from '../table/words.js';

/**
 * Events that say nothing new: the end of the round says who knocked, a cut-in that it won.
 * @param {Wire.Event} event
 * @param {Replay.Frame} frame
 */
function isSilent(event, frame) {
  if (event.e === 'knocked') return Boolean(frame.result);
  if (event.e === 'round_over') return frame.result?.kind === 'cut';
  return event.e === 'window' || event.e === 'match_over';
}

const NOBODY = -1; // no seat has this number

/**
 * Names by seat. `you`: the reader's own seat or null. `mine`: tell only what that seat knew then.
 * @param {Replay.Data} data
 * @returns {Replay.Cast}
 */
export function cast(data) {
  const seats = new Map(data.seats.map((seat) => [seat.seat, seat]));
  return {
    you: data.you,
    mine: false,
    scoreKind: data.table.score_kind,
    seatOf: (seat) => seats.get(seat),
    nameOf: (seat) => (seat === data.you ? gettext('You') : (seats.get(seat ?? NOBODY)?.name ?? '')),
  };
}

/**
 * @param {Wire.Event} event
 * @param {Replay.Frame} frame
 * @param {Replay.Cast} who
 * @returns {Page.Token[]}
 */
function eventLine(event, frame, who) {
  const you = event.seat !== undefined && event.seat === who.you;
  if (event.e === 'drew' && event.card && !you && !who.mine) {
    return parts(gettext('%(name)s drew %(card)s from the stock'), {
      name: { who: event.seat },
      card: { card: event.card },
    });
  }
  if (event.e === 'round_over' && frame.result)
    return endHead(frame.events, frame.result, frame.result.winner === who.you && who.you !== null);
  return eventText(event, { you, named: true, drawn: event.card });
}

/**
 * Who won and how; a common knock with the card thrown for it.
 * @param {Wire.Event[]} events
 * @param {Wire.Result} result
 * @param {boolean} you
 */
function endHead(events, result, you) {
  const card = events.find((event) => event.e === 'knocked')?.card;
  if (!card) return resultHead(result, you);
  const values = { name: { who: result.winner }, card: { card } };
  return you
    ? parts(gettext('You knocked (common knock) and discarded %(card)s'), values)
    : parts(gettext('%(name)s knocked (common knock) and discarded %(card)s'), values);
}

/**
 * What the end of the round cost, as a line of its own.
 * @param {Replay.Frame} frame
 * @param {Replay.Cast} who
 * @returns {Page.Token[][]}
 */
function lossOf(frame, who) {
  const loss = frame.result && lossLine(who.scoreKind, frame.result.changes);
  return loss ? [[loss]] : [];
}

/**
 * The step that led to this frame as tokens: text, cards, people.
 * @param {Replay.Frame} frame
 * @param {Replay.Cast} who
 */
export function tokens(frame, who) {
  const told = frame.events.filter((event) => !isSilent(event, frame)).map((event) => eventLine(event, frame, who));
  const lines = [...told, ...lossOf(frame, who)];
  const late = frame.events.some((event) => event.auto && ['drew', 'took', 'discarded'].includes(event.e));
  const said = lines.filter((line) => line.length).flatMap((line, at) => (at ? [' · ', ...line] : line));
  return late ? timed(said) : said;
}

/**
 * @param {Replay.Frame} frame
 * @param {Replay.Cast} who
 */
export const moveNodes = (frame, who) => sentence(tokens(frame, who), who.nameOf);
/**
 * @param {Replay.Frame} frame
 * @param {Replay.Cast} who
 */
export const moveText = (frame, who) => plain(tokens(frame, who), who.nameOf);

// by oneself, by somebody named, and where the name stands beside it already
/** @type {Record<Replay.How, () => [own: string, other: string, beside: string]>} */
const COULD = {
  cut: () => [gettext('You could cut in'), gettext('%(name)s could cut in'), gettext('could cut in')],
  knock: () => [gettext('You could knock'), gettext('%(name)s could knock'), gettext('could knock')],
  close: () => [
    gettext('You could win by the discard'),
    gettext('%(name)s could win by the discard'),
    gettext('could win by the discard'),
  ],
  take: () => [
    gettext('You could win with the top of the pile'),
    gettext('%(name)s could win with the top of the pile'),
    gettext('could win with the top of the pile'),
  ],
  out: () => [gettext('You could go out'), gettext('%(name)s could go out'), gettext('could go out')],
};

/**
 * Who could win in this position, as far as the chosen view tells.
 * @param {Replay.Frame} frame
 * @param {Replay.Cast} who
 */
export const chances = (frame, who) => (frame.could ?? []).filter(({ seat }) => !who.mine || seat === who.you);

/**
 * "Ana could cut in" for each of them.
 * @param {Replay.Frame} frame
 * @param {Replay.Cast} who
 */
export function couldTexts(frame, who) {
  return chances(frame, who).map(({ seat, how }) => {
    const [own, other] = COULD[how]();
    return seat === who.you ? own : interpolate(other, { name: who.nameOf(seat) });
  });
}

/** @param {{ how: Replay.How }} given */
export const couldBeside = ({ how }) => COULD[how]()[2];
